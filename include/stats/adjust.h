/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_ADJUST_H
#define MEMBENCH_STATS_ADJUST_H

#include <stddef.h>

/* p values adjusted for their number (Holm 1979), capped at 1. NaN stays NaN and does not
 * count. `adjusted` may be `p`. */
void adjust_holm(const double *p, size_t count, double *adjusted);

/* The same over those that can come below their share of alpha at all, by their smallest
 * possible p (Tarone 1990); NaN of the others. */
void adjust_holm_reachable(const double *p, const double *floors, size_t count, double alpha,
                           double *adjusted);

#endif
