/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/distribution.h"
#include "stats/power.h"
#include "stats/shift.h"
#include "stats/verdict.h"

#define VECTORS "tests/data/stats/minp.tsv"

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		size_t n_a = (size_t)vectors_number(&v, "n_a");
		size_t n_b = (size_t)vectors_number(&v, "n_b");
		size_t strata = (size_t)vectors_number(&v, "strata");
		vectors_near(&v, "min_p_two", power_floor(n_a, n_b, strata), 1e-9);
		double log10_p = log10(2) - (double)strata * log10(exp(1)) *
		                 log_choose((double)(n_a + n_b), (double)n_a);
		vectors_within(&v, "log10_min_p_two", fmin(log10_p, 0), 1e-9);
	}
	vectors_close(&v, VECTORS);
}

/* 2 / C(2n, n): 3 .1, 4 .0286, 5 .0079, 6 .0022 (by hand). */
static void four_a_side_reach_5_percent_five_a_third_of_it(void **state)
{
	(void)state;
	assert_int_equal(power_units_for_alpha(0.05), 4);
	assert_int_equal(power_units_for_alpha(0.05 / 3), 5);
	assert_int_equal(power_units_for_alpha(0.05 / 9), 6);
}

/* The formula of the header, worked out in R 4.2 with qt(). */
static void detectable_effect_agrees_with_r(void **state)
{
	(void)state;
	assert_near(power_mde(0.01, 5, 5, 0.05, 0.8), 0.020892890976095702, 1e-11);
	assert_near(power_mde(0.02, 10, 12, 0.05 / 3, 0.8), 0.030898559718593788, 1e-11);
	assert_near(power_mde(0.01, 20, 20, 0.05, 0.9), 0.010829794454002117, 1e-11);
}

/* 2 / C(6, 3) is .1, and 2 / C(40, 1) is .05: a p that equals alpha is not below it. */
static void a_floor_that_equals_alpha_is_out_of_reach(void **state)
{
	(void)state;
	assert_int_equal(power_units_for_alpha(0.1), 4);
	assert_int_equal(power_units_for_alpha(0.1001), 3);
	assert_int_equal(power_units_missing(0.1, 3, 3, 0.1), 1);
	assert_int_equal(power_units_missing(0.05, 1, 39, 0.05), 3);
	assert_int_equal(power_units_missing(0.0499, 1, 39, 0.05), 0);
	assert_int_equal(power_units_missing(0.06, 8, 9, 0.05), 1); /* ties */
	assert_true(isnan(power_mde(0.01, 3, 3, 0.1, 0.8)));
	assert_true(power_mde(0.01, 3, 3, 0.1001, 0.8) > 0);
}

static void no_effect_is_detectable_below_the_floor(void **state)
{
	(void)state;
	assert_true(isnan(power_mde(0.01, 3, 3, 0.05, 0.8)));
	assert_true(isnan(power_mde(0.01, 4, 4, 0.05 / 3, 0.8)));
	assert_true(isnan(power_mde(0.01, 1, 1, 1, 0.8)));
}

/* Found in R by counting up until the formula and the floor are met. */
static void units_for_an_effect_agree_with_r(void **state)
{
	(void)state;
	assert_int_equal(power_units_for_effect(0.01, 0.02, 0.05, 0.8), 6);
	assert_int_equal(power_units_for_effect(0.02, 0.03, 0.05 / 3, 0.8), 12);
	assert_int_equal(power_units_for_effect(1, 1e-6, 0.05, 0.8), 0);
}

/* R: 300000 draws of rnorm(), U against pwilcox(); at distance 0 it is the size, 0.0411. */
static void simulated_power_agrees_with_r(void **state)
{
	(void)state;
	assert_near(power_simulated(2.9, 6, 0.05 / 13), 0.6675, 0.03);
	assert_near(power_simulated(2.5, 5, 0.05 / 3), 0.7442, 0.03);
	assert_near(power_simulated(1.5, 9, 0.05), 0.7968, 0.03);
	assert_near(power_simulated(2, 4, 0.05), 0.4875, 0.03);
	assert_near(power_simulated(0, 6, 0.05), 0.0411, 0.1);
	assert_near(power_simulated(100, 3, 0.05), 0, 0);
}

/*
 * How often the exact test finds what the formula says it finds in 80 %. Python 3.11, NumPy
 * 1.24, SciPy 1.10: 400000 draws, the effect by scipy.stats.t, U's null by the recursion of
 * Mann and Whitney. 10000 draws here: 4 standard deviations are 1.7 points.
 */
static void formula_promises_more_than_few_units_hold(void **state)
{
	static const struct { size_t n, tests; double power; } cases[] = {
		{ 4, 1, 0.6550 },  { 5, 1, 0.7056 },  { 5, 3, 0.7538 },  { 5, 5, 0.6827 },
		{ 6, 1, 0.7607 },  { 6, 3, 0.7614 },  { 6, 13, 0.5992 }, { 6, 20, 0.6620 },
		{ 7, 1, 0.7500 },  { 7, 13, 0.6695 }, { 8, 1, 0.7941 },  { 8, 20, 0.7159 },
		{ 9, 2, 0.7889 },  { 9, 9, 0.7377 },  { 10, 3, 0.7760 }, { 10, 13, 0.7460 },
		{ 11, 1, 0.7895 }, { 12, 2, 0.7904 }, { 12, 9, 0.7650 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t n = cases[i].n;
		double alpha = 0.05 / (double)cases[i].tests;
		double power = power_simulated(log1p(power_mde(1, n, n, alpha, 0.8)), n, alpha);
		if (fabs(power - cases[i].power) > 0.017)
			fail_msg("%zu a side, %zu tests: %.4f", n, cases[i].tests, power);
	}
}

/* R: (qnorm(.975) + qnorm(.8))^2 / (6 * .2^2) is 32.7. */
static void noether_agrees_with_r(void **state)
{
	(void)state;
	assert_near(power_noether(0.7, 0.05, 0.8), 33, 0);
	assert_near(power_noether(0.3, 0.05, 0.8), 33, 0);
	assert_true(isinf(power_noether(0.5, 0.05, 0.8)));
}

static void boot_sd_adds_variances(void **state)
{
	(void)state;
	assert_near(power_boot_sd(3, 8, 4), 5, 1e-14); /* 9 + 64 / 4 is 25 */
}

static const double near_a[] = { 100.11, 100.32, 99.93, 100.04, 100.25, 99.86 };
static const double near_b[] = { 100.47, 100.18, 100.09, 100.31, 100.22, 99.95 };

/* The interval of B / A at 90 %, by the order statistics of differences of logarithms. */
static struct equivalence equivalence_of(const double *b, const double *a, size_t count)
{
	double logs[12];
	const struct cluster_block block = { logs, logs + count, count, count };
	const struct cluster_data data = { &block, 1, 1, NULL, false };

	for (size_t i = 0; i < count; i++) {
		logs[i] = log(b[i]);
		logs[count + i] = log(a[i]);
	}
	struct shift shift = shift_difference(&data, shift_rank(&data, 0.9));
	return (struct equivalence){ exp(shift.low), exp(shift.high), shift.achieved, 0.01, 0.05 };
}

/* R: exp of wilcox.test(log(b), log(a), conf.int = TRUE, conf.level = .9)$conf.int. */
static void interval_of_90_percent_inside_the_margin_is_equivalence(void **state)
{
	struct equivalence equivalence = equivalence_of(near_b, near_a, 6);

	(void)state;
	assert_near(equivalence.low, 0.99910035985605783, 1e-12);
	assert_near(equivalence.high, 1.00320448628079362, 1e-12);
	assert_true(equivalence_holds(&equivalence));
	equivalence.margin = 0.003;
	assert_false(equivalence_holds(&equivalence));
}

static void too_few_values_are_never_equivalent(void **state)
{
	struct equivalence equivalence = equivalence_of(near_a, near_a, 2);

	(void)state;
	equivalence.margin = 0.5;
	assert_true(equivalence.low > 0.99 && equivalence.high < 1.01);
	assert_false(equivalence_holds(&equivalence));
	equivalence.achieved = 0.95;
	equivalence.high = INFINITY;
	assert_false(equivalence_holds(&equivalence));
}

static void verdicts_come_in_their_order(void **state)
{
	(void)state;
	assert_int_equal(verdict_of(true, 0.001, 0.05), VERDICT_EQUIVALENT);
	assert_int_equal(verdict_of(false, 0.049, 0.05), VERDICT_DIFFERENT);
	assert_int_equal(verdict_of(false, 0.05, 0.05), VERDICT_CANNOT_TELL);
	assert_int_equal(verdict_of(false, 0.9, 0.05), VERDICT_CANNOT_TELL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_the_vectors_holds),
		cmocka_unit_test(four_a_side_reach_5_percent_five_a_third_of_it),
		cmocka_unit_test(detectable_effect_agrees_with_r),
		cmocka_unit_test(a_floor_that_equals_alpha_is_out_of_reach),
		cmocka_unit_test(no_effect_is_detectable_below_the_floor),
		cmocka_unit_test(units_for_an_effect_agree_with_r),
		cmocka_unit_test(simulated_power_agrees_with_r),
		cmocka_unit_test(formula_promises_more_than_few_units_hold),
		cmocka_unit_test(noether_agrees_with_r),
		cmocka_unit_test(boot_sd_adds_variances),
		cmocka_unit_test(interval_of_90_percent_inside_the_margin_is_equivalence),
		cmocka_unit_test(too_few_values_are_never_equivalent),
		cmocka_unit_test(verdicts_come_in_their_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
