/* SPDX-License-Identifier: MIT */
/* report: rows of strings laid out three ways. Knows nothing of what they mean. */
#include "report/grid.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"

#define COLOUR_END "\033[0m"

void grid_column(struct grid *grid, const char *title, bool right)
{
	memory_grow(&grid->columns, &grid->column_capacity, grid->column_count,
	            sizeof *grid->columns);
	grid->columns[grid->column_count++] =
	        (struct grid_column){ memory_copy_text(title), right };
}

void grid_put(struct grid *grid, const char *format, ...)
{
	struct text cell = { 0 };
	va_list args;

	text_put(&cell, "");
	va_start(args, format);
	text_vprintf(&cell, format, args);
	va_end(args);
	memory_grow(&grid->cells, &grid->cell_capacity, grid->cell_count, sizeof *grid->cells);
	grid->cells[grid->cell_count++] = (struct grid_cell){ cell.bytes, "" };
}

void grid_colour(struct grid *grid, const char *sequence)
{
	grid->cells[grid->cell_count - 1].colour = sequence;
}

static size_t grid_rows(const struct grid *grid)
{
	return grid->column_count ? grid->cell_count / grid->column_count : 0;
}

static const char *grid_cell(const struct grid *grid, size_t row, size_t column)
{
	return grid->cells[row * grid->column_count + column].text;
}

/* What people are shown of a cell; the CSV keeps its very bytes. */
static size_t printable_columns(const char *cell)
{
	struct text shown = { 0 };

	text_put_printable(&shown, cell);
	size_t columns = text_columns(text_string(&shown));
	text_release(&shown);
	return columns;
}

static size_t grid_width(const struct grid *grid, size_t column)
{
	size_t width = printable_columns(grid->columns[column].title);
	for (size_t row = 0; row < grid_rows(grid); row++) {
		size_t columns = printable_columns(grid_cell(grid, row, column));
		width = columns > width ? columns : width;
	}
	return width;
}

static void grid_pad(struct text *text, const struct grid_cell *cell, size_t width,
                     bool right)
{
	size_t columns = printable_columns(cell->text);
	size_t blank = width > columns ? width - columns : 0;

	text_repeat(text, " ", right ? blank : 0);
	text_put(text, cell->colour);
	text_put_printable(text, cell->text);
	text_put(text, *cell->colour ? COLOUR_END : "");
	text_repeat(text, " ", right ? 0 : blank);
}

/* No blanks at a line's end: they show in diffs and break byte-for-byte tests. */
static void text_end_line(struct text *text)
{
	while (text->length > 0 && text->bytes[text->length - 1] == ' ')
		text->length--;
	text_put(text, "\n");
}

size_t grid_table_columns(const struct grid *grid)
{
	size_t columns = grid->column_count > 0 ? 2 * (grid->column_count - 1) : 0;

	for (size_t column = 0; column < grid->column_count; column++)
		columns += grid_width(grid, column);
	return columns;
}

static bool is_common(const struct grid *grid, size_t column)
{
	for (size_t row = 1; row < grid_rows(grid); row++) {
		if (!text_equal(grid_cell(grid, row, column), grid_cell(grid, 0, column)))
			return false;
	}
	return grid_rows(grid) > 0;
}

static void grid_take(struct grid *grid, size_t column)
{
	size_t kept = 0;

	free(grid->columns[column].title);
	for (size_t i = 0; i < grid->cell_count; i++) {
		if (i % grid->column_count == column)
			free(grid->cells[i].text);
		else
			grid->cells[kept++] = grid->cells[i];
	}
	grid->cell_count = kept;
	grid->column_count--;
	memmove(grid->columns + column, grid->columns + column + 1,
	        (grid->column_count - column) * sizeof *grid->columns);
}

bool grid_take_common(struct grid *grid, size_t columns, struct text *common)
{
	size_t before = grid->column_count;

	for (size_t column = before; column-- > 1 && grid_table_columns(grid) > columns;) {
		if (!is_common(grid, column))
			continue;
		text_put(common, before > grid->column_count ? ", " : "");
		text_printf(common, "%s ", grid->columns[column].title);
		text_put_printable(common, grid_cell(grid, 0, column));
		grid_take(grid, column);
	}
	text_put(common, before > grid->column_count ? "\n" : "");
	return before > grid->column_count;
}

void grid_table(const struct grid *grid, const char *indent, struct text *text)
{
	size_t *widths = memory_zeroed(grid->column_count, sizeof *widths);

	for (size_t column = 0; column < grid->column_count; column++)
		widths[column] = grid_width(grid, column);
	text_put(text, indent);
	for (size_t column = 0; column < grid->column_count; column++) {
		struct grid_cell title = { grid->columns[column].title, "" };
		text_put(text, column ? "  " : "");
		grid_pad(text, &title, widths[column], grid->columns[column].right);
	}
	text_end_line(text);
	for (size_t row = 0; row < grid_rows(grid); row++) {
		text_put(text, indent);
		for (size_t column = 0; column < grid->column_count; column++) {
			text_put(text, column ? "  " : "");
			grid_pad(text, &grid->cells[row * grid->column_count + column],
			         widths[column], grid->columns[column].right);
		}
		text_end_line(text);
	}
	free(widths);
}

static void markdown_cell(struct text *text, const char *cell)
{
	struct text shown = { 0 };

	text_put_printable(&shown, cell);
	text_put(text, " ");
	for (const char *at = text_string(&shown); *at; at++) {
		if (*at == '|' || *at == '\\')
			text_put(text, "\\");
		text_put_bytes(text, at, 1);
	}
	text_put(text, " |");
	text_release(&shown);
}

void grid_markdown(const struct grid *grid, struct text *text)
{
	text_put(text, "|");
	for (size_t column = 0; column < grid->column_count; column++)
		markdown_cell(text, grid->columns[column].title);
	text_put(text, "\n|");
	for (size_t column = 0; column < grid->column_count; column++)
		text_put(text, grid->columns[column].right ? " ---: |" : " --- |");
	text_put(text, "\n");
	for (size_t row = 0; row < grid_rows(grid); row++) {
		text_put(text, "|");
		for (size_t column = 0; column < grid->column_count; column++)
			markdown_cell(text, grid_cell(grid, row, column));
		text_put(text, "\n");
	}
}

void grid_csv(const struct grid *grid, struct text *text)
{
	for (size_t column = 0; column < grid->column_count; column++) {
		text_put(text, column ? "," : "");
		csv_put(text, grid->columns[column].title);
	}
	text_put(text, "\n");
	for (size_t row = 0; row < grid_rows(grid); row++) {
		for (size_t column = 0; column < grid->column_count; column++) {
			text_put(text, column ? "," : "");
			csv_put(text, grid_cell(grid, row, column));
		}
		text_put(text, "\n");
	}
}

void grid_clear(struct grid *grid)
{
	for (size_t i = 0; i < grid->cell_count; i++)
		free(grid->cells[i].text);
	grid->cell_count = 0;
}

void grid_release(struct grid *grid)
{
	for (size_t i = 0; i < grid->column_count; i++)
		free(grid->columns[i].title);
	grid_clear(grid);
	free(grid->columns);
	free(grid->cells);
	*grid = (struct grid){ 0 };
}
