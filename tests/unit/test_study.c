/* SPDX-License-Identifier: MIT */
/*
 * The simulated sets of tests/data/study, after the design of the study of 2000. Expected
 * values are from R 4.2.2: p and floor by combn() over all arrangements inside each host,
 * change as median() of outer() differences of logs, kruskal.test(), wilcox.test(exact =
 * TRUE).
 */
#include "check.h"

#include "base/random.h"
#include "comparison.h"
#include "report/compare.h"
#include "samples/file.h"

static void read_study(struct pair_of_files *pair, const char *const names[], size_t count)
{
	*pair = two_files();
	pair->count = count;
	for (size_t i = 0; i < count; i++) {
		char path[100];
		(void)snprintf(path, sizeof path, "tests/data/study/%s.csv", names[i]);
		assert_int_equal(file_read_cells(path, &pair->files[i].cells,
		                                 &pair->files[i].notes, &pair->err), 0);
	}
}

static const struct {
	const char *level;
	double p, floor, change, a12, pooled_p; /* NaN: R cannot, for ties */
} study_expected[] = {
	{ "L1", 0.525, 0.005, -0.00184435299232, 0.411111111111, 0.831500482872 },
	{ "L2", 0.885, 0.01, -0.000355431203376, 0.466666666667, 0.994146512176 },
	{ "DRAM", 0.005, 0.005, 0.0380202500014, 1, (double)NAN },
};

static void the_studys_design_gives_what_r_gives(void **state)
{
	static const char *const names[] = { "cl3", "cl2" };
	struct pair_of_files pair;

	(void)state;
	read_study(&pair, names, 2);
	assert_int_equal(compare(&pair, defaults), 0);
	for (size_t i = 0; i < 3; i++) {
		const struct level_finding *finding = level_of(&pair, study_expected[i].level);
		assert_int_equal(finding->effect.n_a, 6);
		assert_near(finding->effect.p, study_expected[i].p, 1e-12);
		assert_near(finding->effect.p_floor, study_expected[i].floor, 1e-12);
		assert_near(finding->effect.change, study_expected[i].change, 1e-9);
		assert_near(finding->effect.a12, study_expected[i].a12, 1e-11);
		if (!isnan(study_expected[i].pooled_p))
			assert_near(finding->pooled_p, study_expected[i].pooled_p, 1e-9);
	}
	assert_near(level_of(&pair, "DRAM")->p_holm, 0.015, 1e-12);
	assert_string_equal(conclusion_of(&pair), "dram-only");
	release(&pair);
}

static void the_pooled_test_is_the_studys_own(void **state)
{
	static const char *const names[] = { "cl3", "cl2" };
	struct compare_options options = defaults;
	struct pair_of_files pair;

	(void)state;
	read_study(&pair, names, 2);
	options.test = COMPARE_POOLED;
	assert_int_equal(compare(&pair, options), 0);
	assert_near(level_of(&pair, "L1")->effect.p, study_expected[0].pooled_p, 1e-9);
	assert_near(level_of(&pair, "L2")->effect.p, study_expected[1].pooled_p, 1e-9);
	assert_int_equal(level_of(&pair, "L1")->effect.n_a, 30);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_a, 18);
	assert_true(level_of(&pair, "DRAM")->effect.p < 0.001);
	release(&pair);
}

static void three_configurations_are_tested_together_then_in_pairs(void **state)
{
	static const char *const names[] = { "cl3", "cl2", "mixed" };
	static const double h[] = { 0.0888888888889, 0.291316526611, 5.95555555556 };
	struct compare_options options = defaults;
	struct pair_of_files files;

	(void)state;
	read_study(&files, names, 3);
	options.only = "host=second";
	assert_int_equal(compare(&files, options), 0);
	assert_int_equal(files.comparison.pair_count, 3);
	assert_int_equal(files.comparison.family, 9);
	for (size_t i = 0; i < 3; i++) {
		assert_true(files.comparison.levels[i].has_kruskal);
		assert_near(files.comparison.levels[i].kruskal.h, h[i], 1e-9);
	}
	assert_string_equal(conclusion_of(&files), "cannot-tell");
	comparison_release(&files.comparison);
	options.test = COMPARE_POOLED; /* mixed runs as CL3 */
	assert_int_equal(compare(&files, options), 0);
	const struct compare_pair *pairs = files.comparison.pairs;
	assert_int_equal(pairs[0].levels[2].verdict, LEVEL_FASTER);
	/* Three runs in a row each: the same within 1.2 %, not within 1. */
	assert_int_equal(pairs[1].levels[2].verdict, LEVEL_CANNOT_TELL);
	assert_true(fabs(pairs[1].levels[2].effect.change) < 0.005);
	assert_near(pairs[1].levels[2].effect.p, 0.386507610037, 1e-9);
	assert_int_equal(pairs[2].levels[2].verdict, LEVEL_SLOWER);
	release(&files);
}

/* ---- What must not matter ---- */

static void swapping_the_files_inverts_changes_and_keeps_p(void **state)
{
	static const char *const names[] = { "cl3", "cl2" }, *const swapped[] = { "cl2", "cl3" };
	struct pair_of_files ab, ba;

	(void)state;
	read_study(&ab, names, 2);
	read_study(&ba, swapped, 2);
	assert_int_equal(compare(&ab, defaults), 0);
	assert_int_equal(compare(&ba, defaults), 0);
	for (size_t i = 0; i < 3; i++) {
		const struct effect *x = &ab.comparison.pairs[0].levels[i].effect;
		const struct effect *y = &ba.comparison.pairs[0].levels[i].effect;
		assert_near(y->p, x->p, 0);
		assert_near(y->p_floor, x->p_floor, 0);
		assert_near(1 + y->change, 1 / (1 + x->change), 1e-12);
		assert_near(1 + y->low, 1 / (1 + x->high), 1e-12);
		assert_near(1 + y->high, 1 / (1 + x->low), 1e-12);
		assert_near(y->a12, 1 - x->a12, 1e-12);
	}
	assert_string_equal(conclusion_of(&ba), "dram-only");
	release(&ab);
	release(&ba);
}

static void the_order_of_rows_changes_no_byte(void **state)
{
	static const char *const names[] = { "cl3", "cl2" };
	struct random random = { 7 };
	struct text reports[2] = { { 0 }, { 0 } };
	struct pair_of_files pair;

	(void)state;
	read_study(&pair, names, 2);
	for (size_t turn = 0; turn < 2; turn++) {
		assert_int_equal(compare(&pair, defaults), 0);
		for (unsigned format = FORMAT_TABLE; format <= FORMAT_MARKDOWN; format++)
			compare_report(&pair.comparison, &(struct compare_layout){
			               .format = (enum format)format, .verbose = true },
			               &reports[turn]);
		comparison_release(&pair.comparison);
		for (size_t i = pair.files[0].cells.count; i-- > 1;) {
			struct cell *items = pair.files[0].cells.items, kept = items[i];
			size_t other = (size_t)random_below(&random, i + 1);
			items[i] = items[other];
			items[other] = kept;
		}
	}
	assert_true(reports[0].length > 1000);
	assert_string_equal(text_string(&reports[0]), text_string(&reports[1]));
	text_release(&reports[0]);
	text_release(&reports[1]);
	release(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_studys_design_gives_what_r_gives),
		cmocka_unit_test(the_pooled_test_is_the_studys_own),
		cmocka_unit_test(three_configurations_are_tested_together_then_in_pairs),
		cmocka_unit_test(swapping_the_files_inverts_changes_and_keeps_p),
		cmocka_unit_test(the_order_of_rows_changes_no_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
