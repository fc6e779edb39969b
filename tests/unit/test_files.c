/* SPDX-License-Identifier: MIT */
/*
 * Files as spreadsheets, other tools and accidents leave them. Expected places are those
 * of tests/data/csv/expected.tsv, which were laid down before this reader was written.
 */
#include "check.h"

#include "base/csv.h"
#include "samples/file.h"

#define HANDED "tests/data/csv/"

static int read_file(const char *path, struct cells *cells, struct error *err)
{
	struct text notes = { 0 };
	int result = file_read_cells(path, cells, &notes, err);

	text_release(&notes);
	return result;
}

static void assert_same_cells(const char *path)
{
	struct cells plain = { 0 }, other = { 0 };
	struct error err = { 0 };

	assert_int_equal(read_file(HANDED "ok-plain.csv", &plain, &err), 0);
	assert_int_equal(read_file(path, &other, &err), 0);
	assert_int_equal(plain.count, 5);
	assert_int_equal(other.count, 5);
	for (size_t i = 0; i < plain.count; i++) {
		assert_int_equal(other.items[i].block_bytes, plain.items[i].block_bytes);
		assert_near(other.items[i].mb_per_s, plain.items[i].mb_per_s, 0);
		assert_near(other.items[i].ns_q1, plain.items[i].ns_q1, 0);
	}
	cells_release(&plain);
	cells_release(&other);
}

static void assert_refused(const char *path, const char *line, const char *column,
                           const char *message)
{
	struct cells cells = { 0 };
	struct error err = { 0 };
	char place[200];

	assert_int_equal(read_file(path, &cells, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	(void)snprintf(place, sizeof place, "%s:%s:%s: ", path, line, column);
	if (strncmp(err.text, place, strlen(place)) != 0 || strstr(err.text, message) == NULL)
		fail_msg("'%s' is not '%s... %s'", err.text, place, message);
	cells_release(&cells);
}

static void handed_files_are_accepted_or_refused_in_their_place(void **state)
{
	struct csv_reader reader;
	struct csv_record row;
	struct error err = { 0 };
	size_t rows = 0;

	(void)state;
	assert_int_equal(csv_open(&reader, HANDED "expected.tsv", '\t', &err), 0);
	assert_int_equal(csv_next(&reader, &row, &err), 1);
	for (; csv_next(&reader, &row, &err) == 1; rows++) {
		char path[100];
		(void)snprintf(path, sizeof path, HANDED "%s", row.fields[0]);
		if (strcmp(row.fields[1], "yes") == 0)
			assert_same_cells(path);
		else
			assert_refused(path, row.fields[2], row.fields[3], row.fields[4]);
	}
	assert_int_equal(rows, 8);
	csv_close(&reader);
}

static void other_tools_files_are_refused_at_their_header(void **state)
{
	static const char *const files[][2] = {
		{ "peer-sc-membench.csv", "missing (found size_kb" },
		{ "peer-tinymembench.csv", "header not recognised" },
		{ "peer-memorylatency.csv", "missing (found Region" },
	};
	const char *data = getenv("MEMBENCH_TESTDATA");

	(void)state;
	if (data == NULL) {
		print_message("# skipped: MEMBENCH_TESTDATA is not set\n");
		skip();
	}
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char path[1000];
		(void)snprintf(path, sizeof path, "%s/csv/%s", data, files[i][0]);
		assert_refused(path, "1", "1", files[i][1]);
	}
}

/* A record longer than the buffer, and records across its end, in one small alphabet. */
static void records_across_the_buffers_end_are_whole(void **state)
{
	FILE *file = tmpfile();
	struct csv_reader reader;
	struct csv_record record;
	struct error err = { 0 };

	(void)state;
	assert_non_null(file);
	for (size_t length = 1; length < 3 * CSV_BUFFER_BYTES; length += length / 3 + 1) {
		for (size_t quoted = 0; quoted < 2; quoted++) {
			assert_int_equal(fprintf(file, "%zu,%s", length, quoted ? "\"" : ""), 
			                 snprintf(NULL, 0, "%zu,", length) + (int)quoted);
			for (size_t i = 0; i < length; i++)
				assert_int_not_equal(fputc(quoted && i % 7 == 3 ? '\n' : 'x', file), EOF);
			assert_int_not_equal(fputs(quoted ? "\",end\r\n" : ",end\n", file), EOF);
		}
	}
	rewind(file);
	csv_attach(&reader, file, "long", ',');
	size_t records = 0;
	for (; csv_next(&reader, &record, &err) == 1; records++) {
		assert_int_equal(record.count, 3);
		assert_int_equal(strlen(record.fields[1]), strtoul(record.fields[0], NULL, 10));
		assert_string_equal(record.fields[2], "end");
		assert_false(record.cut);
	}
	assert_string_equal(err.text, "");
	assert_true(records > 60);
	csv_close(&reader);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(handed_files_are_accepted_or_refused_in_their_place),
		cmocka_unit_test(other_tools_files_are_refused_at_their_header),
		cmocka_unit_test(records_across_the_buffers_end_are_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
