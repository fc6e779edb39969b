/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_RESULT_H
#define MEMBENCH_SESSION_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/warnings.h"
#include "caches/hierarchy.h"
#include "measure/trial.h"
#include "samples/cell.h"

/* What a session left out that was told nothing of it; 0 and false: was told, or took all. */
struct session_defaults {
	uint64_t swept_bytes; /* it swept to blocks of this size */
	uint64_t runs;        /* not done for want of time */
	bool kernels;         /* others than `auto` */
	size_t cpus;          /* it could use, of which it used one */
};

/* What a session found, as a value: every format is a pure function of it. */
struct session_result {
	struct cells cells;
	const struct hierarchy *hierarchy;
	const struct trial *trials; /* in which `--kernel auto` chose */
	size_t trial_count;
	char system[128];
	uint64_t runs_asked, runs_done, seed;
	uint64_t runs_clean, over_ns; /* measure/spacing.h; over_ns 0: not spread */
	uint64_t took_ns;             /* from the first run's beginning to the last one's end */
	double clock_resolution_ns, clock_cost_ns; /* of the clock that timed it */
	uint64_t sample_ns;                        /* the shortest sample aimed at */
	uint64_t most_block_bytes; /* that the limit on memory allows; 0 where none is known */
	const char *limit;         /* its name: "cgroup limit" */
	const char *output, *like; /* where it was saved, what file it is like; NULL: nowhere */
	const char *command;       /* that moved the bytes; NULL: memory was measured */
	struct session_defaults defaults;
	struct text skipped, notes;                /* lines */
};
void session_result_release(struct session_result *result);

/* Into the warnings: how many values carry which flags. */
void session_warn_flagged(const struct session_result *result, struct warnings *warnings);

#endif
