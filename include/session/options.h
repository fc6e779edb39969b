/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_OPTIONS_H
#define MEMBENCH_SESSION_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/units.h"

/* Options that an earlier file, or the session itself, decides where they are not given. */
enum session_given {
	GIVEN_SIZES = 1u << 0,
	GIVEN_RUNS = 1u << 1,
	GIVEN_OVER = 1u << 2,
	GIVEN_OP = 1u << 3,
	GIVEN_KERNEL = 1u << 4,
	GIVEN_THREADS = 1u << 5,
	GIVEN_CPU = 1u << 6,
	GIVEN_PAGES = 1u << 7,
	GIVEN_BUDGET = 1u << 8,
	GIVEN_VOLUME = 1u << 9,
	GIVEN_LEVELS = 1u << 10,
	GIVEN_LEVELS_BY = 1u << 11,
};

/* What a session was asked; strings are the caller's. An option and its field share a word. */
struct session_options {
	struct size_list sizes;
	uint64_t runs, over, threads, budget, volume, seed;
	const char *op, *kernel, *cpu, *levels, *like, *label, *output, *raw;
	const char *host; /* what rows call the machine */
	/* Instead of memory: a command line, what rows call it, what runs around it. */
	const char *command, *name, *before, *after;
	uint64_t timeout;    /* of each of the three, ns; 0: none */
	bool verbose;        /* what they print goes to standard error */
	unsigned pages, levels_by, order;
	bool append, force, verify;
	bool one_a_level;    /* of default sizes one for each level */
	uint64_t most_ns;    /* no further run begins that would end later; 0: as usual */
	bool dry_run;        /* decide, and disturb nobody */
	bool prints_rows;    /* on standard output, as CSV */
	bool shows_progress; /* where standard error is a terminal */
	unsigned given;      /* of enum session_given */
};

#endif
