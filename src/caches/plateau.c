/* SPDX-License-Identifier: MIT */
/*
 * caches: where the rate of a sweep stops falling. Pure: knows rates and footprints, and
 * refuses to know what the caches are said to be.
 */
#include "caches/plateau.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/quantile.h"

/*
 * Sweeps of a guest on an Emerald Rapids server, whose L3 keeps what is used again within
 * some 25 ms, call copies of 128M and more memory and those of 16M and less none: by medians
 * of three runs for shares of 0.15 to 0.6, by each single run and kernel for 0.32 to 0.41.
 */
#define SERVED_SHARE (1 / 3.0)
#define LEAST_FALL   1.5 /* there: 1.6 to 2.3 from L3 to memory; byte by byte elsewhere 1.2 */
#define INNER_FADES  4   /* times the inner caches: of these at most 7 % still hits */
#define TOP_PART     4   /* of the largest footprint: what is compared first */

static int compare_points(const void *left, const void *right)
{
	const struct sweep_point *a = left, *b = right;
	return (a->footprint_bytes > b->footprint_bytes) -
	       (a->footprint_bytes < b->footprint_bytes);
}

/* The lower of the two middle rates where there are two. */
static double lower_median(const struct sweep_point *points, size_t count)
{
	double *rates = memory_zeroed(count, sizeof *rates);

	for (size_t i = 0; i < count; i++)
		rates[i] = points[i].rate;
	qsort(rates, count, sizeof *rates, compare_doubles);
	double median = quantile_below(rates, count, 0.5);
	free(rates);
	return median;
}

static bool counts(const struct sweep_point *point, uint64_t inner_bytes)
{
	return point->rate > 0 && point->footprint_bytes / INNER_FADES >= inner_bytes;
}

double plateau_best_rate(const struct sweep_point *points, size_t count, uint64_t inner_bytes)
{
	double best = 0;

	for (size_t i = 0; i < count; i++)
		best = counts(&points[i], inner_bytes) ? fmax(best, points[i].rate) : best;
	return best;
}

/* The rate of a row of which SERVED_SHARE hits the cache and the rest memory. */
static double served_rate(double cache, double memory)
{
	return 1 / (SERVED_SHARE / cache + (1 - SERVED_SHARE) / memory);
}

/* Whether all of these rows run as memory does where the best cache rate is `cache`. */
static bool is_flat(const struct sweep_point *points, size_t count, double cache)
{
	double memory = lower_median(points, count);
	return plateau_best_rate(points, count, 0) <= served_rate(cache, memory);
}

/* What counts, ascending, moved to the front; how many they are. */
static size_t select_points(struct sweep_point *points, size_t count, uint64_t inner_bytes)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (counts(&points[i], inner_bytes))
			points[kept++] = points[i];
	}
	qsort(points, kept, sizeof *points, compare_points);
	return kept;
}

/* The first row of the plateau that ends the sweep; the last row where there is none. */
static size_t first_flat(const struct sweep_point *points, size_t count, double cache)
{
	uint64_t end = points[count - 1].footprint_bytes;
	size_t first = 0;

	while (points[first].footprint_bytes < end / TOP_PART)
		first++;
	while (first + 1 < count && !is_flat(points + first, count - first, cache))
		first++;
	while (first > 0 && is_flat(points + first - 1, count - first + 1, cache))
		first--;
	return first;
}

uint64_t plateau_start(struct sweep_point *points, size_t count, uint64_t inner_bytes,
                       double cache_rate)
{
	size_t kept = select_points(points, count, inner_bytes);

	if (kept < 2)
		return 0;
	double cache = fmax(cache_rate, plateau_best_rate(points, kept, 0));
	size_t first = first_flat(points, kept, cache);
	double memory = lower_median(points + first, kept - first);
	uint64_t start = points[first].footprint_bytes, end = points[kept - 1].footprint_bytes;
	if (cache < LEAST_FALL * memory)
		return 0;
	return end / 2 >= start ? start : end + 1;
}
