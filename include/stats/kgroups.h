/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_KGROUPS_H
#define MEMBENCH_STATS_KGROUPS_H

#include <stddef.h>

/*
 * Kruskal-Wallis (1952) of k >= 2 groups of runs, none of them empty. A run's value is its
 * score (stats/cluster.h): that of `width` values, ranked with those of all other runs
 * within each stratum. With one value a run it is the usual test.
 *     H = 12 / (N (N + 1)) sum(R_i^2 / n_i) - 3 (N + 1), divided by
 *     C = 1 - sum(t^3 - t) / (N^3 - N)
 * p by chi-squared with k - 1 degrees of freedom. It decides nothing: the pairs do.
 */
struct kruskal {
	double h, h_uncorrected, tie_correction; /* h is NaN where all values are equal */
	double df;
	double p; /* 1 where all values are equal */
};
/* `values` hold the runs of all groups, one after the other; counts[g] runs are of group g. */
void kruskal_run(const double *values, const size_t *counts, size_t group_count,
                 size_t width, const size_t *strata, struct kruskal *result);

/* Pairs (1,2) (1,3) ... (2,3) ...: their number, and the place of pair i < j in them. */
size_t pairs_count(size_t group_count);
size_t pairs_index(size_t group_count, size_t i, size_t j);

#endif
