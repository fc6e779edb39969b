/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_KGROUPS_H
#define MEMBENCH_STATS_KGROUPS_H

#include <stddef.h>

#include "stats/test.h"

/*
 * Kruskal-Wallis (1952) of k >= 2 groups, none of them empty:
 *     H = 12 / (N (N + 1)) sum(R_i^2 / n_i) - 3 (N + 1), divided by
 *     C = 1 - sum(t^3 - t) / (N^3 - N)
 * p by chi-squared with k - 1 degrees of freedom; exact, P(H >= h) over all relabelings,
 * compared in integers, where counting them takes at most `cost_most` additions:
 *     N (k - 1) prod(n_i + 1) prod(range of R_i), both over all groups but the largest.
 */
#define KRUSKAL_COST_MOST 1e9 /* of a test by itself: half a second */
#define KRUSKAL_CELLS_MOST 2e7

struct kruskal {
	double h, h_uncorrected, tie_correction; /* h is NaN where all values are equal */
	double df;
	double p;       /* chi-squared; 1 where all values are equal */
	double p_exact; /* NaN where it was too dear */
};
void kruskal_run(const struct sample *groups, size_t count, double cost_most,
                 struct kruskal *result);

/* Pairs (1,2) (1,3) ... (2,3) ...: their number, and the place of pair i < j in them. */
size_t pairs_count(size_t group_count);
size_t pairs_index(size_t group_count, size_t i, size_t j);

/*
 * Dunn (1964): z of mean rank i minus mean rank j, ranks over all groups, tie-corrected,
 * without continuity correction; p two-sided. Arrays of pairs_count(count). All NaN and
 * p = 1 where all values are equal.
 */
void dunn_run(const struct sample *groups, size_t count, double *z, double *p);

#endif
