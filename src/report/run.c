/* SPDX-License-Identifier: MIT */
/* report: a session of `run` as table, Markdown and bare values. Measures nothing. */
#include "report/run.h"

#include <inttypes.h>
#include <math.h>

#include "base/units.h"
#include "report/grid.h"

#define BAR_MOST  24 /* columns; the bars take what the others leave of TEXT_WIDTH */
#define BAR_LEAST 8

#define TICKS_ENOUGH 1000 /* of the clock in a sample: less than that is told */

/* Of a flag in the table, where its name would make rows wrap. */
static const char flag_letters[CELL_FLAG_COUNT] = { 'S', 'P', 'F', 'U', 'I', 'T' };

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

static void bar(const struct run_report *report, double length, struct text *text)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	size_t units = (size_t)(length * 8 + 0.5);

	text_put(text, "");
	text_repeat(text, report->unicode ? "█" : "#", units / 8);
	if (report->unicode)
		text_put(text, eighths[units % 8]);
}

/* A flag that every row carries stands in the head instead. */
static bool is_on_all_rows(const struct run_rows *rows, size_t flag)
{
	for (size_t i = 0; i < rows->count; i++) {
		if (rows->items[i].flagged[flag] == 0)
			return false;
	}
	return rows->count > 1;
}

/* "edge, slowed 3/10", or for the table "edge S3". */
static void row_doubts(const struct run_rows *rows, const struct run_row *row, bool letters,
                       struct text *text)
{
	text_put(text, row->first->edge ? "edge" : "");
	for (size_t i = 0; i < CELL_FLAG_COUNT; i++) {
		if (row->flagged[i] == 0 || is_on_all_rows(rows, i))
			continue;
		text_put(text, text->length == 0 ? "" : letters ? " " : ", ");
		if (letters)
			text_printf(text, "%c%" PRIu64, flag_letters[i], row->flagged[i]);
		else
			text_printf(text, "%s %" PRIu64 "/%" PRIu64, cell_flag_names[i],
			            row->flagged[i], row->runs);
	}
}

/* "Every size, in 8 to 10 of 10 runs: preempted: another task ...", a line each. */
static void common_flags(const struct run_rows *rows, struct text *text)
{
	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
		uint64_t least = UINT64_MAX, most = 0;
		if (!is_on_all_rows(rows, flag))
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

static double fastest(const struct run_rows *rows)
{
	double most = 0;
	for (size_t i = 0; i < rows->count; i++)
		most = fmax(most, rows->items[i].mb_per_s);
	return most;
}

static void grid_rows(const struct run_report *report, const struct run_rows *rows,
                      size_t bar_columns, struct grid *grid)
{
	double most = fastest(rows);
	bool names_kernels = !run_rows_one_kernel(rows);
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < rows->count; i++) {
		const struct run_row *row = &rows->items[i];
		struct text cell = { 0 };
		grid_put(grid, "%s", size_format(row->first->block_bytes, size));
		grid_put(grid, "%s", row->first->level);
		if (names_kernels) {
			grid_put(grid, "%s", row->first->context->op);
			grid_put(grid, "%s", row->first->context->kernel);
		}
		grid_put(grid, "%.0f", row->mb_per_s);
		if (isnan(row->cv))
			grid_put(grid, "-");
		else
			grid_put(grid, "%.1f %%", row->cv * 100);
		if (bar_columns > 0) {
			bar(report, row->mb_per_s / most * (double)bar_columns, &cell);
			grid_put(grid, "%s", text_string(&cell));
			cell.length = 0;
		}
		row_doubts(rows, row, bar_columns > 0, &cell);
		grid_put(grid, "%s", text_string(&cell));
		text_release(&cell);
	}
}

/* Without bars for Markdown, which has room for the names of flags. */
static void report_grid(const struct run_report *report, const struct run_rows *rows,
                        size_t bar_columns, struct grid *grid)
{
	grid_column(grid, "block", true);
	grid_column(grid, "level", false);
	if (!run_rows_one_kernel(rows)) {
		grid_column(grid, "op", false);
		grid_column(grid, "kernel", false);
	}
	grid_column(grid, "MB/s", true);
	grid_column(grid, "CV", true);
	if (bar_columns > 0)
		grid_column(grid, "", false);
	grid_column(grid, "", false);
	grid_rows(report, rows, bar_columns, grid);
}

/* So long that no row wraps, where that can be. */
static size_t bar_columns(const struct run_report *report, const struct run_rows *rows)
{
	struct grid grid = { 0 };

	report_grid(report, rows, 1, &grid);
	size_t others = grid_table_columns(&grid) - 1;
	grid_release(&grid);
	if (others + BAR_LEAST >= TEXT_WIDTH)
		return BAR_LEAST;
	return others + BAR_MOST > TEXT_WIDTH ? TEXT_WIDTH - others : BAR_MOST;
}

/* What counts as a byte, for the ops that occur, and the words that do. */
static void legend(const struct run_report *report, const struct run_rows *rows,
                   struct text *text)
{
	static const struct { const char *convention, *meaning; } meanings[] = {
		{ "copied", "a copied byte counts once" },
		{ "read", "each byte read counts" },
		{ "written", "each byte written counts" },
		{ "stream", "scale, add and triad count every array, as STREAM does" },
	};
	bool edge = false, beyond = false;

	text_put(text, "MB/s: 10^6 bytes a second, median over runs");
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
		bool occurs = false;
		for (size_t row = 0; row < rows->count; row++)
			occurs = occurs || text_equal(rows->items[row].first->context->convention,
			                              meanings[i].convention);
		if (occurs)
			text_printf(text, "; %s", meanings[i].meaning);
	}
	text_put(text, ".\n");
	for (size_t row = 0; row < rows->count; row++) {
		edge = edge || rows->items[row].first->edge;
		beyond = beyond || text_equal(rows->items[row].first->level, "beyond");
	}
	if (edge)
		text_printf(text, "edge: straddles two levels%s.\n",
		            beyond ? "; beyond: past the last cache, not yet DRAM" : "");
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
		if (cells == 0 || is_on_all_rows(rows, flag))
			continue;
		if (letters && !any)
			text_put(text, "Flags, with the number of runs that carry them:\n");
		if (letters)
			text_printf(text, "%c ", flag_letters[flag]);
		text_printf(text, "%s\n", flag_cures[flag]);
		any = true;
	}
}

/* What stands above the table and what stands below it, a line each. */
struct page {
	struct run_rows rows;
	struct text above, below;
};

static void page_init(struct page *page, const struct run_report *report, bool letters)
{
	*page = (struct page){ .above = { 0 } };
	run_rows_init(&page->rows, &report->cells);
	run_report_header(report, &page->rows, &page->above);
	common_flags(&page->rows, &page->above);
	legend(report, &page->rows, &page->below);
	cures(&page->rows, letters, &page->below);
}

static void page_release(struct page *page)
{
	run_rows_release(&page->rows);
	text_release(&page->above);
	text_release(&page->below);
}

void run_report_table(const struct run_report *report, struct text *text)
{
	struct page page;
	struct grid grid = { 0 };

	page_init(&page, report, true);
	text_put_prose(text, "", text_string(&page.above));
	text_put(text, "\n");
	report_grid(report, &page.rows, bar_columns(report, &page.rows), &grid);
	grid_table(&grid, "", text);
	text_put(text, "\n");
	text_put(&page.below, text_string(&report->notes));
	run_report_summary(report, &page.rows, &page.below);
	text_put_prose(text, "", text_string(&page.below));
	grid_release(&grid);
	page_release(&page);
}

void run_report_markdown(const struct run_report *report, struct text *text)
{
	struct page page;
	struct grid grid = { 0 };

	page_init(&page, report, false);
	text_put_lines(text, "- ", text_string(&page.above));
	text_put(text, "\n");
	report_grid(report, &page.rows, 0, &grid);
	grid_markdown(&grid, text);
	text_put(text, "\n");
	text_put(&page.below, text_string(&report->skipped));
	text_put(&page.below, text_string(&report->notes));
	run_report_summary(report, &page.rows, &page.below);
	text_put_lines(text, "- ", text_string(&page.below));
	grid_release(&grid);
	page_release(&page);
}

void run_report_print(const struct run_report *report, const struct column *column,
                      struct text *text)
{
	for (size_t i = 0; i < report->cells.count; i++) {
		column_format(column, &report->cells.items[i], text);
		text_put(text, "\n");
	}
}
