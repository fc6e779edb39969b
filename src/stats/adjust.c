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
