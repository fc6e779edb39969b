/* SPDX-License-Identifier: MIT */
/* report: a machine on one page. Measures nothing. */
#include "report/card.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/time.h"
#include "base/units.h"
#include "report/page.h"
#include "report/run.h"

const char *const card_ops[] = { "read", "write", "copy", "latency", NULL };

#define LINE_BYTES 64 /* that a load of the latency's convention counts */
#define COMPARABLE 7  /* runs a cell: what `compare` needs for the 32 of a card */

/* The rows of a level for so many threads; NULL where an op has none. */
struct card_row {
	uint64_t threads;
	const char *level;
	const struct run_row *cells[CARD_OPS];
};

double card_lines_in_flight(double mb_per_s, double ns)
{
	return mb_per_s * ns / (1000.0 * LINE_BYTES);
}

static double latency_ns(const struct run_row *row)
{
	return 1000.0 * LINE_BYTES / row->mb_per_s;
}

/* Of a level with several blocks the largest. */
static const struct run_row *find_row(const struct run_rows *rows, uint64_t threads,
                                      const char *level, const char *op)
{
	const struct run_row *found = NULL;

	for (size_t i = 0; i < rows->count; i++) {
		const struct cell *first = rows->items[i].first;
		if (first->context->threads == threads && !first->edge &&
		    text_equal(first->level, level) && text_equal(first->context->op, op) &&
		    (found == NULL || first->block_bytes > found->first->block_bytes))
			found = &rows->items[i];
	}
	return found;
}

/* False where no op has rows there. */
static bool card_row_init(struct card_row *row, const struct run_rows *rows,
                          uint64_t threads, const char *level)
{
	bool any = false;

	*row = (struct card_row){ .threads = threads, .level = level };
	for (size_t op = 0; op < CARD_OPS; op++) {
		row->cells[op] = find_row(rows, threads, level, card_ops[op]);
		any = any || row->cells[op] != NULL;
	}
	return any;
}

/* The least number of threads above `last` that rows have; 0 where there is none. */
static uint64_t threads_after(const struct run_rows *rows, uint64_t last)
{
	uint64_t next = 0;

	for (size_t i = 0; i < rows->count; i++) {
		uint64_t threads = rows->items[i].first->context->threads;
		if (threads > last && (next == 0 || threads < next))
			next = threads;
	}
	return next;
}

/* Each row in turn, by threads and level: what begins with { 0 } goes on to the next. */
static bool card_next(struct card_row *row, const struct run_rows *rows, unsigned *level)
{
	if (row->threads == 0)
		row->threads = threads_after(rows, 0);
	while (row->threads > 0) {
		uint64_t threads = row->threads;
		for (; *level <= CELL_DRAM; ++*level) {
			if (card_row_init(row, rows, threads, cell_level_names[*level])) {
				++*level;
				return true;
			}
		}
		*level = CELL_L1;
		row->threads = threads_after(rows, threads);
	}
	return false;
}

static const struct cell *first_cell(const struct card_row *row)
{
	size_t op = 0;

	while (row->cells[op] == NULL)
		op++;
	return row->cells[op]->first;
}

/* Three figures. */
static void put_figure(struct grid *grid, double value)
{
	grid_put(grid, "%.*f", value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2, value);
}

static void put_cell(struct grid *grid, size_t op, const struct run_row *row)
{
	if (row == NULL) {
		grid_put(grid, "-");
		grid_put(grid, "-");
		return;
	}
	put_figure(grid, op == CARD_LATENCY ? latency_ns(row) : row->mb_per_s / 1000);
	if (isnan(row->cv))
		grid_put(grid, "-");
	else
		grid_put(grid, "%.1f", 100 * row->cv);
}

static void put_grid(const struct run_rows *rows, struct page *page)
{
	struct card_row row = { .threads = 0 };
	struct grid grid = { 0 };
	char size[SIZE_TEXT_BYTES];
	unsigned level = CELL_L1;

	grid_column(&grid, "threads", true);
	grid_column(&grid, "level", false);
	grid_column(&grid, "block", true);
	for (size_t op = 0; op < CARD_OPS; op++) {
		grid_column(&grid, card_ops[op], true);
		grid_column(&grid, "CV %", true);
	}
	while (card_next(&row, rows, &level)) {
		grid_put(&grid, "%" PRIu64, row.threads);
		grid_put(&grid, "%s", row.level);
		grid_put(&grid, "%s", size_format(first_cell(&row)->block_bytes, size));
		for (size_t op = 0; op < CARD_OPS; op++)
			put_cell(&grid, op, row.cells[op]);
	}
	page_grid(page, "", &grid);
}

static void put_head(const struct card *card, const struct run_rows *rows, struct text *text)
{
	const struct cell *cell = rows->items[0].first;
	char size[SIZE_TEXT_BYTES], when[TIME_TEXT_BYTES] = "";

	if (cell->started_us != TIME_UNKNOWN)
		(void)snprintf(when, sizeof when, ", %.10s",
		               time_format(cell->started_us, false, (char[TIME_TEXT_BYTES]){ 0 }));
	text_put(text, cell->context->cpu);
	if (card->system != NULL)
		text_printf(text, ", %s", card->system);
	text_printf(text, "\n%s%spages of %s, %" PRIu64 " runs, membench %.*s%s\n",
	            cell->context->label, *cell->context->label ? ": " : "",
	            size_format(cell->context->page_bytes, size), rows->items[0].runs,
	            (int)strcspn(cell->context->version, " "), cell->context->version, when);
}

/* "1 thread reads DRAM at 13.1 GB/s; at 114 ns a line that is 23 lines in flight." */
static void put_in_flight(const struct run_rows *rows, struct text *text)
{
	const struct run_row *read = find_row(rows, 1, "DRAM", "read");
	const struct run_row *latency = find_row(rows, 1, "DRAM", "latency");

	if (read == NULL || latency == NULL)
		return;
	double ns = latency_ns(latency);
	text_printf(text, "One thread reads DRAM at %.3g GB/s: %.0f lines of %d bytes in flight, each "
	            "for %.3g ns; a core can hold no more, and only more threads fill the memory's "
	            "wires.\n", read->mb_per_s / 1000, card_lines_in_flight(read->mb_per_s, ns),
	            LINE_BYTES, ns);
}

/* What the best read reaches of the peak, where that is known. */
static void put_limit(const struct card *card, const struct run_rows *rows, struct text *text)
{
	const struct run_row *best = NULL;

	for (uint64_t threads = 0; (threads = threads_after(rows, threads)) > 0;) {
		const struct run_row *row = find_row(rows, threads, "DRAM", "read");
		if (row != NULL && (best == NULL || row->mb_per_s > best->mb_per_s))
			best = row;
	}
	put_in_flight(rows, text);
	if (card->peak == NULL)
		return;
	text_put(text, "Peak of the memory: ");
	peak_format(card->peak, text);
	if (best != NULL && peak_is_known(card->peak))
		text_printf(text, "; reads with %" PRIu64 " thread%s reach %.0f %% of it",
		            best->first->context->threads,
		            best->first->context->threads > 1 ? "s" : "",
		            100 * best->mb_per_s * 1e6 / card->peak->high);
	text_put(text, ".\n");
}

static void put_tail(const struct card *card, const struct run_rows *rows, struct text *text)
{
	const struct cell *first = rows->items[0].first;

	put_limit(card, rows, text);
	text_put(text, "read, write, copy: GB/s, 10^9 bytes a second, a copied byte counts once. "
	               "latency: ns of a load that waits for the one before it. Medians over runs; "
	               "CV: their standard deviation over their mean.\n");
	if (find_row(rows, first->context->threads, "DRAM", first->context->op) == NULL)
		text_put(text, "No block is known to be DRAM: where the last cache ends was not found. "
		               "Measure again when the machine is quiet, or give --levels.\n");
	if (rows->items[0].runs < COMPARABLE)
		text_printf(text, "%" PRIu64 " runs: a comparison of two cards needs %d of each.\n",
		            rows->items[0].runs, COMPARABLE);
	text_put(text, text_string(&card->skipped));
	text_put(text, text_string(&card->notes));
}

static void card_page(const struct card *card, const struct run_rows *rows, struct page *page)
{
	struct text above = { 0 }, below = { 0 };

	put_head(card, rows, &above);
	put_tail(card, rows, &below);
	page_items(page, "", text_string(&above));
	page_gap(page);
	put_grid(rows, page);
	page_gap(page);
	page_items(page, "", text_string(&below));
	text_release(&above);
	text_release(&below);
}

static void json_cell(struct json *json, size_t op, const struct run_row *row)
{
	json_open(json, card_ops[op], '{');
	json_count(json, "block_bytes", row->first->block_bytes);
	json_text(json, "kernel", row->first->context->kernel);
	json_count(json, "runs", row->runs);
	json_number(json, "mb_per_s", row->mb_per_s);
	json_number(json, "cv", row->cv);
	if (op == CARD_LATENCY)
		json_number(json, "ns", latency_ns(row));
	json_close(json, '}');
}

static void card_json(const struct card *card, const struct run_rows *rows, struct text *text)
{
	struct json json = { .text = text };
	struct card_row row = { .threads = 0 };
	unsigned level = CELL_L1;

	json_open(&json, NULL, '{');
	json_text(&json, "cpu", rows->items[0].first->context->cpu);
	json_text(&json, "system", card->system);
	json_number(&json, "peak_bytes_per_s", card->peak != NULL && peak_is_known(card->peak)
	                                               ? card->peak->high : (double)NAN);
	json_open(&json, "rows", '[');
	while (card_next(&row, rows, &level)) {
		json_open(&json, NULL, '{');
		json_count(&json, "threads", row.threads);
		json_text(&json, "level", row.level);
		for (size_t op = 0; op < CARD_OPS; op++) {
			if (row.cells[op] != NULL)
				json_cell(&json, op, row.cells[op]);
			else
				json_null(&json, card_ops[op]);
		}
		json_close(&json, '}');
	}
	json_close(&json, ']');
	run_cells_json(&json, card->cells);
	json_lines(&json, "skipped", text_string(&card->skipped), '\n');
	json_lines(&json, "notes", text_string(&card->notes), '\n');
	json_close(&json, '}');
}

void card_report(const struct card *card, enum format format, struct text *text)
{
	struct run_rows rows;

	run_rows_init(&rows, card->cells);
	if (format == FORMAT_JSON)
		card_json(card, &rows, text);
	else if (format != FORMAT_CSV)
		card_page(card, &rows, &(struct page){ text, format == FORMAT_MARKDOWN });
	run_rows_release(&rows);
}
