/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_SUMMARY_H
#define MEMBENCH_MEASURE_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

/*
 * The times of a cell in five numbers. Quartiles interpolate between order statistics
 * (type 7 of Hyndman and Fan, 1996), so that of five samples q1 is the second smallest.
 */
struct summary {
	double min, q1, median, mean, max;
};

/* Sorts `ns` in place. All NaN where `count` is 0. */
struct summary summary_of(uint64_t *ns, size_t count);

/* The median; sorts in place. NaN where `count` is 0. */
double median_of(double *values, size_t count);

#endif
