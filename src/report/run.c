/* SPDX-License-Identifier: MIT */
/* report: a session of `run` as table, Markdown and bare values. Measures nothing. */
#include "report/run.h"

#include <inttypes.h>
#include <math.h>

#include "base/units.h"
#include "report/grid.h"

#define TABLE_COLUMNS 80 /* of a terminal; the bars take what the others leave of it */
#define BAR_MOST      24
#define BAR_LEAST     8

/* Of a flag in the table, where its name would make rows wrap. */
static const char flag_letters[CELL_FLAG_COUNT] = { 'S', 'P', 'F', 'U', 'I' };

/* What each flag means and what to do about it, in the order of enum cell_flag. */
static const char *const flag_cures[CELL_FLAG_COUNT] = {
	"slowed: the core issued less than 90 % of its best so far; a busy sibling "
	"thread or a lower clock does that. Stop other work, or choose another --cpu.",
	"preempted: another task ran on the measuring CPU. Stop it, or choose another --cpu.",
	"faulted: pages were faulted in while the clock ran; memory is short. Give smaller "
	"--sizes.",
	"unpinned: the system refused to pin a thread, so it may have moved between CPUs.",
	"incomplete: stopped before all samples were taken.",
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

/* "edge, slowed 3/10", or for the table "edge S3". */
static void row_doubts(const struct run_row *row, bool letters, struct text *text)
{
	text_put(text, row->first->edge ? "edge" : "");
	for (size_t i = 0; i < CELL_FLAG_COUNT; i++) {
		if (row->flagged[i] == 0)
			continue;
		text_put(text, text->length == 0 ? "" : letters ? " " : ", ");
		if (letters)
			text_printf(text, "%c%" PRIu64, flag_letters[i], row->flagged[i]);
		else
			text_printf(text, "%s %" PRIu64 "/%" PRIu64, cell_flag_names[i],
			            row->flagged[i], row->runs);
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
		row_doubts(row, bar_columns > 0, &cell);
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
	if (others + BAR_LEAST >= TABLE_COLUMNS)
		return BAR_LEAST;
	return others + BAR_MOST > TABLE_COLUMNS ? TABLE_COLUMNS - others : BAR_MOST;
}

/* What counts as a byte, for the ops that occur. */
static void legend(const struct run_report *report, const struct run_rows *rows,
                   const char *lead, struct text *text)
{
	static const struct { const char *convention, *meaning; } meanings[] = {
		{ "copied", "a copied byte counts once" },
		{ "read", "each byte read counts" },
		{ "written", "each byte written counts" },
		{ "stream", "scale, add and triad count every array, as STREAM does" },
	};

	text_printf(text, "%sMB/s is 10^6 bytes a second, the median over the runs", lead);
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
		bool occurs = false;
		for (size_t row = 0; row < rows->count; row++)
			occurs = occurs || text_equal(rows->items[row].first->context->convention,
			                              meanings[i].convention);
		if (occurs)
			text_printf(text, "; %s", meanings[i].meaning);
	}
	text_put(text, ".\n");
	if (report->clock_resolution_ns > 0)
		text_printf(text, "%sSamples of at least %.1f us, %.0f ticks of the clock.\n", lead,
		            (double)report->sample_ns / 1e3,
		            (double)report->sample_ns / report->clock_resolution_ns);
}

/* Each flag that occurs, with its cure, and with its letter where the table shows that. */
static void cures(const struct run_rows *rows, const char *lead, bool letters,
                  struct text *text)
{
	bool any = false;

	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
		uint64_t cells = 0;
		for (size_t i = 0; i < rows->count; i++)
			cells += rows->items[i].flagged[flag];
		if (cells == 0)
			continue;
		if (letters && !any)
			text_put(text, "Flags, each with the number of runs that carry it:\n");
		text_put(text, lead);
		if (letters)
			text_printf(text, "%c ", flag_letters[flag]);
		text_printf(text, "%s\n", flag_cures[flag]);
		any = true;
	}
}

void run_report_table(const struct run_report *report, struct text *text)
{
	struct text header = { 0 };
	struct run_rows rows;
	struct grid grid = { 0 };

	run_rows_init(&rows, &report->cells);
	run_report_header(report, &rows, &header);
	text_put_lines(text, "", text_string(&header));
	text_put(text, "\n");
	report_grid(report, &rows, bar_columns(report, &rows), &grid);
	grid_table(&grid, "", text);
	text_put(text, "\n");
	legend(report, &rows, "", text);
	cures(&rows, "", true, text);
	text_put_lines(text, "", text_string(&report->notes));
	grid_release(&grid);
	run_rows_release(&rows);
	text_release(&header);
}

void run_report_markdown(const struct run_report *report, struct text *text)
{
	struct text header = { 0 };
	struct run_rows rows;
	struct grid grid = { 0 };

	run_rows_init(&rows, &report->cells);
	run_report_header(report, &rows, &header);
	text_put_lines(text, "- ", text_string(&header));
	text_put(text, "\n");
	report_grid(report, &rows, 0, &grid);
	grid_markdown(&grid, text);
	text_put(text, "\n");
	legend(report, &rows, "- ", text);
	cures(&rows, "- ", false, text);
	text_put_lines(text, "- ", text_string(&report->skipped));
	text_put_lines(text, "- ", text_string(&report->notes));
	grid_release(&grid);
	run_rows_release(&rows);
	text_release(&header);
}

void run_report_print(const struct run_report *report, const struct column *column,
                      struct text *text)
{
	for (size_t i = 0; i < report->cells.count; i++) {
		column_format(column, &report->cells.items[i], text);
		text_put(text, "\n");
	}
}
