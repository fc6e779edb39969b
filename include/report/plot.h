/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLOT_H
#define MEMBENCH_REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/units.h"
#include "samples/cell.h"
#include "samples/quantity.h"

/*
 * What the pictures show, as a value that owns all it points to: every format is a pure
 * function of it. Rates in MB/s. Fill one with the functions below, then plot_release().
 */

/* One block size of one configuration: its runs in three numbers. */
struct plot_size {
	uint64_t block_bytes;
	char level[LEVEL_BYTES];
	bool edge;
	size_t runs;
	double low, median, high; /* slowest and fastest run, and the median */
};

struct plot_series {
	char *label;
	size_t runs; /* the most that any size has */
	struct plot_size *sizes; /* ascending */
	size_t count, capacity;
};

/* One configuration at one level: a rate for each run, and what follows from them. */
struct plot_box {
	size_t series;
	double *rates; /* ascending */
	size_t count;
	double q1, median, q3; /* quartiles of type 7 */
	/* The median's interval from order statistics, the narrowest that holds 95 %; NaN
	 * below six runs, where none does (1 - 2 / 2^n). */
	double low, high;
	/* Against the baseline, relative, as `compare` found it; NaN where nothing did. */
	double change, change_low, change_high;
};

struct plot_level {
	char name[SIZE_TEXT_BYTES]; /* "L1" ... "DRAM"; of commands its size: "4K" */
	char *sizes; /* "2K-16K" */
	struct plot_box *boxes;
	size_t count, capacity;
};

struct plot {
	char *title;   /* "CL3 v CL2" */
	struct text facts; /* one a line: what was measured on which machine */
	struct plot_series *series; /* the first is the baseline */
	size_t series_count, series_capacity;
	struct plot_level *levels; /* from the core outwards */
	size_t level_count, level_capacity;
	bool is_by_size; /* of commands: each size is a level, and bands there are none */
	double confidence; /* of the changes' intervals: 0.95 */
	enum quantity quantity; /* rates, or times of loads in ns: then low is fastest */
};

enum plot_charts { PLOT_ALL, PLOT_RATE, PLOT_LEVELS };
extern const char *const plot_charts_names[]; /* "all", "rate", "levels", NULL */

/* Add an empty configuration; returns its index. The label becomes printable. */
size_t plot_series_add(struct plot *plot, const char *label);
/* Add the rates of the runs of one size, in any order; sizes in any order too. */
void plot_size_add(struct plot_series *series, const struct plot_size *size,
                   const double *rates, size_t count);
/* Add a level, and to it the runs of a configuration. The box is the plot's. */
struct plot_level *plot_level_add(struct plot *plot, const char *name, const char *sizes);
struct plot_box *plot_box_add(struct plot_level *level, size_t series,
                              const double *rates, size_t count);
void plot_release(struct plot *plot);

/* From the slowest to the fastest run, and from the smallest to the largest size; infinity
 * to 0 where there is none. */
struct plot_extent {
	double size_low, size_high; /* bytes */
	double rate_low, rate_high; /* MB/s */
};
struct plot_extent plot_extent(const struct plot *plot);

/*
 * A whole SVG file of both charts, below each other: rate against block size on
 * logarithmic axes with a band from the slowest to the fastest run, and the runs of each
 * level as points with their box. Readable on light and dark pages; colours of Okabe and
 * Ito (2008), with marks and dashes that differ as well.
 */
void plot_svg(const struct plot *plot, enum plot_charts charts, struct text *text);

/* The same for a terminal of 80 columns. */
void plot_text(const struct plot *plot, enum plot_charts charts, bool unicode,
               struct text *text);

#endif
