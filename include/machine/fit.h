/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_FIT_H
#define MEMBENCH_MACHINE_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/curve.h"

enum { FIT_CACHES_MAX = 6 };

/* A stretch of sizes of one speed: a cache, or (the last one) what lies behind them. */
struct plateau {
	double capacity_bytes;        /* where the next one begins; 0 for the last */
	double low_bytes, high_bytes; /* 70 % of the step lies between these two */
	double value;                 /* ns or MB/s, as the curve has it */
	double step;                  /* how many times slower the next one is; 0 for the last */
	double confidence;            /* of the capacity, 0..1: high where the step is high and
	                               * narrow */
};

struct fit {
	struct plateau plateaus[FIT_CACHES_MAX + 1];
	size_t count;      /* plateaus: the caches, and one more */
	size_t more;       /* caches beyond those: counted, no plateaus of their own */
	double more_bytes; /* the capacity of the last of them; 0 where there are none */
	double last_bytes; /* where the curve ends */
	bool is_latency;   /* values are ns from the core to the data: neither bandwidths nor
	                    * extra times */
};

/*
 * The caches in a sorted curve: plateaus of the logarithm with rises between them, each
 * boundary where the curve crosses the midpoint of its rise. A latency curve that holds a 0
 * is extra time over the first level, as tinymembench prints it. `count` is 0 where there
 * are too few points to say anything, 1 where there is no step.
 */
void fit_curve(const struct curve *curve, struct fit *fit);

#endif
