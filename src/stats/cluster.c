/* SPDX-License-Identifier: MIT */
/* stats: the permutation test of whole runs. Knows runs and strata, not what they are. */
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/null.h"
#include "stats/ranks.h"

static size_t stratum_of(const size_t *strata, size_t column)
{
	return strata ? strata[column] : column;
}

static size_t strata_count(const size_t *strata, size_t width)
{
	size_t count = 0;

	for (size_t j = 0; j < width; j++)
		count = stratum_of(strata, j) + 1 > count ? stratum_of(strata, j) + 1
		                                          : count;
	return count;
}

void cluster_scores(const double *values, size_t run_count, size_t width,
                    const size_t *strata, int64_t *scores)
{
	double *column = memory_zeroed(run_count * width, sizeof *column);
	int64_t *ranks = memory_zeroed(run_count * width, sizeof *ranks);
	size_t *owners = memory_zeroed(run_count * width, sizeof *owners);

	memset(scores, 0, run_count * sizeof *scores);
	for (size_t s = 0; s < strata_count(strata, width); s++) {
		size_t count = 0;
		for (size_t i = 0; i < run_count * width; i++) {
			if (stratum_of(strata, i % width) != s)
				continue;
			owners[count] = i / width;
			column[count++] = values[i];
		}
		(void)ranks_doubled(column, count, ranks);
		for (size_t i = 0; i < count; i++)
			scores[owners[i]] += ranks[i];
	}
	free(column);
	free(ranks);
	free(owners);
}

/* Columns that share a stratum, counted over ordered pairs: what one a v b pair of runs
 * adds to the pairs of values. */
static double column_pairs(const struct cluster_data *data)
{
	double pairs = 0;

	for (size_t j = 0; j < data->width; j++)
		for (size_t l = 0; l < data->width; l++)
			pairs += stratum_of(data->strata, j) ==
			         stratum_of(data->strata, l);
	return pairs;
}

/* Doubled midranks of m_s N values in stratum s add up to m_s N (m_s N + 1); an even share
 * of n_a of N runs is n_a m_s (m_s N + 1). Summed over columns: n_a sum_j (m_j N + 1). */
static int64_t block_mean(const struct cluster_data *data, size_t n_a, size_t count,
                          double pairs)
{
	return (int64_t)(n_a * (count * (size_t)pairs + data->width));
}

/* The least doubled rank sum that n_a runs can have among themselves: with it taken off,
 * what is left is 2 U. */
static int64_t block_own(const struct cluster_data *data, size_t n_a, double pairs)
{
	return (int64_t)(n_a * (n_a * (size_t)pairs + data->width));
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
	double pairs = column_pairs(data);
	int64_t mean = 0;

	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		if (block->a_count > 0 && block->b_count > 0)
			mean += block_mean(data, block->a_count,
			                   block->a_count + block->b_count, pairs);
	}
	return mean;
}

void cluster_run(const struct cluster_data *data, struct test_options options,
                 struct cluster_test *result)
{
	struct null_question question = { .mean = cluster_mean(data),
		                          .method = options.method };
	double pairs = column_pairs(data);
	int64_t own = 0;

	*result = (struct cluster_test){ .pairs = 0 };
	question.blocks = memory_zeroed(data->block_count, sizeof *question.blocks);
	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		block_add(data, block, &question);
		own += block_own(data, block->a_count, pairs);
		result->pairs += (double)block->a_count * (double)block->b_count * pairs;
	}
	null_test(&question, &result->test);
	result->test.u_a = (double)(question.observed - own) / 2;
	result->test.u_b = result->pairs - result->test.u_a;
	result->test.mean = result->pairs / 2;
	result->test.variance /= 4;
	result->a12 = result->pairs > 0 ? result->test.u_a / result->pairs : NAN;
	result->cliff = 2 * result->a12 - 1;
	for (size_t b = 0; b < question.block_count; b++)
		free(question.blocks[b].scores);
	free(question.blocks);
}
