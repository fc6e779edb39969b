/* SPDX-License-Identifier: MIT */
/* The file of cells, written and read: nothing torn, lost or guessed. */
#include "check.h"

#include <fcntl.h>

#include "sample_files.h"

static void what_is_written_reads_back_equal(void **state)
{
	struct cells out = { 0 }, in = { 0 };
	struct cell cell = sample_cell(&out);
	struct sample_writer writer;
	struct text row = { 0 }, again = { 0 }, notes = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	file_row(&cell, &row);
	assert_int_equal(sample_writer_open(&writer, path, OPEN_REPLACE, &notes, &err), 0);
	assert_int_equal(sample_writer_put(&writer, &row, &err), 0);
	assert_int_equal(sample_writer_close(&writer, &err), 0);
	assert_int_equal(file_read_cells(path, &in, &notes, &err), 0);
	assert_int_equal(in.count, 1);
	file_row(&in.items[0], &again);
	assert_string_equal(text_string(&again), text_string(&row));
	assert_int_equal(in.items[0].flags, CELL_SLOWED | CELL_INCOMPLETE);
	assert_true(isnan(in.items[0].core_ipc));
	unlink(path);
	text_release(&row), text_release(&again), text_release(&notes);
	cells_release(&out), cells_release(&in);
}

/* Labels that are the beginning of others, sessions that change and come back, times and
 * schemas in turn: what the row before left behind must not stand in the next. */
static void every_row_keeps_its_own_context(void **state)
{
	static const char *const labels[] = { "CL2", "CL", "", "CL2, \"mixed\"", "CL2" };
	static const char *const sessions[] = { "a", "a", "ab", "b" };
	struct context context = sample_context;
	struct cells out = { 0 }, in = { 0 };
	struct cell cell = sample_cell(&out);
	struct text text = { 0 }, again = { 0 }, notes = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	file_header(&text);
	for (size_t i = 0; i < 1000; i++) {
		context.label = labels[i / 2 % 5];
		context.session = sessions[i / 3 % 4];
		context.threads = 1 + i / 100;
		context.schema = 1 + i / 7 % 2;
		cell.started_us = (int64_t)(i / 4) * 1000001 * (int64_t)(context.schema - 1);
		cell.context = &context;
		file_row(&cell, &text);
	}
	write_text(path, text_string(&text));
	assert_int_equal(file_read_cells(path, &in, &notes, &err), 0);
	file_header(&again);
	for (size_t i = 0; i < in.count; i++)
		file_row(&in.items[i], &again);
	assert_string_equal(text_string(&again), text_string(&text));
	/* 4 labels, 3 sessions, 10 threads, 2 schemas, kept once; the time is the cell's own. */
	assert_true(in.context_count <= 240);
	unlink(path);
	text_release(&text), text_release(&again), text_release(&notes);
	cells_release(&out), cells_release(&in);
}

static void a_file_that_exists_is_not_replaced_unasked(void **state)
{
	struct sample_writer writer;
	struct text note = { 0 };
	struct error err = { 0 };
	char path[64], text[64];

	(void)state;
	path_of(path, sizeof path);
	write_text(path, "precious");
	assert_int_equal(sample_writer_open(&writer, path, OPEN_NEW, &note, &err), -1);
	assert_non_null(strstr(err.text, "--append"));
	assert_non_null(strstr(err.text, "--force"));
	assert_int_equal(sample_writer_open(&writer, path, OPEN_APPEND, &note, &err), -1);
	assert_non_null(strstr(err.text, "header"));
	read_text(path, text, sizeof text);
	assert_string_equal(text, "precious");
	unlink(path);
	text_release(&note);
}

static void a_replaced_file_stays_whole_until_rows_are_there(void **state)
{
	struct sample_writer writer;
	struct text note = { 0 }, row = { 0 };
	struct error err = { 0 };
	char path[64], text[2048];

	(void)state;
	path_of(path, sizeof path);
	write_text(path, "old and long enough to show what is left of it");
	assert_int_equal(sample_writer_open(&writer, path, OPEN_REPLACE, &note, &err), 0);
	assert_int_equal(sample_writer_close(&writer, &err), 0);
	read_text(path, text, sizeof text);
	assert_string_equal(text, "old and long enough to show what is left of it");
	assert_int_equal(sample_writer_open(&writer, path, OPEN_REPLACE, &note, &err), 0);
	text_put(&row, "1\n");
	assert_int_equal(sample_writer_put(&writer, &row, &err), 0);
	assert_int_equal(sample_writer_close(&writer, &err), 0);
	read_text(path, text, sizeof text);
	assert_non_null(strstr(text, "cpu_share\n1\n"));
	assert_null(strstr(text, "old"));
	unlink(path);
	text_release(&note), text_release(&row);
}

static void a_new_file_without_rows_is_removed(void **state)
{
	struct sample_writer writer;
	struct text note = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	unlink(path);
	assert_int_equal(sample_writer_open(&writer, path, OPEN_NEW, &note, &err), 0);
	assert_int_equal(sample_writer_close(&writer, &err), 0);
	assert_int_equal(access(path, F_OK), -1);
	text_release(&note);
}

static void appending_to_a_torn_file_never_glues_rows(void **state)
{
	struct cells cells = { 0 }, in = { 0 };
	struct cell cell = sample_cell(&cells);
	struct sample_writer writer;
	struct text file = { 0 }, row = { 0 }, note = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	file_header(&file);
	file_row(&cell, &file);
	file_row(&cell, &row);
	text_put_bytes(&file, row.bytes, 20); /* a row that a crash cut short */
	write_text(path, text_string(&file));
	assert_int_equal(sample_writer_open(&writer, path, OPEN_APPEND, &note, &err), 0);
	assert_non_null(strstr(text_string(&note), "cut short (20 bytes)"));
	assert_int_equal(sample_writer_put(&writer, &row, &err), 0);
	assert_int_equal(sample_writer_close(&writer, &err), 0);
	assert_int_equal(file_read_cells(path, &in, &note, &err), 0);
	assert_int_equal(in.count, 2);
	unlink(path);
	text_release(&file), text_release(&row), text_release(&note);
	cells_release(&cells), cells_release(&in);
}

static void a_full_device_is_reported(void **state)
{
	struct sample_writer writer;
	struct text note = { 0 }, row = { 0 };
	struct error err = { 0 };

	(void)state;
	if (access("/dev/full", W_OK) != 0)
		skip();
	text_put(&row, "1,2\n");
	assert_int_equal(sample_writer_open(&writer, "/dev/full", OPEN_NEW, &note, &err), 0);
	assert_int_equal(sample_writer_put(&writer, &row, &err), -1);
	assert_int_equal(err.status, STATUS_FAILED);
	assert_non_null(strstr(err.text, "/dev/full: cannot be written"));
	assert_int_equal(sample_writer_close(&writer, &err), 0);
	text_release(&row);
	text_release(&note);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_reads_back_equal),
		cmocka_unit_test(every_row_keeps_its_own_context),
		cmocka_unit_test(a_file_that_exists_is_not_replaced_unasked),
		cmocka_unit_test(a_replaced_file_stays_whole_until_rows_are_there),
		cmocka_unit_test(a_new_file_without_rows_is_removed),
		cmocka_unit_test(appending_to_a_torn_file_never_glues_rows),
		cmocka_unit_test(a_full_device_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
