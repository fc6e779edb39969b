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

struct page {
	struct svg svg;
	const struct plot *plot;
	double y;   /* where the next thing goes */
	bool keyed; /* letters stand for the labels, which the legend gives */
};

/* A group in the colour of a configuration, to be closed with svg_close(svg, "g"). */
void page_series_open(struct page *page, size_t series);
/* Dash pattern of its line: "6 3", or "none". */
const char *page_dash(size_t series);
/* Its mark at a place, in the colour of the group; `title` is shown where one points at
 * it, or NULL. */
void page_mark(struct page *page, size_t series, double x, double y, const char *title);

/* Text in the page's ink. `anchor` is "start", "middle" or "end". */
void page_text(struct page *page, double x, double y, const char *anchor,
               const char *content);
void page_small(struct page *page, double x, double y, const char *anchor,
                const char *content);
/* Words broken into lines that fit the page; moves page->y below them. */
void page_paragraph(struct page *page, const char *content);
/* A heading of a chart; moves page->y below it. */
void page_heading(struct page *page, const char *content);

/* "A", "B" ...: what stands for a label that does not fit. */
void page_key(size_t series, char key[KEY_BYTES]);

/* Each of the two charts, from page->y on; they move it below themselves. */
void plot_rate_svg(struct page *page);
void plot_levels_svg(struct page *page);
/* True where the labels are too long to stand below each other's boxes. */
bool plot_levels_keyed(const struct plot *plot);

#endif
