/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_GRID_H
#define MEMBENCH_REPORT_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/*
 * Rows of strings, laid out as an aligned table for people, as Markdown, or as CSV.
 * Tables and Markdown show control characters as U+FFFD (text_put_printable()).
 *     struct grid grid = { 0 };
 *     grid_column(&grid, "size", true);          right-aligned
 *     grid_put(&grid, "%s", "2K"); ...           cell after cell, row after row
 *     grid_table(&grid, "  ", &text);            indented by two
 *     grid_release(&grid);
 */
struct grid {
	struct grid_column { char *title; bool right; } *columns;
	size_t column_count, column_capacity;
	struct grid_cell {
		char *text;
		const char *colour; /* "" for none */
	} *cells; /* row-major; complete rows only count */
	size_t cell_count, cell_capacity;
};

void grid_column(struct grid *grid, const char *title, bool right);
void grid_put(struct grid *grid, const char *format, ...) MEMBENCH_PRINTF(2, 3);
/* Colour the cell that was put last: `sequence` of a terminal ("\033[32m"), or "" for none.
 * Tables alone show it. */
void grid_colour(struct grid *grid, const char *sequence);
/* Terminal columns that the widest line of the table may take. */
size_t grid_table_columns(const struct grid *grid);
/* Until a table is no wider than `columns`: what all its rows say alike leaves it, from the
 * last column on, as "title value, title value\n"; the first column stays. Whether any did. */
bool grid_take_common(struct grid *grid, size_t columns, struct text *common);
void grid_table(const struct grid *grid, const char *indent, struct text *text);
void grid_markdown(const struct grid *grid, struct text *text);
void grid_csv(const struct grid *grid, struct text *text);
void grid_clear(struct grid *grid); /* no rows, the columns as they are */
void grid_release(struct grid *grid);

#endif
