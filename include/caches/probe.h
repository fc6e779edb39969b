/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_PROBE_H
#define MEMBENCH_CACHES_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "caches/curve.h"
#include "caches/probe_memory.h"
#include "platform/clock.h"

enum { PROBE_MAPPINGS = 5 };

/* How much to measure, with which clock, in which memory. */
struct probe_options {
	uint64_t largest_bytes;  /* where the curve ends at the latest: 64K or more */
	unsigned per_octave;     /* points, and where the curve is steep also of the hot ones */
	unsigned mappings;       /* other lines each time: 1 .. PROBE_MAPPINGS */
	uint64_t point_ns;       /* spent on one point of one mapping that is walked */
	uint64_t budget_ns;      /* the first mapping's sizes end where a third of it is spent on
	                          * hot ones; no hot part of a third or later mapping is begun
	                          * that would not end within it, or within half as much again
	                          * where a size took unlike times in those before */
	uint64_t seed;
	struct clock clock;
	struct probe_memory memory;
};

/*
 * 2K to 256M, or what a quarter of the memory limit leaves; four points an octave, 5
 * mappings, 0.5 s. The clock is POSIX's monotonic one, the memory `machine`, which
 * has to be all zero and live as long.
 */
void probe_options_default(struct probe_options *options, struct probe_machine *machine);

/* What was seen: over the mappings, and in each of them. { 0 } is empty. */
struct probe_curves {
	struct curve all;
	struct curve mappings[PROBE_MAPPINGS];
	size_t mapping_count;
};
void probe_curves_release(struct probe_curves *curves);

/*
 * Latency against footprint on the CPU under this thread.
 *
 * As long as a random cycle through all lines of a footprint is walked within half a
 * millisecond, that is done: it is warm after two laps. Of the mappings the least counts, and
 * no size is left slower than a larger one.
 *
 * A larger footprint is *hot*: swept lap by lap with independent loads, as a program does,
 * until that gets no faster, and then a random sample of its lines is chased once, for a
 * fraction of a millisecond. A walk of it would take so long that neighbours have the
 * lines of a shared cache before the walk comes back for them (a guest on Emerald Rapids:
 * 16M walked at 130 ns a hop for ever, and chased at 38 ns after three such laps). A few
 * lines of a page follow one another, so that the time is that of caches, not of TLBs. Of
 * the mappings the median counts. Octave by octave, and finer where neighbours differ.
 *
 * curve.hot_bytes says where the hot part begins. Fails where no memory can be had, or where
 * the clock is too coarse.
 */
int probe_latency(const struct probe_options *options, struct probe_curves *curves,
                  struct error *err);

/* How long a line stays in the last cache when its program does not touch it. */
struct probe_life {
	double half_ns;   /* half of the lines are gone; 0: not measured, or longer than this: */
	double longer_ns; /* so long it was waited and half of them were still there; else 0 */
};

/* Of which cache: lines that fit it and not the one before, and what they take. */
struct probe_life_of {
	uint64_t bytes;
	double hit_ns, miss_ns;
};

/*
 * Bring the lines in, touch nothing for 80 ms, and where half of them are gone then for 1, 2,
 * 5, 10, 20, 40, and chase a random sample of them; of short waits the median of three tries
 * counts. 0.2 s. All zero where they cannot be brought in at all, or no memory can be had.
 */
struct probe_life probe_life(const struct probe_options *options,
                             const struct probe_life_of *of);

#endif
