/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLOT_TEXT_H
#define MEMBENCH_REPORT_PLOT_TEXT_H

#include "report/plot.h"

/* What the two charts for a terminal share. */

/* What charts are drawn with; each is one column wide. */
struct glyphs {
	const char *vertical, *horizontal, *corner, *tick; /* of the axes */
	const char *marks[6], *both;                       /* where several marks meet */
	const char *dot;                                   /* between the marks */
	const char *range, *box, *median;                  /* of a strip */
	const char *cut;                                   /* the rest of a label */
};

/* Each of the two charts. */
void plot_rate_text(const struct plot *plot, const struct glyphs *glyphs,
                    struct text *text);
void plot_levels_text(const struct plot *plot, const struct glyphs *glyphs,
                      struct text *text);

#endif
