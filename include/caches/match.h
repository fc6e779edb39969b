/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_MATCH_H
#define MEMBENCH_CACHES_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caches/cache.h"
#include "caches/fit.h"
#include "caches/hierarchy.h"

/* Whether a measured size lies within a factor of 1.5 of a reported one; 0 is unknown. */
bool match_supports(double measured_bytes, uint64_t reported_bytes);
/* Whether a walk up to `bytes` comes within a factor of 1.5 of a reported size, or further
 * short of it: then it could not but miss its end. */
bool match_ends_before(double bytes, uint64_t reported_bytes);
/* Within a factor of 2: what a disturbed measurement may be off by. */
bool match_is_near(double measured_bytes, uint64_t reported_bytes);

/*
 * The number of the level to which each measured cache of `fit` belongs, 0 for nobody's:
 * first those that support a report, in order, then the others between them. `slots` are
 * the four levels, by number - 1, with what is reported. Returns how many owners there are.
 */
size_t match_measured(const struct fit *fit, const struct level slots[CACHE_LEVELS],
                      unsigned owners[FIT_CACHES_MAX]);

#endif
