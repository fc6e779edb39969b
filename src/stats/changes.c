/* SPDX-License-Identifier: MIT */
/* stats: how often two kinds alternate when chance orders them. Knows no time. */
#include "stats/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/distribution.h"

static double log_choose_or_none(size_t n, size_t k)
{
	return k > n ? -(double)INFINITY : log_choose((double)n, (double)k);
}

/* P of so many changes in one row. */
static double row_probability(struct changes_row row, size_t changes)
{
	size_t a = row.a - 1, b = row.b - 1, k = changes / 2; /* changes = runs - 1 */
	double all = log_choose((double)(row.a + row.b), (double)row.a);

	if (changes == 0)
		return 0;
	if (changes % 2 == 1)
		return 2 * exp(log_choose_or_none(a, k) + log_choose_or_none(b, k) - all);
	return exp(log_choose_or_none(a, k) + log_choose_or_none(b, k - 1) - all) +
	       exp(log_choose_or_none(a, k - 1) + log_choose_or_none(b, k) - all);
}

static size_t row_most(struct changes_row row)
{
	size_t fewer = row.a < row.b ? row.a : row.b;

	return row.a == row.b ? 2 * fewer - 1 : 2 * fewer;
}

size_t changes_most(const struct changes_row *rows, size_t count)
{
	size_t most = 0;

	for (size_t i = 0; i < count; i++)
		most += row_most(rows[i]);
	return most;
}

/* Mean and variance of the number of runs of equal ones (Wald, Wolfowitz 1940). */
static double normal_lower(const struct changes_row *rows, size_t count, size_t most)
{
	double mean = 0, variance = 0;

	for (size_t i = 0; i < count; i++) {
		double n = (double)(rows[i].a + rows[i].b);
		double twice = 2 * (double)rows[i].a * (double)rows[i].b;
		mean += twice / n;
		variance += twice * (twice - n) / (n * n * (n - 1));
	}
	if (!(variance > 0))
		return (double)most >= mean ? 1 : 0;
	return normal_upper((mean - (double)most - 0.5) / sqrt(variance));
}

/* One row more: the distribution of the sum, in place; `sums` holds `length` of them. */
static size_t add_row(struct changes_row row, double *sums, size_t length)
{
	size_t most = row_most(row);
	double *next = memory_zeroed(length + most, sizeof *next);

	for (size_t changes = 1; changes <= most; changes++) {
		double p = row_probability(row, changes);
		for (size_t i = 0; i < length; i++)
			next[i + changes] += p * sums[i];
	}
	memcpy(sums, next, (length + most) * sizeof *sums);
	free(next);
	return length + most;
}

double changes_lower(const struct changes_row *rows, size_t count, size_t most)
{
	size_t things = 0, length = 1, possible = changes_most(rows, count);
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		things += rows[i].a + rows[i].b;
	if (most >= possible)
		return 1;
	if (count > 1 && things > CHANGES_EXACT_MOST)
		return normal_lower(rows, count, most);
	double *sums = memory_zeroed(possible + 1, sizeof *sums);
	sums[0] = 1;
	for (size_t i = 0; i < count; i++)
		length = add_row(rows[i], sums, length);
	for (size_t i = 0; i <= most; i++)
		sum += sums[i];
	free(sums);
	return fmin(1, sum);
}
