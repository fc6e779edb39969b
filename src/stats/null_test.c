/* SPDX-License-Identifier: MIT */
/* stats: one permutation test of a sum of scores. Knows scores, not where they come from. */
#include "stats/null.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/distribution.h"

#define LN10         2.3025850929940456840
#define LOG10_2      0.30102999566398119521
#define PLAIN_LEAST  1e-280 /* below it a p is taken in logarithms */

static int score_compare(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
	return (left > right) - (left < right);
}

/* n_a n_b / (N (N - 1)) times the sum of squared deviations of the scores. */
static double block_variance(const struct null_block *block)
{
	double count = (double)block->count, chosen = (double)block->chosen;
	double mean = 0, squares = 0;

	for (size_t i = 0; i < block->count; i++)
		mean += (double)block->scores[i] / count;
	for (size_t i = 0; i < block->count; i++) {
		double deviation = (double)block->scores[i] - mean;
		squares += deviation * deviation;
	}
	if (block->scores[0] == block->scores[block->count - 1])
		return 0;
	return squares * chosen * (count - chosen) / (count * (count - 1));
}

/* C(n, k), exact while it is below 2^53. */
static double choose(size_t n, size_t k)
{
	double ways = 1;

	k = k > n - k ? n - k : k;
	for (size_t i = 1; i <= k && isfinite(ways); i++)
		ways = ways * (double)(n - k + i) / (double)i;
	return ways;
}

/* The outermost sums and their probabilities: with t scores equal to the last one drawn, r
 * of them drawn, C(t, r) choices of C(N, n) reach it. */
struct extreme {
	int64_t sum;
	double probability, log10;
};

/* `last` is the drawn score nearest to the rest; `first` ... `end` are drawn. */
static void extreme_add(struct extreme *extreme, const struct null_block *block,
                        size_t last, const size_t drawn_range[2])
{
	size_t equal = 0, drawn = 0;
	double all = choose(block->count, block->chosen);

	for (size_t i = 0; i < block->count; i++) {
		bool inside = i >= drawn_range[0] && i < drawn_range[1];
		extreme->sum += inside ? block->scores[i] : 0;
		equal += block->scores[i] == block->scores[last] ? 1 : 0;
		drawn += inside && block->scores[i] == block->scores[last] ? 1 : 0;
	}
	double logs = log_choose((double)equal, (double)drawn) -
	              log_choose((double)block->count, (double)block->chosen);
	extreme->probability *= isfinite(all) ? choose(equal, drawn) / all : exp(logs);
	extreme->log10 += logs / LN10;
}

static double log10_sum(double a, double b)
{
	double most = fmax(a, b), least = fmin(a, b);
	return isinf(least) ? most : most + log10(1 + pow(10, least - most));
}

static void test_floor(const struct null_question *question, struct test_result *result)
{
	struct extreme least = { 0, 1, 0 }, most = { 0, 1, 0 };

	for (size_t b = 0; b < question->block_count; b++) {
		const struct null_block *block = &question->blocks[b];
		size_t rest = block->count - block->chosen;
		extreme_add(&least, block, block->chosen - 1,
		            (size_t[]){ 0, block->chosen });
		extreme_add(&most, block, rest, (size_t[]){ rest, block->count });
	}
	int64_t below = question->mean - least.sum, above = most.sum - question->mean;
	double two = (below >= above ? least.probability : 0) +
	             (above >= below ? most.probability : 0);
	result->p_floor = fmin(two, 1);
	result->p_floor_less = least.probability;
	result->p_floor_greater = most.probability;
	result->log10_p_floor_less = least.log10;
	result->log10_p_floor_greater = most.log10;
	result->log10_p_floor = fmin(log10_sum(below >= above ? least.log10 : -INFINITY,
	                                       above >= below ? most.log10 : -INFINITY),
	                             0);
}

static void test_asymptotic(const struct null_question *question,
                            struct test_result *result)
{
	double sd = sqrt(result->variance);
	double distance = (double)(question->observed - question->mean);

	result->method = METHOD_ASYMPTOTIC;
	result->p_two = fmin(2 * normal_upper(fabs(result->z)), 1);
	result->log10_p_two = fmin(LOG10_2 + normal_upper_log10(fabs(result->z)), 0);
	result->p_less = normal_upper(-(distance + question->correction) / sd);
	result->p_greater = normal_upper((distance - question->correction) / sd);
	result->log10_p_less =
		normal_upper_log10(-(distance + question->correction) / sd);
	result->log10_p_greater =
		normal_upper_log10((distance - question->correction) / sd);
}

static void negate_all(struct null *nulls, size_t count)
{
	for (size_t b = 0; b < count; b++)
		null_negate(&nulls[b]);
}

/*
 * The near tail, on the observed side of the mean, and the far one at the same distance.
 * Sums are negated where the observed one lies above the mean, so that near is low.
 */
static void exact_tails(struct null *nulls, size_t count, int64_t near, int64_t mean,
                        struct test_result *result)
{
	struct null_tail tail = null_lower(nulls, count, near);

	negate_all(nulls, count);
	struct null_tail far = null_lower(nulls, count, near - 2 * mean);
	result->p_less = tail.at_most;
	result->p_greater = 1 - tail.below;
	result->p_two = near == mean ? 1 : fmin(1, tail.at_most + far.at_most);
	result->log10_p_two = log10(result->p_two);
	result->log10_p_less = log10(result->p_less);
	result->log10_p_greater = log10(result->p_greater);
	if (!(result->p_two > PLAIN_LEAST)) {
		double far_log10 = null_lower_log10(nulls, count, near - 2 * mean);
		negate_all(nulls, count);
		result->log10_p_less = null_lower_log10(nulls, count, near);
		result->log10_p_two = log10_sum(result->log10_p_less, far_log10);
	}
}

static void swap_sides(struct test_result *result)
{
	double p = result->p_less, log10_p = result->log10_p_less;

	result->p_less = result->p_greater;
	result->log10_p_less = result->log10_p_greater;
	result->p_greater = p;
	result->log10_p_greater = log10_p;
}

static void test_exact(const struct null_question *question, struct test_result *result)
{
	size_t count = question->block_count;
	bool above = question->observed > question->mean;
	int64_t sign = above ? -1 : 1;
	struct null *nulls = memory_zeroed(count, sizeof *nulls);

	for (size_t b = 0; b < count; b++)
		null_block_exact(&question->blocks[b], &nulls[b]);
	if (above)
		negate_all(nulls, count);
	exact_tails(nulls, count, sign * question->observed, sign * question->mean,
	            result);
	if (above)
		swap_sides(result);
	result->method = METHOD_EXACT;
	for (size_t b = 0; b < count; b++)
		null_release(&nulls[b]);
	free(nulls);
}

static void test_constant(struct test_result *result)
{
	result->constant = true;
	result->method = METHOD_EXACT;
	result->z = NAN;
	result->p_two = result->p_less = result->p_greater = 1;
}

static double corrected(double distance, double correction)
{
	return distance > 0   ? distance - correction
	       : distance < 0 ? distance + correction
	                      : 0;
}

void null_sort(const struct null_question *question)
{
	for (size_t b = 0; b < question->block_count; b++) {
		struct null_block *block = &question->blocks[b];
		qsort(block->scores, block->count, sizeof *block->scores, score_compare);
	}
}

void null_test(const struct null_question *question, struct test_result *result)
{
	double most = question->method == METHOD_AUTO
	              ? null_cost_most(NULL_COST_AUTO, question->cost_most) : NULL_COST_MOST;

	*result = (struct test_result){ .arrangements = 1 };
	null_sort(question);
	for (size_t b = 0; b < question->block_count; b++) {
		const struct null_block *block = &question->blocks[b];
		result->variance += block_variance(block);
		result->arrangements *= choose(block->count, block->chosen);
	}
	test_floor(question, result);
	result->z = corrected((double)(question->observed - question->mean),
	                      question->correction) / sqrt(result->variance);
	if (!(result->variance > 0))
		test_constant(result);
	else if (question->method == METHOD_ASYMPTOTIC ||
	         null_cost(question) > most)
		test_asymptotic(question, result);
	else
		test_exact(question, result);
}
