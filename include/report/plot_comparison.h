/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLOT_COMPARISON_H
#define MEMBENCH_REPORT_PLOT_COMPARISON_H

#include "compare/compare.h"
#include "report/plot.h"

/*
 * The picture of a comparison, or of what compare_arrange() made (then without changes).
 * Fills an empty plot; release it with plot_release().
 */
void plot_comparison(struct plot *plot, const struct comparison *comparison);

#endif
