/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_WELCH_H
#define MEMBENCH_STATS_WELCH_H

#include "stats/test.h"

/*
 * Welch's t test (1947) with Satterthwaite's degrees of freedom, for reference beside the
 * rank tests and for a handful of boot means. All NaN where a sample has fewer than two
 * values. Constant samples: p = 1 where they are equal, else 0; t and df NaN.
 */
struct welch {
	double difference; /* mean a - mean b */
	double low, high;  /* interval of that, of the confidence asked for */
	double t, df, p_two;
};
void welch_run(struct sample a, struct sample b, double confidence, struct welch *result);

#endif
