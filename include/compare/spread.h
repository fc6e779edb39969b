/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_SPREAD_H
#define MEMBENCH_COMPARE_SPREAD_H

#include <stddef.h>

#include "compare/compare.h"

/*
 * How far runs and boots of one configuration lie apart at one level: components of the
 * variance of ln rate (mean over the level's sizes), from the one-way analysis of variance
 * with boots inside configurations (Searle, Casella, McCulloch 1992, 3.6):
 *     run_sd^2  = MS_within
 *     boot_sd^2 = max(0, (MS_between - MS_within) / n0)
 *     n0        = (N - sum over configurations of sum n_b^2 / N_c) / (boots - configurations)
 * A configuration is never compared with another here.
 */
struct spread {
	size_t runs, boots, configurations; /* that have a value */
	double run_sd;  /* NaN where no boot holds two runs */
	double boot_sd; /* NaN where no configuration has two boots, or run_sd is NaN */
	size_t run_df, boot_df;
};
void spread_of(const struct comparison *comparison, size_t level, struct spread *spread);

#endif
