/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_TEST_H
#define MEMBENCH_STATS_TEST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What every rank test of this folder takes and gives. Values are finite (the readers see
 * to that); two values tie when they compare equal, so -0 ties 0. A is the first sample:
 * U_A counts the pairs with a > b, plus half of those with a == b; U_A + U_B = n_a n_b.
 */
struct sample {
	const double *values; /* in any order */
	size_t count;
};

/* AUTO is exact where the cost (stats/null.h) is at most NULL_COST_AUTO. Who asks many
 * tests gives each a part of its time as cost_most. */
enum method { METHOD_AUTO, METHOD_EXACT, METHOD_ASYMPTOTIC };

struct test_options {
	enum method method;
	bool continuity;   /* 0.5 toward the mean in an asymptotic p of U */
	double confidence; /* of the intervals: 0.95 */
	double cost_most;  /* of one exact answer with AUTO, where less than usual; 0: usual */
};
#define TEST_DEFAULTS { METHOD_AUTO, true, 0.95, 0 }

struct test_result {
	/* What was done; ASYMPTOTIC although EXACT was asked for where that is past
	 * NULL_COST_MOST. */
	enum method method;
	double u_a, u_b;       /* summed over strata; van Elteren: the weighted sums */
	double mean, variance; /* of u_a under the null, given the ties */
	double z;              /* normal deviate; NaN where the variance is 0 */
	double p_two;          /* P(|U - mean| >= |u - mean|): never a doubled tail */
	double p_less;         /* P(U <= u): "A tends to be smaller than B" */
	double p_greater;      /* P(U >= u) */
	double p_floor;        /* smallest p_two that these ties and counts can reach */
	double p_floor_less, p_floor_greater; /* the same for the one-sided p */
	/* Logarithms of the six: right where a p is below a double's range and reads 0. */
	double log10_p_two, log10_p_less, log10_p_greater;
	double log10_p_floor, log10_p_floor_less, log10_p_floor_greater;
	double arrangements;   /* relabelings; infinite above 1e308 */
	bool constant;         /* all scores equal: nothing to test, every p is 1 */
};

#endif
