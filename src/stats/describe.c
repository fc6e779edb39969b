/* SPDX-License-Identifier: MIT */
/* stats: one sample in a few numbers. Knows no test and no other sample. */
#include "stats/describe.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/outliers.h"
#include "stats/quantile.h"
#include "stats/trend.h"

#define TREND_MOST 2000 /* values: two million slopes */
#define FEWEST     4    /* for a trend's p */

/* An exponent that brings the largest value near 1: squares then keep within a double. */
static int common_exponent(const double *values, size_t count)
{
	double most = 0;
	int exponent;

	for (size_t i = 0; i < count; i++)
		most = fmax(most, fabs(values[i]));
	(void)frexp(most, &exponent);
	return exponent;
}

static void describe_moments(const double *values, size_t count, struct describe *result)
{
	int exponent = common_exponent(values, count);
	double mean = 0, squares = 0, neighbours = 0;

	for (size_t i = 0; i < count; i++)
		mean += ldexp(values[i], -exponent) / (double)count;
	for (size_t i = 0; i < count; i++) {
		double deviation = ldexp(values[i], -exponent) - mean;
		squares += deviation * deviation;
		if (i + 1 < count)
			neighbours += deviation * (ldexp(values[i + 1], -exponent) - mean);
	}
	double sd = count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
	result->mean = ldexp(mean, exponent);
	result->sd = ldexp(sd, exponent);
	result->cv = mean != 0 ? sd / fabs(mean) : NAN;
	result->lag1 = count > 2 && squares > 0 ? neighbours / squares : NAN;
}

static void describe_trend(const double *values, size_t count, struct describe *result)
{
	struct sample used = { values, count < TREND_MOST ? count : TREND_MOST };
	struct trend trend;

	trend_run(&used, 1, &trend);
	result->trend = trend.slope;
	result->trend_p = count < FEWEST ? NAN : trend.p;
	result->trend_log10_p = count < FEWEST ? NAN : trend.log10_p;
}

void describe_run(const double *values, size_t count, struct describe *result)
{
	double *sorted = sorted_doubles(values, count);

	*result = (struct describe){ .count = count };
	if (count > 0) {
		result->min = sorted[0];
		result->max = sorted[count - 1];
		result->q1 = quantile_of(sorted, count, 0.25);
		result->median = quantile_of(sorted, count, 0.5);
		result->q3 = quantile_of(sorted, count, 0.75);
		describe_moments(values, count, result);
		result->outliers = outliers_count(sorted, count);
		result->mad = mad_of(values, count, result->median);
		describe_trend(values, count, result);
	}
	free(sorted);
}
