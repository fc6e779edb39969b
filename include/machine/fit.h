/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_FIT_H
#define MEMBENCH_MACHINE_FIT_H

#include <stddef.h>
#include <stdint.h>

enum curve_kind { CURVE_LATENCY, CURVE_BANDWIDTH };

/* Latency in ns (or bandwidth in MB/s) against footprint in bytes. */
struct curve {
	enum curve_kind kind;
	struct curve_point { double bytes, value; } *points; /* ascending after curve_sort() */
	size_t count, capacity;
};

void curve_add(struct curve *curve, double bytes, double value);
/* Ascending sizes, one point a size (the fastest), nothing that is not a measurement. */
void curve_sort(struct curve *curve);
void curve_release(struct curve *curve);

enum { FIT_LEVELS = 6 };

/* A stretch of sizes of one speed: a cache, or (the last one) what lies behind them. */
struct plateau {
	double capacity_bytes; /* where the next one begins; 0 for the last */
	double low_bytes, high_bytes; /* the step lies between these two */
	double value;          /* ns or MB/s, as the curve has it */
	double step;           /* how many times slower the next one is; 0 for the last */
	double confidence;     /* of the capacity, 0..1 */
};

struct fit {
	struct plateau plateaus[FIT_LEVELS + 1];
	size_t count; /* plateaus; caches are all but the last */
};

/*
 * The caches in a curve: a piecewise constant fit of the logarithm, each boundary where
 * the curve crosses the midpoint of its two levels. A curve that starts at 0 holds extra
 * time over the first level, as tinymembench prints it. `count` is 0 where there are too
 * few points to say anything, 1 where there is no step.
 */
void fit_curve(const struct curve *curve, struct fit *fit);

#endif
