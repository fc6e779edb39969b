/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_AXIS_H
#define MEMBENCH_REPORT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "samples/quantity.h"

#define AXIS_TICKS_MOST 64
#define AXIS_LABEL_BYTES 32

/* Where values stand on a chart, and which of them are named. */
struct axis {
	double low, high; /* the ends, low < high */
	bool is_log;
	double ticks[AXIS_TICKS_MOST]; /* ascending, within the ends */
	size_t tick_count;
	double unit;           /* rates: MB/s in one of `unit_name` */
	const char *unit_name; /* "MB/s", "GB/s", "TB/s" */
	int decimals;          /* of a label; -1: as few as the tick needs */
};

/*
 * Rates in MB/s from `low` to `high` and a little air, at most `most` ticks (2 or more).
 * Linear: multiples of 1, 2 or 5 times a power of ten. Logarithmic: powers of ten where
 * there are enough, else 1-2-5, else the linear ticks in their logarithmic places.
 */
void axis_rates(struct axis *axis, double low, double high, size_t most);
void axis_log_rates(struct axis *axis, double low, double high, size_t most);

/* Block sizes, logarithmic: every octave, or every second, third ... to stay within
 * `most`; the ends themselves where no power of two lies between them. */
void axis_sizes(struct axis *axis, double low, double high, size_t most);

/* 0 at `low`, 1 at `high`. */
double axis_place(const struct axis *axis, double value);

/* The value of a tick in the axis' unit ("0.5", "17.25"); of a size ("64K"). */
void axis_rate_label(const struct axis *axis, double tick, char label[AXIS_LABEL_BYTES]);
void axis_size_label(double tick, char label[AXIS_LABEL_BYTES]);

/* The same axis of times of loads, in ns: names its unit anew. */
void axis_of(struct axis *axis, enum quantity quantity);

/* "101.2 GB/s" or "118.2 ns", three or four digits. */
void axis_text(enum quantity quantity, double value, char label[AXIS_LABEL_BYTES]);

#endif
