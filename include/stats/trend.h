/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_TREND_H
#define MEMBENCH_STATS_TREND_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/test.h"

/*
 * Do values rise or fall with time? Kendall's S, the pairs that rise less those that fall
 * (Mann 1945), summed over blocks that are not compared with one another, as Hirsch and
 * Slack (1982) do for seasons: what lifts a whole block lifts no pair in it. The values
 * of each block stand in the order in which they were measured. Memory: a double a pair.
 */
struct trend {
	double slope;      /* median over all pairs of the change from one value to the next
	                    * (Theil 1950, Sen 1968); NaN where there is no pair */
	double s, variance; /* of s where the order is chance, ties taken off */
	size_t pairs;
	size_t longest, block_count; /* values of the longest block; blocks of two or more */
	bool is_tied;
	double p, log10_p; /* two-sided, normal, with continuity correction; NaN where the
	                    * variance is 0 */
	double p_floor;    /* trend_floor() */
};
void trend_run(const struct sample *blocks, size_t count, struct trend *trend);

/*
 * The exact p of trend->s where every order inside every block is equally likely. NaN
 * where values tie, where there is no pair, and above TREND_EXACT_MOST pairs.
 */
#define TREND_EXACT_MOST 5000
double trend_exact_p(const struct sample *blocks, size_t count,
                     const struct trend *trend);

/*
 * The question as it is asked everywhere: trend->p is exact where it can be, and NaN where
 * no order of so few values could bring it below alpha. All pairs of a block are looked at:
 * of long ones TREND_VALUES_MOST values, evenly taken, and no more blocks than make
 * TREND_PAIRS_MOST pairs.
 */
#define TREND_VALUES_MOST 400
#define TREND_PAIRS_MOST  80000
void trend_ask(const struct sample *blocks, size_t count, double alpha, struct trend *trend);

/* The smallest exact p that blocks of these sizes can reach: 2 / prod n!, at most 1. */
double trend_floor(const struct sample *blocks, size_t count);

#endif
