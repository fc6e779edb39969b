/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_CLUSTER_H
#define MEMBENCH_STATS_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/test.h"

/*
 * The one test of membench: values that come from one run (cluster) stay together.
 * Within each block and each stratum (block size) all values are ranked together; a run's
 * score is the sum of its doubled midranks; the labels A and B are permuted over whole
 * runs inside each block (a permutation test after Fisher 1935 with the stratified U as
 * its statistic). Exact if the runs of a block are exchangeable, however strongly the
 * values of one run hang together. What else there is are its cases with one value a run:
 *     one block          the U test (Mann and Whitney 1947), conditional on the ties seen
 *     several            the sum of U over strata, which takes them for independent: where
 *                        one run supplies a value to each it raises false alarms (up to
 *                        one in three), and runs should be the clusters
 *     is_van_elteren     sum of U / (N + 1) over blocks (van Elteren 1960): the most
 *                        powerful weights for a common shift
 *
 * Every run holds `width` values in the same order. `strata[j]` is the stratum of value j,
 * ascending; NULL means that value j is stratum j. (A boot of R runs over K sizes is a unit
 * of width R K in which R values share a stratum.)
 */
struct cluster_block {
	const double *a, *b;     /* run after run, `width` values each */
	size_t a_count, b_count; /* runs; a block with one side empty carries nothing */
};

struct cluster_data {
	const struct cluster_block *blocks;
	size_t block_count;
	size_t width;
	const size_t *strata;
	bool is_van_elteren;
};

/* u_a and u_b of `test` are those of the statistic: weighted with van Elteren, else plain. */
struct cluster_test {
	struct test_result test;
	double a12, cliff; /* plain U_A over all pairs (Vargha, Delaney 2000); 2 a12 - 1 */
	double pairs;      /* of values within block and stratum; 0: nothing in common */
};

/* Cost: stats/null.h; 3 sizes, 20 v 20 runs: 0.1 ms, 80 v 80: 20 ms. */
void cluster_run(const struct cluster_data *data, struct test_options options,
                 struct cluster_test *result);

/*
 * Median of all differences a - b within block and stratum, and the interval that inverts
 * the test: the hull of the shifts D for which A - D against B has p_two > 1 - confidence.
 * Its ends are differences, or infinite where no shift can be rejected.
 * Give logarithms, and exp() of the three is the ratio A / B.
 */
struct cluster_shift {
	double estimate, low, high;
	double confidence;  /* what was asked for; the interval holds at least that */
	enum method method; /* ASYMPTOTIC where 40 exact tests would be too dear */
};
void cluster_shift(const struct cluster_data *data, struct test_options options,
                   struct cluster_shift *result);

/* What cluster_shift() does above 200 thousand pairs: without a list of them, order statistics
 * as far from the middle as the variance of U puts the ends, A moved by the estimate.
 * `result->confidence` is what is asked for. */
void cluster_shift_large(const struct cluster_data *data, struct cluster_shift *result);

/*
 * The scores themselves: runs of all groups, one after the other, `width` values each,
 * ranked together within each stratum. Doubled.
 */
void cluster_scores(const double *values, size_t run_count, size_t width,
                    const size_t *strata, int64_t *scores);

/* Smallest two-sided p of so many runs in each block, were there no ties: 2 / prod C(n, a). */
double cluster_floor(const struct cluster_data *data);

/* The end of the columns that share the stratum of column `start`. */
size_t cluster_stratum_end(const size_t *strata, size_t width, size_t start);

/* What A's scores add up to on average over the permutations: always an integer. */
int64_t cluster_mean(const struct cluster_data *data);

#endif
