/* SPDX-License-Identifier: MIT */
/*
 * The permutation tests against enumeration: every relabelling is made, U is counted pair
 * by pair from the values, and the shares are counted. Nothing is shared with stats/.
 */
#include "check.h"

#include "stats/null.h"

#include "base/memory.h"
#include "base/random.h"
#include "stats/cluster.h"

#define RUNS_MOST   10
#define WIDTH_MOST  6
#define VALUES_MOST (RUNS_MOST * WIDTH_MOST)

/* One block: the first n_a of n runs are A. */
struct small {
	double values[VALUES_MOST];
	size_t n, n_a, width;
	size_t strata[WIDTH_MOST];
};

/* Twice U_A where the runs in `mask` are A, A moved by -shift. */
static int u_doubled(const struct small *small, unsigned mask, double shift)
{
	int u = 0;

	for (size_t i = 0; i < small->n * small->width; i++) {
		for (size_t j = 0; j < small->n * small->width; j++) {
			bool a = mask >> (i / small->width) & 1,
			     b = !(mask >> (j / small->width) & 1);
			if (!a || !b ||
			    small->strata[i % small->width] !=
			            small->strata[j % small->width])
				continue;
			double left = small->values[i] - shift, right = small->values[j];
			u += left > right ? 2 : left == right ? 1 : 0;
		}
	}
	return u;
}

struct counted {
	double two, less, greater, floor_two;
};

static unsigned ones(unsigned mask)
{
	unsigned count = 0;
	for (; mask; mask >>= 1)
		count += mask & 1;
	return count;
}

/* Twice U less twice its mean: the mean is half of the pairs. */
static int off_mean(const struct small *small, unsigned mask)
{
	int pairs = 0;

	for (size_t j = 0; j < small->width; j++)
		for (size_t l = 0; l < small->width; l++)
			pairs += small->strata[j] == small->strata[l];
	return u_doubled(small, mask, 0) -
	       (int)(small->n_a * (small->n - small->n_a)) * pairs;
}

static struct counted enumerate(const struct small *small)
{
	unsigned observed_mask = (1u << small->n_a) - 1;
	int observed = off_mean(small, observed_mask), most = 0;
	double all = 0;
	struct counted counted = { 0 };

	for (unsigned mask = 0; mask < 1u << small->n; mask++) {
		if (ones(mask) != small->n_a)
			continue;
		int off = off_mean(small, mask);
		all++;
		counted.two += abs(off) >= abs(observed);
		counted.less += off <= observed;
		counted.greater += off >= observed;
		if (abs(off) > most) {
			most = abs(off);
			counted.floor_two = 0;
		}
		counted.floor_two += abs(off) == most;
	}
	counted.two /= all;
	counted.less /= all;
	counted.greater /= all;
	counted.floor_two /= all;
	return counted;
}

/* Few distinct values, so that ties are common; runs hang together. */
static void fill(struct small *small, struct random *random)
{
	small->n = 2 + (size_t)random_below(random, 7);
	small->n_a = 1 + (size_t)random_below(random, small->n - 1);
	small->width = 1 + (size_t)random_below(random, 4);
	for (size_t j = 0; j < small->width; j++)
		small->strata[j] = (j > 0 ? small->strata[j - 1] : 0) + (size_t)random_below(random, 2);
	for (size_t i = 0; i < small->n; i++) {
		double run = (double)random_below(random, 4);
		for (size_t j = 0; j < small->width; j++)
			small->values[i * small->width + j] =
				run + (double)random_below(random, 3);
	}
}

static struct cluster_block block_of(const struct small *small)
{
	return (struct cluster_block){ small->values,
		                       small->values + small->n_a * small->width,
		                       small->n_a, small->n - small->n_a };
}

static void clustered_p_and_floor_agree_with_enumeration(void **state)
{
	const struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	struct random random = { 20260101 };

	(void)state;
	for (int i = 0; i < 300; i++) {
		struct small small = { .n = 0 };
		struct cluster_test result;
		fill(&small, &random);
		struct cluster_block block = block_of(&small);
		struct cluster_data data = { &block, 1, small.width, small.strata, false };
		struct counted counted = enumerate(&small);
		cluster_run(&data, options, &result);
		assert_near(result.test.u_a * 2,
		            u_doubled(&small, (1u << small.n_a) - 1, 0), 0);
		assert_near(result.test.p_two, counted.two, 1e-12);
		assert_near(result.test.p_less, counted.less, 1e-12);
		assert_near(result.test.p_greater, counted.greater, 1e-12);
		assert_near(result.test.p_floor, counted.floor_two, 1e-12);
	}
}

static struct small shifted(const struct small *small, double shift)
{
	struct small moved = *small;
	for (size_t i = 0; i < small->n_a * small->width; i++)
		moved.values[i] -= shift;
	return moved;
}

/* Integers, so that all places are quarters: walk them from outside in. */
static double scan(const struct small *small, double from, double step, double alpha)
{
	for (double shift = from; fabs(shift) < 20; shift += step) {
		struct small moved = shifted(small, shift);
		if (enumerate(&moved).two > alpha * (1 + 1e-9))
			return shift;
	}
	return NAN;
}

static void clustered_interval_is_the_hull_of_all_shifts_not_rejected(void **state)
{
	const struct test_options options = { METHOD_EXACT, true, 0.8, 0 };
	struct random random = { 7 };
	int bounded = 0;

	(void)state;
	for (int i = 0; i < 60; i++) {
		struct small small = { .n = 0 };
		struct cluster_shift result;
		fill(&small, &random);
		struct cluster_block block = block_of(&small);
		struct cluster_data data = { &block, 1, small.width, small.strata, false };
		cluster_shift(&data, options, &result);
		/* Differences are whole; halves are the open intervals between them. */
		double low = scan(&small, -12, 0.5, 0.2),
		       high = scan(&small, 12, -0.5, 0.2);
		assert_near(result.low, low <= -12 ? -INFINITY : floor(low), 0);
		assert_near(result.high, high >= 12 ? INFINITY : ceil(high), 0);
		bounded += isfinite(result.low) && isfinite(result.high);
	}
	assert_true(bounded > 10);
}

/* Blocks are independent: the sum over two blocks by brute force over both. */
static void blocks_multiply_their_arrangements(void **state)
{
	const struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	const double a[] = { 5, 7, 9, 4 }, b[] = { 6, 6, 3, 8 };
	struct cluster_block blocks[] = { { a, b, 2, 2 }, { a + 2, b + 2, 2, 2 } };
	struct cluster_data data = { blocks, 2, 1, NULL, false };
	struct cluster_test result;

	(void)state;
	/* Block 1: A {5, 7} of {5, 7, 6, 6}; block 2: A {9, 4} of {9, 4, 3, 8}. By hand,
	 * 2 U - 4 over the six relabellings of each: block 1 -4 -1 -1 1 1 4 with ties making
	 * {5,7} 0 and {6,6} 0: 0 0 -3 -3 3 3; block 2: {9,4} 2, {3,8} -2, {9,8} 4, {3,4} -4,
	 * {9,3} 0, {4,8} 0. Observed 0 + 2 = 2. At least 2 off 0: pairs of sums with
	 * |x + y| >= 2: x = 0 (2 ways): y in {2,-2,4,-4}: 8; x = -3 (2): y in {-2,-4,0,0}
	 * gives -5 -7 -3 -3, y = 2: -1, y = 4: 1: 8; x = 3 likewise: 8. 24 of 36. */
	cluster_run(&data, options, &result);
	assert_near(result.test.arrangements, 36, 0);
	assert_near(result.test.p_two, 24.0 / 36, 1e-12);
}

static void block_with_one_side_carries_nothing(void **state)
{
	const struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	const double a[] = { 1, 2, 3, 100 }, b[] = { 4, 5, 6 };
	struct cluster_block blocks[] = { { a, b, 3, 3 }, { a + 3, NULL, 1, 0 } };
	struct cluster_data with = { blocks, 2, 1, NULL, false },
			    without = { blocks, 1, 1, NULL, false };
	struct cluster_test one, two;

	(void)state;
	cluster_run(&with, options, &two);
	cluster_run(&without, options, &one);
	assert_near(one.test.p_two, 0.1, 1e-12); /* 2 of 20 */
	assert_near(two.test.p_two, one.test.p_two, 0);
	assert_near(two.test.u_a, 0, 0);
}

/* Runs with shared columns: the unit stays the run however many values it has. */
static void copies_of_a_value_add_no_evidence(void **state)
{
	const struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	const double a[] = { 1, 1, 1, 2, 2, 2, 3, 3, 3 },
		     b[] = { 4, 4, 4, 5, 5, 5, 6, 6, 6 };
	const size_t strata[] = { 0, 0, 0 };
	struct cluster_block block = { a, b, 3, 3 };
	struct cluster_data data = { &block, 1, 3, strata, false };
	struct cluster_test result;

	(void)state;
	cluster_run(&data, options, &result);
	assert_near(result.test.p_two, 0.1, 1e-12);
	assert_near(result.pairs, 81, 0);
}

/* Far more pairs than are listed: the ends are order statistics, and about as far from the
 * middle as those of the list, which the exact inversion of fewer runs has. */
static void very_many_runs_have_an_interval_too(void **state)
{
	enum { N = 1500, WIDTH = 2 };
	double *a = memory_zeroed(N * WIDTH, sizeof *a), *b = memory_zeroed(N * WIDTH, sizeof *b);
	struct random random = { 3 };
	struct cluster_block block = { a, b, N, N };
	struct cluster_data data = { &block, 1, WIDTH, NULL, false };
	struct cluster_shift large, listed;

	(void)state;
	for (size_t i = 0; i < N * WIDTH; i++) {
		a[i] = random_unit(&random) + 0.5;
		b[i] = random_unit(&random);
	}
	cluster_shift(&data, (struct test_options){ METHOD_AUTO, true, 0.95, 0 }, &large);
	assert_int_equal(large.method, METHOD_ASYMPTOTIC);
	/* The sd of the shift is near sqrt(1 / 12 (1 / N + 1 / N) / 2) = 0.0075 by the mean. */
	assert_true(large.low < 0.5 && large.high > 0.5);
	assert_true(large.high - large.low > 0.02 && large.high - large.low < 0.04);
	block = (struct cluster_block){ a, b, 900, 900 };
	cluster_shift(&data, (struct test_options){ METHOD_ASYMPTOTIC, true, 0.95, 0 }, &listed);
	cluster_shift_large(&data, &large);
	assert_near(large.estimate, listed.estimate, 1e-12);
	assert_near(large.low, listed.low, 2e-3);
	assert_near(large.high, listed.high, 2e-3);
	free(a);
	free(b);
}

/* 8 v 8 without ties: some hundreds of additions, and as many for each of 40 tests. */
static void a_part_of_the_time_is_asked_for_where_tests_are_many(void **state)
{
	enum { N = 8 };
	static const double a[N] = { 3, 5, 7, 9, 11, 13, 15, 17 };
	static const double b[N] = { 2, 4, 6, 8, 10, 12, 14, 16 };
	struct cluster_block block = { a, b, N, N };
	struct cluster_data data = { &block, 1, 1, NULL, false };
	struct test_options options = TEST_DEFAULTS;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		enum method wanted = i == 1 ? METHOD_ASYMPTOTIC : METHOD_EXACT;
		struct cluster_test test;
		struct cluster_shift shift;
		options.cost_most = (const double[]){ 0, 100, 1e6 }[i];
		cluster_run(&data, options, &test);
		cluster_shift(&data, options, &shift);
		assert_int_equal(test.test.method, wanted);
		assert_int_equal(shift.method, wanted);
	}
}

/* 266668 v 40 would hold 1.07e7 sums, 85 MB, and as much again to add strata. */
static void unequal_counts_are_not_dear_until_their_sums_are_many(void **state)
{
	(void)state;
	assert_near(null_untied_cost(66667, 10), 10.0 * 10 * 66667, 1e-6);
	assert_true(isinf(null_untied_cost(266668, 40)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_of_the_time_is_asked_for_where_tests_are_many),
		cmocka_unit_test(unequal_counts_are_not_dear_until_their_sums_are_many),
		cmocka_unit_test(clustered_p_and_floor_agree_with_enumeration),
		cmocka_unit_test(
			clustered_interval_is_the_hull_of_all_shifts_not_rejected),
		cmocka_unit_test(blocks_multiply_their_arrangements),
		cmocka_unit_test(block_with_one_side_carries_nothing),
		cmocka_unit_test(very_many_runs_have_an_interval_too),
		cmocka_unit_test(copies_of_a_value_add_no_evidence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
