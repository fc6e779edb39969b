/* SPDX-License-Identifier: MIT */
/* stats: p values of several tests at once. Knows no test. */
#include "stats/adjust.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/verdict.h"

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

void adjust_holm(const double *p, size_t count, double *adjusted)
{
	struct ordered *ordered = memory_zeroed(count, sizeof *ordered);
	size_t tests = 0;
	double most = 0;

	for (size_t i = 0; i < count; i++) {
		adjusted[i] = p[i];
		if (!isnan(p[i]))
			ordered[tests++] = (struct ordered){ p[i], i };
	}
	qsort(ordered, tests, sizeof *ordered, ordered_compare);
	for (size_t i = 0; i < tests; i++) {
		most = fmax(most, (double)(tests - i) * ordered[i].p);
		adjusted[ordered[i].index] = fmin(most, 1);
	}
	free(ordered);
}

void adjust_holm_reachable(const double *p, const double *floors, size_t count, double alpha,
                           double *adjusted)
{
	size_t family = 0, asked = count;

	while (asked > family) {
		family++;
		asked = 0;
		for (size_t i = 0; i < count; i++)
			asked += verdict_reaches(floors[i], alpha / (double)family);
	}
	for (size_t i = 0; i < count; i++)
		adjusted[i] = verdict_reaches(floors[i], alpha / (double)family) ? p[i]
		                                                                : (double)NAN;
	adjust_holm(adjusted, count, adjusted);
}
