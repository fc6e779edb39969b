/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_QUANTILE_H
#define MEMBENCH_STATS_QUANTILE_H

#include <stddef.h>

/* Order statistics: the one median, quantile and comparison of doubles of all rooms. */

/* qsort() comparison, ascending; NaN behind all numbers. */
int compare_doubles(const void *a, const void *b);
/* An ascending copy. free() it. */
double *sorted_doubles(const double *values, size_t count);

/*
 * Quantile of ascending values, type 7 of Hyndman and Fan (1996), R's and NumPy's default:
 * linear between order statistics at 1 + (n - 1) p. With 5 values Q1 is the second
 * smallest; the median of an even count is the mean of the middle pair. NaN of none.
 */
double quantile_of(const double *sorted, size_t count, double probability);
/* The value itself at or below that place: the lower of a middle pair. */
double quantile_below(const double *sorted, size_t count, double probability);

/* Of values in any order; NaN of none. */
double median_of(const double *values, size_t count);

/* Median |x - centre|, times 1.4826: a standard deviation at the normal distribution that
 * up to half of the values cannot carry off. NaN of none. */
double mad_of(const double *values, size_t count, double centre);

#endif
