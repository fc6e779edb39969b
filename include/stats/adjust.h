/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_ADJUST_H
#define MEMBENCH_STATS_ADJUST_H

#include <stddef.h>

/*
 * Adjusted p values, capped at 1. NaN stays NaN and does not count. `adjusted` may be `p`.
 */
void adjust_holm(const double *p, size_t count, double *adjusted);       /* Holm 1979 */
void adjust_bonferroni(const double *p, size_t count, double *adjusted); /* Dunn 1961 */
/* Benjamini, Hochberg 1995 */
void adjust_bh(const double *p, size_t count, double *adjusted);

#endif
