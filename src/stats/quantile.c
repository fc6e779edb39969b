/* SPDX-License-Identifier: MIT */
/* stats: order statistics. Knows no test. */
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define MAD_TO_SD 1.4826022185056018 /* 1 / normal_quantile(3 / 4) */

int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	if (isnan(left) || isnan(right))
		return (isnan(left) != 0) - (isnan(right) != 0);
	return (left > right) - (left < right);
}

double *sorted_doubles(const double *values, size_t count)
{
	double *sorted = memory_zeroed(count, sizeof *sorted);

	if (count > 0)
		memcpy(sorted, values, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, compare_doubles);
	return sorted;
}

double quantile_of(const double *sorted, size_t count, double probability)
{
	if (count == 0)
		return (double)NAN;
	double place = (double)(count - 1) * probability;
	size_t below = (size_t)place;
	double share = place - (double)below;

	if (below + 1 >= count || share == 0)
		return sorted[below] + 0.0; /* -0 is 0 */
	return sorted[below] * (1 - share) + sorted[below + 1] * share;
}

double quantile_below(const double *sorted, size_t count, double probability)
{
	return count > 0 ? sorted[(size_t)((double)(count - 1) * probability)] : (double)NAN;
}

double median_of(const double *values, size_t count)
{
	double *sorted = sorted_doubles(values, count);
	double median = quantile_of(sorted, count, 0.5);

	free(sorted);
	return median;
}

double mad_of(const double *values, size_t count, double centre)
{
	double *distances = memory_zeroed(count, sizeof *distances);

	for (size_t i = 0; i < count; i++)
		distances[i] = fabs(values[i] - centre);
	double spread = MAD_TO_SD * median_of(distances, count);
	free(distances);
	return spread;
}
