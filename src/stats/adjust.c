/* SPDX-License-Identifier: MIT */
/* stats: p values of several tests at once. Knows no test. */
#include "stats/adjust.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

struct ordered {
	double p;
	size_t index;
};

static int ordered_compare(const void *a, const void *b)
{
	double left = ((const struct ordered *)a)->p,
	       right = ((const struct ordered *)b)->p;
	return (left > right) - (left < right);
}

/* The p that are numbers, ascending. free() them. */
static struct ordered *ordered_p(const double *p, size_t count, size_t *number_count)
{
	struct ordered *ordered = memory_zeroed(count, sizeof *ordered);

	*number_count = 0;
	for (size_t i = 0; i < count; i++) {
		if (!isnan(p[i]))
			ordered[(*number_count)++] = (struct ordered){ p[i], i };
	}
	qsort(ordered, *number_count, sizeof *ordered, ordered_compare);
	return ordered;
}

static double capped(double p)
{
	return p < 1 ? p : 1;
}

static void adjust_copy(const double *p, size_t count, double *adjusted)
{
	for (size_t i = 0; i < count; i++)
		adjusted[i] = p[i];
}

void adjust_holm(const double *p, size_t count, double *adjusted)
{
	size_t tests;
	struct ordered *ordered = ordered_p(p, count, &tests);
	double most = 0;

	adjust_copy(p, count, adjusted);
	for (size_t i = 0; i < tests; i++) {
		most = fmax(most, (double)(tests - i) * ordered[i].p);
		adjusted[ordered[i].index] = capped(most);
	}
	free(ordered);
}

void adjust_bonferroni(const double *p, size_t count, double *adjusted)
{
	size_t tests = 0;

	for (size_t i = 0; i < count; i++)
		tests += isnan(p[i]) ? 0 : 1;
	for (size_t i = 0; i < count; i++)
		adjusted[i] = isnan(p[i]) ? p[i] : capped((double)tests * p[i]);
}

void adjust_bh(const double *p, size_t count, double *adjusted)
{
	size_t tests;
	struct ordered *ordered = ordered_p(p, count, &tests);
	double least = 1;

	adjust_copy(p, count, adjusted);
	for (size_t i = tests; i-- > 0;) {
		least = fmin(least, (double)tests / (double)(i + 1) * ordered[i].p);
		adjusted[ordered[i].index] = least;
	}
	free(ordered);
}
