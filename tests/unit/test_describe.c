/* SPDX-License-Identifier: MIT */
/* Expected values: R 4.2 (quantile type 7, sd, mad, acf, boxplot.stats, cor.test kendall,
 * t.test) where no other source is named. */
#include "check.h"

#include "stats/describe.h"
#include "stats/quantile.h"

static const double spread[] = { 3.1, 2.9, 3.4, 3.0, 9.9, 3.2, 2.8, 3.3, 3.1, 3.0 };
static const double rising[] = { 10, 11, 11, 12, 13, 12, 14, 15, 14, 16 };

static void median_of_even_count_is_mean_of_middle_pair(void **state)
{
	(void)state;
	assert_near(median_of((double[]){ 4, 1, 3, 2 }, 4), 2.5, 0);
	assert_near(median_of((double[]){ 9, 1, 5 }, 3), 5, 0);
	assert_true(isnan(median_of(NULL, 0)));
}

static void first_quartile_of_five_is_the_second_smallest(void **state)
{
	(void)state;
	assert_near(quantile_of((double[]){ 1, 2, 3, 4, 5 }, 5, 0.25), 2, 0);
}

static void quartiles_and_spread_agree_with_r(void **state)
{
	struct describe result;

	(void)state;
	describe_run(spread, 10, &result);
	assert_int_equal(result.count, 10);
	assert_near(result.min, 2.8, 0);
	assert_near(result.q1, 3, 1e-15);
	assert_near(result.median, 3.1, 1e-15);
	assert_near(result.q3, 3.275, 1e-15);
	assert_near(result.max, 9.9, 0);
	assert_near(result.sd, 2.1613010484942219, 1e-14);
	assert_near(result.cv, 0.57328940278361318, 1e-14);
	assert_near(result.mad, 0.22238999999999987,
	            1e-5); /* R rounds 1.4826022 to 1.4826 */
	assert_near(result.lag1, -0.12332960681239737, 1e-13);
}

static void outlier_is_counted_not_dropped(void **state)
{
	struct describe result;

	(void)state;
	describe_run(spread, 10, &result);
	assert_int_equal(result.outliers, 1);
	assert_near(result.mean, 3.77, 1e-15); /* by hand, the outlier included */
}

static void trend_agrees_with_kendall_and_theil_sen(void **state)
{
	struct describe result;

	(void)state;
	describe_run(rising, 10, &result);
	assert_near(result.trend, 0.66666666666666663, 1e-15);
	assert_near(result.trend_p, 0.00080863330480414265, 1e-12);
	assert_near(result.lag1, 0.52261904761904776, 1e-13);
}

/* S = 499500, variance 1000 * 999 * 2005 / 18; log10 of 2 Phi(-z) with 50 digits. */
static void a_trend_below_a_doubles_range_keeps_its_logarithm(void **state)
{
	struct describe result;
	double values[1000];

	(void)state;
	for (size_t i = 0; i < 1000; i++)
		values[i] = (double)i;
	describe_run(values, 1000, &result);
	assert_near(result.trend_p, 0, 0);
	assert_near(result.trend_log10_p, -488.64715695718831, 1e-9);
}

/* 1 and 2, or 1 and 3, times the least double and nearly the largest. */
static void spread_of_extreme_values_is_that_of_plain_ones(void **state)
{
	struct describe result;

	(void)state;
	describe_run((double[]){ 1e-320, 2e-320 }, 2, &result);
	assert_near(result.cv, 0.47140452079103168, 1e-3); /* the values have 3 digits */
	describe_run((double[]){ 0x1p-1070, 0x1p-1069 }, 2, &result);
	assert_near(result.cv, 0.47140452079103168, 1e-15);
	describe_run((double[]){ 0x1p+1021, 0x3p+1021 }, 2, &result);
	assert_near(result.cv, 0.70710678118654752, 1e-15);
	assert_near(result.mean, 0x1p+1022, 0);
}

static void one_value_has_no_spread_and_no_trend(void **state)
{
	struct describe result;

	(void)state;
	describe_run((double[]){ 5 }, 1, &result);
	assert_near(result.median, 5, 0);
	assert_true(isnan(result.sd) && isnan(result.cv) && isnan(result.lag1));
	assert_true(isnan(result.trend) && isnan(result.trend_p));
	assert_int_equal(result.outliers, 0);
}

static void constant_values_have_neither_correlation_nor_trend(void **state)
{
	struct describe result;

	(void)state;
	describe_run((double[]){ 2, 2, 2, 2, 2 }, 5, &result);
	assert_near(result.sd, 0, 0);
	assert_near(result.trend, 0, 0);
	assert_true(isnan(result.lag1) && isnan(result.trend_p));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(median_of_even_count_is_mean_of_middle_pair),
		cmocka_unit_test(first_quartile_of_five_is_the_second_smallest),
		cmocka_unit_test(quartiles_and_spread_agree_with_r),
		cmocka_unit_test(outlier_is_counted_not_dropped),
		cmocka_unit_test(trend_agrees_with_kendall_and_theil_sen),
		cmocka_unit_test(a_trend_below_a_doubles_range_keeps_its_logarithm),
		cmocka_unit_test(spread_of_extreme_values_is_that_of_plain_ones),
		cmocka_unit_test(one_value_has_no_spread_and_no_trend),
		cmocka_unit_test(constant_values_have_neither_correlation_nor_trend),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
