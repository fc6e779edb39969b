/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_STRATA_H
#define MEMBENCH_COMPARE_STRATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/compare.h"

/*
 * Two files that hold several ops or numbers of threads, as two cards do: a comparison of
 * its own for each op and number of threads that both have. They are one family of tests:
 * Holm's p is over the levels of all of them. 7 runs a side reach 2 / 3432, which 85 tests
 * at alpha 0.05 leave room for.
 */
struct stratum {
	char *op, *only; /* what takes its rows, "op=read,threads=2" */
	uint64_t threads;
	struct comparison comparison; /* of one pair */
};
struct strata {
	struct stratum *items; /* by threads, then as the first file has them */
	size_t count, capacity;
	size_t family; /* tests that Holm adjusts over */
	struct warnings warnings; /* of all, each once */
};

/* Whether all files have several, none of which the options take or compare. */
bool strata_are_needed(const struct compare_file *files, size_t count,
                       const struct compare_options *options);
/* The files' cells must outlive it. Fails (status 2) as compare_files() does, and where
 * these are not two files. Release in any case. */
int compare_strata(const struct compare_file *files, size_t count,
                   const struct compare_options *options, struct strata *strata,
                   struct error *err);
void strata_release(struct strata *strata);

#endif
