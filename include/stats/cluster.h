/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_CLUSTER_H
#define MEMBENCH_STATS_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/test.h"

/*
 * The default test of membench: values that come from one run (cluster) stay together.
 * Within each block and each stratum (block size) all values are ranked together; a run's
 * score is the sum of its doubled midranks; the labels A and B are permuted over whole
 * runs inside each block (a permutation test after Fisher 1935 with the stratified U as
 * its statistic). Exact if the runs of a block are exchangeable, however strongly the
 * values of one run hang together. With one stratum and one block it is the U test.
 *
 * Every run holds `width` values in the same order. `strata[j]` is the stratum of value j,
 * numbers from 0; NULL means that value j is stratum j. (A boot of R runs over K sizes is
 * a unit of width R K in which R values share a stratum.)
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
};

struct cluster_test {
	struct test_result test; /* z and the asymptotic p without continuity correction */
	double a12, cliff;       /* U_A over all pairs within block and stratum */
	double pairs;            /* how many those are */
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
	bool reachable;     /* false: no shift can be rejected, both ends infinite */
	enum method method; /* ASYMPTOTIC where 40 exact tests would be too dear */
};
void cluster_shift(const struct cluster_data *data, struct test_options options,
                   struct cluster_shift *result);

/* What cluster_shift() does above 200 thousand pairs: without a list of them, order statistics
 * as far from the middle as the variance of U puts the ends, A moved by the estimate.
 * `result->confidence` is what is asked for. */
void cluster_shift_large(const struct cluster_data *data, struct cluster_shift *result);

/*
 * The scores themselves, for three or more configurations: runs of all groups, one after
 * the other, `width` values each, ranked together within each stratum. Doubled.
 * Kruskal-Wallis over them is the omnibus test of whole runs.
 */
void cluster_scores(const double *values, size_t run_count, size_t width,
                    const size_t *strata, int64_t *scores);

/* What A's scores add up to on average over the permutations: always an integer. */
int64_t cluster_mean(const struct cluster_data *data);

#endif
