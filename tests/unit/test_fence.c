/* SPDX-License-Identifier: MIT */
/* When the lowest of many values is too low, and when values are of two kinds. */
#include "check.h"

#include "simulated.h"
#include "stats/fence.h"
#include "stats/quantile.h"

/* 6 x 1, 2, 3 and 10: median 2.5, distances .5 .5 .5 .5 1.5 7.5 -> 1.4826 * .5. */
static void the_spread_is_1_4826_times_the_median_distance(void **state)
{
	const double values[] = { 2, 3, 2, 3, 1, 10 };

	(void)state;
	assert_near(median_of(values, 6), 2.5, 0);
	assert_near(mad_of(values, 6, 2.5), 0.7413011092528009, 1e-15);
	assert_true(isnan(mad_of(values, 0, 1)));
}

/* Independent seeds; of 10000 samples at 4.5 % the count has a standard deviation of 21. */
static void a_healthy_sample_passes_the_fence_at_its_odds(void **state)
{
	static const size_t counts[] = { 4, 5, 6, 7, 9, 12, 17, 22, 40, 75 };
	struct random random = { 20261201 };
	double values[75];

	(void)state;
	for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
		size_t count = counts[k], beyond = 0;
		for (size_t trial = 0; trial < 10000; trial++) {
			double least = INFINITY;
			for (size_t i = 0; i < count; i++) {
				values[i] = simulated_normal(&random);
				least = fmin(least, values[i]);
			}
			double centre = median_of(values, count);
			beyond += (centre - least) / mad_of(values, count, centre) >
			          fence_at(FENCE_OF_VALUE, count);
		}
		if (beyond < 450 - 75 || beyond > 450 + 75)
			fail_msg("of %zu values: %zu of 10000", count, beyond);
	}
}

/* By rounding of the table: between its rows by the logarithm of the count. */
static void fences_between_and_beyond_the_rows_follow_them(void **state)
{
	(void)state;
	assert_true(isinf(fence_at(FENCE_OF_VALUE, 3)));
	assert_near(fence_at(FENCE_OF_VALUE, 1000), 3.96, 0);
	assert_near(fence_at(FENCE_OF_VALUE, 1414), (3.96 + 4.09) / 2, 1e-3);
	for (size_t count = 101; count < 20000; count++)
		assert_true(fence_at(FENCE_OF_CONTROL, count) > fence_at(FENCE_OF_VALUE, count));
	for (size_t count = 5000; count < 100000; count += 1000)
		assert_true(fence_at(FENCE_OF_VALUE, count + 1000) > fence_at(FENCE_OF_VALUE, count));
}

static void two_kinds_are_parted_at_the_gap(void **state)
{
	double values[10] = { 1, 1.1, 1.2, 1.3, 4, 4.1, 4.2, 4.3, 4.4, 4.5 };

	(void)state;
	assert_int_equal(kinds_split(values, 10, 0.001, 0.05), 4);
	assert_int_equal(kinds_split(values, 10, 0.001, 5), 0);  /* not that far apart */
	assert_int_equal(kinds_split(values, 10, 1, 0.05), 0);   /* the gap is 2.7 spreads */
	assert_int_equal(kinds_split(values + 1, 9, 0.001, 0.05), 0); /* three are no kind */
	assert_int_equal(kinds_split(values, 0, 0.001, 0.05), 0);
	assert_int_equal(kinds_split(values, 1, 0.001, 0.05), 0);
}

/* Spreads of 5 % leave the demand on the distance of the medians without effect. */
static void one_kind_is_rarely_taken_for_two(void **state)
{
	static const size_t counts[] = { 8, 10, 12, 16, 32, 100 };
	struct random random = { 5 };
	double values[100];

	(void)state;
	for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
		size_t parted = 0;
		for (size_t trial = 0; trial < 4000; trial++) {
			for (size_t i = 0; i < counts[k]; i++)
				values[i] = 0.05 * simulated_normal(&random);
			qsort(values, counts[k], sizeof *values, compare_doubles);
			parted += kinds_split(values, counts[k], 0.001, 0.05) > 0;
		}
		if (parted > 40)
			fail_msg("of %zu values: %zu of 4000", counts[k], parted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_spread_is_1_4826_times_the_median_distance),
		cmocka_unit_test(a_healthy_sample_passes_the_fence_at_its_odds),
		cmocka_unit_test(fences_between_and_beyond_the_rows_follow_them),
		cmocka_unit_test(two_kinds_are_parted_at_the_gap),
		cmocka_unit_test(one_kind_is_rarely_taken_for_two),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
