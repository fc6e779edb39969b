/* SPDX-License-Identifier: MIT */
/* Which files and rows are one configuration, and which may be compared at all. */
#include "check.h"

#include "comparison.h"

static void assert_refused(struct pair_of_files *pair, const char *field)
{
	assert_int_equal(compare(pair, defaults), -1);
	assert_int_equal(pair->err.status, STATUS_BAD_INPUT);
	if (strncmp(pair->err.text, field, strlen(field)) != 0)
		fail_msg("'%s' does not begin with %s", pair->err.text, field);
	comparison_release(&pair->comparison);
}

static void unlike_settings_are_refused_varied_or_forced(void **state)
{
	struct pair_of_files pair = two_files();
	struct compare_options options = defaults;
	struct hand b = hand_b;

	(void)state;
	b.kernel = "avx2";
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[1].cells, b, 1, 5, 1);
	assert_refused(&pair, "kernel differs: 'word' in A, 'avx2' in B");
	options.vary = "kernel";
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(text_string(&pair.comparison.varied), "kernel");
	assert_int_equal(pair.comparison.forced.length, 0);
	comparison_release(&pair.comparison);
	options.vary = NULL;
	options.force = true;
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(text_string(&pair.comparison.forced), "kernel");
	assert_true(warned(&pair, "forced"));
	comparison_release(&pair.comparison);
	options.vary = "colour";
	assert_int_equal(compare(&pair, options), -1);
	release(&pair);
}

/* Footprints are twice 2K and twice 64M; the last case is one session with two kernels. */
static void kernels_are_unlike_where_another_one_served_a_row(void **state)
{
	static const struct { const char *a, *b, *session; bool refused; } names[] = {
		{ "word+nt@32M", "word+nt@64M", "other", false },
		{ "word+nt@32M", "word+nt@1M", "other", false },
		{ "word+nt@32M", "word+nt@128M", "other", true },
		{ "word+nt@32M", "word", "other", true },
		{ "word+nt@32M", "word+nt@1M", "s", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct pair_of_files pair = two_files();
		struct hand a = hand_a, b = hand_b;
		a.kernel = names[i].a;
		b.kernel = names[i].b;
		b.session = names[i].session;
		b.boot = a.boot;
		add_runs(&pair.files[0].cells, a, 1, 5, 1);
		add_runs(&pair.files[1].cells, b, 1, 5, 1);
		if (names[i].refused)
			assert_refused(&pair, "kernel differs");
		else
			assert_int_equal(compare(&pair, defaults), 0);
		release(&pair);
	}
}

static void huge_pages_may_differ_by_five_points(void **state)
{
	(void)state;
	for (int points = 5; points <= 6; points++) {
		struct pair_of_files pair = two_files();
		struct compare_options options = defaults;
		struct hand a = hand_a, b = hand_b;
		a.huge_share = 1;
		b.huge_share = 1 - points / 100.0;
		add_runs(&pair.files[0].cells, a, 1, 5, 1);
		add_runs(&pair.files[1].cells, b, 1, 5, 1);
		if (points == 6)
			assert_refused(&pair, "huge_share differs");
		options.vary = points == 6 ? "page_bytes" : NULL;
		assert_int_equal(compare(&pair, options), 0);
		release(&pair);
	}
}

/* Told, not refused; and not where one file does not say, or pages are what is compared. */
static void where_huge_pages_came_from_is_told_where_it_differs(void **state)
{
	static const struct { const char *left, *right, *vary; bool told; } files[] = {
		{ "hugetlb", "thp", NULL, true }, { "hugetlb", "hugetlb+thp", NULL, true },
		{ "hugetlb", "hugetlb", NULL, false }, { "hugetlb", "", NULL, false },
		{ "hugetlb", "thp", "page_bytes", false }, { "hugetlb", "thp", "huge_source", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct pair_of_files pair = two_files();
		struct compare_options options = defaults;
		struct hand a = hand_a, b = hand_b;
		a.huge_source = files[i].left;
		b.huge_source = files[i].right;
		add_runs(&pair.files[0].cells, a, 1, 5, 1);
		add_runs(&pair.files[1].cells, b, 1, 5, 1);
		options.vary = files[i].vary;
		assert_int_equal(compare(&pair, options), 0);
		assert_int_equal(warned(&pair, "huge_source"), files[i].told);
		assert_string_equal(text_string(&pair.comparison.varied),
		                    files[i].vary != NULL ? "huge_source" : "");
		release(&pair);
	}
}

static void one_file_with_two_kernels_is_two_configurations(void **state)
{
	struct pair_of_files pair = two_files();
	struct compare_options options = defaults;
	struct hand nt = hand_a;

	(void)state;
	nt.kernel = "nt";
	add_runs(&pair.files[0].cells, nt, 1, 5, 1.2);
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, 5, 1);
	assert_refused(&pair, "A: kernel is 'nt' and 'word'");
	options.only = "kernel=nt";
	options.by = "kernel";
	assert_int_equal(compare(&pair, options), -1); /* one configuration */
	comparison_release(&pair.comparison);
	pair.count = 1;
	options.only = NULL;
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(pair.comparison.configurations[0].label, "nt"); /* ascending */
	assert_string_equal(pair.comparison.configurations[1].label, "word");
	assert_near(level_of(&pair, "DRAM")->effect.change, 1 / 1.2 - 1, 1e-9);
	release(&pair);
}

/* 3 < 10 by value and 10 < 2x < 3 by their bytes: names come behind the numbers. */
static void configurations_by_column_stand_in_one_order_whatever_the_rows(void **state)
{
	static const char *const wanted[] = { "3", "10", "(empty)", "2x" };

	(void)state;
	for (size_t first = 0; first < 4; first++) {
		struct pair_of_files pair = two_files();
		struct compare_options options = defaults;
		options.by = "label";
		pair.count = 1;
		for (size_t i = 0; i < 4; i++) {
			const char *label = wanted[(first + i * 3) % 4];
			struct hand hand = hand_a;
			hand.label = strcmp(label, "(empty)") == 0 ? "" : label;
			add_runs(&pair.files[0].cells, hand, 1, 5, 1);
		}
		assert_int_equal(compare(&pair, options), 0);
		for (size_t i = 0; i < 4; i++)
			assert_string_equal(pair.comparison.configurations[i].label, wanted[i]);
		release(&pair);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unlike_settings_are_refused_varied_or_forced),
		cmocka_unit_test(kernels_are_unlike_where_another_one_served_a_row),
		cmocka_unit_test(huge_pages_may_differ_by_five_points),
		cmocka_unit_test(where_huge_pages_came_from_is_told_where_it_differs),
		cmocka_unit_test(one_file_with_two_kernels_is_two_configurations),
		cmocka_unit_test(configurations_by_column_stand_in_one_order_whatever_the_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
