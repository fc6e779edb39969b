/* SPDX-License-Identifier: MIT */
/* stats: values inside samples, samples inside families. Knows no configuration. */
#include "stats/oneway.h"

#include <math.h>

#include "stats/distribution.h"

static double mean_of(struct sample sample)
{
	double sum = 0;

	for (size_t i = 0; i < sample.count; i++)
		sum += sample.values[i];
	return sum / (double)sample.count;
}

static double squares_about(struct sample sample, double mean)
{
	double squares = 0;

	for (size_t i = 0; i < sample.count; i++)
		squares += pow(sample.values[i] - mean, 2);
	return squares;
}

/* Squares of the means of samples[start..end) about their own mean; how many there are. */
static double family_squares(const struct sample *samples, size_t start, size_t end,
                             size_t *count)
{
	double sum = 0, squares = 0;

	*count = 0;
	for (size_t i = start; i < end; i++) {
		if (samples[i].count == 0)
			continue;
		sum += mean_of(samples[i]);
		(*count)++;
	}
	for (size_t i = start; i < end; i++) {
		if (samples[i].count > 0)
			squares += pow(mean_of(samples[i]) - sum / (double)*count, 2);
	}
	return squares;
}

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

static void between_run(const struct sample *samples, const size_t *families, size_t count,
                        struct oneway *result)
{
	double squares = 0;

	for (size_t start = 0, end; start < count; start = end) {
		size_t members;
		end = family_end(samples, families, count, start);
		squares += family_squares(samples, start, end, &members);
		result->between_df += members > 0 ? members - 1 : 0;
	}
	result->between_sd = sqrt(squares / (double)result->between_df);
}

void oneway_run(const struct sample *samples, const size_t *families, size_t count,
                struct oneway *result)
{
	double squares = 0;

	*result = (struct oneway){ .within_sd = (double)NAN, .between_sd = (double)NAN };
	for (size_t i = 0; i < count; i++) {
		if (samples[i].count == 0)
			continue;
		squares += squares_about(samples[i], mean_of(samples[i]));
		result->values += samples[i].count;
		result->samples++;
	}
	result->within_df = result->values - result->samples;
	if (result->within_df > 0)
		result->within_sd = sqrt(squares / (double)result->within_df);
	between_run(samples, families, count, result);
	if (result->between_df == 0)
		result->between_sd = (double)NAN;
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
