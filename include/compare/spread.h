/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_SPREAD_H
#define MEMBENCH_COMPARE_SPREAD_H

#include <stddef.h>

#include "compare/compare.h"
#include "stats/moments.h"

/*
 * How far runs and boots of one configuration lie apart at one level: components of the
 * variance of ln rate (mean over the level's sizes), by stats/oneway.h with boots as samples
 * and configurations as families. A configuration is never compared with another here.
 */
struct spread {
	size_t runs, boots; /* that have a value */
	double run_sd;      /* NaN where no boot holds two runs */
	double boot_sd;     /* NaN where no configuration has two boots, or run_sd is NaN */
	size_t run_df, boot_df;
};
void spread_of(const struct comparison *comparison, size_t level, struct spread *spread);

/* ln values of the level, by configuration from `first` to `last` and boot, in order of
 * time. */
void boots_group(const struct comparison *comparison, size_t level, size_t first, size_t last,
                 struct grouped *grouped);

#endif
