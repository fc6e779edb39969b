/* SPDX-License-Identifier: MIT */
/* stats: values too far out for their number. Knows no test. */
#include "stats/outliers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/describe.h"
#include "stats/ranks.h"

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
	double *sorted = memory_zeroed(count, sizeof *sorted);
	memcpy(sorted, values, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, ranks_compare);
	double q1 = describe_quantile(sorted, count, 0.25);
	double q3 = describe_quantile(sorted, count, 0.75);
	double fence = fence_of(count) * (q3 - q1);
	for (size_t i = 0; i < count; i++)
		outliers += sorted[i] < q1 - fence || sorted[i] > q3 + fence;
	free(sorted);
	return outliers;
}
