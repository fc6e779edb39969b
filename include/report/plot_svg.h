/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLOT_SVG_H
#define MEMBENCH_REPORT_PLOT_SVG_H

#include <stdbool.h>
#include <stddef.h>

#include "report/plot.h"
#include "report/svg.h"

/* What the charts of one SVG file share. Lengths in pixels. */

#define PAGE_WIDTH  960.0
#define PAGE_MARGIN 24.0
#define FONT        12.0
#define FONT_SMALL  11.0

/* Two letters of the alphabet and more are never needed: keys repeat after 26. */
#define KEY_BYTES 4

struct sheet {
	struct svg svg;
	const struct plot *plot; /* NULL of other pictures */
	double y;   /* where the next thing goes */
	bool keyed; /* letters stand for the labels, which the legend gives */
};

/* A group in the colour of a configuration, to be closed with svg_close(svg, "g"). */
void sheet_series_open(struct sheet *sheet, size_t series);
/* Dash pattern of its line: "6 3", or "none". */
const char *sheet_dash(size_t series);
/* Its mark at a place, in the colour of the group; `title` is shown where one points at
 * it, or NULL. */
void sheet_mark(struct sheet *sheet, size_t series, double x, double y, const char *title);

/* Text in the sheet's ink. `anchor` is "start", "middle" or "end". */
void sheet_text(struct sheet *sheet, double x, double y, const char *anchor,
                const char *content);
void sheet_small(struct sheet *sheet, double x, double y, const char *anchor,
                 const char *content);
/* The first line of the sheet; moves sheet->y below it. */
void sheet_title(struct sheet *sheet, const char *title);
/* Words broken into lines that fit the sheet; moves sheet->y below them. */
void sheet_paragraph(struct sheet *sheet, const char *content);
void sheet_paragraphs(struct sheet *sheet, const char *lines); /* each line one */
/* A heading of a chart; moves sheet->y below it. */
void sheet_heading(struct sheet *sheet, const char *content);

/* The file: what was drawn on `sheet`, with its paper; `words` are read to those who do not
 * see it. */
void sheet_page(const struct sheet *sheet, const char *title, const char *words,
                struct text *text);

/* "A", "B" ...: what stands for a label that does not fit. */
void sheet_key(size_t series, char key[KEY_BYTES]);

/* Each of the two charts, from sheet->y on; they move it below themselves. */
void plot_rate_svg(struct sheet *sheet);
void plot_levels_svg(struct sheet *sheet);
/* True where the labels are too long to stand below each other's boxes. */
bool plot_levels_keyed(const struct plot *plot);

#endif
