/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_FIT_H
#define MEMBENCH_CACHES_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "caches/curve.h"

enum { FIT_CACHES_MAX = 6 };

/* A stretch of sizes of one speed: a cache, or (the last one) what lies behind them. */
struct plateau {
	double capacity_bytes;        /* where the next one begins; 0 for the last */
	double low_bytes, high_bytes; /* 70 % of the step lies between these two */
	double value;                 /* ns or MB/s, as the curve has it */
	double end_value;             /* where the step begins: a plateau may tilt */
	double step;                  /* how many times slower the next one is; 0 for the last */
	double confidence;            /* of the capacity, 0..1: high where the step is high and
	                               * narrow */
	bool is_hot;                  /* its step lies in the hot part of the curve */
	/* Of fit_confirm(), what single mappings show; all 0 without it. */
	double least_bytes, most_bytes; /* the capacities */
	size_t seen_count, near_count;  /* mappings that go there; within a factor of 1.5 */
};

struct fit {
	struct plateau plateaus[FIT_CACHES_MAX + 1];
	size_t count;      /* plateaus: the caches, and one more */
	size_t more;       /* caches beyond those: counted, no plateaus of their own */
	double more_bytes; /* the capacity of the last of them; 0 where there are none */
	double last_bytes; /* where the curve ends */
	double open_bytes; /* up to here, at least, the last plateau goes on; 0 where it is not hot */
	bool is_latency;   /* values are ns from the core to the data: neither bandwidths nor
	                    * extra times */
};

/*
 * The caches in a sorted curve: plateaus of the logarithm with rises between them, each
 * boundary where the curve crosses the midpoint of its rise. A latency curve that holds a 0
 * is extra time over the first level, as tinymembench prints it. `count` is 0 where there
 * are too few points to say anything, 1 where there is no step.
 *
 * In the hot part of a curve the capacity is what is held: of S bytes swept through a cache
 * that then holds C of them, whichever it drops, a line drawn at random is there with
 * probability C/S. So the time is t = miss - (miss - hit) C/S, and C the most that S (miss - t)
 * / (miss - hit) comes to. Where the curve ends in a rise, it has to reach twice that far;
 * otherwise the rise is no step, and `open_bytes` says where it begins.
 */
void fit_curve(const struct curve *curve, struct fit *fit);

/* Look for each boundary in the curves of single mappings: the nearest there is. */
void fit_confirm(struct fit *fit, const struct curve *curves, size_t count);

#endif
