/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_SHIFT_H
#define MEMBENCH_STATS_SHIFT_H

#include "stats/cluster.h"

/*
 * How far A lies above B: the median of all differences a - b (Hodges and Lehmann 1963; an
 * even count takes the mean of the middle two), over all pairs within block and stratum. The
 * interval is [d[k], d[M + 1 - k]] of the M sorted differences, k the smallest q >= 1 with
 * P(U <= q) >= (1 - confidence) / 2 in the untied null distribution. With ties it is
 * conservative.
 */
struct shift_rank {
	double k;             /* whole */
	double achieved;      /* 1 - 2 P(U <= k - 1): below what was asked, even 0, where
	                       * the samples are too small; print it */
	enum method method;   /* EXACT, or ASYMPTOTIC where the null is too dear */
};

struct shift {
	double estimate, low, high; /* NaN where they do not exist */
	double achieved;            /* confidence of [low, high] */
};

/* The rank of the interval's ends where runs hold one value each; depends on the counts
 * alone. */
struct shift_rank shift_rank(const struct cluster_data *data, double confidence);

/* Each order statistic costs at most 64 (n_a + n_b) steps after sorting. Of logarithms,
 * exp() of the three is the ratio A / B. */
struct shift shift_difference(const struct cluster_data *data, struct shift_rank rank);

#endif
