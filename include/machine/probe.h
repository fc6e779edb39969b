/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_PROBE_H
#define MEMBENCH_MACHINE_PROBE_H

#include <stdint.h>

#include "base/error.h"
#include "machine/curve.h"
#include "platform/clock.h"

/* How much to measure, with which clock. */
struct probe_options {
	uint64_t largest_bytes;  /* where the curve ends: 64K or more */
	unsigned per_octave;     /* points */
	unsigned mappings;       /* fresh ones, each measured from one end to the other */
	uint64_t point_ns;       /* spent on one point of one mapping */
	uint64_t budget_ns;      /* no further mapping is begun that would not end within it */
	uint64_t seed;
	struct clock clock;
};

/*
 * What was found to serve: 2K to 128M, or what a quarter of the memory limit leaves, four
 * points an octave, 1 ms a point, 5 mappings, 0.75 s. The clock is POSIX's monotonic one.
 */
void probe_options_default(struct probe_options *options);

/*
 * Latency against footprint on the CPU under this thread: a random cycle of cache lines
 * that grows by inserting each new line after a random one of those before it, so that
 * one mapping serves every size. Page colours, neighbours and other tasks only ever add
 * time, so of the mappings the least counts at each size, and no size is left slower than
 * a larger one. Fails where no memory can be had.
 */
int probe_latency(const struct probe_options *options, struct curve *curve,
                  struct error *err);

#endif
