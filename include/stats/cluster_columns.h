/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_CLUSTER_COLUMNS_H
#define MEMBENCH_STATS_CLUSTER_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#define CLUSTER_NO_COLUMN SIZE_MAX

/*
 * The columns of a run by stratum: first[s] is the first column of stratum s, next[j] the
 * one after column j in the same stratum, CLUSTER_NO_COLUMN behind the last. `pairs` is
 * how many pairs of values one run of A and one of B make: the sum of m^2 over strata of m
 * columns. `strata` as in stats/cluster.h.
 */
struct cluster_columns {
	size_t *first, *next;
	size_t stratum_count;
	int64_t pairs;
};

void cluster_columns_init(struct cluster_columns *columns, const size_t *strata,
                          size_t width);
void cluster_columns_release(struct cluster_columns *columns);

#endif
