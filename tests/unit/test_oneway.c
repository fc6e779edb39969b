/* SPDX-License-Identifier: MIT */
/* Values inside samples. Expected values by hand; t quantiles from R's qt(). */
#include "check.h"

#include "stats/oneway.h"

static const double values[] = { 1, 3, 4, 8, 9, 20, 22, 30 };

/* {1,3} {4,8} of one family, {20,22} {9} {30} of another, one empty one in between. */
static const struct sample samples[] = {
	{ values, 2 }, { values, 0 }, { values + 2, 2 }, { values + 5, 2 }, { values + 4, 1 },
	{ values + 7, 1 },
};
static const size_t families[] = { 0, 9, 0, 1, 1, 1 };

static void spread_is_within_samples_and_between_those_of_a_family(void **state)
{
	struct oneway oneway;

	(void)state;
	oneway_run(samples, families, 6, &oneway);
	assert_int_equal(oneway.values, 8);
	assert_int_equal(oneway.samples, 5);
	assert_int_equal(oneway.within_df, 3);
	assert_near(oneway.within_sd, sqrt((2 + 8 + 2) / 3.0), 1e-12);
	/* Means 2 and 6, then 21, 9 and 30 about 20: 8 and 1 + 121 + 100. */
	assert_int_equal(oneway.between_df, 3);
	assert_near(oneway.between_sd, sqrt((8 + 222) / 3.0), 1e-12);
}

static void one_sample_of_one_value_has_no_spread(void **state)
{
	struct oneway oneway;

	(void)state;
	oneway_run(&samples[4], families, 1, &oneway);
	assert_true(isnan(oneway.within_sd) && isnan(oneway.between_sd));
	assert_true(isnan(oneway_successive_sd(&samples[4], 1)));
}

static void successive_differences_do_not_see_a_slow_drift(void **state)
{
	static const double drift[] = { 0, 1, 2, 3, 4, 5 };
	const struct sample sample = { drift, 6 };

	(void)state;
	assert_near(oneway_successive_sd(&sample, 1), sqrt(0.5), 1e-12);
}

static void the_bound_is_that_of_student(void **state)
{
	(void)state;
	/* qt(.975, 18) = 2.10092204, qt(.95, 4) = 2.13184679. */
	assert_near(oneway_bound(0.01, 18, 1, 1, 0.95), 2.10092204 * 0.01 * sqrt(2), 1e-8);
	assert_near(oneway_bound(0.02, 4, 2, 4, 0.9), 2.13184679 * 0.02 * sqrt(0.75), 1e-8);
	assert_true(isinf(oneway_bound(0.02, 3, 2, 4, 0.9)));
	assert_true(isinf(oneway_bound((double)NAN, 30, 1, 1, 0.9)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spread_is_within_samples_and_between_those_of_a_family),
		cmocka_unit_test(one_sample_of_one_value_has_no_spread),
		cmocka_unit_test(successive_differences_do_not_see_a_slow_drift),
		cmocka_unit_test(the_bound_is_that_of_student),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
