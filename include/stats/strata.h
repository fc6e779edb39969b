/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_STRATA_H
#define MEMBENCH_STATS_STRATA_H

#include <stddef.h>

#include "stats/test.h"

/*
 * Two samples in strata (sizes, say), ranked within each stratum. Both tests ASSUME THE
 * STRATA INDEPENDENT: where one run supplies a value to every stratum they raise false
 * alarms (up to one in three), and stats/cluster.h is the test to use.
 */
struct stratum {
	struct sample a, b; /* either may be empty: such a stratum carries nothing */
};

struct strata_test {
	struct test_result test;
	size_t used;       /* strata with values on both sides */
	double a12, cliff; /* U_A over all within-stratum pairs */
};

/* Sum of the strata's U. Exact: convolution of their exact null distributions. */
void strata_sum(const struct stratum *strata, size_t count, struct test_options options,
                struct strata_test *result);

/* van Elteren (1960): sum of U / (N + 1), no continuity correction; the most powerful
 * weights for a common shift. a12 and cliff stay those of the plain sum. */
void strata_van_elteren(const struct stratum *strata, size_t count,
                        struct test_options options, struct strata_test *result);

#endif
