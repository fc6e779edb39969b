/* SPDX-License-Identifier: MIT */
/* stats: the permutation test of whole runs. Knows runs and strata, not what they are. */
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/cluster_columns.h"
#include "stats/null.h"
#include "stats/ranks.h"

void cluster_scores(const double *values, size_t run_count, size_t width,
                    const size_t *strata, int64_t *scores)
{
	double *ranked = memory_zeroed(run_count * width, sizeof *ranked);
	int64_t *ranks = memory_zeroed(run_count * width, sizeof *ranks);
	size_t *owners = memory_zeroed(run_count * width, sizeof *owners);
	struct cluster_columns columns;

	cluster_columns_init(&columns, strata, width);
	memset(scores, 0, run_count * sizeof *scores);
	for (size_t s = 0; s < columns.stratum_count; s++) {
		size_t count = 0;
		for (size_t j = columns.first[s]; j != CLUSTER_NO_COLUMN;
		     j = columns.next[j]) {
			for (size_t i = 0; i < run_count; i++) {
				owners[count] = i;
				ranked[count++] = values[i * width + j];
			}
		}
		(void)ranks_doubled(ranked, count, ranks);
		for (size_t i = 0; i < count; i++)
			scores[owners[i]] += ranks[i];
	}
	cluster_columns_release(&columns);
	free(ranked);
	free(ranks);
	free(owners);
}

/*
 * What n_a of `count` runs have of the doubled ranks of all, on average: in a stratum of m
 * columns these add up to m N (m N + 1), an even share is n_a m (m N + 1), and over the
 * strata n_a (N sum m^2 + width). With count = n_a it is what A's runs have among
 * themselves: that taken off, 2 U is left.
 */
static int64_t share_of_ranks(size_t n_a, size_t count, int64_t pairs, size_t width)
{
	return (int64_t)n_a * ((int64_t)count * pairs + (int64_t)width);
}

static bool block_carries(const struct cluster_block *block)
{
	return block->a_count > 0 && block->b_count > 0;
}

static void block_add(const struct cluster_data *data, const struct cluster_block *block,
                      struct null_question *question)
{
	size_t width = data->width, count = block->a_count + block->b_count;
	double *values = memory_zeroed(count * width, sizeof *values);
	int64_t *scores = memory_zeroed(count, sizeof *scores);

	memcpy(values, block->a, block->a_count * width * sizeof *values);
	memcpy(values + block->a_count * width, block->b,
	       block->b_count * width * sizeof *values);
	cluster_scores(values, count, width, data->strata, scores);
	for (size_t i = 0; i < block->a_count; i++)
		question->observed += scores[i];
	question->blocks[question->block_count++] =
	        (struct null_block){ scores, count, block->a_count };
	free(values);
}

int64_t cluster_mean(const struct cluster_data *data)
{
	struct cluster_columns columns;
	int64_t mean = 0;

	cluster_columns_init(&columns, data->strata, data->width);
	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		if (block_carries(block))
			mean += share_of_ranks(block->a_count,
			                       block->a_count + block->b_count,
			                       columns.pairs, data->width);
	}
	cluster_columns_release(&columns);
	return mean;
}

/* 2 U_A of the observed sum, and the number of pairs of values. */
static int64_t u_doubled(const struct cluster_data *data, int64_t observed, double *pairs)
{
	struct cluster_columns columns;

	*pairs = 0;
	cluster_columns_init(&columns, data->strata, data->width);
	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		if (!block_carries(block))
			continue;
		observed -= share_of_ranks(block->a_count, block->a_count, columns.pairs,
		                           data->width);
		*pairs += (double)block->a_count * (double)block->b_count *
		          (double)columns.pairs;
	}
	cluster_columns_release(&columns);
	return observed;
}

void cluster_run(const struct cluster_data *data, struct test_options options,
                 struct cluster_test *result)
{
	struct null_question question = { .mean = cluster_mean(data),
		                          .method = options.method,
		                          .cost_most = options.cost_most };

	*result = (struct cluster_test){ .pairs = 0 };
	question.blocks = memory_zeroed(data->block_count, sizeof *question.blocks);
	for (size_t b = 0; b < data->block_count; b++) {
		if (block_carries(&data->blocks[b]))
			block_add(data, &data->blocks[b], &question);
	}
	null_test(&question, &result->test);
	result->test.u_a = (double)u_doubled(data, question.observed, &result->pairs) / 2;
	result->test.u_b = result->pairs - result->test.u_a;
	result->test.mean = result->pairs / 2;
	result->test.variance /= 4;
	result->a12 = result->pairs > 0 ? result->test.u_a / result->pairs : NAN;
	result->cliff = 2 * result->a12 - 1;
	for (size_t b = 0; b < question.block_count; b++)
		free(question.blocks[b].scores);
	free(question.blocks);
}
