/* SPDX-License-Identifier: MIT */
/* stats: the permutation test of whole runs. Knows runs and strata, not what they are. */
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/null.h"
#include "stats/ranks.h"

#define MULTIPLE_MOST ((int64_t)1 << 40) /* times 2 U of millions of pairs: 64 bits */

size_t cluster_stratum_end(const size_t *strata, size_t width, size_t start)
{
	size_t end = start + 1;

	while (strata != NULL && end < width && strata[end] == strata[start])
		end++;
	return end;
}

void cluster_scores(const double *values, size_t run_count, size_t width,
                    const size_t *strata, int64_t *scores)
{
	double *ranked = memory_zeroed(run_count * width, sizeof *ranked);
	int64_t *ranks = memory_zeroed(run_count * width, sizeof *ranks);

	memset(scores, 0, run_count * sizeof *scores);
	for (size_t start = 0, end; start < width; start = end) {
		end = cluster_stratum_end(strata, width, start);
		size_t own = end - start;
		for (size_t i = 0; i < run_count * own; i++)
			ranked[i] = values[i / own * width + start + i % own];
		(void)ranks_doubled(ranked, run_count * own, ranks);
		for (size_t i = 0; i < run_count * own; i++)
			scores[i / own] += ranks[i];
	}
	free(ranked);
	free(ranks);
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

/* Scores of one block's runs, A's first. free() them. */
static int64_t *block_scores(const struct cluster_data *data,
                             const struct cluster_block *block)
{
	size_t width = data->width, count = block->a_count + block->b_count;
	double *values = memory_zeroed(count * width, sizeof *values);
	int64_t *scores = memory_zeroed(count, sizeof *scores);

	memcpy(values, block->a, block->a_count * width * sizeof *values);
	memcpy(values + block->a_count * width, block->b,
	       block->b_count * width * sizeof *values);
	cluster_scores(values, count, width, data->strata, scores);
	free(values);
	return scores;
}

/* Pairs of values that one run of A and one of B make: m^2 of a stratum of m columns. */
static int64_t pairs_of_runs(const struct cluster_data *data)
{
	int64_t pairs = 0;

	for (size_t start = 0, end; start < data->width; start = end) {
		end = cluster_stratum_end(data->strata, data->width, start);
		pairs += (int64_t)((end - start) * (end - start));
	}
	return pairs;
}

int64_t cluster_mean(const struct cluster_data *data)
{
	int64_t mean = 0, pairs = pairs_of_runs(data);

	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		if (block_carries(block))
			mean += share_of_ranks(block->a_count, block->a_count + block->b_count,
			                       pairs, data->width);
	}
	return mean;
}

double cluster_floor(const struct cluster_data *data)
{
	double log_floor = log(2);

	for (size_t i = 0; i < data->block_count; i++) {
		const struct cluster_block *block = &data->blocks[i];
		if (block_carries(block))
			log_floor -= log_choose((double)(block->a_count + block->b_count),
			                        (double)block->a_count);
	}
	return fmin(1, exp(log_floor));
}

/* Of van Elteren: the least common multiple of N + 1, so that each U / (N + 1) becomes an
 * integer; 0 where it would leave no room in 64 bits. Else 1. */
static int64_t common_multiple(const struct cluster_data *data)
{
	int64_t multiple = 1;

	for (size_t b = 0; data->is_van_elteren && b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		int64_t divisor = (int64_t)(block->a_count + block->b_count) + 1;
		int64_t factor = divisor / null_gcd(multiple, divisor);
		if (!block_carries(block))
			continue;
		if (multiple > MULTIPLE_MOST / factor)
			return 0;
		multiple *= factor;
	}
	return multiple;
}

/* One block into the question and the sums of the result, in units of `multiple` times 2 U. */
static void block_add(const struct cluster_data *data, const struct cluster_block *block,
                      int64_t multiple, struct null_question *question,
                      struct cluster_test *result)
{
	size_t count = block->a_count + block->b_count;
	int64_t pairs = pairs_of_runs(data), sum = 0;
	int64_t weight = data->is_van_elteren ? multiple / ((int64_t)count + 1) : 1;
	int64_t *scores = block_scores(data, block);
	double unit = 2 * (double)multiple;

	for (size_t i = 0; i < count; i++) {
		sum += i < block->a_count ? scores[i] : 0;
		scores[i] *= weight;
	}
	int64_t u = sum - share_of_ranks(block->a_count, block->a_count, pairs, data->width);
	double all = (double)block->a_count * (double)block->b_count * (double)pairs;
	question->observed += weight * sum;
	question->mean += weight * share_of_ranks(block->a_count, count, pairs, data->width);
	question->blocks[question->block_count++] =
	        (struct null_block){ scores, count, block->a_count };
	result->test.u_a += (double)(weight * u) / unit;
	result->test.u_b += ((double)weight * 2 * all - (double)(weight * u)) / unit;
	result->a12 += (double)u / 2;
	result->pairs += all;
}

void cluster_run(const struct cluster_data *data, struct test_options options,
                 struct cluster_test *result)
{
	int64_t multiple = common_multiple(data);
	struct null_question question = { .method = options.method,
		                          .cost_most = options.cost_most };

	*result = (struct cluster_test){ .pairs = 0 };
	if (multiple == 0) {
		/* An exact p needs whole weights; an asymptotic one can do with these. */
		multiple = MULTIPLE_MOST;
		question.method = METHOD_ASYMPTOTIC;
	}
	question.correction = options.continuity && !data->is_van_elteren ? 1 : 0;
	question.blocks = memory_zeroed(data->block_count, sizeof *question.blocks);
	for (size_t b = 0; b < data->block_count; b++) {
		if (block_carries(&data->blocks[b]))
			block_add(data, &data->blocks[b], multiple, &question, result);
	}
	double u_a = result->test.u_a, u_b = result->test.u_b;
	null_test(&question, &result->test);
	result->test.u_a = u_a;
	result->test.u_b = u_b;
	result->test.mean = (u_a + u_b) / 2;
	result->test.variance /= 4 * (double)multiple * (double)multiple;
	result->a12 = result->pairs > 0 ? result->a12 / result->pairs : (double)NAN;
	result->cliff = 2 * result->a12 - 1;
	for (size_t b = 0; b < question.block_count; b++)
		free(question.blocks[b].scores);
	free(question.blocks);
}
