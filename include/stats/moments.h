/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_MOMENTS_H
#define MEMBENCH_STATS_MOMENTS_H

#include <stddef.h>

#include "stats/test.h"

double sample_mean(struct sample sample);    /* NaN of none */
double sample_squares(struct sample sample); /* sum of squares about the mean */

/*
 * Values by key, those of one key together in the order in which they came: `keys[i]` is
 * that of values[i], below `count`; items[key] may be empty.
 */
struct grouped {
	struct sample *items;
	double *values;
	size_t count;
};
void grouped_init(struct grouped *grouped, const double *values, const size_t *keys,
                  size_t value_count, size_t count);
void grouped_release(struct grouped *grouped);

#endif
