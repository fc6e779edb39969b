/* SPDX-License-Identifier: MIT */
/* report: a session of `run` as table, Markdown and bare values. Measures nothing. */
#include "report/run.h"

#include <inttypes.h>

#include "base/units.h"
#include "report/page.h"

#define BAR_MOST  24 /* columns; the bars take what the others leave of TEXT_WIDTH */
#define BAR_LEAST 8

#define TICKS_ENOUGH 1000 /* of the clock in a sample: less than that is told */

/* What each flag means and what to do about it, in the order of enum cell_flag. */
static const char *const flag_cures[CELL_FLAG_COUNT] = {
	"slowed: the core issued less than 90 % of its best so far (a busy sibling thread, a "
	"lower clock): stop other work, or choose another --cpu.",
	"preempted: another task had the CPU, or a quota: stop the one, lift the other.",
	"faulted: pages were faulted in while the clock ran; memory is short. Give smaller "
	"--sizes.",
	"unpinned: a thread was not pinned, or was moved from its CPU all the same.",
	"incomplete: stopped before all samples were taken.",
	"two-states: the middle half of its samples spans a factor of 1.5, part from a cache and "
	"part not; its rate may be of either. Other sizes speak for a level; compare many runs.",
};

/* "Every size, in 8 to 10 of 10 runs: preempted: another task ...", a line each. */
static void common_flags(const struct run_rows *rows, struct text *text)
{
	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
		uint64_t least = UINT64_MAX, most = 0;
		if (!run_rows_all_carry(rows, flag))
			continue;
		for (size_t i = 0; i < rows->count; i++) {
			uint64_t flagged = rows->items[i].flagged[flag];
			least = flagged < least ? flagged : least;
			most = flagged > most ? flagged : most;
		}
		text_printf(text, "Every size, in %" PRIu64, least);
		if (most > least)
			text_printf(text, " to %" PRIu64, most);
		text_printf(text, " of %" PRIu64 " runs: %s\n", rows->items[0].runs,
		            flag_cures[flag]);
	}
}

/* Bars so long that no row wraps, where that can be. */
static void table_grid(const struct run_rows *rows, struct grid *grid)
{
	run_rows_fields(&(struct fields){ .grid = grid, .for_people = true }, rows, 1);
	size_t others = grid_table_columns(grid) - 1, most = BAR_LEAST;
	if (others + BAR_LEAST < TEXT_WIDTH)
		most = others + BAR_MOST > TEXT_WIDTH ? TEXT_WIDTH - others : BAR_MOST;
	grid_release(grid);
	run_rows_fields(&(struct fields){ .grid = grid, .for_people = true }, rows, most);
}

static void put_times(const struct run_rows *rows, struct text *text)
{
	if (rows->largest[QUANTITY_LATENCY] > 0)
		text_put(text, "ns: a load that waits for the one before it, median over runs; less "
		               "is better. Cycles: by the clock of each run.\n");
}

/* What counts as a byte, for the ops that occur, and the words that do. */
static void legend(const struct session_result *report, const struct run_rows *rows,
                   struct text *text)
{
	static const struct { const char *convention, *meaning; } meanings[] = {
		{ "copied", "a copied byte counts once" },
		{ "read", "each byte read counts" },
		{ "written", "each byte written counts" },
		{ "moved", "--volume over the time of the command" },
		{ "stream", "scale, add and triad count every array, as STREAM does" },
	};
	bool edge = false, beyond = false;

	put_times(rows, text);
	if (rows->largest[QUANTITY_RATE] > 0)
		text_put(text, "MB/s: 10^6 bytes a second, median over runs");
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
		bool occurs = false;
		for (size_t row = 0; row < rows->count; row++)
			occurs = occurs || text_equal(rows->items[row].first->context->convention,
			                              meanings[i].convention);
		if (occurs)
			text_printf(text, "; %s", meanings[i].meaning);
	}
	if (rows->largest[QUANTITY_RATE] > 0)
		text_put(text, ".\n");
	for (size_t row = 0; row < rows->count; row++) {
		edge = edge || rows->items[row].first->edge;
		beyond = beyond || text_equal(rows->items[row].first->level, "beyond");
	}
	if (edge)
		text_printf(text, "edge: straddles two levels%s.\n",
		            beyond ? "; beyond: past the last cache, not yet DRAM" : "");
	if (report->command != NULL)
		text_put(text, "CPU: CPU time of the command and all that it waited for, over its time; "
		               "100 % is one CPU.\n");
	if (report->clock_resolution_ns * TICKS_ENOUGH > (double)report->sample_ns)
		text_printf(text, "The clock is coarse: samples of %.1f us are %.0f of its ticks.\n",
		            (double)report->sample_ns / 1e3,
		            (double)report->sample_ns / report->clock_resolution_ns);
}

/* Each flag of some rows, with its cure, and with its letter where the table shows that. */
static void cures(const struct run_rows *rows, bool letters, struct text *text)
{
	bool any = false;

	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
		uint64_t cells = 0;
		for (size_t i = 0; i < rows->count; i++)
			cells += rows->items[i].flagged[flag];
		if (cells == 0 || run_rows_all_carry(rows, flag))
			continue;
		if (letters && !any)
			text_put(text, "Flags, with the number of runs that carry them:\n");
		if (letters)
			text_printf(text, "%c ", run_flag_letters[flag]);
		text_printf(text, "%s\n", flag_cures[flag]);
		any = true;
	}
}

static void put_page(const struct session_result *report, bool unicode, struct page *page)
{
	struct run_rows rows;
	struct text above = { 0 }, below = { 0 };
	struct grid grid = { 0 };

	run_rows_init(&rows, &report->cells);
	rows.unicode = unicode;
	run_report_header(report, &rows, &above);
	common_flags(&rows, &above);
	legend(report, &rows, &below);
	cures(&rows, !page->markdown, &below);
	if (page->markdown)
		text_put(&below, text_string(&report->skipped));
	text_put(&below, text_string(&report->notes));
	run_report_latency(&rows, &below);
	run_report_summary(&rows, &below);
	page_items(page, "", text_string(&above));
	page_gap(page);
	if (page->markdown)
		run_rows_fields(&(struct fields){ .grid = &grid, .for_people = true }, &rows, 0);
	else
		table_grid(&rows, &grid);
	page_grid(page, "", &grid);
	page_gap(page);
	page_items(page, "", text_string(&below));
	run_rows_release(&rows);
	text_release(&above);
	text_release(&below);
}

void run_report_put(const struct session_result *report, enum format format, bool unicode,
                    struct text *text)
{
	if (format == FORMAT_JSON)
		run_report_json(report, text);
	else if (format != FORMAT_CSV)
		put_page(report, unicode, &(struct page){ text, format == FORMAT_MARKDOWN });
}
