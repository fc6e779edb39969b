/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_QUANTITY_H
#define MEMBENCH_SAMPLES_QUANTITY_H

#include <stdint.h>

#include "samples/cell.h"

/*
 * Every row holds a rate, and all that is computed is computed from rates: more is better
 * everywhere. Of dependent loads (convention "line") people want to know the time of one,
 * of which less is better; each counts 64 bytes, in each thread.
 */
enum quantity { QUANTITY_RATE, QUANTITY_LATENCY, QUANTITY_COUNT };

enum quantity quantity_of(const struct context *context);
const char *quantity_unit(enum quantity quantity); /* "MB/s", "ns" */

/* The rate as it is shown: in MB/s, or as ns a load. */
double quantity_value(const struct context *context, double mb_per_s);
/* Of a change of rates, as a fraction: of latencies that of the reciprocals, and infinite the
 * other way. */
double quantity_change(enum quantity quantity, double change);

/* What follows from the columns of a row, for --print; NaN where it is not known. */
struct derived {
	const char *name;
	double (*value)(const struct cell *cell);
	int decimals;
};
const struct derived *derived_find(const char *name); /* NULL where there is none */

/* ns a load; NaN of a row that holds none. */
double cell_ns(const struct cell *cell);
/* The same in cycles of the row's own clock; NaN where that is not known. */
double cell_cycles(const struct cell *cell);

#endif
