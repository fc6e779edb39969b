/* SPDX-License-Identifier: MIT */
/* report: cells of a session to one row for each kernel and block. Knows no format. */
#include "report/run.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/quantile.h"

static bool same_row(const struct cell *a, const struct cell *b)
{
	return a->block_bytes == b->block_bytes &&
	       text_equal(a->context->kernel, b->context->kernel) &&
	       text_equal(a->context->op, b->context->op);
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

static void row_summarise(struct run_row *row, const struct cells *cells)
{
	double *rates = memory_zeroed((size_t)row->runs, sizeof *rates);
	double sum = 0, squares = 0;
	size_t count = 0;

	for (size_t i = 0; i < cells->count; i++) {
		if (same_row(&cells->items[i], row->first))
			rates[count++] = cells->items[i].mb_per_s;
	}
	for (size_t i = 0; i < count; i++)
		sum += rates[i];
	double mean = sum / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (rates[i] - mean) * (rates[i] - mean);
	row->mb_per_s = median_of(rates, count);
	row->cv = count > 1 ? sqrt(squares / (double)(count - 1)) / mean : (double)NAN;
	free(rates);
}

void run_rows_init(struct run_rows *rows, const struct cells *cells)
{
	*rows = (struct run_rows){ 0 };
	for (size_t i = 0; i < cells->count; i++) {
		struct run_row *row = rows_find(rows, &cells->items[i]);
		row->runs++;
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
			row->flagged[flag] += cells->items[i].flags >> flag & 1;
	}
	for (size_t i = 0; i < rows->count; i++)
		row_summarise(&rows->items[i], cells);
}

void run_rows_release(struct run_rows *rows)
{
	free(rows->items);
	*rows = (struct run_rows){ 0 };
}

void run_report_release(struct run_report *report)
{
	cells_release(&report->cells);
	text_release(&report->skipped);
	text_release(&report->notes);
}
