/* SPDX-License-Identifier: MIT */
/*
 * Pairs and saturation. Expected: R 4.2, wilcox.test(x, paired differences, exact = TRUE),
 * tables of the signed-rank statistic (Wilcoxon 1945); curves are simulated with known knees.
 */
#include "check.h"

#include "base/random.h"
#include "stats/distribution.h"
#include "stats/paired.h"
#include "stats/saturation.h"

/* Hollander, Wolfe and Chicken (2014), example 3.1: Hamilton depression scale, 9 patients:
 * differences y - x; T+ = 5, P(T+ <= 5) = 10 / 512; HL -0.46, 96 % interval -0.786 to -0.010. */
static const double depression[] = { -0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080,
	                             -0.010 };

static void the_test_is_wilcoxons(void **state)
{
	(void)state;
	assert_near(paired_below(depression, 9, 0), 10.0 / 512, 1e-12);
	struct paired_shift shift = paired_shift(depression, 9, 0.02);
	assert_near(shift.estimate, -0.46, 1e-9);
	assert_near(shift.low, -0.786, 1e-9);
	assert_near(shift.high, -0.010, 1e-9);
}

static void all_on_one_side_is_one_sign_pattern_of_all(void **state)
{
	const double five[] = { -1, -2, -3, -4, -5 }, ties[] = { -1, -1, -1, -1, 1 };

	(void)state;
	assert_near(paired_below(five, 5, 0), 1.0 / 32, 1e-12);
	assert_near(paired_below(five, 5, -6), 1, 1e-12);
	/* Five equal sizes, one above: as a sign test. */
	assert_near(paired_below(ties, 5, 0), 6.0 / 32, 1e-12);
	assert_near(paired_below(five, 5, -5), 1, 1e-12); /* the equal one does not count */
	assert_near(paired_below(NULL, 0, 0), 1, 0);
	assert_true(isinf(paired_shift(five, 5, 0.01).high));
	assert_true(isnan(paired_shift(NULL, 0, 0.01).estimate));
}

/* By the normal distribution, where counting ends: the two agree there. */
static void many_pairs_are_as_the_normal_distribution_has_them(void **state)
{
	double values[PAIRED_EXACT_MOST + 1];
	struct random random = { 7 };

	(void)state;
	for (size_t i = 0; i <= PAIRED_EXACT_MOST; i++)
		values[i] = random_unit(&random) - 0.6;
	assert_near(paired_below(values, PAIRED_EXACT_MOST + 1, 0),
	            paired_below(values, PAIRED_EXACT_MOST, 0), 0.25);
	struct paired_shift exact = paired_shift(values, PAIRED_EXACT_MOST, 0.025);
	struct paired_shift normal = paired_shift(values, PAIRED_EXACT_MOST + 1, 0.025);
	assert_near(normal.low, exact.low, 0.1);
	assert_near(normal.high, exact.high, 0.2);
}

/* Rates in units of one thread's; the run's own factor and the noise are log-normal. */
struct scenario {
	const char *name;
	size_t points, runs, right; /* the index that is right */
	double curve[12];
	bool is_found;
};

static double normal(struct random *random)
{
	double unit = random_unit(random);
	return normal_quantile(unit > 0 ? unit : 0.5);
}

static bool finds(const struct scenario *scenario, struct random *random)
{
	double rates[12 * 40];
	struct saturation found;

	for (size_t run = 0; run < scenario->runs; run++) {
		double state = 0.1 * normal(random); /* DRAM drifts by as much between runs */
		for (size_t i = 0; i < scenario->points; i++)
			rates[i * scenario->runs + run] =
			        scenario->curve[i] * exp(state + 0.01 * normal(random));
	}
	saturation_find(rates, scenario->points, scenario->runs, &found);
	return found.at == scenario->right && found.is_found == scenario->is_found;
}

static void knees_of_simulated_curves_are_found(void **state)
{
	static const struct scenario scenarios[] = {
		{ "flat from one on", 4, 10, 0, { 1, 1, 1.01, 1 }, true },
		{ "two of two", 2, 10, 1, { 1, 1.8 }, false },
		{ "one of two", 2, 10, 0, { 1, 1.02 }, true },
		{ "Zen 4, fourth of six", 6, 10, 3, { 45, 49, 50, 96, 97, 97.5 }, true },
		{ "eight grow to their end", 8, 10, 7, { 1, 2, 2.9, 3.8, 4.6, 5.3, 6, 6.6 }, false },
		{ "a long plateau", 12, 10, 4,
		  { 1, 2, 3, 3.7, 4.2, 4.25, 4.25, 4.26, 4.25, 4.24, 4.25, 4.25 }, true },
		{ "it falls behind the best", 6, 10, 3, { 1, 2, 3, 4, 3.6, 3 }, true },
		{ "twenty runs", 8, 20, 5, { 1, 1.9, 2.7, 3.4, 4, 4.4, 4.5, 4.5 }, true },
	};
	struct random random = { 20260101 };

	(void)state;
	for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
		size_t right = 0;
		for (size_t trial = 0; trial < 400; trial++)
			right += finds(&scenarios[i], &random);
		(void)printf("# saturation, %s: %zu of 400\n", scenarios[i].name, right);
		assert_true(right >= 380);
	}
}

/* 1 / 2^n times the comparisons must come below 0.05. */
static void too_few_runs_tell_nothing(void **state)
{
	const double rates[] = { 1, 1, 1, 1.001, 1.002, 1.003, 1, 1, 1 };
	struct saturation found;

	(void)state;
	assert_int_equal(saturation_runs(2), 5);
	assert_int_equal(saturation_runs(8), 8);
	saturation_find(rates, 3, 3, &found);
	assert_int_equal(found.best, 1);
	assert_int_equal(found.at, 1);
	assert_false(found.is_answerable);
	saturation_find(rates, 1, 9, &found);
	assert_false(found.is_found);
	assert_true(isnan(found.gain));
}

/* Runs in which a number of threads was not measured are no pairs. */
static void runs_that_lack_a_number_do_not_count(void **state)
{
	const double rates[] = { 1, 1, 1, 1, 1, 1, (double)NAN,
		                 1.01, 1.02, 1.01, 1.02, 1.01, 1.02, 9 };
	struct saturation found;

	(void)state;
	saturation_find(rates, 2, 7, &found);
	assert_int_equal(found.best, 1);
	assert_int_equal(found.at, 0);
	assert_true(found.is_found);
	assert_near(found.gain, 0.015, 0.1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_test_is_wilcoxons),
		cmocka_unit_test(all_on_one_side_is_one_sign_pattern_of_all),
		cmocka_unit_test(many_pairs_are_as_the_normal_distribution_has_them),
		cmocka_unit_test(knees_of_simulated_curves_are_found),
		cmocka_unit_test(too_few_runs_tell_nothing),
		cmocka_unit_test(runs_that_lack_a_number_do_not_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
