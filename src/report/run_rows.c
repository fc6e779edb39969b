/* SPDX-License-Identifier: MIT */
/* report: cells of a session to one row for each kernel and block, and what is shown of it. */
#include "report/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/units.h"
#include "stats/quantile.h"

const char run_flag_letters[CELL_FLAG_COUNT] = { 'S', 'P', 'F', 'U', 'I', 'T' };

static bool same_kernel(const struct cell *a, const struct cell *b)
{
	return text_equal(a->context->kernel, b->context->kernel) &&
	       text_equal(a->context->op, b->context->op);
}

static bool same_row(const struct cell *a, const struct cell *b)
{
	return a->block_bytes == b->block_bytes && same_kernel(a, b) &&
	       a->context->threads == b->context->threads;
}

static struct run_row *rows_find(struct run_rows *rows, const struct cell *cell)
{
	for (size_t i = 0; i < rows->count; i++) {
		if (same_row(rows->items[i].first, cell))
			return &rows->items[i];
	}
	memory_grow(&rows->items, &rows->capacity, rows->count, sizeof *rows->items);
	rows->items[rows->count] = (struct run_row){ .first = cell };
	return &rows->items[rows->count++];
}

static double share_median(const struct run_row *row, const struct cells *cells)
{
	double *shares = memory_zeroed((size_t)row->runs, sizeof *shares);
	size_t count = 0;

	for (size_t i = 0; i < cells->count; i++) {
		if (same_row(&cells->items[i], row->first) && !isnan(cells->items[i].cpu_share))
			shares[count++] = cells->items[i].cpu_share;
	}
	double median = median_of(shares, count);
	free(shares);
	return median;
}

static void row_summarise(struct run_row *row, const struct cells *cells)
{
	double *rates = memory_zeroed((size_t)row->runs, sizeof *rates);
	double *cycles = memory_zeroed((size_t)row->runs, sizeof *cycles);
	double sum = 0, squares = 0;
	size_t count = 0, known = 0;

	for (size_t i = 0; i < cells->count; i++) {
		const struct cell *cell = &cells->items[i];
		if (!same_row(cell, row->first))
			continue;
		rates[count++] = cell->mb_per_s;
		if (!isnan(cell_cycles(cell)))
			cycles[known++] = cell_cycles(cell);
	}
	for (size_t i = 0; i < count; i++)
		sum += rates[i];
	double mean = sum / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (rates[i] - mean) * (rates[i] - mean);
	row->mb_per_s = median_of(rates, count);
	row->cpu_share = share_median(row, cells);
	row->quantity = quantity_of(row->first->context);
	row->shown = quantity_value(row->first->context, row->mb_per_s);
	row->cycles = median_of(cycles, known);
	row->cv = count > 1 ? sqrt(squares / (double)(count - 1)) / mean : (double)NAN;
	free(rates);
	free(cycles);
}

void run_rows_init(struct run_rows *rows, const struct cells *cells)
{
	*rows = (struct run_rows){ .one_kernel = true };
	for (size_t i = 0; i < cells->count; i++) {
		struct run_row *row = rows_find(rows, &cells->items[i]);
		row->runs++;
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
			row->flagged[flag] += cells->items[i].flags >> flag & 1;
	}
	for (size_t i = 0; i < rows->count; i++) {
		const struct cell *first = rows->items[0].first, *cell = rows->items[i].first;
		row_summarise(&rows->items[i], cells);
		double *largest = &rows->largest[rows->items[i].quantity];
		*largest = fmax(*largest, rows->items[i].shown);
		rows->one_kernel = rows->one_kernel && same_kernel(cell, first);
	}
}

bool run_rows_all_carry(const struct run_rows *rows, size_t flag)
{
	for (size_t i = 0; i < rows->count; i++) {
		if (rows->items[i].flagged[flag] == 0)
			return false;
	}
	return rows->count > 1;
}

static void bar(bool unicode, double length, struct text *text)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	size_t units = (size_t)(length * 8 + 0.5);

	text_put(text, "");
	text_repeat(text, unicode ? "█" : "#", units / 8);
	if (unicode)
		text_put(text, eighths[units % 8]);
}

/* "edge, slowed 3/10", or for the table "edge S3"; without what every row carries. */
static void row_doubts(const struct run_rows *rows, const struct run_row *row, bool letters,
                       struct text *text)
{
	text_put(text, row->first->edge ? "edge" : "");
	for (size_t i = 0; i < CELL_FLAG_COUNT; i++) {
		if (row->flagged[i] == 0 || run_rows_all_carry(rows, i))
			continue;
		text_put(text, text->length == 0 ? "" : letters ? " " : ", ");
		if (letters)
			text_printf(text, "%c%" PRIu64, run_flag_letters[i], row->flagged[i]);
		else
			text_printf(text, "%s %" PRIu64 "/%" PRIu64, cell_flag_names[i],
			            row->flagged[i], row->runs);
	}
}

static bool is_command(const struct run_row *row)
{
	return cell_level(row->first->level) == CELL_NONE;
}

/* Disks and networks may do less than a MB a second. */
static const char *rate_format(const struct run_row *row)
{
	return !is_command(row) || row->mb_per_s >= 100 ? "%.0f"
	       : row->mb_per_s >= 10                    ? "%.1f" : "%.2f";
}

/* Blocks a second where a cell is of many, and the CPU. */
static void command_fields(struct fields *fields, const struct run_rows *rows,
                           const struct run_row *row)
{
	double iops = row->mb_per_s * 1e6 / (double)row->first->block_bytes;
	bool has_blocks = false;

	for (size_t i = 0; i < rows->count; i++)
		has_blocks = has_blocks || rows->items[i].first->bytes > rows->items[i].first->block_bytes;
	if (has_blocks)
		field_number(fields, "iops", "IOPS", iops, iops < 10 ? "%.1f" : "%.0f");
	field_number(fields, "cpu_share", "CPU", row->cpu_share, "%.0f %%");
}

/* Rates, or times in ns and in cycles; both where a session has both. */
static void row_quantities(struct fields *fields, const struct run_rows *rows,
                           const struct run_row *row)
{
	bool is_time = row->quantity == QUANTITY_LATENCY;
	double ns = is_time ? row->shown : (double)NAN;
	bool has_rates = rows->largest[QUANTITY_RATE] > 0;

	field_number(fields, "mb_per_s", has_rates ? "MB/s" : NULL,
	             is_time && fields->for_people ? (double)NAN : row->mb_per_s,
	             rate_format(row));
	if (rows->largest[QUANTITY_LATENCY] > 0) {
		field_number(fields, "ns", "ns", ns, ns < 10 ? "%.2f" : "%.1f");
		field_number(fields, "cycles", "cycles", row->cycles,
		             row->cycles < 100 ? "%.1f" : "%.0f");
	}
}

/* With a bar there is no room for the names of flags. */
static void row_fields(struct fields *fields, const struct run_rows *rows,
                       const struct run_row *row, size_t bar_columns)
{
	const struct context *context = row->first->context;
	struct text words = { 0 };
	char size[SIZE_TEXT_BYTES];

	json_text(fields->json, "op", context->op);
	json_text(fields->json, "kernel", context->kernel);
	json_count(fields->json, "block_bytes", row->first->block_bytes);
	field_shown(fields, "block", true, "%s", size_format(row->first->block_bytes, size));
	field_text(fields, "level", is_command(row) ? NULL : "level", row->first->level);
	json_bool(fields->json, "edge", row->first->edge);
	if (!rows->one_kernel) {
		field_text(fields, NULL, "op", context->op);
		field_text(fields, NULL, "kernel", context->kernel);
	}
	json_count(fields->json, "runs", row->runs);
	row_quantities(fields, rows, row);
	field_number(fields, "cv", "CV", row->cv, "%.1f %%");
	if (is_command(row))
		command_fields(fields, rows, row);
	if (!fields->for_people)
		return;
	if (bar_columns > 0) {
		bar(rows->unicode, row->shown / rows->largest[row->quantity] * (double)bar_columns,
		    &words);
		field_text(fields, NULL, "", text_string(&words));
		words.length = 0;
	}
	row_doubts(rows, row, bar_columns > 0, &words);
	field_text(fields, NULL, "", text_string(&words));
	text_release(&words);
}

void run_rows_fields(struct fields *fields, const struct run_rows *rows, size_t bar_columns)
{
	json_open(fields->json, "summary", '[');
	for (size_t i = 0; i < rows->count; i++) {
		fields_begin(fields);
		row_fields(fields, rows, &rows->items[i], bar_columns);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

void run_rows_release(struct run_rows *rows)
{
	free(rows->items);
	*rows = (struct run_rows){ 0 };
}
