/* SPDX-License-Identifier: MIT */
/* The report of a session: rows, flags, and what to type for a comparison. */
#include "check.h"

#include "report/grid.h"
#include "report/json.h"
#include "report/run.h"

#define BOX "\xEF\xBF\xBD" /* U+FFFD */

static const struct context copy_context = {
	.schema = 2, .label = "XMP", .session = "s", .boot = "b", .host = "h", .cpu = "CPU X",
	.version = "v", .op = "copy", .kernel = "sse2", .cpus = "0;3",
	.convention = "copied", .huge_source = "", .threads = 2, .page_bytes = 4096,
};

static void add_cell(struct session_result *report, uint64_t block, uint64_t run, double rate)
{
	struct cell cell = {
		.context = cells_context(&report->cells, &copy_context),
		.block_bytes = block, .footprint_bytes = 2 * block, .huge_share = 0,
		.level = "L1", .run = run, .position = 1, .samples = 4, .bytes = 1000,
		.ns_min = 1, .ns_q1 = 2, .ns_median = 3, .ns_mean = 4, .ns_max = 5,
		.mb_per_s = rate, .clock_ghz = 3, .core_ipc = 4, .cpu_share = (double)NAN,
	};
	cells_add(&report->cells, &cell);
}

static struct hierarchy two_levels(void)
{
	struct hierarchy hierarchy = { .level_count = 2 };

	hierarchy.levels[0] = (struct level){ .number = 1, .believed_bytes = 32768,
		                              .belief = BELIEF_GIVEN, .reason = "given" };
	hierarchy.levels[1] = (struct level){ .number = 2, .believed_bytes = 1048576,
		                              .belief = BELIEF_GIVEN, .reason = "given" };
	return hierarchy;
}

/* Rates 900, 1000, 1100: median 1000, standard deviation 100, so CV 10 %. */
static void rows_show_median_and_variation_over_runs(void **state)
{
	struct session_result report = { .runs_asked = 3, .runs_done = 3 };
	struct run_rows rows;

	(void)state;
	add_cell(&report, 2048, 1, 1100);
	add_cell(&report, 4096, 1, 500);
	add_cell(&report, 2048, 2, 900);
	add_cell(&report, 2048, 3, 1000);
	report.cells.items[2].flags = CELL_SLOWED;
	run_rows_init(&rows, &report.cells);
	assert_int_equal(rows.count, 2);
	assert_int_equal(rows.items[0].runs, 3);
	assert_near(rows.items[0].mb_per_s, 1000, 0);
	assert_near(rows.items[0].cv, 0.1, 1e-12);
	assert_int_equal(rows.items[0].flagged[0], 1);
	assert_true(isnan(rows.items[1].cv));
	run_rows_release(&rows);
	session_result_release(&report);
}

static void contains(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("'%s' is not in:\n%s", part, text);
}

static void the_table_names_machine_unit_convention_and_cures(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy, .runs_asked = 2, .runs_done = 2,
		                     .system = "Linux X", .sample_ns = 10000,
		                     .clock_resolution_ns = 2 };
	struct text table = { 0 };

	(void)state;
	add_cell(&report, 2048, 1, 1000);
	add_cell(&report, 2048, 2, 1000);
	report.cells.items[1].flags = CELL_PREEMPTED;
	report.cells.items[1].edge = report.cells.items[0].edge = true;
	run_report_put(&report, FORMAT_TABLE, false, &table);
	contains(text_string(&table), "CPU X, Linux X\n");
	contains(text_string(&table), "copy, kernel sse2, 2 threads on CPUs 0,3, 4K pages");
	contains(text_string(&table), "2 runs, label XMP\n");
	contains(text_string(&table), "block  level  MB/s     CV\n");
	contains(text_string(&table), "   2K  L1     1000  0.0 %  ########################  "
	                              "edge P1\n");
	contains(text_string(&table), "10^6 bytes a second, median over runs; ");
	contains(text_string(&table), "a copied byte counts once");
	assert_null(strstr(text_string(&table), "ticks"));
	contains(text_string(&table), "P preempted: ");
	assert_null(strstr(text_string(&table), "slowed: "));
	text_release(&table);
	session_result_release(&report);
}

/* Interrupted after a minute of four: what was planned is not what was. */
static void the_head_of_a_session_that_was_spread_has_the_time_it_took(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy, .runs_asked = 10, .runs_done = 3,
		                     .runs_clean = 2, .over_ns = UINT64_C(240000000000),
		                     .took_ns = UINT64_C(61234567890) };
	struct text head = { 0 };
	struct run_rows rows;

	(void)state;
	add_cell(&report, 2048, 1, 1000);
	run_rows_init(&rows, &report.cells);
	run_report_header(&report, &rows, &head);
	contains(text_string(&head), "3 runs over 61.2 s, 2 of them clean");
	text_release(&head);
	run_rows_release(&rows);
	session_result_release(&report);
}

static void the_header_says_where_huge_pages_came_from(void **state)
{
	static const struct { const char *source, *said; double share; } pages[] = {
		{ "", "4K pages (0 % huge), ", 0 },
		{ "thp", "4K pages (100 % huge), ", 1 },
		{ "hugetlb", "4K pages (100 % huge, from the hugetlb pool), ", 1 },
		{ "hugetlb+thp", "4K pages (75 % huge, part of them from the hugetlb pool), ", 0.75 },
		{ "", "4K pages, ", (double)NAN },
	};
	struct hierarchy hierarchy = two_levels();

	(void)state;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		struct session_result report = { .hierarchy = &hierarchy };
		struct context context = copy_context;
		struct text markdown = { 0 };
		add_cell(&report, 2048, 1, 1000);
		context.huge_source = pages[i].source;
		report.cells.items[0].context = cells_context(&report.cells, &context);
		report.cells.items[0].huge_share = pages[i].share;
		run_report_put(&report, FORMAT_MARKDOWN, false, &markdown);
		contains(text_string(&markdown), pages[i].said);
		text_release(&markdown);
		session_result_release(&report);
	}
}

static void names_in_the_header_of_a_session_are_printable(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy };
	struct context odd = copy_context;
	struct text table = { 0 }, markdown = { 0 };

	(void)state;
	odd.cpu = "CPU\x1B[2J";
	odd.label = "X\r\xC2\x9B" "2J";
	add_cell(&report, 2048, 1, 1000);
	report.cells.items[0].context = cells_context(&report.cells, &odd);
	text_put(&report.notes, "a note \x1B[31m\n");
	run_report_put(&report, FORMAT_TABLE, false, &table);
	run_report_put(&report, FORMAT_MARKDOWN, false, &markdown);
	contains(text_string(&table), "CPU" BOX "[2J, ");
	contains(text_string(&table), "\nX" BOX BOX "2J\n");
	contains(text_string(&table), "\na note " BOX "[31m\n");
	contains(text_string(&markdown), "- CPU" BOX "[2J, ");
	text_release(&table), text_release(&markdown);
	session_result_release(&report);
}

/* The most columns that a line of `text` takes, among those that hold `mark`. */
static size_t widest(const char *text, const char *mark)
{
	size_t most = 0;

	while (*text) {
		struct text line = { 0 };
		size_t length = strcspn(text, "\n");
		text_put_bytes(&line, text, length);
		if (strstr(text_string(&line), mark) != NULL && text_columns(line.bytes) > most)
			most = text_columns(line.bytes);
		text_release(&line);
		text += length + (text[length] == '\n');
	}
	return most;
}

static void rows_with_four_flags_do_not_wrap_at_80_columns(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy };
	struct context nt = copy_context;
	struct text table = { 0 }, markdown = { 0 };

	(void)state;
	nt.kernel = "avx512+movsb";
	for (uint64_t run = 1; run <= 10; run++) {
		add_cell(&report, 1536, run, 100000 + 1000 * (double)(run % 2));
		add_cell(&report, 1536, run, 238536);
		struct cell *cell = &report.cells.items[report.cells.count - 2];
		cell->edge = true;
		cell->flags = CELL_SLOWED | CELL_PREEMPTED | CELL_FAULTED | CELL_UNPINNED;
		cell[1].context = cells_context(&report.cells, &nt);
	}
	run_report_put(&report, FORMAT_TABLE, true, &table);
	run_report_put(&report, FORMAT_MARKDOWN, true, &markdown);
	assert_true(widest(text_string(&table), "  1.5K  ") <= 80);
	contains(text_string(&table), "edge S10 P10 F10 U10\n");
	contains(text_string(&table), "Flags, with the number of runs that carry them:\n"
	                              "S slowed: ");
	contains(text_string(&table), "U unpinned: ");
	contains(text_string(&markdown), "edge, slowed 10/10, preempted 10/10, ");
	contains(text_string(&markdown), "\n- slowed: ");
	text_release(&table), text_release(&markdown);
	session_result_release(&report);
}

/* Three sizes: all preempted, in 1, 2 and 2 of 2 runs; one slowed in one. */
static void a_flag_of_every_row_stands_in_the_head_once(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy };
	struct text table = { 0 };

	(void)state;
	for (uint64_t block = 1024; block <= 4096; block *= 2) {
		add_cell(&report, block, 1, 100);
		add_cell(&report, block, 2, 100);
		for (size_t i = report.cells.count - 2; i < report.cells.count; i++)
			report.cells.items[i].flags = CELL_PREEMPTED;
	}
	report.cells.items[0].flags = CELL_SLOWED;
	run_report_put(&report, FORMAT_TABLE, false, &table);
	contains(text_string(&table), "\nEvery size, in 1 to 2 of 2 runs: preempted: ");
	contains(text_string(&table), "#  S1\n");
	assert_null(strstr(text_string(&table), "P2"));
	assert_null(strstr(text_string(&table), "\nP preempted"));
	text_release(&table);
	session_result_release(&report);
}

/* 2K at 1000 and 4K at 3000 are L1, 8K at 500 is on an edge, 64M at 7.81 MB/s is DRAM. */
static void the_last_line_is_a_rate_for_each_level(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy };
	struct context nt = copy_context;
	struct text table = { 0 };

	(void)state;
	add_cell(&report, 2048, 1, 223000);
	add_cell(&report, 4096, 1, 225000);
	add_cell(&report, 8192, 1, 500000);
	report.cells.items[2].edge = true;
	add_cell(&report, 64 << 20, 1, 7812.5);
	memcpy(report.cells.items[3].level, "DRAM", 5);
	run_report_put(&report, FORMAT_TABLE, true, &table);
	contains(text_string(&table), "\nL1 224 · DRAM 7.81 GB/s\n");
	table.length = 0;
	nt.kernel = "sse2-nt";
	add_cell(&report, 64 << 20, 1, 9000);
	report.cells.items[4].context = cells_context(&report.cells, &nt);
	memcpy(report.cells.items[4].level, "DRAM", 5);
	run_report_put(&report, FORMAT_TABLE, true, &table);
	contains(text_string(&table), "\nfastest copy: L1 224 (sse2) · DRAM 9 (sse2-nt) GB/s\n");
	text_release(&table);
	session_result_release(&report);
}

static void a_session_without_dram_says_what_to_type(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy, .runs_asked = 3, .runs_done = 3 };

	(void)state;
	add_cell(&report, 2048, 1, 1000);
	run_report_advise(&report, LEVELS_BY_FOOTPRINT);
	/* DRAM is a footprint of 4 x 1M and more: copies of 2M, 4M, 8M. */
	contains(text_string(&report.notes), "starts at blocks of 2M; --sizes 2K-8M has three");
	contains(text_string(&report.notes),
	         "the change:\n"
	         "    membench --sizes 2K-8M --threads 2 --over 4m --runs 10 -o before.csv\n"
	         "    membench --like before.csv --over 4m -o after.csv\n");
	session_result_release(&report);
}

/* Levels that were found travel by --like. */
static void advice_names_the_caches_that_were_given(void **state)
{
	static const struct { enum belief belief; uint64_t bytes; const char *shown; } cases[] = {
		{ BELIEF_REPORTED, 1048576, "2K-8M --threads 2 --over 4m --runs 10" },
		{ BELIEF_MEASURED, 1048000, "2K-8M --threads 2 --over 4m --runs 10" },
		{ BELIEF_GIVEN, 1048000,
		  "2K-8M --threads 2 --levels L1=32K,L2=1048000 --over 4m --runs 10" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hierarchy hierarchy = two_levels();
		struct session_result report = { .hierarchy = &hierarchy, .runs_asked = 3 };
		hierarchy.levels[1].belief = cases[i].belief;
		hierarchy.levels[1].believed_bytes = cases[i].bytes;
		hierarchy.is_given = cases[i].belief == BELIEF_GIVEN;
		add_cell(&report, 2048, 1, 1000);
		run_report_advise(&report, LEVELS_BY_FOOTPRINT);
		contains(text_string(&report.notes), cases[i].shown);
		session_result_release(&report);
	}
	struct hierarchy unsure = two_levels();
	unsure.levels[0].belief = BELIEF_MEASURED;
	assert_true(hierarchy_is_of_today(&unsure));
	unsure.levels[1].believed_bytes = 0;
	assert_false(hierarchy_is_of_today(&unsure));
}

/* Blocks of 2M, 4M and 8M are in DRAM; the advice keeps to those there is room for. */
static void advice_does_not_exceed_what_memory_allows(void **state)
{
	static const struct { uint64_t most; const char *said, *command; } cases[] = {
		{ 8 << 20, "--sizes 2K-8M has three that do.", "--sizes 2K-8M --threads 2 --over 4m --runs" },
		{ 4 << 20, "--sizes 2K-4M has two that do, and ulimit -v allows no more.",
		  "--sizes 2K-4M --threads 2 --over 4m --runs" },
		{ 2 << 20, "--sizes 2K-2M has one that does, and ulimit -v allows no more.",
		  "--sizes 2K-2M --threads 2 --over 4m --runs" },
		{ 1 << 20, "ulimit -v allows no more than 1M. Memory can be compared where there is "
		  "more, or with fewer --threads.\n", NULL },
	};
	struct hierarchy hierarchy = two_levels();

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct session_result report = { .hierarchy = &hierarchy, .runs_asked = 10,
			                     .most_block_bytes = cases[i].most,
			                     .limit = "ulimit -v" };
		add_cell(&report, 2048, 1, 1000);
		run_report_advise(&report, LEVELS_BY_FOOTPRINT);
		contains(text_string(&report.notes), cases[i].said);
		if (cases[i].command != NULL)
			contains(text_string(&report.notes), cases[i].command);
		else
			assert_null(strstr(text_string(&report.notes), "--sizes"));
		session_result_release(&report);
	}
}

static void a_session_that_can_be_compared_gets_no_advice(void **state)
{
	struct hierarchy hierarchy = two_levels();
	struct session_result report = { .hierarchy = &hierarchy, .runs_asked = 5, .runs_done = 5 };

	(void)state;
	add_cell(&report, 8 << 20, 1, 1000);
	memcpy(report.cells.items[0].level, "DRAM", 5);
	run_report_advise(&report, LEVELS_BY_FOOTPRINT);
	assert_string_equal(text_string(&report.notes), "");
	session_result_release(&report);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_show_median_and_variation_over_runs),
		cmocka_unit_test(the_table_names_machine_unit_convention_and_cures),
		cmocka_unit_test(the_head_of_a_session_that_was_spread_has_the_time_it_took),
		cmocka_unit_test(the_header_says_where_huge_pages_came_from),
		cmocka_unit_test(names_in_the_header_of_a_session_are_printable),
		cmocka_unit_test(rows_with_four_flags_do_not_wrap_at_80_columns),
		cmocka_unit_test(a_flag_of_every_row_stands_in_the_head_once),
		cmocka_unit_test(the_last_line_is_a_rate_for_each_level),
		cmocka_unit_test(a_session_without_dram_says_what_to_type),
		cmocka_unit_test(advice_names_the_caches_that_were_given),
		cmocka_unit_test(advice_does_not_exceed_what_memory_allows),
		cmocka_unit_test(a_session_that_can_be_compared_gets_no_advice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
