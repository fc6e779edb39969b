/* SPDX-License-Identifier: MIT */
/* RFC 4180 records and what spreadsheets make of them. */
#include "check.h"

#include "base/csv.h"

static FILE *file_with(const char *bytes, size_t count)
{
	FILE *file = tmpfile();
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	rewind(file);
	return file;
}

/* All records of `bytes`, written as "line:field|field;line:field" for comparison. */
static void reads_as(const char *bytes, const char *expected)
{
	FILE *file = file_with(bytes, strlen(bytes));
	struct text found = { 0 };
	struct csv_reader reader;
	struct csv_record record;
	struct error err = { 0 };

	csv_attach(&reader, file, "x.csv", ',');
	while (csv_next(&reader, &record, &err) > 0) {
		text_printf(&found, "%s%zu:", found.length ? ";" : "", record.line);
		for (size_t i = 0; i < record.count; i++)
			text_printf(&found, "%s%s", i ? "|" : "", record.fields[i]);
		for (size_t i = 0; i < record.count; i++)
			assert_ptr_equal(record.fields[i + 1],
			                 record.fields[i] + strlen(record.fields[i]) + 1);
		text_put(&found, record.cut ? "(cut)" : "");
	}
	if (err.text[0] != '\0')
		text_printf(&found, "!%s", err.text);
	assert_string_equal(text_string(&found), expected);
	csv_close(&reader);
	text_release(&found);
	fclose(file);
}

static void fields_are_split_at_commas_and_records_at_line_ends(void **state)
{
	(void)state;
	reads_as("a,b\n1,2\n", "1:a|b;2:1|2");
	reads_as("a,,c\n,,\n", "1:a||c;2:||");
	reads_as("", "");
	reads_as("\n", "1:");
}

static void a_byte_order_mark_and_carriage_returns_change_nothing(void **state)
{
	(void)state;
	reads_as("\xEF\xBB\xBF" "a,b\r\n1,2\r\n", "1:a|b;2:1|2");
	reads_as("a\rb\n", "1:a\rb");
}

static void carriage_returns_alone_end_lines(void **state)
{
	(void)state;
	reads_as("a,b\r1,2\r", "1:a|b;2:1|2");
	reads_as("a,b\r\r1,2", "1:a|b;2:;3:1|2(cut)");
}

static void tabs_stand_for_commas(void **state)
{
	(void)state;
	reads_as("a\tb\n1\t2,5\n", "1:a|b;2:1|2,5");
	reads_as("a,b\tc\n", "1:a|b\tc");
}

static void a_quote_that_is_never_closed_is_told(void **state)
{
	(void)state;
	reads_as("a,b\n1,\"2\n3,4\n",
	         "1:a|b!x.csv:2:2: a quote that begins here is never closed; close it, or leave "
	         "it out");
}

static void files_of_other_kinds_are_named(void **state)
{
	static const struct { const char *bytes; size_t count; const char *said; } files[] = {
		{ "\x1F\x8B\x08\0\0", 5, "x.csv is compressed (gzip); gzip -dc x.csv |" },
		{ "\xFD" "7zXZ\0", 6, "x.csv is compressed (xz); xz -dc x.csv |" },
		{ "\x28\xB5\x2F\xFD", 4, "x.csv is compressed (zstd); zstd -dc x.csv |" },
		{ "\xFF\xFE" "a\0,\0", 6, "x.csv is UTF-16 (byte order mark); iconv -f UTF-16 " },
		{ "\xFE\xFF\0a\0,", 6, "x.csv is UTF-16 (byte order mark); iconv" },
		{ "a\0,\0b\0\n\0", 8, "x.csv is UTF-16; iconv -f UTF-16LE " },
		{ "\0a\0,\0b\0\n", 8, "x.csv is UTF-16; iconv -f UTF-16BE " },
		{ "PK\3\4\x14", 5, "x.csv is a spreadsheet (.xlsx, .ods) or a ZIP archive; " },
		{ "%PDF-1.7\n", 9, "x.csv is a PDF; pdftotext -layout x.csv" },
		{ "\x7F" "ELF\2\1", 6, "x.csv is a program (ELF)" },
		{ "{\"a\": 1}\n", 9, "x.csv is JSON; " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		FILE *file = file_with(files[i].bytes, files[i].count);
		struct csv_reader reader;
		struct csv_record record;
		struct error err = { 0 };
		csv_attach(&reader, file, "x.csv", ',');
		assert_int_equal(csv_next(&reader, &record, &err), -1);
		assert_int_equal(err.status, STATUS_BAD_INPUT);
		if (!text_starts(err.text, files[i].said))
			fail_msg("%s", err.text);
		csv_close(&reader);
		fclose(file);
	}
}

static void quotes_keep_commas_quotes_and_line_breaks(void **state)
{
	(void)state;
	reads_as("\"a \"\"b\"\", c\",d\n", "1:a \"b\", c|d");
	reads_as("x\n\"1\n2\",3\ny\n", "1:x;2:1\n2|3;4:y");
	reads_as("\"\"\n", "1:");
}

static void a_missing_final_newline_is_told(void **state)
{
	(void)state;
	reads_as("a\n1", "1:a;2:1(cut)");
	reads_as("a\n\"1", "1:a;2:1(cut)");
}

static void text_after_a_closing_quote_is_refused_with_its_place(void **state)
{
	(void)state;
	reads_as("a,b\nc,\"d\"e\n",
	         "1:a|b!x.csv:2:2: text after a closing quote; quote the whole field and double "
	         "the quotes inside it");
}

static void a_nul_byte_is_refused(void **state)
{
	FILE *file = file_with("a,\0b\n", 5);
	struct csv_reader reader;
	struct csv_record record;
	struct error err = { 0 };

	(void)state;
	csv_attach(&reader, file, "x.csv", ',');
	assert_int_equal(csv_next(&reader, &record, &err), -1);
	assert_string_equal(err.text, "x.csv:1:2: a NUL byte; this is not a text file");
	csv_close(&reader);
	fclose(file);
}

/* /dev/zero, or a disk image, must not be read into memory until that ends. */
static void a_line_without_end_is_refused(void **state)
{
	static const struct { int byte; const char *said; } cases[] = {
		{ 0, "x.csv:1:1: a NUL byte; this is not a text file" },
		{ 'x', "x.csv:1:1: no line end for 16 MiB; this is no CSV file" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		FILE *file = tmpfile();
		char block[4096];
		struct csv_reader reader;
		struct csv_record record;
		struct error err = { 0 };
		assert_non_null(file);
		memset(block, cases[i].byte, sizeof block);
		for (size_t at = 0; at < CSV_RECORD_MOST + CSV_BUFFER_BYTES; at += sizeof block)
			assert_int_equal(fwrite(block, sizeof block, 1, file), 1);
		rewind(file);
		csv_attach(&reader, file, "x.csv", ',');
		assert_int_equal(csv_next(&reader, &record, &err), -1);
		assert_string_equal(err.text, cases[i].said);
		csv_close(&reader);
		fclose(file);
	}
}

static void a_file_that_is_not_there_is_named(void **state)
{
	struct csv_reader reader;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(csv_open(&reader, "/nonexistent/x.csv", ',', &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "/nonexistent/x.csv"));
}

static void what_is_put_reads_back(void **state)
{
	static const char *const fields[] = { "plain", "a, b", "say \"x\"", "two\nlines", "" };
	struct text text = { 0 };
	struct csv_reader reader;
	struct csv_record record;
	struct error err = { 0 };

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		text_put(&text, i ? "," : "");
		csv_put(&text, fields[i]);
	}
	text_put(&text, "\n");
	FILE *file = file_with(text.bytes, text.length);
	csv_attach(&reader, file, "x.csv", ',');
	assert_int_equal(csv_next(&reader, &record, &err), 1);
	assert_int_equal(record.count, 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(record.fields[i], fields[i]);
	csv_close(&reader);
	text_release(&text);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_split_at_commas_and_records_at_line_ends),
		cmocka_unit_test(a_byte_order_mark_and_carriage_returns_change_nothing),
		cmocka_unit_test(carriage_returns_alone_end_lines),
		cmocka_unit_test(tabs_stand_for_commas),
		cmocka_unit_test(a_quote_that_is_never_closed_is_told),
		cmocka_unit_test(files_of_other_kinds_are_named),
		cmocka_unit_test(quotes_keep_commas_quotes_and_line_breaks),
		cmocka_unit_test(a_missing_final_newline_is_told),
		cmocka_unit_test(text_after_a_closing_quote_is_refused_with_its_place),
		cmocka_unit_test(a_nul_byte_is_refused),
		cmocka_unit_test(a_line_without_end_is_refused),
		cmocka_unit_test(a_file_that_is_not_there_is_named),
		cmocka_unit_test(what_is_put_reads_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
