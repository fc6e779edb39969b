/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLOT_BANDS_H
#define MEMBENCH_REPORT_PLOT_BANDS_H

#include "report/axis.h"
#include "report/plot.h"

/* A range of block sizes that lie in one level. */
struct plot_band {
	char name[LEVEL_BYTES]; /* "L1" .. "DRAM"; "edge" where sizes straddle two levels,
	                         * or where the configurations do not agree */
	bool edge;
	double low, high; /* bytes: halfway, on a logarithmic scale, to the neighbours */
};
struct plot_bands {
	struct plot_band *items;
	size_t count, capacity;
};

/* Ascending; together they cover the axis. */
void plot_bands_init(struct plot_bands *bands, const struct plot *plot,
                     const struct axis *sizes);
void plot_bands_release(struct plot_bands *bands);

#endif
