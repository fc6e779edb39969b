/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_CLEAN_H
#define MEMBENCH_COMPARE_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/compare.h"

/*
 * Rows in which the core issued fewer instructions than it can: another guest or a sibling
 * thread used it. A row is slowed where its issue rate (clock_ghz times core_ipc) is below
 * options.clean of the best that any file has of that core: host, cpu and cpus. A row
 * without a witness is not. The choice looks at the issue rate alone, never at a rate of
 * memory. Only the slowed rows of whole runs are left out, level by level.
 */

/* Sets every run's best_issue and every configuration's slowed_count. */
void clean_init(struct comparison *comparison);
/* `row` is run * size_count + size. */
bool clean_is_slowed(const struct comparison *comparison, const struct configuration *item,
                     size_t row);

struct size_set {
	const size_t *items; /* indices into comparison.sizes */
	size_t count;
};
struct clean_runs {
	size_t count;  /* written to `runs`: those that have every size and none slowed */
	size_t slowed; /* whole runs that met a slowed core */
	bool is_busy;  /* too few are clean to tell: then `runs` are all whole ones */
};
/* `all` writes all whole runs: sides are compared alike, also where one of them is busy. */
struct clean_runs clean_runs(const struct comparison *comparison,
                             const struct configuration *item,
                             const struct size_set *sizes, bool all, size_t *runs);

/* What a configuration did at these sizes; `values` is { 0 } before. */
void level_values_init(struct level_values *values, const struct comparison *comparison,
                       const struct size_set *sizes, size_t configuration, bool all);
void level_values_release(struct level_values *values);

/* Issue rate of B over that of A, by the medians of runs, where every run of one side lies
 * below options.clean of the other side's median: then the core itself was slower. 1 where
 * it was not, is not known, or the cores are not the same. */
double clean_core_ratio(const struct comparison *comparison,
                        const struct compare_pair *pair);

#endif
