/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_SVG_H
#define MEMBENCH_REPORT_SVG_H

#include "base/text.h"

/*
 * A writer of SVG elements, one a line, indented. Attributes are a printf format of the
 * program's own words and numbers, NULL for none; what comes from outside goes through
 * svg_content(), which escapes it.
 *     svg_open(&svg, "g", "class=\"c%zu\"", i);
 *     svg_leaf(&svg, "rect", "x=\"%.1f\" width=\"%.1f\"", x, width);
 *     svg_close(&svg, "g");
 */
struct svg {
	struct text *text; /* the caller's */
	unsigned depth;
};

void svg_open(struct svg *svg, const char *element, const char *attributes, ...)
        MEMBENCH_PRINTF(3, 4);
void svg_close(struct svg *svg, const char *element);
void svg_leaf(struct svg *svg, const char *element, const char *attributes, ...)
        MEMBENCH_PRINTF(3, 4);

/* <element attributes>content</element>; the content is escaped. */
void svg_content(struct svg *svg, const char *element, const char *content,
                 const char *attributes, ...) MEMBENCH_PRINTF(4, 5);

/*
 * Character data of XML 1.0: & < > " escaped; what XML cannot hold (control characters,
 * bytes that are no UTF-8, U+FFFE, U+FFFF) becomes U+FFFD.
 */
void svg_escape(struct text *text, const char *string);

/* Rough width in pixels of one line of sans-serif at `size` pixels: there are no metrics. */
double svg_width(const char *string, double size);
/* `string`, or as much of it as fits `width` with an ellipsis. */
void svg_fit(struct text *text, const char *string, double size, double width);

#endif
