/* SPDX-License-Identifier: MIT */
/* stats: when the lowest of many values is too low, and when they are of two kinds. Knows
 * not what they are of. */
#include "stats/fence.h"

#include <math.h>

#include "stats/distribution.h"
#include "stats/quantile.h"

#define GAP_SPREADS 5 /* a gap is as wide as so many spreads of either side */
#define KIND_LEAST  4 /* values of a kind ... */
#define KIND_PART   4 /* ... and one in so many of all */

/* Simulated, a million samples of each count to 50, 50000 of 1000 and more: scripts/fence.c. */
static const struct row {
	size_t count;
	double fences[2];
} rows[] = {
	{ 4, { 5.03, 16.03 } }, { 5, { 6.10, 19.74 } }, { 6, { 4.54, 10.31 } },
	{ 7, { 4.86, 11.03 } }, { 8, { 4.21, 8.20 } }, { 9, { 4.38, 8.49 } },
	{ 10, { 4.00, 7.09 } }, { 11, { 4.11, 7.21 } }, { 12, { 3.87, 6.39 } },
	{ 13, { 3.94, 6.48 } }, { 14, { 3.78, 5.97 } }, { 15, { 3.84, 6.04 } },
	{ 16, { 3.72, 5.67 } }, { 17, { 3.76, 5.70 } }, { 18, { 3.68, 5.46 } },
	{ 19, { 3.72, 5.49 } }, { 20, { 3.65, 5.29 } }, { 24, { 3.59, 5.03 } },
	{ 32, { 3.55, 4.76 } }, { 50, { 3.52, 4.49 } }, { 100, { 3.56, 4.30 } },
	{ 200, { 3.64, 4.28 } }, { 500, { 3.81, 4.38 } }, { 1000, { 3.96, 4.48 } },
	{ 2000, { 4.09, 4.59 } }, { 5000, { 4.30, 4.76 } },
};
#define ROWS (sizeof rows / sizeof *rows)

/* The median and spread of more than the table's are as good as known: what the lowest of
 * so many normal values passes then, and as much more as the last row has. */
static double fence_beyond(enum fence fence, size_t count)
{
	static const double probabilities[] = { FENCE_VALUE, FENCE_CONTROL };
	const struct row *last = &rows[ROWS - 1];
	double p = probabilities[fence];

	return last->fences[fence] * normal_quantile(p / (double)count) /
	       normal_quantile(p / (double)last->count);
}

double fence_at(enum fence fence, size_t count)
{
	size_t above = 0;

	while (above < ROWS && rows[above].count < count)
		above++;
	if (count < FENCE_FROM)
		return (double)INFINITY;
	if (above == ROWS)
		return fence_beyond(fence, count);
	if (rows[above].count == count)
		return rows[above].fences[fence];
	const struct row *low = &rows[above - 1], *high = &rows[above];
	double share = log((double)count / (double)low->count) /
	               log((double)high->count / (double)low->count);
	return low->fences[fence] + share * (high->fences[fence] - low->fences[fence]);
}

static double side_spread(const double *values, size_t count, double least)
{
	return fmax(mad_of(values, count, quantile_of(values, count, 0.5)), least);
}

size_t kinds_split(const double *sorted, size_t count, double least_spread,
                   double least_apart)
{
	size_t at = 0, fewest = (count + KIND_PART - 1) / KIND_PART;
	double gap = 0;

	for (size_t i = 1; i < count; i++) {
		if (sorted[i] - sorted[i - 1] > gap) {
			gap = sorted[i] - sorted[i - 1];
			at = i;
		}
	}
	fewest = fewest > KIND_LEAST ? fewest : KIND_LEAST;
	if (at < fewest || count - at < fewest)
		return 0;
	double spread = fmax(side_spread(sorted, at, least_spread),
	                     side_spread(sorted + at, count - at, least_spread));
	double apart = quantile_of(sorted + at, count - at, 0.5) - quantile_of(sorted, at, 0.5);
	return gap > GAP_SPREADS * spread && apart > least_apart ? at : 0;
}
