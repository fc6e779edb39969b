/* SPDX-License-Identifier: MIT */
/* stats: where a rate stops growing. Knows nobody. */
#include "stats/saturation.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/adjust.h"
#include "stats/paired.h"
#include "stats/quantile.h"

static double median_known(const double *rates, size_t runs)
{
	double *known = memory_zeroed(runs, sizeof *known);
	size_t count = 0;

	for (size_t i = 0; i < runs; i++) {
		if (!isnan(rates[i]))
			known[count++] = rates[i];
	}
	double median = median_of(known, count);
	free(known);
	return median;
}

/* Logarithms of the ratios a / b of the runs that have both. */
static size_t log_ratios(const double *a, const double *b, size_t runs, double *ratios)
{
	size_t count = 0;

	for (size_t i = 0; i < runs; i++) {
		double ratio = log(a[i] / b[i]);
		if (!isnan(ratio))
			ratios[count++] = ratio;
	}
	return count;
}

static size_t find_best(const double *rates, size_t points, size_t runs)
{
	size_t best = 0;
	double most = -(double)INFINITY;

	for (size_t i = 0; i < points; i++) {
		double median = median_known(rates + i * runs, runs);
		best = median > most ? i : best;
		most = fmax(median, most);
	}
	return best;
}

size_t saturation_runs(size_t points)
{
	double needed = points > 1 ? (double)(points - 1) / SATURATION_ALPHA : 1;
	size_t runs = 1;

	while (ldexp(1, (int)runs) < needed)
		runs++;
	return runs;
}

/* The first whose adjusted p is small; `best` where none is. */
static size_t first_within(const double *adjusted, size_t best)
{
	size_t at = 0;

	while (at < best && !(adjusted[at] <= SATURATION_ALPHA))
		at++;
	return at;
}

void saturation_find(const double *rates, size_t points, size_t runs,
                     struct saturation *saturation)
{
	const double margin = log(1 + SATURATION_MARGIN);
	size_t best = find_best(rates, points, runs);
	double *ratios = memory_zeroed(runs, sizeof *ratios);
	double *p = memory_zeroed(points, sizeof *p);

	for (size_t i = 0; i < best; i++) {
		size_t count = log_ratios(rates + best * runs, rates + i * runs, runs, ratios);
		p[i] = paired_below(ratios, count, margin);
	}
	adjust_holm(p, best, p);
	size_t at = first_within(p, best);
	*saturation = (struct saturation){
		.best = best, .at = at, .is_found = at + 1 < points,
		.is_answerable = runs >= saturation_runs(best + 1),
		.gain = (double)NAN, .gain_low = (double)NAN, .gain_high = (double)NAN,
	};
	/* Of a curve that grows to its end: what the last step gave. */
	size_t from = at < best ? at : best > 0 ? best - 1 : best;
	if (from < best) {
		size_t count = log_ratios(rates + best * runs, rates + from * runs, runs, ratios);
		struct paired_shift shift =
		        paired_shift(ratios, count, SATURATION_ALPHA / (double)best);
		saturation->gain = expm1(shift.estimate);
		saturation->gain_low = expm1(shift.low);
		saturation->gain_high = expm1(shift.high);
	}
	free(ratios);
	free(p);
}
