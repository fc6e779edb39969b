/* SPDX-License-Identifier: MIT */
#include "check.h"

#include "compare/groups.h"
#include "samples/dataset.h"
#include "warned.h"
#include "stats/power.h"

static const struct group_options defaults = {
	GROUP_TEST_AUTO, ALTERNATIVE_TWO_SIDED, METHOD_AUTO, true, 0.05, 0.01, 0.8,
};

static void add_lines(struct dataset *dataset, const char *name, const char *text)
{
	struct error err = { 0 };
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

	assert_int_equal(dataset_add_lines(dataset, file, name, &err), 0);
	(void)fclose(file);
}

static int add_rows(struct dataset *dataset, const char *text,
                    const struct tidy_columns *columns, struct error *err)
{
	struct csv_reader reader;
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

	csv_attach(&reader, file, "t.csv", ',');
	dataset->path = "t.csv";
	int result = dataset_add_rows(dataset, &reader, columns, err);
	csv_close(&reader);
	(void)fclose(file);
	return result;
}

/* Times of the study's kind: twice as long, yet three a side. p is 2 of 20. */
static void three_a_side_cannot_tell_and_ask_for_four(void **state)
{
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	add_lines(&dataset, "a", "959\n961\n955\n");
	add_lines(&dataset, "b", "1972\n1968\n1990\n");
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), 0);
	const struct group_pair *pair = &findings.pairs[0];
	assert_near(pair->p, 0.1, 1e-12);
	assert_near(pair->p_floor, 0.1, 1e-12);
	assert_near(pair->ratio, 955.0 / 1968, 1e-12); /* median of the nine, by hand */
	assert_near(pair->confidence, 0.9, 1e-12);
	assert_int_equal(pair->verdict, VERDICT_CANNOT_TELL);
	assert_int_equal(pair->units_needed, 4);
	assert_true(isnan(pair->mde));
	groups_release(&findings);
	dataset_release(&dataset);
}

/* Three pairs under Holm need 2 / C(2n, n) < .05 / 3: five a side. */
static void three_groups_of_four_ask_for_five(void **state)
{
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	add_lines(&dataset, "a", "1\n2\n3\n4\n");
	add_lines(&dataset, "b", "11\n12\n13\n14\n");
	add_lines(&dataset, "c", "21\n22\n23\n24\n");
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), 0);
	assert_int_equal(findings.pair_count, 3);
	assert_near(findings.pairs[2].p, 1.0 / 35, 1e-12); /* 2 of 70 */
	assert_near(findings.pairs[2].p_holm, 3.0 / 35, 1e-12);
	assert_int_equal(findings.pairs[2].units_needed, 5);
	assert_int_equal(findings.pairs[2].verdict, VERDICT_CANNOT_TELL);
	/* R: kruskal.test gives 9.846153846153847. */
	assert_true(findings.has_kruskal);
	assert_near(findings.kruskal.h, 9.846153846153847, 1e-12);
	groups_release(&findings);
	dataset_release(&dataset);
}

/* 2 / C(6, 3) is .1, and 2 / C(40, 1) is .05: neither is below itself, so that no verdict
 * could come of it; 2 / C(8, 4) is. */
static void a_smallest_p_that_equals_alpha_is_out_of_reach(void **state)
{
	static const struct { size_t a, b; double alpha; } cases[] = {
		{ 3, 3, 0.1 }, { 1, 39, 0.05 },
	};

	(void)state;
	for (size_t c = 0; c < 2; c++) {
		struct group_options options = defaults;
		struct dataset dataset = { 0 };
		struct group_findings findings;
		struct error err = { 0 };
		struct text text[2] = { { 0 }, { 0 } };
		for (size_t i = 0; i < cases[c].a + cases[c].b; i++)
			text_printf(&text[i >= cases[c].a], "%zu\n", 100 + i);
		add_lines(&dataset, "a", text_string(&text[0]));
		add_lines(&dataset, "b", text_string(&text[1]));
		options.alpha = cases[c].alpha;
		assert_int_equal(groups_compare(&dataset, &options, &findings, &err), 0);
		assert_near(findings.pairs[0].p, cases[c].alpha, 1e-12);
		assert_int_equal(findings.pairs[0].verdict, VERDICT_CANNOT_TELL);
		assert_int_equal(findings.pairs[0].units_needed, 4);
		assert_true(isnan(findings.pairs[0].mde));
		assert_true(warned_of(&findings.warnings, "cannot reach p < "));
		groups_release(&findings);
		dataset_release(&dataset);
		text_release(&text[0]);
		text_release(&text[1]);
	}
}

/* Equal values have no asymptotic p, so that Holm counts two of three pairs: what can be
 * detected is that of alpha / 2. */
static void what_is_detectable_is_asked_of_the_tests_that_holm_counts(void **state)
{
	struct group_options options = defaults;
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	options.method = METHOD_ASYMPTOTIC;
	add_lines(&dataset, "a", "100\n100\n100\n100\n100\n100\n100\n100\n");
	add_lines(&dataset, "b", "100\n100\n100\n100\n100\n100\n100\n100\n");
	add_lines(&dataset, "c", "101\n102\n103\n104\n105\n106\n107\n108\n");
	assert_int_equal(groups_compare(&dataset, &options, &findings, &err), 0);
	const struct group_pair *pair = &findings.pairs[1];
	assert_int_equal(findings.tested_count, 2);
	assert_true(pair->mde > 0);
	assert_near(pair->mde, power_mde(pair->log_sd, 8, 8, 0.05 / 2, 0.8), 1e-12);
	groups_release(&findings);
	dataset_release(&dataset);
}

/* Two groups that rise, each of 4! orders at p 2 / 24 alone: no order of four can be told
 * from chance. Five rise at 2 / 120, and twice that is below .05 too. */
static void drift_is_asked_of_groups_that_can_show_it(void **state)
{
	(void)state;
	for (size_t count = 4; count <= 5; count++) {
		struct dataset dataset = { 0 };
		struct group_findings findings;
		struct error err = { 0 };
		const char *const values[] = { "1\n2\n3\n4\n", "1\n2\n3\n4\n5\n" };
		add_lines(&dataset, "a", values[count - 4]);
		add_lines(&dataset, "b", values[count - 4]);
		assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), 0);
		bool told = warned_of(&findings.warnings, "it is drift");
		assert_int_equal(told, count == 5);
		if (count == 5)
			assert_near(findings.drift_p[0], 4.0 / 120, 1e-12);
		groups_release(&findings);
		dataset_release(&dataset);
	}
}

/* R: exp((qt(1 - .05 / 2, 6) + qt(.8, 6)) sqrt(pi / 3) s sqrt(1 / 4 + 1 / 4)) - 1 with s the
 * pooled sd of the logarithms of the two samples. */
static void detectable_change_agrees_with_r(void **state)
{
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	add_lines(&dataset, "a", "100\n101\n103\n102\n");
	add_lines(&dataset, "b", "104\n103.5\n107\n105\n");
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), 0);
	assert_near(findings.pairs[0].mde, 0.033907063921131186, 1e-9);
	groups_release(&findings);
	dataset_release(&dataset);
}

/* 103 on both sides: the outermost sum has two ways of 70, on either side: 4 / 70. */
static void
a_tie_that_raises_the_floor_above_alpha_leaves_nothing_detectable(void **state)
{
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	add_lines(&dataset, "a", "100\n101\n103\n102\n");
	add_lines(&dataset, "b", "104\n103\n107\n105\n");
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), 0);
	assert_near(findings.pairs[0].p_floor, 4.0 / 70, 1e-12);
	assert_int_equal(findings.pairs[0].units_needed, 5);
	assert_true(isnan(findings.pairs[0].mde));
	groups_release(&findings);
	dataset_release(&dataset);
}

static const char clusters[] =
	"v,g,s,c\n"
	"10,A,8K,1\n20,A,16K,1\n11,A,8K,2\n21,A,16K,2\n12,A,8K,3\n22,A,16K,3\n"
	"14,B,8K,1\n25,B,16K,1\n13,B,8K,2\n24,B,16K,2\n15,B,8K,3\n26,B,16K,3\n";

static void cluster_column_makes_runs_the_unit(void **state)
{
	const struct tidy_columns columns = { "v", "g", "s", "c", NULL };
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(add_rows(&dataset, clusters, &columns, &err), 0);
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), 0);
	assert_int_equal(findings.options.test, GROUP_TEST_CLUSTERED);
	assert_int_equal(findings.pairs[0].n_a, 3);
	assert_int_equal(findings.groups[0].count, 6);
	assert_near(findings.pairs[0].p, 0.1, 1e-12); /* 2 of 20, however many sizes */
	assert_near(findings.pairs[0].shift, -3.5, 1e-12); /* median of 18, by hand */
	groups_release(&findings);
	dataset_release(&dataset);
}

static void cluster_that_lacks_a_stratum_is_named(void **state)
{
	const struct tidy_columns columns = { "v", "g", "s", "c", NULL };
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(add_rows(&dataset,
	                          "v,g,s,c\n1,A,8K,1\n2,A,16K,1\n3,A,8K,2\n4,A,16K,2\n"
	                          "5,B,8K,7\n",
	                          &columns, &err),
	                 0);
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), -1);
	assert_non_null(strstr(err.text, "t.csv:6: cluster '7' of group 'B'"));
	assert_non_null(strstr(err.text, "stratum '16K'"));
	groups_release(&findings);
	dataset_release(&dataset);
}

static void groups_without_a_common_stratum_are_refused(void **state)
{
	const struct tidy_columns columns = { "v", "g", "s", NULL, NULL };
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(add_rows(&dataset, "v,g,s\n1,A,8K\n2,B,16K\n", &columns, &err),
	                 0);
	assert_int_equal(groups_compare(&dataset, &defaults, &findings, &err), -1);
	assert_non_null(strstr(err.text, "no stratum in common"));
	groups_release(&findings);
	dataset_release(&dataset);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_a_side_cannot_tell_and_ask_for_four),
		cmocka_unit_test(three_groups_of_four_ask_for_five),
		cmocka_unit_test(a_smallest_p_that_equals_alpha_is_out_of_reach),
		cmocka_unit_test(what_is_detectable_is_asked_of_the_tests_that_holm_counts),
		cmocka_unit_test(drift_is_asked_of_groups_that_can_show_it),
		cmocka_unit_test(detectable_change_agrees_with_r),
		cmocka_unit_test(
			a_tie_that_raises_the_floor_above_alpha_leaves_nothing_detectable),
		cmocka_unit_test(cluster_column_makes_runs_the_unit),
		cmocka_unit_test(cluster_that_lacks_a_stratum_is_named),
		cmocka_unit_test(groups_without_a_common_stratum_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
