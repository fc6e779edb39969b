/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_CURVE_H
#define MEMBENCH_CACHES_CURVE_H

#include <stddef.h>

#include "base/error.h"

enum curve_kind { CURVE_LATENCY, CURVE_BANDWIDTH };

/* Latency in ns (or bandwidth in MB/s) against footprint in bytes. { 0 } is empty. */
struct curve {
	enum curve_kind kind;
	struct curve_point { double bytes, value; } *points;
	size_t count, capacity;
	double hot_bytes; /* from here on the cache was brought into the state that a program meets,
	                   * and a random sample of the lines timed; 0: nowhere */
	double spread; /* how far above the least the measurements of a size usually lay, as a
	                * factor: 1 on a quiet machine; 0 where not known */
};

void curve_add(struct curve *curve, double bytes, double value);
/* Ascending sizes, one point a size (the fastest), nothing that is not a measurement. */
void curve_sort(struct curve *curve);
void curve_release(struct curve *curve);

/*
 * A saved curve into an empty one: rows of a size in bytes and a value of curve->kind,
 * separated by tabs or commas, in any order, blank lines left out; of one size the fastest counts. A first line that does
 * not begin with a number is a header. Anything else, and a file without a point, fails with
 * FILE:LINE:COLUMN.
 */
int curve_load(const char *path, struct curve *curve, struct error *err);

#endif
