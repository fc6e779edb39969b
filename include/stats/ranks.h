/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_RANKS_H
#define MEMBENCH_STATS_RANKS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Ranks from 1, tied values sharing the mean of their ranks (midranks, Kruskal and Wallis
 * 1952), doubled so that they stay integers: 2 4 6 without ties. They always add up to
 * count * (count + 1). `doubled[i]` belongs to `values[i]`. Cost n log n. Returns the tie
 * term, the sum of t^3 - t over groups of t equal values: 0 where there are no ties,
 * right up to 2.6 million values.
 */
uint64_t ranks_doubled(const double *values, size_t count, int64_t *doubled);

#endif
