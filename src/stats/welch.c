/* SPDX-License-Identifier: MIT */
/* stats: Welch's t test. Knows two samples. */
#include "stats/welch.h"

#include <math.h>

#include "stats/distribution.h"

struct moments {
	double mean, error; /* variance of the mean */
	double df;
};

static struct moments moments_of(struct sample sample)
{
	struct moments moments = { 0, 0, (double)sample.count - 1 };
	double count = (double)sample.count;

	for (size_t i = 0; i < sample.count; i++)
		moments.mean += sample.values[i] / count;
	for (size_t i = 0; i < sample.count; i++) {
		double deviation = sample.values[i] - moments.mean;
		moments.error += deviation * deviation / (count * moments.df);
	}
	return moments;
}

void welch_run(struct sample a, struct sample b, double confidence, struct welch *result)
{
	*result = (struct welch){ NAN, NAN, NAN, NAN, NAN, NAN };
	if (a.count < 2 || b.count < 2)
		return;
	struct moments left = moments_of(a), right = moments_of(b);
	double variance = left.error + right.error;

	result->difference = left.mean - right.mean;
	result->df = variance * variance / (left.error * left.error / left.df +
	                                    right.error * right.error / right.df);
	if (!(variance > 0)) {
		result->low = result->high = result->difference;
		result->p_two = result->difference == 0 ? 1 : 0;
		return;
	}
	double reach = student_quantile(1 - (1 - confidence) / 2, result->df) *
	               sqrt(variance);
	result->t = result->difference / sqrt(variance);
	result->p_two = student_two(result->t, result->df);
	result->low = result->difference - reach;
	result->high = result->difference + reach;
}
