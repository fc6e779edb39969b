/* SPDX-License-Identifier: MIT */
/* report: a session of `run` as table, JSON, Markdown and bare values. Measures nothing. */
#include "report/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "report/grid.h"
#include "report/json.h"

#define BAR_COLUMNS 24
#define COMPARABLE_RUNS 5 /* the fewest a side for three levels under Holm at 5 % */

/* What each flag means and what to do about it, in the order of enum cell_flag. */
static const char *const flag_cures[CELL_FLAG_COUNT] = {
	"slowed: the core issued less than 90 % of its best in this session; a busy sibling "
	"thread or a lower clock does that. Stop other work, or choose another --cpu.",
	"preempted: another task ran on the measuring CPU. Stop it, or choose another --cpu.",
	"faulted: pages were faulted in while the clock ran; memory is short. Give smaller "
	"--sizes.",
	"unpinned: the system refused to pin a thread, so it may have moved between CPUs.",
	"incomplete: stopped before all samples were taken.",
};

static void header_caches(const struct run_report *report, struct text *text)
{
	const struct hierarchy *hierarchy = report->hierarchy;
	char size[SIZE_TEXT_BYTES];

	text_put(text, "caches: ");
	if (hierarchy->level_count == 0)
		text_put(text, "unknown");
	for (size_t i = 0; i < hierarchy->level_count; i++) {
		const struct level *level = &hierarchy->levels[i];
		text_printf(text, "%sL%u %s (%s)", i ? ", " : "", level->number,
		            level->believed_bytes ? size_format(level->believed_bytes, size)
		                                  : "unknown",
		            level->reason);
	}
	text_put(text, "\n");
}

static void header_pages(const struct cell *cell, struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	text_printf(text, "%s pages", size_format(cell->context->page_bytes, size));
	if (!isnan(cell->huge_share))
		text_printf(text, " (%.0f %% of the memory obtained in huge pages)",
		            cell->huge_share * 100);
}

/* Three lines that say what was measured on what. */
static void report_header(const struct run_report *report, struct text *text)
{
	if (report->cells.count == 0)
		return;
	const struct cell *cell = &report->cells.items[0];
	const struct context *context = cell->context;

	text_printf(text, "%s, %s%s%s\n", context->cpu, report->system,
	            report->hierarchy->hypervisor[0] ? ", under " : "",
	            text_equal(report->hierarchy->hypervisor, "yes")
	                    ? "a hypervisor" : report->hierarchy->hypervisor);
	text_printf(text, "%" PRIu64 " thread%s on CPU %s, ", context->threads,
	            context->threads > 1 ? "s" : "", context->cpus);
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
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < rows->count; i++) {
		const struct run_row *row = &rows->items[i];
		struct text cell = { 0 };
		grid_put(grid, "%s", size_format(row->first->block_bytes, size));
		grid_put(grid, "%s", row->first->level);
		grid_put(grid, "%s", row->first->context->op);
		grid_put(grid, "%s", row->first->context->kernel);
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
	grid_column(grid, "op", false);
	grid_column(grid, "kernel", false);
	grid_column(grid, "MB/s", true);
	grid_column(grid, "CV", true);
	if (with_bar)
		grid_column(grid, "", false);
	grid_column(grid, "", false);
	grid_rows(report, rows, with_bar, grid);
}

/* What counts as a byte, for the ops that occur. */
static void legend(const struct run_rows *rows, const char *lead, struct text *text)
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
	report_header(report, text);
	text_put(text, "\n");
	report_grid(report, &rows, true, &grid);
	grid_table(&grid, "", text);
	text_put(text, "\n");
	legend(&rows, "", text);
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
	report_header(report, &header);
	lines_with("- ", &header, text);
	text_put(text, "\n");
	report_grid(report, &rows, false, &grid);
	grid_markdown(&grid, text);
	text_put(text, "\n");
	legend(&rows, "- ", text);
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

static void json_column(struct json *json, const struct column *column,
                        const struct cell *cell)
{
	struct text value = { 0 };

	text_put(&value, "");
	column_format(column, cell, &value);
	switch (column->kind) {
	case COLUMN_NUMBER:
		json_number(json, column->name, column_number(column, cell));
		break;
	case COLUMN_COUNT:
		json_count(json, column->name, (uint64_t)column_number(column, cell));
		break;
	case COLUMN_FLAG:
		json_bool(json, column->name, cell->edge);
		break;
	case COLUMN_TEXT:
	case COLUMN_LEVEL:
	case COLUMN_FLAGS:
		json_text(json, column->name, text_string(&value));
		break;
	}
	text_release(&value);
}

static void json_lines(struct json *json, const char *key, const struct text *lines)
{
	const char *line = text_string(lines);

	json_open(json, key, '[');
	while (*line) {
		struct text item = { 0 };
		size_t length = strcspn(line, "\n");
		text_put_bytes(&item, line, length);
		json_text(json, NULL, text_string(&item));
		text_release(&item);
		line += length + (line[length] == '\n');
	}
	json_close(json, ']');
}

static void json_caches(struct json *json, const struct hierarchy *hierarchy)
{
	json_open(json, "caches", '[');
	for (size_t i = 0; i < hierarchy->level_count; i++) {
		const struct level *level = &hierarchy->levels[i];
		char name[LEVEL_BYTES];
		(void)snprintf(name, sizeof name, "L%u", level->number % 10);
		json_open(json, NULL, '{');
		json_text(json, "level", name);
		if (level->believed_bytes)
			json_count(json, "believed_bytes", level->believed_bytes);
		else
			json_null(json, "believed_bytes");
		json_text(json, "believed", belief_names[level->belief]);
		json_text(json, "reason", level->reason);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void json_summary(struct json *json, const struct run_rows *rows)
{
	json_open(json, "summary", '[');
	for (size_t i = 0; i < rows->count; i++) {
		const struct run_row *row = &rows->items[i];
		json_open(json, NULL, '{');
		json_text(json, "op", row->first->context->op);
		json_text(json, "kernel", row->first->context->kernel);
		json_count(json, "block_bytes", row->first->block_bytes);
		json_text(json, "level", row->first->level);
		json_bool(json, "edge", row->first->edge);
		json_count(json, "runs", row->runs);
		json_number(json, "mb_per_s", row->mb_per_s);
		json_number(json, "cv", row->cv);
		json_close(json, '}');
	}
	json_close(json, ']');
}

void run_report_json(const struct run_report *report, struct text *text)
{
	struct json json = { .text = text };
	struct run_rows rows;

	run_rows_init(&rows, &report->cells);
	json_open(&json, NULL, '{');
	json_text(&json, "system", report->system);
	json_text(&json, "hypervisor", report->hierarchy->hypervisor[0]
	                                       ? report->hierarchy->hypervisor : NULL);
	json_count(&json, "runs_asked", report->runs_asked);
	json_count(&json, "runs_done", report->runs_done);
	json_count(&json, "seed", report->seed);
	json_number(&json, "clock_resolution_ns", report->clock_resolution_ns);
	json_number(&json, "clock_cost_ns", report->clock_cost_ns);
	json_count(&json, "sample_ns", report->sample_ns);
	json_caches(&json, report->hierarchy);
	json_summary(&json, &rows);
	json_open(&json, "cells", '[');
	for (size_t i = 0; i < report->cells.count; i++) {
		json_open(&json, NULL, '{');
		for (size_t column = 0; column < column_count; column++)
			json_column(&json, &columns[column], &report->cells.items[i]);
		json_close(&json, '}');
	}
	json_close(&json, ']');
	json_lines(&json, "skipped", &report->skipped);
	json_lines(&json, "notes", &report->notes);
	json_close(&json, '}');
	run_rows_release(&rows);
}

static unsigned fewest_arrays(const struct cells *cells)
{
	uint64_t fewest = UINT64_MAX;
	for (size_t i = 0; i < cells->count; i++) {
		uint64_t arrays = cells->items[i].footprint_bytes / cells->items[i].block_bytes;
		fewest = arrays < fewest ? arrays : fewest;
	}
	return (unsigned)fewest;
}

static bool reaches_dram(const struct cells *cells)
{
	for (size_t i = 0; i < cells->count; i++) {
		if (text_equal(cells->items[i].level, "DRAM"))
			return true;
	}
	return false;
}

void run_report_advise(struct run_report *report, enum levels_by by)
{
	const struct cells *cells = &report->cells;
	char reach[SIZE_TEXT_BYTES], enough[SIZE_TEXT_BYTES];

	if (cells->count == 0)
		return;
	size_t threads = (size_t)cells->items[0].context->threads;
	unsigned arrays = fewest_arrays(cells);
	bool dram = reaches_dram(cells), few = report->runs_asked < COMPARABLE_RUNS;
	uint64_t first = attribute_dram_block(report->hierarchy, by, arrays, threads, 1);
	uint64_t third = attribute_dram_block(report->hierarchy, by, arrays, threads, 3);

	if (!dram && first != 0)
		text_printf(&report->notes, "No size here reaches DRAM, which starts at blocks of "
		            "%s; --sizes 2K-%s has three that do.\n", size_format(first, reach),
		            size_format(third, enough));
	if (!dram && first == 0)
		text_put(&report->notes, "No cache size is known, so no row is called DRAM; say "
		                         "where the caches end with --levels L1=32K,L2=1M,...\n");
	if ((!dram || few) && first != 0)
		text_printf(&report->notes, "To compare memory configurations: membench --sizes "
		            "2K-%s --runs 10 -o NAME.csv --label NAME\n",
		            size_format(third, enough));
}
