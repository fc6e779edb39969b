/* SPDX-License-Identifier: MIT */
/* stats: values too far out for their number. Knows no test. */
#include "stats/outliers.h"

#include <stdlib.h>

#include "stats/quantile.h"

/* In quartile distances. */
static double fence_of(size_t count)
{
	return 2.7 + 16 / ((double)count - 3.5);
}

size_t outliers_count(const double *values, size_t count)
{
	size_t outliers = 0;

	if (count < OUTLIERS_FROM)
		return 0;
	double *sorted = sorted_doubles(values, count);
	double q1 = quantile_of(sorted, count, 0.25);
	double q3 = quantile_of(sorted, count, 0.75);
	double fence = fence_of(count) * (q3 - q1);
	for (size_t i = 0; i < count; i++)
		outliers += sorted[i] < q1 - fence || sorted[i] > q3 + fence;
	free(sorted);
	return outliers;
}
