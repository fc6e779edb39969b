/* SPDX-License-Identifier: MIT */
/* What a session of --command measures: names, volumes, what it takes from another file. */
#include "check.h"

#include "sample_files.h"
#include "session/command.h"

static void name_is(const char *command, const char *expected)
{
	struct text name = { 0 };

	command_name(command, &name);
	assert_string_equal(text_string(&name), expected);
	text_release(&name);
}

static void a_command_is_named_by_its_first_word(void **state)
{
	(void)state;
	name_is("dd if=/dev/zero of=x", "dd");
	name_is("  /usr/bin/fio --name=r", "fio");
	name_is("LC_ALL=C X=/a/b dd if=a", "dd");
	name_is("(cd /tmp; cp a b)", "cd");
	name_is("curl>/dev/null", "curl");
	name_is("./x=y/z a", "z");
	name_is("A=1", "command");
	name_is(";;", "command");
	name_is("", "command");
}

static void what_it_asks_for_is_seen(void **state)
{
	(void)state;
	assert_true(command_asks("dd bs=$BLOCK", "BLOCK"));
	assert_true(command_asks("dd bs=${BLOCK}", "BLOCK"));
	assert_true(command_asks("dd bs=${BLOCK:-4}", "BLOCK"));
	assert_false(command_asks("dd bs=$BLOCKS", "BLOCK"));
	assert_false(command_asks("dd bs=$BLOCK_SIZE", "BLOCK"));
	assert_false(command_asks("dd bs=BLOCK", "BLOCK"));
	assert_true(command_asks("echo $$BLOCK $COUNT$BLOCK", "BLOCK"));
}

static void whole_blocks_are_counted(void **state)
{
	(void)state;
	assert_int_equal(command_bytes(1048576, 4096), 1048576);
	assert_int_equal(command_bytes(1000000, 4096), 244 * 4096);
	assert_int_equal(command_bytes(4096, 4096), 4096);
}

/* A session of a file with rows of commands at 4K and 64K, in 3 runs. */
static struct session_options like_options(const char *path)
{
	return (struct session_options){ .command = "dd bs=$BLOCK", .like = path, .runs = 10 };
}

static void write_rows(const char *path, const char *op, const char *level)
{
	struct cells cells = { 0 };
	struct text file = { 0 };

	file_header(&file);
	for (uint64_t run = 1; run <= 3; run++) {
		for (uint64_t block = 4096; block <= 65536; block *= 16) {
			struct cell cell = sample_cell(&cells);
			struct context context = *cell.context;
			context.op = op;
			cell.context = cells_context(&cells, &context);
			cell.run = run;
			cell.block_bytes = block;
			(void)strcpy(cell.level, level);
			file_row(&cell, &file);
		}
	}
	write_text(path, text_string(&file));
	text_release(&file);
	cells_release(&cells);
}

static void sizes_volume_and_runs_come_from_the_file_to_be_like(void **state)
{
	struct session session = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	write_rows(path, "command", "-");
	struct session_options options = like_options(path);
	assert_int_equal(session_init(&session, &options, &err), 0);
	assert_int_equal(session.plan.count, 2);
	assert_int_equal(session.plan.cells[1].block_bytes, 65536);
	assert_null(session.plan.cells[1].kernel);
	assert_string_equal(session.plan.cells[0].name, "dd");
	assert_int_equal(session.options->volume, 1000000);
	assert_int_equal(session.options->runs, 3);
	session_release(&session);
	/* What was given stands. */
	struct size_list sizes = { 0 };
	size_list_add(&sizes, 8192);
	options.sizes = sizes;
	options.volume = 1 << 20;
	options.runs = 7;
	options.name = "disk";
	options.given = GIVEN_SIZES | GIVEN_VOLUME | GIVEN_RUNS;
	assert_int_equal(session_init(&session, &options, &err), 0);
	assert_int_equal(session.plan.count, 1);
	assert_int_equal(session.plan.cells[0].block_bytes, 8192);
	assert_string_equal(session.plan.cells[0].name, "disk");
	assert_int_equal(session.options->volume, 1 << 20);
	assert_int_equal(session.options->runs, 7);
	session_release(&session);
	size_list_release(&sizes);
	(void)unlink(path);
}

static void rows_of_memory_are_nothing_to_be_like(void **state)
{
	struct session session = { 0 };
	struct error err = { 0 };
	char path[64];

	(void)state;
	path_of(path, sizeof path);
	write_rows(path, "copy", "L1");
	struct session_options options = like_options(path);
	assert_int_equal(session_init(&session, &options, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "holds rows of memory (op copy)"));
	session_release(&session);
	/* Nor the other way. */
	write_rows(path, "command", "-");
	options.command = NULL;
	assert_int_equal(session_init(&session, &options, &err), -1);
	assert_non_null(strstr(err.text, "--command"));
	session_release(&session);
	(void)unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_is_named_by_its_first_word),
		cmocka_unit_test(what_it_asks_for_is_seen),
		cmocka_unit_test(whole_blocks_are_counted),
		cmocka_unit_test(sizes_volume_and_runs_come_from_the_file_to_be_like),
		cmocka_unit_test(rows_of_memory_are_nothing_to_be_like),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
