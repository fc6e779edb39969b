/* SPDX-License-Identifier: MIT */
/* Outliers in simulated samples and comparisons whose truth is known. */
#include "check.h"

#include "comparison.h"
#include "simulated.h"

#include "compare/findings.h"
#include "stats/outliers.h"

/* By hand: quartiles 3 and 7 of 1..9, fence 2.7 + 16 / 5.5 = 5.609 distances of 4. */
static void a_value_counts_from_the_fence_on(void **state)
{
	double values[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

	(void)state;
	assert_int_equal(outliers_count(values, 9), 0);
	values[8] = 29.43;
	assert_int_equal(outliers_count(values, 9), 0);
	values[8] = 29.44;
	assert_int_equal(outliers_count(values, 9), 1);
	assert_int_equal(outliers_count((double[]){ 1, 1, 1, 9 }, 4), 0);
	assert_int_equal(outliers_count((double[]){ 1, 1, 1, 1, 9 }, 5), 1);
}

/* Of 5000 clean samples: at a share of 1.3 % one such count in a thousand is above 90. */
static void one_clean_sample_in_a_hundred_has_an_outlier(void **state)
{
	static const size_t counts[] = { 5, 6, 7, 9, 10, 13, 20, 40, 100 };
	struct random random = { 11 };
	double values[100];

	(void)state;
	for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
		size_t any = 0;
		for (size_t trial = 0; trial < 5000; trial++) {
			for (size_t i = 0; i < counts[k]; i++)
				values[i] = simulated_normal(&random);
			any += outliers_count(values, counts[k]) > 0;
		}
		if (any > 90)
			fail_msg("of %zu values: %zu of 5000", counts[k], any);
	}
}

#define TRIALS 300

/* Comparisons of 4 levels with the doubt, where one run of B's DRAM is `off` (ln). */
static size_t doubted(size_t runs, double off, const char *words)
{
	struct random random = { 12 };
	size_t count = 0;

	for (size_t trial = 0; trial < TRIALS; trial++) {
		struct pair_of_files pair = two_files();
		for (size_t i = 0; i < 2 * 4 * runs; i++) {
			bool is_b = i % 2, is_off = is_b && i / 2 == 3; /* the first run's DRAM */
			size_t level = i / 2 % 4;
			double noise = 0.005 * simulated_normal(&random) + (is_off ? off : 0);
			add_cell(&pair.files[is_b].cells, is_b ? hand_b : hand_a, 1 + i / 8,
			         level < 3 ? (const char *[]){ "L1", "L2", "L3" }[level] : "DRAM",
			         (uint64_t)4096 << 4 * level, 1e5 * exp(noise));
		}
		assert_int_equal(compare_arrange(pair.files, 2, &defaults, &pair.comparison,
		                                 &pair.err), 0);
		comparison_doubt_values(&pair.comparison);
		for (size_t i = 0; i < pair.comparison.warnings.count; i++) {
			const struct warning *warning = &pair.comparison.warnings.items[i];
			count += text_equal(warning->kind, "outliers") &&
			         strstr(warning->text, words) != NULL;
		}
		release(&pair);
	}
	return count;
}

/* At 10 % one such count in a thousand is above 47. */
static void clean_comparisons_have_outliers_in_ten_percent_at_most(void **state)
{
	(void)state;
	assert_in_range(doubted(10, 0, "far from the rest"), 0, 47);
	assert_in_range(doubted(5, 0, "far from the rest"), 0, 47);
	assert_in_range(doubted(20, 0, "far from the rest"), 0, 47);
}

/* 10 % where runs lie 0.5 % apart. */
static void a_run_far_off_is_found(void **state)
{
	(void)state;
	assert_in_range(doubted(10, -0.1, "DRAM: 1 of 10 runs of B"), TRIALS - 3, TRIALS);
	assert_in_range(doubted(20, 0.1, "DRAM: 1 of 20 runs of B"), TRIALS - 3, TRIALS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_counts_from_the_fence_on),
		cmocka_unit_test(one_clean_sample_in_a_hundred_has_an_outlier),
		cmocka_unit_test(clean_comparisons_have_outliers_in_ten_percent_at_most),
		cmocka_unit_test(a_run_far_off_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
