/* SPDX-License-Identifier: MIT */
/* report: a session of `run` as table, Markdown and bare values. Measures nothing. */
#include "report/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "report/grid.h"

#define BAR_COLUMNS 24

/* What each flag means and what to do about it, in the order of enum cell_flag. */
static const char *const flag_cures[CELL_FLAG_COUNT] = {
	"slowed: the core issued less than 90 % of its best so far in this session; a busy sibling "
	"thread or a lower clock does that. Stop other work, or choose another --cpu.",
	"preempted: another task ran on the measuring CPU. Stop it, or choose another --cpu.",
	"faulted: pages were faulted in while the clock ran; memory is short. Give smaller "
	"--sizes.",
	"unpinned: the system refused to pin a thread, so it may have moved between CPUs.",
	"incomplete: stopped before all samples were taken.",
};

/* "L3 22M (measured; reported 508M)": the size, who says so, and who says otherwise. */
static void header_cache(const struct level *level, struct text *text)
{
	char believed[SIZE_TEXT_BYTES], reported[SIZE_TEXT_BYTES];

	text_printf(text, "L%u %s", level->number,
	            level->believed_bytes ? size_format_short((double)level->believed_bytes, believed)
	                                  : "?");
	text_printf(text, " (%s", belief_names[level->belief]);
	if (level->belief == BELIEF_REPORTED)
		text_printf(text, " by %s", cache_source_names[level->source]);
	if (level->belief == BELIEF_MEASURED && level->reported_bytes > 0)
		text_printf(text, "; reported %s", size_format(level->reported_bytes, reported));
	text_put(text, ")");
}

static void header_caches(const struct run_report *report, struct text *text)
{
	const struct hierarchy *hierarchy = report->hierarchy;

	text_put(text, "caches: ");
	if (hierarchy->level_count == 0)
		text_put(text, "unknown");
	for (size_t i = 0; i < hierarchy->level_count; i++) {
		text_put(text, i ? ", " : "");
		header_cache(&hierarchy->levels[i], text);
	}
	text_put(text, "\n");
}

static void header_pages(const struct cell *cell, struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	text_printf(text, "%s pages", size_format(cell->context->page_bytes, size));
	if (!isnan(cell->huge_share))
		text_printf(text, " (%.0f %% of the memory is in huge pages)",
		            cell->huge_share * 100);
}

static void header_cpus(const struct context *context, struct text *text)
{
	text_printf(text, "%" PRIu64 " thread%s", context->threads,
	            context->threads > 1 ? "s" : "");
	if (context->cpus[0] == '\0')
		return;
	text_printf(text, " on CPU%s ", strchr(context->cpus, ';') ? "s" : "");
	for (const char *at = context->cpus; *at; at++)
		text_put_bytes(text, *at == ';' ? "," : at, 1);
}

static void header_machine(const struct run_report *report, const char *cpu,
                           struct text *text)
{
	const char *hypervisor = report->hierarchy->hypervisor;

	text_printf(text, "%s, %s", cpu, report->system);
	if (hypervisor[0] != '\0')
		text_printf(text, ", under %s",
		            text_equal(hypervisor, "yes") ? "a hypervisor" : hypervisor);
	text_put(text, "\n");
}

/* True where every row has the op and kernel of the first: then the header names them. */
static bool is_one_kernel(const struct run_rows *rows)
{
	for (size_t i = 1; i < rows->count; i++) {
		const struct context *context = rows->items[i].first->context;
		if (!text_equal(context->op, rows->items[0].first->context->op) ||
		    !text_equal(context->kernel, rows->items[0].first->context->kernel))
			return false;
	}
	return true;
}

/* Three lines that say what was measured on what. */
static void report_header(const struct run_report *report, const struct run_rows *rows,
                          struct text *text)
{
	if (report->cells.count == 0)
		return;
	const struct cell *cell = &report->cells.items[0];
	const struct context *context = cell->context;

	header_machine(report, context->cpu, text);
	if (is_one_kernel(rows))
		text_printf(text, "%s with kernel %s, ", context->op, context->kernel);
	header_cpus(context, text);
	text_put(text, ", ");
	header_pages(cell, text);
	text_printf(text, ", %" PRIu64 " run%s%s%s\n", report->runs_done,
	            report->runs_done == 1 ? "" : "s", context->label[0] ? ", label " : "",
	            context->label);
	header_caches(report, text);
}

static void bar(const struct run_report *report, double share, struct text *text)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	size_t units = (size_t)(share * BAR_COLUMNS * 8 + 0.5);

	text_put(text, "");
	text_repeat(text, report->unicode ? "█" : "#", units / 8);
	if (report->unicode)
		text_put(text, eighths[units % 8]);
}

static void row_doubts(const struct run_row *row, struct text *text)
{
	text_put(text, row->first->edge ? "edge" : "");
	for (size_t i = 0; i < CELL_FLAG_COUNT; i++) {
		if (row->flagged[i] > 0)
			text_printf(text, "%s%s %" PRIu64 "/%" PRIu64, text->length ? ", " : "",
			            cell_flag_names[i], row->flagged[i], row->runs);
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
                      bool with_bar, struct grid *grid)
{
	double most = fastest(rows);
	bool names_kernels = !is_one_kernel(rows);
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
		if (with_bar) {
			bar(report, row->mb_per_s / most, &cell);
			grid_put(grid, "%s", text_string(&cell));
			cell.length = 0;
		}
		row_doubts(row, &cell);
		grid_put(grid, "%s", text_string(&cell));
		text_release(&cell);
	}
}

static void report_grid(const struct run_report *report, const struct run_rows *rows,
                        bool with_bar, struct grid *grid)
{
	grid_column(grid, "block", true);
	grid_column(grid, "level", false);
	if (!is_one_kernel(rows)) {
		grid_column(grid, "op", false);
		grid_column(grid, "kernel", false);
	}
	grid_column(grid, "MB/s", true);
	grid_column(grid, "CV", true);
	if (with_bar)
		grid_column(grid, "", false);
	grid_column(grid, "", false);
	grid_rows(report, rows, with_bar, grid);
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

/* Each flag that occurs, with its cure. */
static void cures(const struct run_rows *rows, const char *lead, struct text *text)
{
	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
		uint64_t cells = 0;
		for (size_t i = 0; i < rows->count; i++)
			cells += rows->items[i].flagged[flag];
		if (cells > 0)
			text_printf(text, "%s%s\n", lead, flag_cures[flag]);
	}
}

static void lines_with(const char *lead, const struct text *lines, struct text *text)
{
	const char *line = text_string(lines);

	while (*line) {
		size_t length = strcspn(line, "\n");
		text_put(text, lead);
		text_put_bytes(text, line, length);
		text_put(text, "\n");
		line += length + (line[length] == '\n');
	}
}

void run_report_table(const struct run_report *report, struct text *text)
{
	struct run_rows rows;
	struct grid grid = { 0 };

	run_rows_init(&rows, &report->cells);
	report_header(report, &rows, text);
	text_put(text, "\n");
	report_grid(report, &rows, true, &grid);
	grid_table(&grid, "", text);
	text_put(text, "\n");
	legend(report, &rows, "", text);
	cures(&rows, "", text);
	lines_with("", &report->notes, text);
	grid_release(&grid);
	run_rows_release(&rows);
}

void run_report_markdown(const struct run_report *report, struct text *text)
{
	struct text header = { 0 };
	struct run_rows rows;
	struct grid grid = { 0 };

	run_rows_init(&rows, &report->cells);
	report_header(report, &rows, &header);
	lines_with("- ", &header, text);
	text_put(text, "\n");
	report_grid(report, &rows, false, &grid);
	grid_markdown(&grid, text);
	text_put(text, "\n");
	legend(report, &rows, "- ", text);
	cures(&rows, "- ", text);
	lines_with("- ", &report->skipped, text);
	lines_with("- ", &report->notes, text);
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
