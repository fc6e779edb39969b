/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_UNITS_H
#define MEMBENCH_COMPARE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "samples/dataset.h"
#include "stats/cluster.h"

/*
 * Observations of two groups in the one shape that tests and estimates take. Where they come
 * from, rows of cells or lines of a file, is forgotten here: `cluster` is the unit that
 * permutes, `block` that inside which it does, `stratum` (a size) that inside which values
 * are ranked.
 */
enum unit_kind {
	UNITS_CLUSTERS, /* clusters; their values run by stratum */
	UNITS_BY_STRATUM, /* each value one, inside its block and stratum */
	UNITS_POOLED,   /* each value one, whatever its block and stratum */
};

struct units {
	struct cluster_data data; /* `a` is the first group */
	struct cluster_block *blocks;
	double *values;
	size_t *strata;
	size_t counts[2];         /* units in blocks that hold both groups */
};

/*
 * Where clusters do not all have the same number of values, each is its mean at each
 * stratum: strata are numbers from 0 then, and every cluster has all of them. `logs` takes
 * logarithms; values are positive then.
 */
void units_init(struct units *units, const struct observation *items, size_t count,
                const size_t groups[2], enum unit_kind kind, bool logs);
void units_release(struct units *units);

/*
 * Standard deviation of unit means within groups and blocks: what least squares of block and
 * group together leave, N - blocks - 1 degrees of freedom; NaN where there are none.
 */
double units_sd(const struct units *units);

/* How far the first group lies above the second, and the interval: order statistics of the
 * differences where each value is a unit, else by inversion of the test. */
struct estimate {
	double middle, low, high; /* ends infinite where nothing can be excluded */
	double confidence;        /* achieved; of inversion, what was asked for */
	bool is_asymptotic;
};
struct estimate units_estimate(const struct units *units, enum unit_kind kind,
                               struct test_options options);

/* The test; `options.continuity` is of single values alone. */
void units_test(const struct units *units, enum unit_kind kind, struct test_options options,
                struct cluster_test *result);

#endif
