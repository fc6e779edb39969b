/* SPDX-License-Identifier: MIT */
/* stats: the shift of whole runs, by inversion of their test. Knows runs and strata. */
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/null.h"

#define SCAN_BUDGET   2e7  /* additions spent on each side looking beyond the crossing */
#define TESTS_PLANNED 40   /* searches of both sides, for choosing exact or asymptotic */
#define COST_AUTO     1.5e8 /* additions of all these tests: a comparison has 20 intervals */
#define PAIRS_MOST    2e5  /* of values; each test walks over them. Beyond it no list */
#define PAIR_COST     4.0  /* additions' worth of looking at a pair */
#define SORT_COST     10.0 /* and of a comparison when a test sorts its scores */
#define ROUNDING      1e-9 /* a p of exactly alpha counts as alpha */

/* One value of A against one of B of the same block and stratum. */
struct pair {
	double difference;
	size_t a, b; /* runs, numbered over all blocks */
};

/*
 * Moving A by -D changes a run's rank only against the other side: its score is its rank
 * among its own side, which stays, plus what its pairs give. The places to test are the
 * distinct differences (odd) and the open intervals between them (even).
 */
struct inversion {
	const struct cluster_data *data;
	double alpha;
	enum method method;
	struct pair *pairs; /* ascending */
	size_t pair_count, pair_capacity;
	double *steps;      /* the distinct differences */
	size_t step_count;
	int64_t *own;       /* scores among one's own side, A then B, block after block */
	size_t run_count;
	struct null_block *blocks;
	int64_t *scores;    /* the blocks' */
	size_t block_count;
	int64_t mean;
	double test_cost, scan_budget;
};

static int pair_compare(const void *a, const void *b)
{
	const struct pair *left = a, *right = b;
	return (left->difference > right->difference) - (left->difference < right->difference);
}

/* The pairs of column `left` of A's runs with column `right` of B's. */
static void pairs_of_columns(struct inversion *inversion, const struct cluster_block *block,
                             size_t left, size_t right)
{
	size_t width = inversion->data->width, first = inversion->run_count;

	for (size_t i = 0; i < block->a_count; i++) {
		for (size_t j = 0; j < block->b_count; j++) {
			memory_grow(&inversion->pairs, &inversion->pair_capacity,
			            inversion->pair_count, sizeof *inversion->pairs);
			inversion->pairs[inversion->pair_count++] = (struct pair){
				block->a[i * width + left] - block->b[j * width + right],
				first + i, first + block->a_count + j,
			};
		}
	}
}

static void pairs_of_block(struct inversion *inversion, const struct cluster_block *block)
{
	const struct cluster_data *data = inversion->data;

	for (size_t start = 0, end; start < data->width; start = end) {
		end = cluster_stratum_end(data->strata, data->width, start);
		for (size_t i = start; i < end; i++) {
			for (size_t j = start; j < end; j++)
				pairs_of_columns(inversion, block, i, j);
		}
	}
}

static void inversion_block(struct inversion *inversion, const struct cluster_block *block)
{
	const struct cluster_data *data = inversion->data;
	size_t first = inversion->run_count, count = block->a_count + block->b_count;

	if (block->a_count == 0 || block->b_count == 0)
		return;
	cluster_scores(block->a, block->a_count, data->width, data->strata,
	               inversion->own + first);
	cluster_scores(block->b, block->b_count, data->width, data->strata,
	               inversion->own + first + block->a_count);
	pairs_of_block(inversion, block);
	inversion->blocks[inversion->block_count++] = (struct null_block){
		inversion->scores + first, count, block->a_count,
	};
	inversion->run_count += count;
}

static void inversion_steps(struct inversion *inversion)
{
	qsort(inversion->pairs, inversion->pair_count, sizeof *inversion->pairs, pair_compare);
	inversion->steps = memory_zeroed(inversion->pair_count, sizeof *inversion->steps);
	for (size_t i = 0; i < inversion->pair_count; i++) {
		double difference = inversion->pairs[i].difference;
		if (i == 0 || difference != inversion->pairs[i - 1].difference)
			inversion->steps[inversion->step_count++] = difference;
	}
}

static void inversion_init(struct inversion *inversion, const struct cluster_data *data)
{
	size_t runs = 0;

	for (size_t b = 0; b < data->block_count; b++)
		runs += data->blocks[b].a_count + data->blocks[b].b_count;
	inversion->data = data;
	inversion->own = memory_zeroed(runs, sizeof *inversion->own);
	inversion->scores = memory_zeroed(runs, sizeof *inversion->scores);
	inversion->blocks = memory_zeroed(data->block_count, sizeof *inversion->blocks);
	for (size_t b = 0; b < data->block_count; b++)
		inversion_block(inversion, &data->blocks[b]);
	inversion_steps(inversion);
}

static void inversion_release(struct inversion *inversion)
{
	free(inversion->pairs);
	free(inversion->steps);
	free(inversion->own);
	free(inversion->scores);
	free(inversion->blocks);
}

/* Scores with A moved to `place`; returns the sum of A's. */
static int64_t scores_at(struct inversion *inversion, size_t place)
{
	size_t step = place / 2;
	double at = step < inversion->step_count ? inversion->steps[step] : INFINITY;
	int64_t sum = 0;

	memcpy(inversion->scores, inversion->own,
	       inversion->run_count * sizeof *inversion->scores);
	for (size_t i = 0; i < inversion->pair_count; i++) {
		const struct pair *pair = &inversion->pairs[i];
		int above = pair->difference > at   ? 2
		            : pair->difference < at ? 0 : 2 - (int)(place % 2);
		inversion->scores[pair->a] += above;
		inversion->scores[pair->b] += 2 - above;
	}
	for (size_t b = 0; b < inversion->block_count; b++) {
		for (size_t i = 0; i < inversion->blocks[b].chosen; i++)
			sum += inversion->blocks[b].scores[i];
	}
	return sum;
}

static double p_at(struct inversion *inversion, size_t place)
{
	struct test_result result;
	struct null_question question = {
		.blocks = inversion->blocks, .block_count = inversion->block_count,
		.observed = scores_at(inversion, place), .mean = inversion->mean,
		.method = inversion->method,
	};

	null_test(&question, &result);
	return result.p_two;
}

static bool accepted(const struct inversion *inversion, double p)
{
	return p > inversion->alpha * (1 + ROUNDING);
}

/* Place number `steps` on the way from the outside in, from either end. */
static size_t place_from(const struct inversion *inversion, bool upper, size_t steps)
{
	return upper ? 2 * inversion->step_count - steps : steps;
}

/*
 * How many places, from the outside in, before the first that is accepted. p grows inward
 * but not strictly, since the ties change: find one crossing by bisection, then look at
 * the places outside it, all of them where that is cheap, else while p is above alpha / 4
 * and the budget lasts.
 */
static size_t places_rejected(struct inversion *inversion, bool upper, size_t inner)
{
	size_t low = 0, high = inner;
	double left = inversion->scan_budget, cost = inversion->test_cost;
	bool all = cost * (double)inner < left;

	if (accepted(inversion, p_at(inversion, place_from(inversion, upper, 0))))
		return 0;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (accepted(inversion, p_at(inversion, place_from(inversion, upper, middle))))
			high = middle;
		else
			low = middle;
	}
	for (size_t steps = low; steps > 0 && left > 0; steps--, left -= cost) {
		double p = p_at(inversion, place_from(inversion, upper, steps));
		if (accepted(inversion, p))
			high = steps;
		else if (!all && p < inversion->alpha / 4)
			break;
	}
	return high;
}

/* The outer edge of the first accepted place: places 2i and 2i - 1 both start at
 * difference i - 1, seen from below. */
static double edge_of(const struct inversion *inversion, bool upper, size_t rejected)
{
	if (rejected == 0)
		return upper ? INFINITY : -INFINITY;
	size_t step = (rejected - 1) / 2;
	return inversion->steps[upper ? inversion->step_count - 1 - step : step];
}

static double median_difference(const struct inversion *inversion)
{
	size_t count = inversion->pair_count;
	return (inversion->pairs[(count - 1) / 2].difference +
	        inversion->pairs[count / 2].difference) / 2;
}

/* The place of the median difference, where p is about 1. */
static size_t median_place(const struct inversion *inversion)
{
	size_t step = 0;

	while (inversion->steps[step] < inversion->pairs[inversion->pair_count / 2].difference)
		step++;
	return 2 * step + 1;
}

static void inversion_method(struct inversion *inversion, const struct test_options *options)
{
	double runs = (double)inversion->run_count;
	double most = options->method == METHOD_AUTO
	              ? null_cost_most(COST_AUTO, options->cost_most) : NULL_COST_MOST;
	struct null_question question = {
		.blocks = inversion->blocks, .block_count = inversion->block_count,
	};

	inversion->scan_budget = null_cost_most(SCAN_BUDGET, options->cost_most);
	inversion->method = METHOD_EXACT;
	question.observed = scores_at(inversion, median_place(inversion));
	question.mean = inversion->mean;
	null_sort(&question);
	inversion->test_cost = null_cost(&question);
	if (options->method == METHOD_ASYMPTOTIC || TESTS_PLANNED * inversion->test_cost > most) {
		inversion->method = METHOD_ASYMPTOTIC;
		inversion->test_cost = 0;
	}
	inversion->test_cost += PAIR_COST * (double)inversion->pair_count +
	                        SORT_COST * runs * log2(runs);
}

static void invert(const struct cluster_data *data, struct test_options options,
                   struct cluster_shift *result)
{
	struct inversion inversion = { .alpha = 1 - options.confidence,
		                       .mean = cluster_mean(data) };

	inversion_init(&inversion, data);
	inversion_method(&inversion, &options);
	size_t places = 2 * inversion.step_count, inner = median_place(&inversion);
	result->estimate = median_difference(&inversion);
	result->method = inversion.method;
	result->low = edge_of(&inversion, false, places_rejected(&inversion, false, inner));
	result->high = edge_of(&inversion, true,
	                       places_rejected(&inversion, true, places - inner));
	inversion_release(&inversion);
}

void cluster_shift(const struct cluster_data *data, struct test_options options,
                   struct cluster_shift *result)
{
	struct test_options quick = { METHOD_ASYMPTOTIC, false, options.confidence, 0 };
	struct cluster_test test;

	*result = (struct cluster_shift){
		NAN, -INFINITY, INFINITY, options.confidence, METHOD_EXACT,
	};
	cluster_run(data, quick, &test);
	if (test.pairs > PAIRS_MOST)
		cluster_shift_large(data, result);
	else if (test.pairs > 0)
		invert(data, options, result);
}
