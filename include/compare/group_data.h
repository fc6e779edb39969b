/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_GROUP_DATA_H
#define MEMBENCH_COMPARE_GROUP_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "samples/dataset.h"
#include "stats/cluster.h"
#include "stats/strata.h"

/* A data set in the shapes that the tests take. Release what was filled. */

/* Two groups by stratum: each combination of block and stratum is one, or all are one. */
struct pair_strata {
	struct stratum *strata;
	size_t count;
	double *values;
};
void pair_strata_init(struct pair_strata *pair, const struct dataset *dataset,
                      const size_t groups[2], bool in_one);
void pair_strata_release(struct pair_strata *pair);

/*
 * Clusters of all groups, `width` values each, in the order of the strata. Fails where the
 * strata of a cluster are not those of the first, and names it.
 */
struct cluster_row {
	size_t group, block;
};
struct cluster_rows {
	double *values; /* cluster after cluster */
	struct cluster_row *rows;
	size_t count, width;
	size_t *strata; /* of each column */
};
int cluster_rows_init(struct cluster_rows *rows, const struct dataset *dataset,
                      struct error *err);
void cluster_rows_release(struct cluster_rows *rows);

/* Two groups of them, block by block; the values, or their logarithms. */
struct pair_clusters {
	struct cluster_data data;
	struct cluster_block *blocks;
	double *values;
};
void pair_clusters_init(struct pair_clusters *pair, const struct cluster_rows *rows,
                        size_t block_count, const size_t groups[2], bool logs);
void pair_clusters_release(struct pair_clusters *pair);

#endif
