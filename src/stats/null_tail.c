/* SPDX-License-Identifier: MIT */
/* stats: tails of exact distributions, also below a double's range. Knows no scores. */
#include "stats/null.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define LN10       2.3025850929940456840
#define THETA_MOST 60.0 /* e^-60 a step: all weight lies on the outermost sum */
#define BISECTIONS 100

static int64_t least_sum(const struct null *nulls, size_t count)
{
	int64_t least = 0;

	for (size_t b = 0; b < count; b++)
		least += nulls[b].low;
	return least;
}

/* `null` as far as it matters for a tail that ends `reach` above the least sum. */
static struct null truncated(const struct null *null, int64_t reach)
{
	struct null part = *null;

	if (part.step > 0 && reach / part.step < (int64_t)part.count)
		part.count = (size_t)(reach / part.step) + 1;
	return part;
}

static size_t longest(const struct null *nulls, size_t count)
{
	size_t at = 0;

	for (size_t b = 1; b < count; b++)
		at = nulls[b].count > nulls[at].count ? b : at;
	return at;
}

static void null_point(struct null *null)
{
	*null = (struct null){ memory_zeroed(1, sizeof *null->probabilities), 1, 0, 0 };
	null->probabilities[0] = 1;
}

static void convolve_into(struct null *sum, const struct null *other, int64_t end)
{
	struct null next;

	null_convolve(sum, other, end, &next);
	null_release(sum);
	*sum = next;
}

/* P(X <= end) of `sum` plus `last`, whose cumulative distribution is walked downwards. */
static double tail_of_two(const struct null *sum, const struct null *last, int64_t end)
{
	double tail = 0, cumulative = 0;
	size_t j = 0;

	for (size_t i = sum->count; i-- > 0;) {
		int64_t room = end - sum->low - (int64_t)i * sum->step - last->low;
		while (j < last->count && (int64_t)j * last->step <= room)
			cumulative += last->probabilities[j++];
		tail += sum->probabilities[i] * cumulative;
	}
	return fmin(tail, 1);
}

struct null_tail null_lower(const struct null *nulls, size_t count, int64_t end)
{
	int64_t reach = end - least_sum(nulls, count);
	size_t last = longest(nulls, count);
	struct null sum;

	if (reach < 0)
		return (struct null_tail){ 0, 0 };
	null_point(&sum);
	for (size_t b = 0; b < count; b++) {
		struct null part = truncated(&nulls[b], reach);
		if (b != last)
			convolve_into(&sum, &part, sum.low + part.low + reach);
	}
	struct null_tail tail = {
		tail_of_two(&sum, &nulls[last], end),
		tail_of_two(&sum, &nulls[last], end - 1),
	};
	null_release(&sum);
	return tail;
}

/* probabilities * exp(theta (s - low)), scaled to add up to 1. Returns ln of the scale. */
static double tilt(const struct null *null, double theta, struct null *tilted)
{
	double most = -INFINITY, total = 0;
	double *weights = memory_zeroed(null->count, sizeof *weights);

	for (size_t i = 0; i < null->count; i++) {
		weights[i] = log(null->probabilities[i]) +
		             theta * (double)i * (double)null->step;
		most = fmax(most, weights[i]);
	}
	for (size_t i = 0; i < null->count; i++) {
		weights[i] = exp(weights[i] - most);
		total += weights[i];
	}
	for (size_t i = 0; i < null->count; i++)
		weights[i] /= total;
	*tilted = (struct null){ weights, null->count, null->low, null->step };
	return most + log(total);
}

static double tilted_mean(const struct null *nulls, size_t count, double theta)
{
	double mean = 0;

	for (size_t b = 0; b < count; b++) {
		struct null tilted;
		(void)tilt(&nulls[b], theta, &tilted);
		for (size_t i = 0; i < tilted.count; i++)
			mean += tilted.probabilities[i] *
			        ((double)tilted.low + (double)i * (double)tilted.step);
		null_release(&tilted);
	}
	return mean;
}

static double theta_for(const struct null *nulls, size_t count, double end)
{
	double low = -THETA_MOST, high = 0;

	for (int i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;
		if (tilted_mean(nulls, count, middle) > end)
			high = middle;
		else
			low = middle;
	}
	return low;
}

double null_lower_log10(const struct null *nulls, size_t count, int64_t end)
{
	int64_t reach = end - least_sum(nulls, count);
	struct null *parts = memory_zeroed(count, sizeof *parts), sum;
	double tail = 0, log_scale = 0;

	null_point(&sum);
	for (size_t b = 0; b < count && reach >= 0; b++)
		parts[b] = truncated(&nulls[b], reach);
	double theta = reach >= 0 ? theta_for(parts, count, (double)end) : 0;
	for (size_t b = 0; b < count && reach >= 0; b++) {
		struct null tilted;
		log_scale += tilt(&parts[b], theta, &tilted);
		convolve_into(&sum, &tilted, sum.low + tilted.low + reach);
		null_release(&tilted);
	}
	for (size_t i = 0; i < sum.count && reach >= 0; i++)
		tail += sum.probabilities[i] *
		        exp(-theta * ((double)i * (double)sum.step - (double)reach));
	null_release(&sum);
	free(parts);
	return (log_scale - theta * (double)reach + log(tail)) / LN10;
}
