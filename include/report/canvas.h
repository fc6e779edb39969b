/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_CANVAS_H
#define MEMBENCH_REPORT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Rows and columns of characters to draw on in any order; what falls outside is lost. */
struct canvas {
	size_t columns, rows;
	struct canvas_cell { char bytes[5]; } *cells; /* UTF-8; "" is blank */
};

void canvas_init(struct canvas *canvas, size_t columns, size_t rows);
/* One character that takes one column. */
void canvas_put(struct canvas *canvas, size_t column, size_t row, const char *glyph);
/* A string from there on. */
void canvas_write(struct canvas *canvas, size_t column, size_t row, const char *string);
bool canvas_is_blank(const struct canvas *canvas, size_t column, size_t row);
bool canvas_holds(const struct canvas *canvas, size_t column, size_t row,
                  const char *glyph);
/* Row by row, without blanks at the ends of lines. */
void canvas_text(const struct canvas *canvas, struct text *text);
void canvas_release(struct canvas *canvas);

#endif
