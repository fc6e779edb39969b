/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_SERIAL_H
#define MEMBENCH_STATS_SERIAL_H

#include <stddef.h>

/*
 * Do values resemble those measured just before them? Then they are not independent, and
 * what they share may last longer than they do.
 */
struct serial_rows {
	const double *values; /* count rows of `width` kinds each, in order of time; NaN: none */
	size_t count;
};

/*
 * The products of neighbours' deviations from the mean of their series, each kind over its
 * sum of squares in all series and times its weight, summed: how many standard deviations
 * above what random order of the rows of each series gives. Moments of a cross product
 * under permutation: Cliff and Ord 1981, 2.4.2. Above 1 in 16 of 100 random orders. Series
 * of fewer than four rows are passed over; NaN where nothing is left or nothing varies.
 */
double serial_z(const struct serial_rows *series, size_t count, const double *weights,
                size_t width);

#endif
