/* SPDX-License-Identifier: MIT */
/* stats: differences of pairs. Knows nobody. */
#include "stats/paired.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/quantile.h"

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static int by_size(const void *a, const void *b)
{
	double left = fabs(*(const double *)a), right = fabs(*(const double *)b);
	return (left > right) - (left < right);
}

/* Doubled midranks of the sizes of `values`, which are sorted by them; returns the doubled sum
 * of those above zero. */
static uint64_t rank_sizes(const double *values, size_t count, uint64_t *ranks)
{
	uint64_t above = 0;

	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && fabs(values[end]) == fabs(values[first]); end++)
			;
		for (size_t i = first; i < end; i++) {
			ranks[i] = first + end + 1; /* twice the mean of first + 1 ... end */
			above += values[i] > 0 ? ranks[i] : 0;
		}
	}
	return above;
}

/* P(sum of the ranks whose sign is drawn as + <= most). */
static double lower_exact(const uint64_t *ranks, size_t count, uint64_t most)
{
	uint64_t total = 0;
	double below = 0;

	for (size_t i = 0; i < count; i++)
		total += ranks[i];
	double *shares = memory_zeroed((size_t)total + 1, sizeof *shares);
	shares[0] = 1;
	total = 0;
	for (size_t i = 0; i < count; i++) {
		for (uint64_t sum = total + 1; sum-- > 0;) {
			shares[sum + ranks[i]] += shares[sum] / 2;
			shares[sum] /= 2;
		}
		total += ranks[i];
	}
	for (uint64_t sum = 0; sum <= most && sum <= total; sum++)
		below += shares[sum];
	free(shares);
	return fmin(below, 1);
}

static double lower_normal(const uint64_t *ranks, size_t count, uint64_t most)
{
	double mean = 0, variance = 0;

	for (size_t i = 0; i < count; i++) {
		mean += (double)ranks[i] / 2;
		variance += (double)ranks[i] * (double)ranks[i] / 4;
	}
	/* Half of the step of 2 between doubled ranks. */
	return normal_upper((mean - (double)most - 1) / sqrt(variance));
}

double paired_below(const double *differences, size_t count, double bound)
{
	double *values = memory_zeroed(count, sizeof *values);
	uint64_t *ranks = memory_zeroed(count, sizeof *ranks);
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		values[kept] = differences[i] - bound;
		kept += values[kept] != 0;
	}
	qsort(values, kept, sizeof *values, by_size);
	uint64_t above = rank_sizes(values, kept, ranks);
	double p = kept == 0                   ? 1
	           : kept <= PAIRED_EXACT_MOST ? lower_exact(ranks, kept, above)
	                                       : lower_normal(ranks, kept, above);
	free(values);
	free(ranks);
	return p;
}

/* The means of all pairs and of each with itself, ascending. */
static double *walsh_averages(const double *differences, size_t count, size_t *averages)
{
	double *values = memory_zeroed(count * (count + 1) / 2, sizeof *values);
	size_t at = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = i; j < count; j++)
			values[at++] = (differences[i] + differences[j]) / 2;
	}
	qsort(values, at, sizeof *values, by_value);
	*averages = at;
	return values;
}

/* The most k with P(W < k) <= alpha, W the signed-rank sum of `count` untied pairs. */
static size_t critical(size_t count, double alpha)
{
	uint64_t *ranks = memory_zeroed(count, sizeof *ranks);
	size_t low = 0, high = count * (count + 1) / 2;

	for (size_t i = 0; i < count; i++)
		ranks[i] = 2 * (i + 1);
	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;
		uint64_t most = 2 * (middle - 1);
		double p = count <= PAIRED_EXACT_MOST ? lower_exact(ranks, count, most)
		                                      : lower_normal(ranks, count, most);
		if (p <= alpha)
			low = middle;
		else
			high = middle - 1;
	}
	free(ranks);
	return low;
}

struct paired_shift paired_shift(const double *differences, size_t count, double alpha)
{
	struct paired_shift shift = { (double)NAN, -(double)INFINITY, (double)INFINITY };
	size_t averages;

	if (count == 0)
		return shift;
	double *values = walsh_averages(differences, count, &averages);
	size_t k = critical(count, alpha);
	shift.estimate = median_of(values, averages);
	if (k > 0) {
		shift.low = values[k - 1];
		shift.high = values[averages - k];
	}
	free(values);
	return shift;
}
