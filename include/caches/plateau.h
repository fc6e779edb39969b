/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_PLATEAU_H
#define MEMBENCH_CACHES_PLATEAU_H

#include <stddef.h>
#include <stdint.h>

/* What one op and one real kernel did at one size; any unit of rate, 0 or NaN: not known. */
struct sweep_point {
	uint64_t footprint_bytes; /* of one thread */
	double rate;
};

/*
 * From which footprint on the rate of a sweep no longer falls with size: memory, by the
 * sweep's own evidence. Sorts `points`; those below four times `inner_bytes`, the largest
 * cache below the last one, do not count, for there it may still be that cache which fades.
 *
 * A size is on the plateau where at most a third of its way to the cache's rate is left, in
 * time a byte, so that no rate of any machine is needed: a cache that replaces at random
 * and is walked in a circle serves a third at 2.2 times its size (a LRU cache none at all).
 * What it is compared with is the lower median of the plateau, so that one slow row in
 * three says nothing.
 *
 * `cache_rate` is what the last cache does as far as other kernels of the same sweep show,
 * which served its smaller sizes; 0 where there are none.
 *
 * 0 where the sweep cannot tell: too few sizes, or the rate at the end is not 1.5 times
 * below the best, since all sizes lie in one cache or the kernel is slower than memory. One
 * byte more than the largest footprint where the rate still falls at the end, be it that
 * the last octave is not flat.
 */
uint64_t plateau_start(struct sweep_point *points, size_t count, uint64_t inner_bytes,
                       double cache_rate);

/* The best rate of the points that count; 0 where none does. */
double plateau_best_rate(const struct sweep_point *points, size_t count, uint64_t inner_bytes);

#endif
