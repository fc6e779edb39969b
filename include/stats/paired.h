/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_PAIRED_H
#define MEMBENCH_STATS_PAIRED_H

#include <stddef.h>

/*
 * Differences of pairs (logarithms of their ratios), by Wilcoxon's signed ranks (1945):
 * exact by counting the 2^n signs, ties by midranks; above PAIRED_EXACT_MOST pairs by the
 * normal distribution with a continuity correction.
 */
#define PAIRED_EXACT_MOST 100

/* One-sided p of "the differences lie at `bound` or above": small where they lie below.
 * 1 of no pairs; differences equal to the bound do not count. */
double paired_below(const double *differences, size_t count, double bound);

/* Median of the Walsh averages (Hodges and Lehmann 1963), and the limits that invert the test,
 * each with `alpha` on its side: infinite where no bound can be rejected. NaN of no pairs. */
struct paired_shift {
	double estimate, low, high;
};
struct paired_shift paired_shift(const double *differences, size_t count, double alpha);

#endif
