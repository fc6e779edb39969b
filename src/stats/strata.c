/* SPDX-License-Identifier: MIT */
/* stats: U tests over strata that are independent; one stratum is the plain U test. */
#include "stats/strata.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/null.h"
#include "stats/ranks.h"
#include "stats/utest.h"

#define MULTIPLE_MOST ((int64_t)1 << 40) /* times 2 U of millions of pairs: 64 bits */

/* Strata as blocks of doubled midranks, and what the sums come to. */
struct ranked {
	struct null_block *blocks;
	size_t used;
	int64_t *u_doubled; /* 2 U_A of each block */
	double u_a, pairs;
	uint64_t tie_term;
};

static void ranked_add(struct ranked *ranked, const struct stratum *stratum)
{
	size_t n_a = stratum->a.count, count = n_a + stratum->b.count;
	double *values = memory_zeroed(count, sizeof *values);
	int64_t *scores = memory_zeroed(count, sizeof *scores);
	int64_t sum = 0;

	memcpy(values, stratum->a.values, n_a * sizeof *values);
	memcpy(values + n_a, stratum->b.values, stratum->b.count * sizeof *values);
	ranked->tie_term += ranks_doubled(values, count, scores);
	for (size_t i = 0; i < n_a; i++)
		sum += scores[i];
	ranked->u_doubled[ranked->used] = sum - (int64_t)n_a * ((int64_t)n_a + 1);
	ranked->u_a += (double)ranked->u_doubled[ranked->used] / 2;
	ranked->pairs += (double)n_a * (double)stratum->b.count;
	ranked->blocks[ranked->used++] = (struct null_block){ scores, count, n_a };
	free(values);
}

static void ranked_init(struct ranked *ranked, const struct stratum *strata, size_t count)
{
	*ranked = (struct ranked){ 0 };
	ranked->blocks = memory_zeroed(count, sizeof *ranked->blocks);
	ranked->u_doubled = memory_zeroed(count, sizeof *ranked->u_doubled);
	for (size_t s = 0; s < count; s++) {
		if (strata[s].a.count > 0 && strata[s].b.count > 0)
			ranked_add(ranked, &strata[s]);
	}
}

static void ranked_release(struct ranked *ranked)
{
	for (size_t b = 0; b < ranked->used; b++)
		free(ranked->blocks[b].scores);
	free(ranked->blocks);
	free(ranked->u_doubled);
}

/*
 * Test the sum of weight * 2 U. `unit` is how many of the engine's units make one of the
 * statistic: 2 for U, twice the common multiple for van Elteren.
 */
static void ranked_test(struct ranked *ranked, const int64_t *weights,
                        const struct test_options *options, double unit,
                        struct test_result *result)
{
	struct null_question question = {
		.blocks = ranked->blocks,
		.block_count = ranked->used,
		.correction = options->continuity ? unit / 2 : 0,
		.method = options->method,
		.cost_most = options->cost_most,
	};
	double pairs = 0, u = 0;

	for (size_t b = 0; b < ranked->used; b++) {
		struct null_block *block = &ranked->blocks[b];
		int64_t n_a = (int64_t)block->chosen, n_b = (int64_t)block->count - n_a;
		for (size_t i = 0; i < block->count; i++)
			block->scores[i] *= weights[b];
		question.observed += weights[b] *
		                     (ranked->u_doubled[b] + n_a * (n_a + 1));
		question.mean += weights[b] * n_a * (n_a + n_b + 1);
		u += (double)(weights[b] * ranked->u_doubled[b]) / unit;
		pairs += (double)(weights[b] * n_a * n_b) * 2 / unit;
	}
	null_test(&question, result);
	result->u_a = u;
	result->u_b = pairs - u;
	result->mean = pairs / 2;
	result->variance /= unit * unit;
}

static void strata_effect(const struct ranked *ranked, double *a12, double *cliff)
{
	*a12 = ranked->pairs > 0 ? ranked->u_a / ranked->pairs : NAN;
	*cliff = 2 * *a12 - 1;
}

static int64_t *weights_equal(size_t count)
{
	int64_t *weights = memory_zeroed(count, sizeof *weights);

	for (size_t b = 0; b < count; b++)
		weights[b] = 1;
	return weights;
}

void strata_sum(const struct stratum *strata, size_t count, struct test_options options,
                struct strata_test *result)
{
	struct ranked ranked;

	ranked_init(&ranked, strata, count);
	int64_t *weights = weights_equal(count);
	ranked_test(&ranked, weights, &options, 2, &result->test);
	result->used = ranked.used;
	strata_effect(&ranked, &result->a12, &result->cliff);
	free(weights);
	ranked_release(&ranked);
}

void utest_run(struct sample a, struct sample b, struct test_options options,
               struct utest *result)
{
	struct stratum stratum = { a, b };
	struct ranked ranked;
	int64_t weight = 1;

	ranked_init(&ranked, &stratum, 1);
	ranked_test(&ranked, &weight, &options, 2, &result->test);
	result->tie_term = ranked.tie_term;
	strata_effect(&ranked, &result->a12, &result->cliff);
	ranked_release(&ranked);
}

/* The least common multiple of N + 1, so that each U / (N + 1) becomes an integer; 0 where
 * it would leave no room in 64 bits. */
static int64_t common_multiple(const struct ranked *ranked)
{
	int64_t multiple = 1;

	for (size_t b = 0; b < ranked->used; b++) {
		int64_t divisor = (int64_t)ranked->blocks[b].count + 1;
		int64_t factor = divisor / null_gcd(multiple, divisor);
		if (multiple > MULTIPLE_MOST / factor)
			return 0;
		multiple *= factor;
	}
	return multiple;
}

void strata_van_elteren(const struct stratum *strata, size_t count,
                        struct test_options options, struct strata_test *result)
{
	struct ranked ranked;

	options.continuity = false;
	ranked_init(&ranked, strata, count);
	int64_t multiple = common_multiple(&ranked);
	int64_t *weights = weights_equal(count);
	if (multiple == 0) {
		/* An exact p needs whole weights; an asymptotic one can do with these. */
		multiple = MULTIPLE_MOST;
		options.method = METHOD_ASYMPTOTIC;
	}
	for (size_t b = 0; b < ranked.used; b++)
		weights[b] = multiple / ((int64_t)ranked.blocks[b].count + 1);
	ranked_test(&ranked, weights, &options, 2 * (double)multiple, &result->test);
	result->used = ranked.used;
	strata_effect(&ranked, &result->a12, &result->cliff);
	free(weights);
	ranked_release(&ranked);
}
