/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/ranks.h"
#include "stats/shift.h"
#include "stats/cluster.h"

#define VECTORS "tests/data/stats/mwu.tsv"

/* Values that are runs of their own: the U test. */
static struct cluster_test test_of(struct sample a, struct sample b,
                                   struct test_options options)
{
	const struct cluster_block block = { a.values, b.values, a.count, b.count };
	const struct cluster_data data = { &block, 1, 1, NULL, false };
	struct cluster_test result;

	cluster_run(&data, options, &result);
	return result;
}

/* Median difference and interval, or of the logarithms where all are positive. */
static struct shift shift_between(struct sample a, struct sample b, bool logs)
{
	double *values = memory_zeroed(a.count + b.count, sizeof *values);
	const struct cluster_block block = { values, values + a.count, a.count, b.count };
	const struct cluster_data data = { &block, 1, 1, NULL, false };
	struct shift shift = { NAN, NAN, NAN, NAN };
	bool positive = true;

	for (size_t i = 0; i < a.count + b.count; i++) {
		double value = i < a.count ? a.values[i] : b.values[i - a.count];
		positive = positive && value > 0;
		values[i] = logs ? log(value) : value;
	}
	if (positive || !logs)
		shift = shift_difference(&data, shift_rank(&data, 0.95));
	free(values);
	return shift;
}

static double tie_term_of(struct sample a, struct sample b)
{
	double *values = memory_zeroed(a.count + b.count, sizeof *values);
	int64_t *ranks = memory_zeroed(a.count + b.count, sizeof *ranks);

	for (size_t i = 0; i < a.count + b.count; i++)
		values[i] = i < a.count ? a.values[i] : b.values[i - a.count];
	double tie_term = (double)ranks_doubled(values, a.count + b.count, ranks);
	free(values);
	free(ranks);
	return tie_term;
}

static struct sample field_sample(const struct vectors *vectors, const char *name,
                                  struct numbers *numbers)
{
	*numbers = (struct numbers){ 0 };
	numbers_add(numbers, vectors_field(vectors, name));
	return (struct sample){ numbers->values, numbers->count };
}

static double largest(struct sample a, struct sample b)
{
	double most = 0;
	for (size_t i = 0; i < a.count; i++)
		most = fmax(most, fabs(a.values[i]));
	for (size_t i = 0; i < b.count; i++)
		most = fmax(most, fabs(b.values[i]));
	return most;
}

static void check_exact(struct vectors *v, struct sample a, struct sample b)
{
	struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	struct cluster_test result = test_of(a, b, options);

	assert_int_equal(result.test.method, METHOD_EXACT);
	vectors_near(v, "u_a", result.test.u_a, 0);
	vectors_near(v, "u_b", result.test.u_b, 0);
	vectors_near(v, "tie_term", tie_term_of(a, b), 0);
	vectors_near(v, "p_two_exact", result.test.p_two, 1e-9);
	vectors_near(v, "p_less_exact", result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_exact", result.test.p_greater, 1e-9);
	vectors_within(v, "log10_p_two_exact", result.test.log10_p_two, 1e-9);
	vectors_near(v, "a12", result.a12, 1e-12);
	vectors_within(v, "cliff", result.cliff, 1e-12);
	vectors_check(v, "p less the floor",
	              fmin(result.test.p_two - result.test.p_floor, 0), 0,
	              1e-9 * result.test.p_floor);
}

static void check_asymptotic(struct vectors *v, struct sample a, struct sample b)
{
	struct test_options options = { METHOD_ASYMPTOTIC, true, 0.95, 0 };
	struct cluster_test result = test_of(a, b, options);

	vectors_near(v, "z_cc", result.test.z, 1e-9);
	double constant = result.test.constant ? NAN : 1;
	vectors_near(v, "p_two_asym", constant * result.test.p_two, 1e-9);
	vectors_near(v, "p_less_asym", constant * result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_asym", constant * result.test.p_greater, 1e-9);
	options.continuity = false;
	result = test_of(a, b, options);
	vectors_near(v, "z_nocc", result.test.z, 1e-9);
	vectors_near(v, "p_two_asym_nocc", constant * result.test.p_two, 1e-9);
}

static void check_shift(struct vectors *v, struct sample a, struct sample b)
{
	const struct cluster_block block = { a.values, b.values, a.count, b.count };
	const struct cluster_data data = { &block, 1, 1, NULL, false };
	struct shift_rank rank = shift_rank(&data, 0.95);
	struct shift shift = shift_between(a, b, false), ratio = shift_between(a, b, true);
	double scale = 1e-12 * largest(a, b);

	assert_int_equal(rank.method, METHOD_EXACT);
	vectors_near(v, "ci_k", rank.k, 0);
	vectors_within(v, "ci_conf", rank.achieved, 1e-9);
	vectors_within(v, "hl", shift.estimate, scale);
	vectors_within(v, "hl_lo", shift.low, scale);
	vectors_within(v, "hl_hi", shift.high, scale);
	vectors_near(v, "ratio", exp(ratio.estimate), 1e-12);
	vectors_near(v, "ratio_lo", exp(ratio.low), 1e-12);
	vectors_near(v, "ratio_hi", exp(ratio.high), 1e-12);
}

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;
	struct numbers left, right;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		struct sample a = field_sample(&v, "a", &left),
			      b = field_sample(&v, "b", &right);
		vectors_near(&v, "n_a", (double)a.count, 0);
		vectors_near(&v, "n_b", (double)b.count, 0);
		check_exact(&v, a, b);
		check_asymptotic(&v, a, b);
		check_shift(&v, a, b);
		free(left.values);
		free(right.values);
	}
	vectors_close(&v, VECTORS);
}

static struct cluster_test run(const double *a, size_t n_a, const double *b, size_t n_b,
                        enum method method)
{
	const struct test_options options = { method, true, 0.95, 0 };

	return test_of((struct sample){ a, n_a }, (struct sample){ b, n_b }, options);
}

static void swapping_the_samples_inverts_the_effect_and_leaves_p(void **state)
{
	const double a[] = { 959, 961, 955, 970 }, b[] = { 1972, 960, 1990 };
	struct cluster_test one = run(a, 4, b, 3, METHOD_EXACT),
		     two = run(b, 3, a, 4, METHOD_EXACT);
	const struct sample left = { a, 4 }, right = { b, 3 };
	struct shift ratio = shift_between(left, right, true);
	struct shift inverse = shift_between(right, left, true);

	(void)state;
	assert_near(one.test.p_two, two.test.p_two, 0);
	assert_near(one.test.p_floor, two.test.p_floor, 0);
	assert_near(one.test.p_less, two.test.p_greater, 0);
	assert_near(one.test.u_a, two.test.u_b, 0);
	assert_near(one.a12, 1 - two.a12, 1e-15);
	assert_near(ratio.estimate, -inverse.estimate, 0);
	assert_near(ratio.low, -inverse.high, 0);
	assert_near(ratio.high, -inverse.low, 0);
}

static void one_against_one_can_show_nothing(void **state)
{
	const double a[] = { 1 }, b[] = { 2 };
	struct cluster_test result = run(a, 1, b, 1, METHOD_AUTO);

	(void)state;
	assert_near(result.test.p_two, 1, 0);
	assert_near(result.test.p_floor, 1, 0);
	assert_near(result.test.p_less, 0.5, 0);
}

static void all_equal_values_give_p_1_and_say_so(void **state)
{
	const double a[] = { 3, 3, 3 };
	struct cluster_test result = run(a, 3, a, 3, METHOD_ASYMPTOTIC);

	(void)state;
	assert_true(result.test.constant);
	assert_true(isnan(result.test.z));
	assert_near(result.test.p_two, 1, 0);
	assert_near(result.test.p_floor, 1, 0);
}

/* A {1, 1, 2} of {1, 1, 2, 2, 2, 2}: the lowest sum {1, 1, 2} in 4 of 20 ways, the
 * highest {2, 2, 2} in 4 of 20, equally far from the mean (by hand). */
static void ties_raise_the_floor(void **state)
{
	const double a[] = { 1, 1, 2 }, b[] = { 2, 2, 2 };
	struct cluster_test result = run(a, 3, b, 3, METHOD_EXACT);

	(void)state;
	assert_near(result.test.p_floor, 0.4, 1e-14);
	assert_near(result.test.p_two, 0.4, 1e-14);
	assert_near(result.test.p_floor_less, 0.2, 1e-14);
}

/* 3000 v 3000: C(6000, 3000) is far above a double's range. */
static void what_is_too_dear_is_asymptotic_and_says_so(void **state)
{
	enum { N = 3000 };
	double *a = memory_zeroed(N, sizeof *a), *b = memory_zeroed(N, sizeof *b);

	(void)state;
	for (size_t i = 0; i < N; i++) {
		a[i] = (double)i;
		b[i] = (double)i + N;
	}
	struct cluster_test chosen = run(a, N, b, N, METHOD_AUTO);
	struct cluster_test asked = run(a, N, b, N, METHOD_EXACT);
	assert_int_equal(chosen.test.method, METHOD_ASYMPTOTIC);
	assert_int_equal(asked.test.method, METHOD_ASYMPTOTIC);
	/* R: (log(2) + pnorm(z, lower.tail = FALSE, log.p = TRUE)) / log(10) at
	 * z = (4500000 - .5) / sqrt(3000 * 3000 * 6001 / 12) = 67.07644... */
	assert_near(chosen.test.log10_p_two, -978.924260310813, 1e-12);
	assert_true(chosen.test.log10_p_two < -300 && chosen.test.p_two == 0);
	free(a);
	free(b);
}

static void minus_zero_ties_zero_and_neighbours_do_not_tie(void **state)
{
	const double a[] = { -0.0, 0.0 }, b[] = { 0.0, -0.0 };
	const double near[] = { 1, 1 + 0x1p-52 };
	int64_t ranks[2];

	(void)state;
	assert_true(run(a, 2, b, 2, METHOD_EXACT).test.constant);
	assert_int_equal(ranks_doubled(near, 2, ranks), 0);
	assert_int_equal(ranks[0], 2);
	assert_int_equal(ranks[1], 4);
}

static void difference_of_equal_values_is_plain_zero(void **state)
{
	const double a[] = { -0.0 }, b[] = { 0.0 };
	struct shift shift = shift_between((struct sample){ a, 1 }, (struct sample){ b, 1 }, false);

	(void)state;
	assert_near(shift.estimate, 0, 0);
	assert_false(signbit(shift.estimate));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_the_vectors_holds),
		cmocka_unit_test(swapping_the_samples_inverts_the_effect_and_leaves_p),
		cmocka_unit_test(one_against_one_can_show_nothing),
		cmocka_unit_test(all_equal_values_give_p_1_and_say_so),
		cmocka_unit_test(ties_raise_the_floor),
		cmocka_unit_test(what_is_too_dear_is_asymptotic_and_says_so),
		cmocka_unit_test(minus_zero_ties_zero_and_neighbours_do_not_tie),
		cmocka_unit_test(difference_of_equal_values_is_plain_zero),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
