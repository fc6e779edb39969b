/* SPDX-License-Identifier: MIT */
/* Files of cells that others wrote or cut: what is refused, where, and what is taken. */
#include "check.h"

#include "sample_files.h"
#include "samples/columns.h"

/* One good header and row with one replacement made; reads, or fails with the message. */
static void edited_file_reads(const char *from, const char *to, const char *message)
{
	struct cells cells = { 0 }, in = { 0 };
	struct cell cell = sample_cell(&cells);
	struct text file = { 0 }, edited = { 0 }, notes = { 0 };
	struct error err = { 0 };
	char path[64], wanted[256];

	path_of(path, sizeof path);
	file_header(&file);
	file_row(&cell, &file);
	const char *at = strstr(text_string(&file), from);
	assert_non_null(at);
	text_put_bytes(&edited, file.bytes, (size_t)(at - file.bytes));
	text_put(&edited, to);
	text_put(&edited, at + strlen(from));
	write_text(path, text_string(&edited));
	int result = file_read_cells(path, &in, &notes, &err);
	(void)snprintf(wanted, sizeof wanted, "%s%s", path, message);
	if (message[0] == '\0')
		assert_int_equal(result, 0);
	else
		assert_string_equal(err.text, wanted);
	unlink(path);
	text_release(&file), text_release(&edited), text_release(&notes);
	cells_release(&cells), cells_release(&in);
}

static void bad_fields_are_refused_with_line_and_column(void **state)
{
	char many[80], few[80];

	(void)state;
	edited_file_reads("5000.00", "nan", ":2:25: ns_q1 is 'nan', not a finite number >= 0");
	edited_file_reads("5000.00", "inf", ":2:25: ns_q1 is 'inf', not a finite number >= 0");
	edited_file_reads("5000.00", "-1", ":2:25: ns_q1 is '-1', not a finite number >= 0");
	edited_file_reads("5000.00", "", ":2:25: ns_q1 is '', not a finite number >= 0");
	edited_file_reads("5000.00", "\"1,5\"",
	                  ":2:25: ns_q1 is '1,5', not a finite number >= 0; save numbers with a "
	                  "decimal point and without thousands separators");
	edited_file_reads("5000.00", "\"5,000.00\"",
	                  ":2:25: ns_q1 is '5,000.00', not a finite number >= 0; save numbers "
	                  "with a decimal point and without thousands separators");
	edited_file_reads("\n2,", "\nnote: a CPU was busy\n2,",
	                  ":2:1: 'note: a CPU was busy' is no row of a membench file; where a "
	                  "program's messages got into it (2>&1), take these lines out, and save "
	                  "with --output");
	(void)snprintf(many, sizeof many, ":2:%zu: too many fields (%zu, header has %zu)",
	               column_count + 1, column_count + 1, column_count);
	edited_file_reads("5000.00", "1,5", many);
	(void)snprintf(few, sizeof few, ":2:%zu: too few fields (%zu, header has %zu)", column_count,
	               column_count - 1, column_count);
	edited_file_reads(",slowed;incomplete", "", few);
	edited_file_reads("\n2,", "\n3,",
	                  ":2:1: schema '3' is not known; this version reads schemas 1 to 2");
	edited_file_reads("slowed;", "hasty;", ":2:32: flags is 'hasty;incomplete', not flags "
	                                       "that this version knows, joined by ;");
	edited_file_reads(",ns_q1,", ",mb_per_s,", ":1:29: column mb_per_s appears twice");
	edited_file_reads("label", "etikett",
	                  ":1:1: column label missing (found schema, ...); is this a membench "
	                  "file?");
}

/* The rate of the row is 1000000 bytes / 5000 ns = 200000 MB/s. */
static void rows_that_contradict_themselves_are_refused(void **state)
{
	static const char rate[] =
	        "not bytes / ns_q1 * 1000 of its row, within 0.1 %";
	static const char *const rates[] = { "200", "199700", "200300", "0" };

	(void)state;
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
		char message[160];
		(void)snprintf(message, sizeof message, ":2:29: mb_per_s is '%s', %s", rates[i],
		               rate);
		edited_file_reads("200000.00", rates[i], message);
	}
	edited_file_reads("200000.00", "199900", "");
	edited_file_reads("5000.00", "0", ":2:25: ns_q1 is '0', not a time above 0");
	edited_file_reads("5100.75", "1e308",
	                  ":2:27: ns_mean is '1e308', not a time of at most 1e18 ns");
	edited_file_reads("1000000", "0", ":2:23: bytes is '0', not a whole number >= 1");
	edited_file_reads(",100,", ",0,", ":2:22: samples is '0', not a whole number >= 1");
	edited_file_reads(",2,0;1,4096,", ",0,0;1,4096,",
	                  ":2:11: threads is '0', not a whole number >= 1");
	edited_file_reads(",0;1,4096,", ",0;1,0,",
	                  ":2:13: page_bytes is '0', not a whole number >= 1");
	edited_file_reads(",0;1,4096,", ",0;1,2097152,", "");
	edited_file_reads(",2048,", ",0,",
	                  ":2:16: block_bytes is '0', not a whole number from 1 to 2^60");
	edited_file_reads(",2048,", ",18446744073709551615,",
	                  ":2:16: block_bytes is '18446744073709551615', not a whole number "
	                  "from 1 to 2^60");
	edited_file_reads(",2048,", ",1152921504606846976,", "");
}

static void words_shares_and_times_out_of_their_range_are_refused(void **state)
{
	(void)state;
	edited_file_reads("0.500", "1.5",
	                  ":2:14: huge_share is '1.5', not a share from 0 to 1, or empty");
	edited_file_reads("hugetlb", "huge", ":2:33: huge_source is 'huge', not hugetlb, thp, "
	                  "hugetlb+thp, or empty");
	edited_file_reads("hugetlb", "hugetlb+thp", "");
	edited_file_reads("L1", "L5", ":2:18: level is 'L5', not L1 to L4, DRAM, beyond, - or ?");
	edited_file_reads("L1", "beyond", "");
	edited_file_reads("L1", "-", "");
	edited_file_reads("1.250", "-1", ":2:34: cpu_share is '-1', not a finite number >= 0");
	edited_file_reads("1.250", "", "");
	edited_file_reads("L1", "cache level 1",
	                  ":2:18: level is 'cache level 1', not L1 to L4, DRAM, beyond, - or ?");
	edited_file_reads("2026-01-01T00:00:00.000001Z", "", "");
	edited_file_reads(".000001Z", "Z", "");
	edited_file_reads("2026-01-01T00:00:00.000001Z", "1 Jan 2026", ":2:8: started is '1 Jan 2026', "
	                  "not a time like 2026-01-31T12:00:00Z, or empty");
	edited_file_reads("00:00.000001Z", "00:00", ":2:8: started is '2026-01-01T00:00:00', "
	                  "not a time like 2026-01-31T12:00:00Z, or empty");
	edited_file_reads("00:00.000001Z", "00:00Z ", ":2:8: started is '2026-01-01T00:00:00Z ', "
	                  "not a time like 2026-01-31T12:00:00Z, or empty");
}

/* Pictures have a decade for each, and geometric means must not overflow. */
static void rates_that_no_memory_has_are_refused(void **state)
{
	(void)state;
	edited_file_reads(",1000000,4000.25,5000.00,5001.50,5100.75,9000.00,200000.00,",
	                  ",1000000,1,1e-290,1,1,1,1.7e308,",
	                  ":2:29: mb_per_s is '1.7e308', not 0 or a rate from 1e-6 to 1e15");
	edited_file_reads(",1000000,4000.25,5000.00,5001.50,5100.75,9000.00,200000.00,",
	                  ",1,1,1e300,1,1,1,5e-324,",
	                  ":2:29: mb_per_s is '5e-324', not 0 or a rate from 1e-6 to 1e15");
	edited_file_reads(",1000000,4000.25,5000.00,5001.50,5100.75,9000.00,200000.00,",
	                  ",1,1,1e9,1,1,1,1e-6,", "");
}

static void only_schemas_that_are_known_are_read(void **state)
{
	static const char *const schemas[] = { "1.0", "x", "", "-1", "1e0", "0", "3" };

	(void)state;
	for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
		char first[16], message[100];
		(void)snprintf(first, sizeof first, "\n%s,", schemas[i]);
		(void)snprintf(message, sizeof message, ":2:1: schema '%s' is not known; this "
		               "version reads schemas 1 to 2", schemas[i]);
		edited_file_reads("\n2,", first, message);
	}
	edited_file_reads("\n2,", "\n1,", "");
}

static void unknown_columns_and_empty_unknowns_are_accepted(void **state)
{
	(void)state;
	edited_file_reads("3.500,", ",", "");
	edited_file_reads("0.500", "", "");
	edited_file_reads(",hugetlb,", ",,", "");
	edited_file_reads(",1.250\n", ",\n", "");
}

/* A row and half a row: wherever the second is cut, even where the rest reads well. */
static void a_torn_last_line_is_named_and_never_used(void **state)
{
	struct cells cells = { 0 };
	struct cell cell = sample_cell(&cells);
	struct text row = { 0 };

	(void)state;
	file_row(&cell, &row);
	for (size_t length = 1; length < row.length; length++) {
		struct cells in = { 0 };
		struct text file = { 0 }, notes = { 0 };
		struct error err = { 0 };
		char path[64], wanted[128];
		path_of(path, sizeof path);
		file_header(&file);
		text_put(&file, row.bytes);
		text_put_bytes(&file, row.bytes, length);
		write_text(path, text_string(&file));
		assert_int_equal(file_read_cells(path, &in, &notes, &err), 0);
		assert_int_equal(in.count, 1);
		(void)snprintf(wanted, sizeof wanted, "%s:3: the last line was cut short "
		               "(no line end) and is not used\n", path);
		assert_string_equal(text_string(&notes), wanted);
		unlink(path);
		text_release(&file), text_release(&notes);
		cells_release(&in);
	}
	text_release(&row);
	cells_release(&cells);
}

static void files_without_rows_say_so(void **state)
{
	struct cells in = { 0 };
	struct text header = { 0 }, notes = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	assert_int_equal(file_read_cells(path, &in, &notes, &err), -1);
	assert_non_null(strstr(err.text, "is empty"));
	file_header(&header);
	write_text(path, text_string(&header));
	assert_int_equal(file_read_cells(path, &in, &notes, &err), -1);
	assert_non_null(strstr(err.text, "no rows"));
	unlink(path);
	text_release(&header), text_release(&notes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_fields_are_refused_with_line_and_column),
		cmocka_unit_test(rows_that_contradict_themselves_are_refused),
		cmocka_unit_test(words_shares_and_times_out_of_their_range_are_refused),
		cmocka_unit_test(rates_that_no_memory_has_are_refused),
		cmocka_unit_test(only_schemas_that_are_known_are_read),
		cmocka_unit_test(unknown_columns_and_empty_unknowns_are_accepted),
		cmocka_unit_test(a_torn_last_line_is_named_and_never_used),
		cmocka_unit_test(files_without_rows_say_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
