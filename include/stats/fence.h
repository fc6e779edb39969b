/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_FENCE_H
#define MEMBENCH_STATS_FENCE_H

#include <stddef.h>

/*
 * How far below the median of `count` values the lowest may lie, in spreads (mad_of()),
 * before it is no longer one of them: the distance that the lowest of so many normal values
 * passes with this probability. One fixed distance cannot be right for 5 values and for 1000:
 * more values reach further out, and the spread of few is itself uncertain, of odd counts
 * more so (6 MAD, 4.05 spreads: passed by 9 % of samples of 5, 4 % of 10, 3 % of 1000).
 * Two probabilities, which add up to 5 % where a thing has a value and a control.
 */
#define FENCE_VALUE   0.045
#define FENCE_CONTROL 0.005
enum fence { FENCE_OF_VALUE, FENCE_OF_CONTROL };

/* Infinite below FENCE_FROM values. */
#define FENCE_FROM 4
double fence_at(enum fence fence, size_t count);

/*
 * Two kinds of values under one name: where the largest gap between neighbours is wider than
 * 5 spreads of those on either side. Each side has a quarter of the values and 4 at least:
 * fewer are outliers. `sorted` ascending; the number of values below the gap, 0 for none. A
 * spread counts as `least_spread` at least, and the medians of both lie `least_apart` apart.
 * Fewer than one normal sample in 100 is taken for two.
 */
size_t kinds_split(const double *sorted, size_t count, double least_spread,
                   double least_apart);

#endif
