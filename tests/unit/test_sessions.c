/* SPDX-License-Identifier: MIT */
/* Which rows are one run and which runs one boot: ids that meet, hosts of many names. */
#include "check.h"

#include "comparison.h"

static int part(struct pair_of_files *pair)
{
	return compare_part_sessions(pair->files, pair->count, &pair->err);
}

static void release_notes(struct pair_of_files *pair)
{
	for (size_t i = 0; i < pair->count; i++)
		text_release(&pair->files[i].notes);
	release(pair);
}

/* Two containers, one second, one process id; their files were joined. */
static void two_sessions_of_one_id_are_kept_apart(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1.05);
	add_runs(&pair.files[1].cells, hand_b, 1, 5, 1);
	/* L1 rates of both are alike by hand; no clock is so exact. */
	for (size_t i = 0; i < 10; i++)
		pair.files[0].cells.items[10 + i].ns_mean = 2;
	assert_int_equal(part(&pair), 0);
	assert_non_null(strstr(text_string(&pair.files[0].notes), "10 rows bear"));
	assert_string_equal(text_string(&pair.files[1].notes), "");
	assert_string_equal(pair.files[0].cells.items[9].context->session, "s");
	assert_string_equal(pair.files[0].cells.items[10].context->session, "s (2)");
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(pair.comparison.configurations[0].run_count, 10);
	assert_int_equal(pair.comparison.configurations[1].run_count, 5);
	release_notes(&pair);
}

static void rows_that_are_identical_throughout_stay_duplicates(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	for (size_t i = 0; i < 20; i++) {
		const struct cell copy = pair.files[0].cells.items[i % 10];
		cells_add(&pair.files[0].cells, &copy);
	}
	add_runs(&pair.files[1].cells, hand_b, 1, 5, 1);
	assert_int_equal(part(&pair), 0);
	assert_string_equal(text_string(&pair.files[0].notes), "");
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(pair.comparison.configurations[0].run_count, 5);
	release_notes(&pair);
}

static void one_session_of_two_kernels_or_sizes_is_one(void **state)
{
	struct pair_of_files pair = two_files();
	struct hand other = hand_a;

	(void)state;
	other.kernel = "byte";
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[0].cells, other, 1, 5, 2);
	pair.count = 1;
	assert_int_equal(part(&pair), 0);
	for (size_t i = 0; i < pair.files[0].cells.count; i++)
		assert_string_equal(pair.files[0].cells.items[i].context->session, "s");
	release_notes(&pair);
}

static void more_rows_than_sessions_can_be_are_refused(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	for (size_t i = 0; i < 1001; i++) {
		add_cell(&pair.files[0].cells, hand_a, 1, "L1", 2048, 1000);
		pair.files[0].cells.items[i].ns_mean = (double)i;
	}
	assert_int_equal(part(&pair), -1);
	assert_int_equal(pair.err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(pair.err.text, "a.csv: more than 1000 different rows"));
	release_notes(&pair);
}

static void named_host(struct cells *cells, size_t from, const char *host)
{
	for (size_t i = from; i < cells->count; i++) {
		struct context context = *cells->items[i].context;
		context.host = host;
		cells->items[i].context = cells_context(cells, &context);
	}
}

/* Containers of one machine share its boot id and have host names of their own. */
static void equal_boot_ids_are_one_boot_of_one_host(void **state)
{
	struct pair_of_files pair = two_files();
	struct hand second = hand_a;

	(void)state;
	second.session = "t";
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[0].cells, second, 1, 5, 1);
	named_host(&pair.files[0].cells, 10, "3f2c81d9e0aa");
	add_runs(&pair.files[1].cells, hand_b, 1, 5, 1);
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(pair.comparison.configurations[0].boot_count, 1);
	assert_int_equal(pair.comparison.boot_count, 2);
	assert_int_equal(pair.comparison.host_count, 2);
	assert_int_equal(pair.comparison.configurations[0].runs[0].host,
	                 pair.comparison.configurations[0].runs[9].host);
	release_notes(&pair);
}

static void boots_that_are_not_known_are_those_of_their_hosts(void **state)
{
	struct pair_of_files pair = two_files();
	struct hand unknown = hand_a, other = hand_b;

	(void)state;
	unknown.boot = other.boot = "";
	add_runs(&pair.files[0].cells, unknown, 1, 5, 1);
	add_runs(&pair.files[1].cells, other, 1, 5, 1);
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(pair.comparison.boot_count, 2);
	assert_int_equal(pair.comparison.host_count, 1);
	release_notes(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sessions_of_one_id_are_kept_apart),
		cmocka_unit_test(rows_that_are_identical_throughout_stay_duplicates),
		cmocka_unit_test(one_session_of_two_kernels_or_sizes_is_one),
		cmocka_unit_test(more_rows_than_sessions_can_be_are_refused),
		cmocka_unit_test(equal_boot_ids_are_one_boot_of_one_host),
		cmocka_unit_test(boots_that_are_not_known_are_those_of_their_hosts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
