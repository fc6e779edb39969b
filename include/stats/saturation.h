/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_SATURATION_H
#define MEMBENCH_STATS_SATURATION_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Where a rate stops growing with the number of threads: the fewest to which the best number
 * adds less than a margin, surely. Every number is measured in each run, so that what a run
 * has of the machine's state drops out of the ratios; the test is that of stats/paired.h on
 * their logarithms, p adjusted over the numbers below the best (Holm).
 */
#define SATURATION_MARGIN 0.05
#define SATURATION_ALPHA  0.05

struct saturation {
	size_t best; /* of the points: highest median */
	size_t at;   /* the fewest that do; `best` where none below it does */
	bool is_found;      /* more than at[] were measured, and add less than the margin */
	bool is_answerable; /* as many runs as can reject anything at all */
	/* Rate of the best over that at `at`, and over the point before it, relative: estimate
	 * and limits of 95 %, adjusted as the tests are. NaN where there is no such pair. */
	double gain, gain_low, gain_high;
};

/* `rates[i * runs + r]` is that of point i in run r, points by threads ascending; NaN where a run
 * has none. Pure. */
void saturation_find(const double *rates, size_t points, size_t runs,
                     struct saturation *saturation);

/* The fewest runs that can tell, of so many points. */
size_t saturation_runs(size_t points);

#endif
