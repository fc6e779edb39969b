/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_NULL_H
#define MEMBENCH_STATS_NULL_H

#include <stddef.h>
#include <stdint.h>

#include "stats/test.h"

/*
 * The one engine behind the exact tests: the null distribution of a sum of integer scores.
 * In each block `chosen` of `count` scores are drawn, all choices equally likely, blocks
 * independent; the statistic is the sum over the blocks.
 *
 * Ties, and runs with several sizes: one dynamic programme over ascending scores,
 *     f[k][s + score] += f[k - 1][s]
 * on the least range that k of the first i scores can reach. It only adds positive counts.
 * Its cost is counted beforehand, in additions; untied n v n ranks would take n^4 / 4,
 * scores on a common grid of step g are divided by g.
 *
 * Scores without ties (2, 4, ... 2N): coefficients of the Gaussian binomial
 *     prod (1 - q^(n_b + i)) / (1 - q^i), i = 1 ... n_a,
 * in doubles right to 2e-12 in the lower half, which is mirrored; the upper half would be
 * wrong by up to 1e108. Cost n_a^2 n_b, n_a the smaller: 200 v 200 about 8e6 additions.
 *
 * Blocks are normalised before they are convolved, each tail as far as it reaches; a
 * convolution costs the product of the two lengths. About 1e9 additions a second.
 */
#define NULL_COST_AUTO  1.5e9 /* beyond it METHOD_AUTO is asymptotic */
#define NULL_COST_MOST  2e10  /* beyond it METHOD_EXACT is too: tens of seconds */
#define NULL_CELLS_MOST 3e7   /* doubles held at once: 240 MB */
#define NULL_UNTIED_MOST 4e6  /* of them without ties: 100000 v 40, where z does */

struct null_block {
	int64_t *scores;      /* null_test() sorts them ascending */
	size_t count, chosen; /* 1 <= chosen < count */
};

/* P(low + i * step) = probabilities[i]; a single point has step 0. */
struct null {
	double *probabilities;
	size_t count;
	int64_t low, step;
};

/* Exact distribution of one block, scores ascending; null_release() it. */
void null_block_exact(const struct null_block *block, struct null *null);
/* Additions that takes; infinite where counts would overflow a double (C(N, n) above
 * 1e300) or memory NULL_CELLS_MOST. */
double null_block_cost(const struct null_block *block);
/* The untied distribution of U itself: low 0, step 1; and its cost. */
void null_untied(size_t n_a, size_t n_b, struct null *null);
double null_untied_cost(size_t n_a, size_t n_b);
/* Greatest common divisor; that of 0 and x is x. */
int64_t null_gcd(int64_t a, int64_t b);
/* -S of S, in place. */
void null_negate(struct null *null);
void null_release(struct null *null);

/* Of the sum of two independent sums, as far as `end`. */
void null_convolve(const struct null *a, const struct null *b, int64_t end,
                   struct null *sum);

/*
 * Lower tail of the sum S of `count` independent sums, added from the far end. Nothing
 * beyond `end` is computed, and the longest is not convolved but looked up cumulatively.
 */
struct null_tail {
	double at_most, below; /* P(S <= end), P(S < end) */
};
struct null_tail null_lower(const struct null *nulls, size_t count, int64_t end);

/*
 * log10 P(S <= end) where P itself is below a double's range: each is weighted by
 * exp(theta s), theta such that the mean falls on `end`, convolved, and weighted back in
 * logarithms (exponential tilting, Esscher 1932). -inf where no sum is that low.
 */
double null_lower_log10(const struct null *nulls, size_t count, int64_t end);

/*
 * The whole test for an observed sum: p's, floor, z, variance (all in units of scores;
 * `correction` is the continuity correction in those units, 0 for none).
 * The mean of every sum of doubled midranks is an integer, so that distances from it are
 * compared as integers.
 */
struct null_question {
	struct null_block *blocks;
	size_t block_count;
	int64_t observed, mean;
	double correction;
	enum method method;
	double cost_most; /* instead of NULL_COST_AUTO, where that is more; 0: that */
};
/* What METHOD_AUTO may cost: `usual`, or `most` where that is given and less. */
double null_cost_most(double usual, double most);
void null_test(const struct null_question *question, struct test_result *result);

/* Scores ascending within their blocks. */
void null_sort(const struct null_question *question);

/* Additions that the exact answer takes, convolutions included. Scores ascending. */
double null_cost(const struct null_question *question);

#endif
