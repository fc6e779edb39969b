/* SPDX-License-Identifier: MIT */
/* report: characters in rows and columns. Knows not what they show. */
#include "report/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void canvas_init(struct canvas *canvas, size_t columns, size_t rows)
{
	*canvas = (struct canvas){ columns, rows, NULL };
	canvas->cells = memory_zeroed(columns * rows, sizeof *canvas->cells);
}

static bool is_inside(const struct canvas *canvas, size_t column, size_t row)
{
	return column < canvas->columns && row < canvas->rows;
}

/* Bytes of the character at the start of `string`, at most a cell's. */
static size_t glyph_length(const char *string)
{
	size_t length = 1;

	while (length < 4 && ((unsigned char)string[length] & 0xC0) == 0x80)
		length++;
	return length;
}

void canvas_put(struct canvas *canvas, size_t column, size_t row, const char *glyph)
{
	if (!is_inside(canvas, column, row))
		return;
	struct canvas_cell *cell = &canvas->cells[row * canvas->columns + column];
	*cell = (struct canvas_cell){ "" };
	memcpy(cell->bytes, glyph, glyph_length(glyph));
}

void canvas_write(struct canvas *canvas, size_t column, size_t row, const char *string)
{
	while (*string) {
		canvas_put(canvas, column++, row, string);
		string += glyph_length(string);
	}
}

bool canvas_is_blank(const struct canvas *canvas, size_t column, size_t row)
{
	return is_inside(canvas, column, row) &&
	       canvas->cells[row * canvas->columns + column].bytes[0] == '\0';
}

bool canvas_holds(const struct canvas *canvas, size_t column, size_t row,
                  const char *glyph)
{
	return is_inside(canvas, column, row) &&
	       text_equal(canvas->cells[row * canvas->columns + column].bytes, glyph);
}

void canvas_text(const struct canvas *canvas, struct text *text)
{
	for (size_t row = 0; row < canvas->rows; row++) {
		const struct canvas_cell *cells = canvas->cells + row * canvas->columns;
		size_t last = canvas->columns;
		while (last > 0 && (cells[last - 1].bytes[0] == '\0' ||
		                    cells[last - 1].bytes[0] == ' '))
			last--;
		for (size_t column = 0; column < last; column++)
			text_put(text, cells[column].bytes[0] ? cells[column].bytes : " ");
		text_put(text, "\n");
	}
}

void canvas_release(struct canvas *canvas)
{
	free(canvas->cells);
	*canvas = (struct canvas){ 0 };
}
