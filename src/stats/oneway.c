/* SPDX-License-Identifier: MIT */
/* stats: values inside samples, samples inside families. Knows no configuration. */
#include "stats/oneway.h"

#include <math.h>

#include "stats/distribution.h"
#include "stats/moments.h"

/* Where the family of samples[start] ends; empty samples belong to any. */
static size_t family_end(const struct sample *samples, const size_t *families, size_t count,
                         size_t start)
{
	size_t end = start, first = start;

	while (end < count && (samples[end].count == 0 || samples[first].count == 0 ||
	                       families[end] == families[first])) {
		first = samples[first].count == 0 ? end : first;
		end++;
	}
	return end;
}

/* Sums over the samples of all families. */
struct sums {
	double means;    /* squares of the samples' means about that of their family */
	double weighted; /* the same by value: about the mean of the family's values */
	double uneven;   /* of each family the sum of squared counts over that of counts */
};

static void family_add(const struct sample *samples, size_t count, struct sums *sums,
                       struct oneway *result)
{
	double members = 0, values = 0, mean = 0, total = 0, uneven = 0;

	for (size_t i = 0; i < count; i++) {
		double own = (double)samples[i].count;
		if (samples[i].count == 0)
			continue;
		members++;
		values += own;
		uneven += own * own;
		mean += sample_mean(samples[i]);
		total += own * sample_mean(samples[i]);
	}
	for (size_t i = 0; i < count; i++) {
		if (samples[i].count == 0)
			continue;
		sums->means += pow(sample_mean(samples[i]) - mean / members, 2);
		sums->weighted += (double)samples[i].count *
		                  pow(sample_mean(samples[i]) - total / values, 2);
	}
	if (members == 0)
		return;
	result->between_df += (size_t)members - 1;
	sums->uneven += uneven / values;
}

static void between_run(const struct sample *samples, const size_t *families, size_t count,
                        struct oneway *result)
{
	struct sums sums = { 0 };

	for (size_t start = 0, end; start < count; start = end) {
		end = family_end(samples, families, count, start);
		family_add(&samples[start], end - start, &sums, result);
	}
	double df = (double)result->between_df;
	if (result->between_df == 0)
		return;
	result->between_sd = sqrt(sums.means / df);
	double share = ((double)result->values - sums.uneven) / df;
	result->component_sd = sqrt(fmax(sums.weighted / df - pow(result->within_sd, 2), 0) /
	                            share);
	if (result->within_df == 0)
		result->component_sd = (double)NAN;
}

void oneway_run(const struct sample *samples, const size_t *families, size_t count,
                struct oneway *result)
{
	double squares = 0;

	*result = (struct oneway){ .within_sd = (double)NAN, .between_sd = (double)NAN,
		                   .component_sd = (double)NAN };
	for (size_t i = 0; i < count; i++) {
		if (samples[i].count == 0)
			continue;
		squares += sample_squares(samples[i]);
		result->values += samples[i].count;
		result->samples++;
	}
	result->within_df = result->values - result->samples;
	if (result->within_df > 0)
		result->within_sd = sqrt(squares / (double)result->within_df);
	between_run(samples, families, count, result);
}

double oneway_successive_sd(const struct sample *samples, size_t count)
{
	double squares = 0, pairs = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 1; j < samples[i].count; j++, pairs++)
			squares += pow(samples[i].values[j] - samples[i].values[j - 1], 2);
	}
	return pairs > 0 ? sqrt(squares / (2 * pairs)) : (double)NAN;
}

double oneway_bound(double sd, size_t df, size_t a, size_t b, double confidence)
{
	if (df < ONEWAY_DF_LEAST || isnan(sd))
		return (double)INFINITY;
	return student_quantile((1 + confidence) / 2, (double)df) * sd *
	       sqrt(1 / (double)a + 1 / (double)b);
}
