/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_SHIFT_H
#define MEMBENCH_STATS_SHIFT_H

#include "stats/strata.h"
#include "stats/test.h"

/*
 * How far A lies above B: the median of all differences a - b (Hodges and Lehmann 1963; an
 * even count takes the mean of the middle two), over the union of the strata's pairs. The
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

/* The rank of the interval's ends; depends on the counts alone. Strata with one side
 * empty carry nothing. */
struct shift_rank shift_rank(const struct stratum *strata, size_t count,
                             double confidence);

/* A - B. Each order statistic costs at most 64 (n_a + n_b) steps after sorting. */
struct shift shift_difference(const struct stratum *strata, size_t count,
                              struct shift_rank rank);

/* A / B: exp of the same three numbers on logarithms; NaN unless every value is > 0. */
struct shift shift_ratio(const struct stratum *strata, size_t count,
                         struct shift_rank rank);

#endif
