/* SPDX-License-Identifier: MIT */
/* stats: the shift of very many runs, without a list of their pairs. Knows runs and
 * strata, not what they are. */
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/cluster_columns.h"
#include "stats/distribution.h"
#include "stats/shift.h"

/* Runs as strata: every stratum of every block is one. */
struct unfolded {
	struct stratum *strata;
	size_t count;
	double *values, *end; /* storage of all, and where the next one goes */
};

/* Of one side of a block: its runs in a row. */
struct side {
	const double *runs;
	size_t count, width;
};

static struct sample unfold_side(struct unfolded *unfolded, struct side side,
                                 const struct cluster_columns *columns, size_t stratum)
{
	struct sample sample = { unfolded->end, 0 };

	for (size_t j = columns->first[stratum]; j != CLUSTER_NO_COLUMN;
	     j = columns->next[j]) {
		for (size_t i = 0; i < side.count; i++)
			unfolded->end[sample.count++] = side.runs[i * side.width + j];
	}
	unfolded->end += sample.count;
	return sample;
}

static void unfold(struct unfolded *unfolded, const struct cluster_data *data)
{
	struct cluster_columns columns;
	size_t runs = 0;

	cluster_columns_init(&columns, data->strata, data->width);
	for (size_t b = 0; b < data->block_count; b++)
		runs += data->blocks[b].a_count + data->blocks[b].b_count;
	unfolded->values = memory_zeroed(runs * data->width, sizeof *unfolded->values);
	unfolded->end = unfolded->values;
	unfolded->strata = memory_zeroed(data->block_count * columns.stratum_count,
	                                 sizeof *unfolded->strata);
	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		struct side a = { block->a, block->a_count, data->width };
		struct side b_side = { block->b, block->b_count, data->width };
		for (size_t s = 0; s < columns.stratum_count; s++)
			unfolded->strata[unfolded->count++] = (struct stratum){
				unfold_side(unfolded, a, &columns, s),
				unfold_side(unfolded, b_side, &columns, s),
			};
	}
	cluster_columns_release(&columns);
}

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
	struct unfolded unfolded = { 0 };

	unfold(&unfolded, data);
	struct shift shift = shift_difference(unfolded.strata, unfolded.count, rank);
	struct cluster_test test = aligned_test(data, shift.estimate);
	double z = -normal_quantile((1 - result->confidence) / 2);
	rank.k = fmax(floor(test.pairs / 2 - z * sqrt(test.test.variance)), 1);
	shift = shift_difference(unfolded.strata, unfolded.count, rank);
	result->estimate = shift.estimate;
	result->low = shift.low;
	result->high = shift.high;
	result->method = METHOD_ASYMPTOTIC;
	free(unfolded.strata);
	free(unfolded.values);
}
