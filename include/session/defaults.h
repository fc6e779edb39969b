/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_DEFAULTS_H
#define MEMBENCH_SESSION_DEFAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caches/attribute.h"
#include "caches/hierarchy.h"

/* What `membench` without options takes at most, on any machine. */
#define DEFAULT_MEMORY_BYTES ((uint64_t)1 << 30)
#define DEFAULT_TIME_NS      UINT64_C(10000000000)

/* What the default sizes follow from. */
struct extent_facts {
	const struct hierarchy *hierarchy;
	enum levels_by by;
	unsigned fewest_arrays, most_arrays; /* of the ops that are measured */
	size_t threads;
	uint64_t free_bytes;                 /* UINT64_MAX where nobody knows */
};

/*
 * The largest block of the default sweep, a power of two of 2K or more: as far as 1 GiB, and a
 * quarter of the free memory, hold the blocks of all threads. So the sizes of a machine do not
 * depend on what is found of its caches; but where two sizes in DRAM (or one) take more than
 * 1 GiB, it is the larger of them, if a quarter of the free memory holds that.
 */
uint64_t default_extent(const struct extent_facts *facts);

/* Whether one more run fits: that much is gone, a run takes that long. */
bool time_allows(uint64_t most_ns, uint64_t gone_ns, uint64_t run_ns);

#endif
