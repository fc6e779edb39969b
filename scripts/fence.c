/* SPDX-License-Identifier: MIT */
/*
 * The rows of the table in stats/fence.c: how far the lowest of so many normal values lies
 * below their median, in robust spreads, in all but FENCE_VALUE and FENCE_CONTROL of samples.
 *     make build/release/tools/fence && build/release/tools/fence [COUNT ...]
 */
#include <stdio.h>
#include <stdlib.h>

#include "../tests/simulated.h"
#include "base/memory.h"
#include "stats/fence.h"
#include "stats/quantile.h"

/* Values to draw for a row: a share of 4.5 % is right to 0.03 points for counts to 100. */
#define DRAWN 5e7
#define SAMPLES_MOST 1000000
#define SAMPLES_LEAST 50000

static double lowest(struct random *random, double *values, size_t count)
{
	double least = INFINITY;

	for (size_t i = 0; i < count; i++) {
		values[i] = simulated_normal(random);
		least = fmin(least, values[i]);
	}
	double centre = median_of(values, count);
	return (centre - least) / mad_of(values, count, centre);
}

static void row(size_t count)
{
	double wanted = fmax(fmin(DRAWN / (double)count, SAMPLES_MOST), SAMPLES_LEAST);
	size_t samples = (size_t)wanted;
	struct random random = { count };
	double *values = memory_zeroed(count, sizeof *values);
	double *distances = memory_zeroed(samples, sizeof *distances);

	for (size_t i = 0; i < samples; i++)
		distances[i] = lowest(&random, values, count);
	qsort(distances, samples, sizeof *distances, compare_doubles);
	(void)printf("\t{ %zu, { %.2f, %.2f } },\n", count,
	             quantile_of(distances, samples, 1 - FENCE_VALUE),
	             quantile_of(distances, samples, 1 - FENCE_CONTROL));
	(void)fflush(stdout);
	free(values);
	free(distances);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		row((size_t)strtoul(argv[i], NULL, 10));
	return 0;
}
