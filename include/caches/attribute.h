/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_ATTRIBUTE_H
#define MEMBENCH_CACHES_ATTRIBUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caches/hierarchy.h"
#include "platform/platform.h"

enum levels_by { LEVELS_BY_FOOTPRINT, LEVELS_BY_BLOCK };
extern const char *const levels_by_names[]; /* "footprint", "block", NULL */

/* What one thread touches, and how many do so at once. */
struct workload {
	uint64_t block_bytes;
	uint64_t footprint_bytes;   /* of one thread: every array of the op */
	size_t threads;             /* 1 or more */
	const struct cpu_set *cpus; /* where they are pinned; NULL or empty where unknown */
};

struct attribution {
	const char *level; /* "L1" .. "L4", "beyond", "DRAM", "?"; static */
	bool edge;         /* straddles two levels: stays out of the level statistics */
};

/*
 * The level of a row. By footprint: the smallest believed cache that holds it, a shared
 * cache being divided among the threads that use it; an edge within 0.75 to 1.5 times a
 * capacity; past 1.5 times the last cache `beyond` (an edge too), and `DRAM` from 4 times
 * on (of a cache that only the clock knows: 4 times where it has faded out). "?" where no
 * size is believed, or where the row lies beyond a level whose size is unknown.
 *
 * Where hierarchy->plateau_bytes says from where on a sweep's rates fall no more, and the
 * user did not give the sizes, DRAM begins there at the earliest, what a cache is believed to
 * hold is `beyond` from twice there on, and DRAM needs no believed cache.
 *
 * By block: the smallest cache that holds the block, then DRAM, no edges, and no rates.
 *
 * That the footprint decides was measured with caches of 48K and 1M: copies run at 235 GB/s
 * up to blocks of 24K and 111 at 28.6K, reads at 435 up to 48K and 167 at 52.4K; between
 * 362K and 512K copies fall from 99 to 68, reads not before 724K.
 */
struct attribution attribute(const struct hierarchy *hierarchy, enum levels_by by,
                             const struct workload *workload);

/* The last cache and the largest below it, as one thread of a session meets them. */
struct last_caches {
	uint64_t inner_bytes; /* 0: the last one is the only one */
	uint64_t last_bytes;  /* the thread's share; 0: not known, and inner is the last known */
};
/* False where nothing is believed, or more than the last one has no size. Of `workload` it
 * takes the threads and where they are. */
bool attribute_last(const struct hierarchy *hierarchy, const struct workload *workload,
                    struct last_caches *caches);

/* What each thread has of a cache, by its believed size; 0 where that is not known. */
double attribute_share_bytes(const struct level *level, const struct workload *workload);

/*
 * The largest block of the shortest doubling sweep (powers of two) that has `count` sizes
 * in DRAM: with 1 what reaches DRAM at all, with 3 where the default sweep should end.
 * `arrays` is how many blocks the op touches. 0 where nothing is believed.
 */
uint64_t attribute_dram_block(const struct hierarchy *hierarchy, enum levels_by by,
                              unsigned arrays, size_t threads, unsigned count);

#endif
