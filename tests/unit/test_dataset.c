/* SPDX-License-Identifier: MIT */
#include "check.h"

#include "samples/dataset.h"

static int read_text(struct dataset *dataset, const char *text, struct error *err)
{
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	assert_non_null(file);
	int result = dataset_add_lines(dataset, file, "a.txt", err);
	(void)fclose(file);
	return result;
}

static int read_csv(struct dataset *dataset, const char *text,
                    const struct tidy_columns *columns, struct error *err)
{
	struct csv_reader reader;
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

	assert_non_null(file);
	csv_attach(&reader, file, "t.csv", ',');
	int result = dataset_add_rows(dataset, &reader, columns, err);
	csv_close(&reader);
	(void)fclose(file);
	return result;
}

static void one_number_a_line_with_comments_and_blanks(void **state)
{
	struct dataset dataset = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(read_text(&dataset,
	                           "\xEF\xBB\xBF"
	                           "959\r\n\n# x\n  961 # y\n-1.5e-3",
	                           &err),
	                 0);
	assert_int_equal(dataset.count, 3);
	assert_near(dataset.items[0].value, 959, 0);
	assert_near(dataset.items[1].value, 961, 0);
	assert_near(dataset.items[2].value, -0.0015, 0);
	assert_int_equal(dataset.items[2].line, 5);
	dataset_release(&dataset);
}

static void refused(const char *text, const char *message)
{
	struct dataset dataset = { 0 };
	struct error err = { 0 };

	assert_int_equal(read_text(&dataset, text, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	if (strstr(err.text, message) == NULL)
		fail_msg("'%s' does not say '%s'", err.text, message);
	dataset_release(&dataset);
}

static void what_is_no_number_is_refused_with_file_and_line(void **state)
{
	(void)state;
	refused("1\nx\n", "a.txt:2: 'x' is not a finite number");
	refused("nan\n", "a.txt:1: 'nan'");
	refused("-inf\n", "a.txt:1: '-inf'");
	refused("1e400\n", "out of the range of a double");
	refused("1e-400\n", "too small for a double");
	refused("0x10\n", "'0x10' is not a finite number");
	refused("# only\n\n", "no number in it");
}

static void decimal_comma_is_told_what_would_do(void **state)
{
	(void)state;
	refused("2\n1,5\n", "a.txt:2: '1,5' has a decimal comma; write 1.5");
}

static void zero_written_long_is_zero(void **state)
{
	struct dataset dataset = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(read_text(&dataset, "0e5\n-0.000\n4.9e-324\n", &err), 0);
	assert_near(dataset.items[0].value, 0, 0);
	assert_near(dataset.items[1].value, 0, 0);
	assert_true(dataset.items[2].value > 0); /* the least double */
	dataset_release(&dataset);
}

static void clusters_are_scoped_by_group_and_block(void **state)
{
	const struct tidy_columns columns = { "v", "g", "s", "c", "b" };
	struct dataset dataset = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(read_csv(&dataset,
	                          "b,c,s,g,v\nx,1,8K,A,1\nx,1,8K,B,2\ny,1,8K,A,3\n"
	                          "x,1,16K,A,4\n",
	                          &columns, &err),
	                 0);
	assert_int_equal(dataset.clusters.count, 3);
	assert_int_equal(dataset.items[0].cluster, dataset.items[3].cluster);
	assert_int_equal(dataset.items[3].stratum, 1);
	assert_int_equal(dataset.items[2].block, 1);
	assert_string_equal(dataset.groups.items[1], "B");
	dataset_release(&dataset);
}

static void row_of_another_width_is_refused_with_its_line(void **state)
{
	const struct tidy_columns columns = { "v", "g", NULL, NULL, NULL };
	struct dataset dataset = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(read_csv(&dataset, "v,g\n1,a\n2\n", &columns, &err), -1);
	assert_string_equal(err.text, "t.csv:3: 1 fields where the header has 2");
	dataset_release(&dataset);
}

/* As the reader of `membench run -o` does it: a torn line is noted, the rest is used. */
static void a_torn_last_row_is_noted_and_not_used(void **state)
{
	const struct tidy_columns columns = { "v", "g", NULL, NULL, NULL };
	struct dataset torn = { 0 }, whole = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(read_csv(&torn, "v,g\n1,a\n2,b\n18", &columns, &err), 0);
	assert_int_equal(torn.count, 2);
	assert_string_equal(text_string(&torn.notes), "t.csv:4: the last line was cut short "
	                                              "(no line end) and is not used\n");
	assert_int_equal(read_csv(&whole, "v,g\n1,a\n2,b", &columns, &err), 0);
	assert_int_equal(whole.count, 2);
	assert_string_equal(text_string(&whole.notes), "t.csv:3: the last line has no line end; "
	                                               "it is used, as it has every field\n");
	dataset_release(&torn);
	dataset_release(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_number_a_line_with_comments_and_blanks),
		cmocka_unit_test(what_is_no_number_is_refused_with_file_and_line),
		cmocka_unit_test(decimal_comma_is_told_what_would_do),
		cmocka_unit_test(zero_written_long_is_zero),
		cmocka_unit_test(clusters_are_scoped_by_group_and_block),
		cmocka_unit_test(row_of_another_width_is_refused_with_its_line),
		cmocka_unit_test(a_torn_last_row_is_noted_and_not_used),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
