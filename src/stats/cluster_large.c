/* SPDX-License-Identifier: MIT */
/* stats: the shift of very many runs, without a list of their pairs. Knows runs and
 * strata, not what they are. */
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/shift.h"

/* Variance of U once A is moved by -shift: else the shift would widen it. */
static struct cluster_test aligned_test(const struct cluster_data *data, double shift)
{
	struct test_options options = { METHOD_ASYMPTOTIC, false, 0.95, 0 };
	struct cluster_block *blocks = memory_zeroed(data->block_count, sizeof *blocks);
	struct cluster_data aligned = *data;
	struct cluster_test test;
	size_t count = 0;

	aligned.blocks = blocks;
	for (size_t b = 0; b < data->block_count; b++)
		count += data->blocks[b].a_count * data->width;
	double *moved = memory_zeroed(count, sizeof *moved), *end = moved;
	for (size_t b = 0; b < data->block_count; b++) {
		blocks[b] = data->blocks[b];
		blocks[b].a = end;
		for (size_t i = 0; i < blocks[b].a_count * data->width; i++)
			*end++ = data->blocks[b].a[i] - shift;
	}
	cluster_run(&aligned, options, &test);
	free(moved);
	free(blocks);
	return test;
}

void cluster_shift_large(const struct cluster_data *data, struct cluster_shift *result)
{
	struct shift_rank rank = { 1, result->confidence, METHOD_ASYMPTOTIC };

	result->estimate = shift_difference(data, rank).estimate;
	struct cluster_test test = aligned_test(data, result->estimate);
	double z = -normal_quantile((1 - result->confidence) / 2);
	rank.k = fmax(floor(test.pairs / 2 - z * sqrt(test.test.variance)), 1);
	struct shift shift = shift_difference(data, rank);
	result->low = shift.low;
	result->high = shift.high;
	result->method = METHOD_ASYMPTOTIC;
}
