/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_PROBE_H
#define MEMBENCH_MACHINE_PROBE_H

#include <stdint.h>

#include "base/error.h"
#include "machine/fit.h"

/* How much to measure; probe_options_default() is what DESIGN.md was measured with. */
struct probe_options {
	uint64_t largest_bytes;  /* where the curve ends */
	uint64_t line_bytes;
	unsigned per_octave, mappings;
	uint64_t point_ns;       /* time for one point on one mapping */
	uint64_t seed;
	uint64_t (*now_ns)(void *context);
	void *context;
};

void probe_options_default(struct probe_options *options);

/*
 * Latency against footprint of the CPU that this thread is pinned to. Fails where no
 * memory can be had. Takes at most a second with the default options.
 */
int probe_latency(const struct probe_options *options, struct curve *curve,
                  struct error *err);

#endif
