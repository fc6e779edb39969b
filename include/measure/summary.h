/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_SUMMARY_H
#define MEMBENCH_MEASURE_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The times of a cell in six numbers, quartiles as in stats/quantile.h.
 */
struct summary {
	double min, q1, median, q3, mean, max;
};

/* `ns` in any order. All NaN where `count` is 0. */
struct summary summary_of(const uint64_t *ns, size_t count);

/*
 * Whether the third quartile is as far from the first, by which the rate goes, as another
 * level: then part of the samples met a warm cache and part did not.
 */
bool summary_has_two_states(const struct summary *ns);

#endif
