/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_UTEST_H
#define MEMBENCH_STATS_UTEST_H

#include <stdint.h>

#include "stats/test.h"

/*
 * The U test of two samples (Mann and Whitney 1947), conditional on the ties seen: every
 * choice of n_a of the N midranks is equally likely.
 *     exact       counts over integer scores, stats/null.h, with its cost
 *     asymptotic  normal, variance n_a n_b / 12 * (N + 1 - sum(t^3 - t) / (N (N - 1))),
 *                 continuity correction 0.5 toward the mean
 * Both samples hold at least one value.
 */
struct utest {
	struct test_result test;
	uint64_t tie_term; /* sum of t^3 - t */
	double a12;        /* U_A / (n_a n_b) (Vargha, Delaney 2000) */
	double cliff;      /* 2 a12 - 1: Cliff's delta (1993) */
};

void utest_run(struct sample a, struct sample b, struct test_options options,
               struct utest *result);

#endif
