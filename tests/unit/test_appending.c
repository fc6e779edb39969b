/* SPDX-License-Identifier: MIT */
/* One file and many that write to it: every row is there, once and whole. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/lock.h"
#include "sample_files.h"
#include "samples/columns.h"

#define FILE_BYTES 65536

/* A row of this run, made by hand; the others of `sample_cell` stay. */
static void row_of(uint64_t run, struct text *text)
{
	struct cells cells = { 0 };
	struct cell cell = sample_cell(&cells);

	cell.run = run;
	file_row(&cell, text);
	cells_release(&cells);
}

static void put_run(struct sample_writer *writer, uint64_t run)
{
	struct text row = { 0 };
	struct error err = { 0 };

	row_of(run, &row);
	if (sample_writer_put(writer, &row, &err) != 0)
		fail_msg("%s", err.text);
	text_release(&row);
}

static void open_as(struct sample_writer *writer, const char *path, enum open_mode mode,
                    struct text *note)
{
	struct error err = { 0 };

	if (sample_writer_open(writer, path, mode, note, &err) != 0)
		fail_msg("%s", err.text);
}

static void close_it(struct sample_writer *writer)
{
	struct error err = { 0 };
	assert_int_equal(sample_writer_close(writer, &err), 0);
}

/* The header once, then the rows of these runs, in any line ends. */
static void assert_runs(const char *path, const char *mark, const char *line_end,
                        const uint64_t *runs, size_t count)
{
	struct text lines = { 0 }, wanted = { 0 };
	char found[FILE_BYTES];

	file_header(&lines);
	for (size_t i = 0; i < count; i++)
		row_of(runs[i], &lines);
	text_put(&wanted, mark);
	for (size_t i = 0; i < lines.length; i++) {
		if (lines.bytes[i] == '\n')
			text_put(&wanted, line_end);
		else
			text_put_bytes(&wanted, lines.bytes + i, 1);
	}
	read_text(path, found, sizeof found);
	assert_string_equal(found, text_string(&wanted));
	text_release(&lines);
	text_release(&wanted);
}

/* Both see an empty file when they are started; the second must not begin it anew. */
static void two_sessions_that_found_no_file_share_one_header(void **state)
{
	static const enum open_mode modes[][2] = {
		{ OPEN_APPEND, OPEN_APPEND }, { OPEN_NEW, OPEN_APPEND },
		{ OPEN_APPEND, OPEN_REPLACE },
	};
	struct sample_writer one, two;
	char path[64];

	(void)state;
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		path_of(path, sizeof path);
		unlink(path);
		open_as(&one, path, modes[i][0], NULL);
		open_as(&two, path, modes[i][1], NULL);
		put_run(&two, 1);
		put_run(&one, 2);
		put_run(&two, 3);
		put_run(&one, 4);
		close_it(&one);
		put_run(&two, 5);
		close_it(&two);
		assert_runs(path, "", "\n", (const uint64_t[]){ 1, 2, 3, 4, 5 }, 5);
		unlink(path);
	}
}

static void what_others_added_meanwhile_is_not_replaced(void **state)
{
	struct sample_writer adding, forcing;
	struct text note = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	open_as(&adding, path, OPEN_APPEND, NULL);
	put_run(&adding, 1);
	open_as(&forcing, path, OPEN_REPLACE, &note);
	put_run(&adding, 2);
	put_run(&forcing, 3);
	put_run(&forcing, 4);
	close_it(&adding);
	close_it(&forcing);
	assert_runs(path, "", "\n", (const uint64_t[]){ 1, 2, 3, 4 }, 4);
	assert_non_null(strstr(text_string(&note), "nothing of it was replaced"));
	unlink(path);
	text_release(&note);
}

/* A disk that fills up under the first: what it cuts off is its own. */
static void a_write_that_fails_cuts_nothing_of_others(void **state)
{
	struct sample_writer one, two;
	struct text rows = { 0 };
	struct rlimit before, small;
	struct error err = { 0 };
	char path[64], found[FILE_BYTES];

	(void)state;
	path_of(path, sizeof path);
	(void)signal(SIGXFSZ, SIG_IGN);
	open_as(&one, path, OPEN_APPEND, NULL);
	open_as(&two, path, OPEN_APPEND, NULL);
	put_run(&one, 1);
	put_run(&two, 2);
	read_text(path, found, sizeof found);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = strlen(found) + 100;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	row_of(3, &rows);
	assert_int_equal(sample_writer_put(&one, &rows, &err), -1);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(err.status, STATUS_FAILED);
	assert_runs(path, "", "\n", (const uint64_t[]){ 1, 2 }, 2);
	put_run(&one, 3);
	assert_runs(path, "", "\n", (const uint64_t[]){ 1, 2, 3 }, 3);
	close_it(&one);
	close_it(&two);
	unlink(path);
	text_release(&rows);
}

/* Another that was killed half-way leaves part of a row, or of the header. */
static void a_row_torn_by_another_is_cut_off_and_named(void **state)
{
	struct sample_writer writer;
	struct text note = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	open_as(&writer, path, OPEN_APPEND, &note);
	write_text(path, "schema,label,sess");
	put_run(&writer, 1);
	FILE *file = fopen(path, "a");
	assert_non_null(file);
	(void)fputs("1,label,2026", file);
	assert_int_equal(fclose(file), 0);
	put_run(&writer, 2);
	close_it(&writer);
	assert_runs(path, "", "\n", (const uint64_t[]){ 1, 2 }, 2);
	assert_non_null(strstr(text_string(&note), "cut short (17 bytes)"));
	assert_non_null(strstr(text_string(&note), "cut short (12 bytes)"));
	unlink(path);
	text_release(&note);
}

/* As editors and spreadsheets leave a file: with a mark, in CR LF, without a last one. */
static void a_file_that_an_editor_saved_goes_on_as_it_is(void **state)
{
	static const char *const marks[] = { "", "\xEF\xBB\xBF" }, *const ends[] = { "\n", "\r\n" };
	struct sample_writer writer;
	struct text note = { 0 };
	char path[64];

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		const char *mark = marks[i & 1], *end = ends[i >> 1 & 1];
		struct text file = { 0 }, row = { 0 };
		text_put(&file, mark);
		file_header(&file);
		file.length--;
		text_put(&file, end);
		row_of(1, &row);
		text_put_bytes(&file, row.bytes, row.length - 1);
		text_put(&file, i >> 2 ? "" : end);
		path_of(path, sizeof path);
		write_text(path, text_string(&file));
		open_as(&writer, path, OPEN_APPEND, &note);
		put_run(&writer, 2);
		close_it(&writer);
		assert_runs(path, mark, end, (const uint64_t[]){ 1, 2 }, 2);
		assert_string_equal(text_string(&note), "");
		unlink(path);
		text_release(&file), text_release(&row);
	}
}

/* A file with one row, begun before the last so many columns were, its last line ended or
 * not; two runs are added. */
static void check_older_file(size_t lacking, const char *end)
{
	struct text file = { 0 }, row = { 0 }, note = { 0 };
	struct sample_writer writer;
	struct cells in = { 0 };
	struct error err = { 0 };
	char path[64];

	file_header(&file);
	file_drop_last(&file, lacking);
	row_of(1, &row);
	file_drop_last(&row, lacking);
	text_put_bytes(&file, row.bytes, row.length - 1);
	text_put(&file, end);
	path_of(path, sizeof path);
	write_text(path, text_string(&file));
	open_as(&writer, path, OPEN_APPEND, &note);
	put_run(&writer, 2);
	put_run(&writer, 3);
	close_it(&writer);
	assert_int_equal(file_read_cells(path, &in, &note, &err), 0);
	assert_int_equal(in.count, 3);
	for (size_t run = 0; run < in.count; run++) {
		assert_int_equal(in.items[run].run, run + 1);
		assert_string_equal(in.items[run].context->label, sample_context.label);
		assert_true(isnan(in.items[run].cpu_share));
		assert_string_equal(in.items[run].context->huge_source,
		                    lacking == 1 ? sample_context.huge_source : "");
		assert_int_equal(in.items[run].flags, CELL_SLOWED | CELL_INCOMPLETE);
	}
	assert_string_equal(text_string(&note), "");
	unlink(path);
	cells_release(&in);
	text_release(&file), text_release(&row), text_release(&note);
}

/* Rows added to a file from before the last columns have none of them either. */
static void a_file_without_the_last_columns_goes_on_without_them(void **state)
{
	struct text header = { 0 };

	(void)state;
	file_header(&header);
	file_drop_last(&header, column_count - column_count_first);
	assert_string_equal(strrchr(text_string(&header), ','), ",flags\n");
	text_release(&header);
	for (size_t lacking = 1; lacking <= column_count - column_count_first; lacking++) {
		check_older_file(lacking, "\n");
		check_older_file(lacking, "");
	}
}

/* 1.250 cut to 1.2 would read as a row, of another share. */
static void a_number_that_was_cut_is_no_whole_row(void **state)
{
	struct text file = { 0 }, note = { 0 };
	struct sample_writer writer;
	char path[64];

	(void)state;
	file_header(&file);
	row_of(1, &file);
	path_of(path, sizeof path);
	file.bytes[file.length - 3] = '\0';
	write_text(path, text_string(&file));
	open_as(&writer, path, OPEN_APPEND, &note);
	close_it(&writer);
	assert_non_null(strstr(text_string(&note), "cut short"));
	unlink(path);
	text_release(&file), text_release(&note);
}

static void a_comma_or_line_end_in_quotes_is_none(void **state)
{
	struct text lines = { 0 };

	(void)state;
	text_put(&lines, "a,\"b,\"\"\n,\",flag,thp\n\"x,\ny\",,\n");
	file_drop_last(&lines, 1);
	assert_int_equal(lines.length, strlen("a,\"b,\"\"\n,\",flag\n\"x,\ny\",\n"));
	assert_memory_equal(lines.bytes, "a,\"b,\"\"\n,\",flag\n\"x,\ny\",\n", lines.length);
	text_release(&lines);
}

static void what_cannot_be_added_to_is_refused_with_the_reason(void **state)
{
	static const struct { const char *text, *reason; } files[] = {
		{ "a,b\n1,2\n", "column 1 is 'a', not schema" },
		{ "schema,label,boot\n", "1:3: its header is not the one this version writes" },
		{ "schema,label\n", "has 2 columns" },
		{ "schema;label;session\n1;2;3\n", "separated by ';'" },
		{ "schema\tlabel\tsession\n", "separated by tabs" },
		{ "schema,label\r1,2\r", "its lines end in CR alone" },
		{ "precious", "column 1 is 'precious'" },
	};
	struct sample_writer writer;
	struct error err = { 0 };
	char path[64], found[64];

	(void)state;
	path_of(path, sizeof path);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		write_text(path, files[i].text);
		assert_int_equal(sample_writer_open(&writer, path, OPEN_APPEND, NULL, &err), -1);
		if (strstr(err.text, files[i].reason) == NULL)
			fail_msg("%s: %s", files[i].text, err.text);
		assert_int_equal(err.status, STATUS_BAD_INPUT);
		close_it(&writer);
		read_text(path, found, sizeof found);
		assert_string_equal(found, files[i].text);
	}
	unlink(path);
}

/* A file that was moved away, or saved over by an editor, has not our descriptor. */
static void rows_go_to_the_file_that_has_the_path(void **state)
{
	struct sample_writer writer;
	char path[64], moved[80];

	(void)state;
	path_of(path, sizeof path);
	(void)snprintf(moved, sizeof moved, "%s.moved", path);
	open_as(&writer, path, OPEN_APPEND, NULL);
	put_run(&writer, 1);
	assert_int_equal(rename(path, moved), 0);
	put_run(&writer, 2);
	assert_runs(moved, "", "\n", (const uint64_t[]){ 1 }, 1);
	assert_runs(path, "", "\n", (const uint64_t[]){ 2 }, 1);
	assert_int_equal(rename(moved, path), 0);
	put_run(&writer, 3);
	assert_runs(path, "", "\n", (const uint64_t[]){ 1, 3 }, 2);
	close_it(&writer);
	unlink(path);
}

/* Each of them opens the file, puts five runs and is gone; two are killed after three. */
static void append_and_exit(const char *path, uint64_t who, uint64_t runs)
{
	struct sample_writer writer;
	struct text row = { 0 };
	struct error err = { 0 };
	int result = sample_writer_open(&writer, path, OPEN_APPEND, NULL, &err);

	for (uint64_t run = 1; result == 0 && run <= runs; run++) {
		row.length = 0;
		row_of(100 * who + run, &row);
		result = sample_writer_put(&writer, &row, &err);
	}
	if (runs < 5)
		(void)raise(SIGKILL);
	_exit(result == 0 && sample_writer_close(&writer, &err) == 0 ? 0 : 1);
}

static void many_processes_lose_no_row(void **state)
{
	enum { APPENDERS = 12, KILLED = 2, ROWS = 10 * 5 + KILLED * 3 };
	struct cells cells = { 0 };
	struct text notes = { 0 };
	struct error err = { 0 };
	bool seen[1300] = { false };
	char path[64];
	int how, ended = 0;

	(void)state;
	path_of(path, sizeof path);
	unlink(path);
	for (uint64_t who = 0; who < APPENDERS; who++) {
		pid_t child = fork();
		assert_true(child >= 0);
		if (child == 0)
			append_and_exit(path, who, who < KILLED ? 3 : 5);
	}
	while (wait(&how) > 0)
		ended += WIFEXITED(how) && WEXITSTATUS(how) == 0;
	assert_int_equal(ended, APPENDERS - KILLED);
	assert_int_equal(file_read_cells(path, &cells, &notes, &err), 0);
	assert_int_equal(cells.count, ROWS);
	for (size_t i = 0; i < cells.count; i++) {
		assert_false(seen[cells.items[i].run]);
		seen[cells.items[i].run] = true;
	}
	assert_string_equal(text_string(&notes), "");
	unlink(path);
	cells_release(&cells);
	text_release(&notes);
}

/* A holder that was stopped: the wait has an end, and names it. */
static void a_lock_that_is_held_is_waited_for_with_a_bound(void **state)
{
	char path[64], ready;
	int ends[2];

	(void)state;
	path_of(path, sizeof path);
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		int held = open(path, O_RDWR);
		ready = file_lock(held, 0) == 0 ? 'y' : 'n';
		(void)!write(ends[1], &ready, 1);
		(void)pause();
		_exit(0);
	}
	int descriptor = open(path, O_RDWR);
	assert_int_equal(read(ends[0], &ready, 1), 1);
	assert_int_equal(ready, 'y');
	assert_int_equal(file_lock(descriptor, 5000000), -1);
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(file_lock_holder(descriptor), child);
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(file_lock(descriptor, 0), 0);
	close(descriptor), close(ends[0]), close(ends[1]);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sessions_that_found_no_file_share_one_header),
		cmocka_unit_test(what_others_added_meanwhile_is_not_replaced),
		cmocka_unit_test(a_write_that_fails_cuts_nothing_of_others),
		cmocka_unit_test(a_row_torn_by_another_is_cut_off_and_named),
		cmocka_unit_test(a_file_that_an_editor_saved_goes_on_as_it_is),
		cmocka_unit_test(a_file_without_the_last_columns_goes_on_without_them),
		cmocka_unit_test(a_number_that_was_cut_is_no_whole_row),
		cmocka_unit_test(a_comma_or_line_end_in_quotes_is_none),
		cmocka_unit_test(what_cannot_be_added_to_is_refused_with_the_reason),
		cmocka_unit_test(rows_go_to_the_file_that_has_the_path),
		cmocka_unit_test(many_processes_lose_no_row),
		cmocka_unit_test(a_lock_that_is_held_is_waited_for_with_a_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
