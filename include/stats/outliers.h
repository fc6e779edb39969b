/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_OUTLIERS_H
#define MEMBENCH_STATS_OUTLIERS_H

#include <stddef.h>

/*
 * Values too far out for their number. Tukey's fences of 1.5 quartile distances outside the
 * quartiles (1977) are for looking at a plot: 28 % of clean normal samples of 10 have a
 * value outside. Here the fence depends on the number of values, as Hoaglin and Iglewicz
 * (1987) tune it, so that about one normal sample in a hundred has any:
 *     2.7 + 16 / (n - 3.5) quartile distances (type 7), 5.2 of 10 values, 3.7 of 20
 * fitted to simulated ones: of 5 to 1000 values 0.3 to 1.3 % have any outside. A value 20
 * standard deviations off is outside in 59 % of samples of 5, 86 of 6, 97 of 7, 99 from 8.
 * 0 below OUTLIERS_FROM values, which come in any order.
 */
#define OUTLIERS_FROM 5 /* of four none can lie 3 distances outside their own quartiles */
size_t outliers_count(const double *values, size_t count);

#endif
