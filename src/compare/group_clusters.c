/* SPDX-License-Identifier: MIT */
/* compare: one pair of groups of clusters, tested and estimated. Knows no file. */
#include "compare/group_pair.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/cluster.h"
#include "stats/power.h"

static bool rows_positive(const struct cluster_rows *rows)
{
	for (size_t i = 0; i < rows->count * rows->width; i++) {
		if (!(rows->values[i] > 0))
			return false;
	}
	return true;
}

static void estimate_ratio(const struct group_findings *findings,
                           const struct pair_clusters *logs, struct group_pair *pair)
{
	struct test_options options = group_pair_options(findings);
	struct cluster_shift shift;

	cluster_shift(&logs->data, options, &shift);
	pair->ratio = exp(shift.estimate);
	pair->ratio_low = isfinite(shift.low) ? exp(shift.low) : NAN;
	pair->ratio_high = isfinite(shift.high) ? exp(shift.high) : NAN;
	options.confidence = 1 - 2 * findings->options.alpha;
	cluster_shift(&logs->data, options, &shift);
	pair->near_low = isfinite(shift.low) ? exp(shift.low) : NAN;
	pair->near_high = isfinite(shift.high) ? exp(shift.high) : NAN;
	pair->near_confidence = options.confidence;
}

static void estimate_shift(const struct group_findings *findings,
                           const struct pair_clusters *clusters, struct group_pair *pair)
{
	struct cluster_shift shift;

	cluster_shift(&clusters->data, group_pair_options(findings), &shift);
	pair->shift = shift.estimate;
	pair->shift_low = shift.low;
	pair->shift_high = shift.high;
	pair->confidence = shift.confidence;
	pair->interval_method = shift.method;
}

/* Means over a cluster's columns of ln value - its column's mean in the block: units. */
static double cluster_sd(const struct pair_clusters *logs, const struct group_pair *pair)
{
	const struct cluster_data *data = &logs->data;
	double *units = memory_zeroed(pair->n_a + pair->n_b, sizeof *units);
	double *ends[2] = { units, units + pair->n_a };

	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		size_t count = block->a_count + block->b_count;
		double mean = 0;
		/* B follows A in memory; a block's mean takes the column means off. */
		for (size_t i = 0; i < count * data->width; i++)
			mean += block->a[i] / (double)(count * data->width);
		for (size_t i = 0; i < count; i++) {
			double *unit = i < block->a_count ? ends[0]++ : ends[1]++;
			for (size_t j = 0; j < data->width; j++)
				*unit += block->a[i * data->width + j] /
				         (double)data->width;
			*unit -= mean;
		}
	}
	double sd = power_pooled_sd((struct sample){ units, pair->n_a },
	                            (struct sample){ units + pair->n_a, pair->n_b });
	free(units);
	return sd;
}

int group_pair_clusters(const struct group_findings *findings,
                        const struct cluster_rows *rows, struct group_pair *pair,
                        struct error *err)
{
	const size_t groups[2] = { pair->a, pair->b };
	size_t blocks = findings->dataset->blocks.count;
	struct pair_clusters clusters, logs;
	struct cluster_test result;

	blocks = blocks ? blocks : 1;
	pair_clusters_init(&clusters, rows, blocks, groups, false);
	cluster_run(&clusters.data, group_pair_options(findings), &result);
	pair->n_a = findings->group_units[pair->a];
	pair->n_b = findings->group_units[pair->b];
	group_pair_take(findings, &result.test, pair);
	pair->a12 = result.a12;
	pair->cliff = result.cliff;
	pair->ratio = pair->ratio_low = pair->ratio_high = NAN;
	pair->near_low = pair->near_high = pair->mde = NAN;
	if (result.pairs > 0)
		estimate_shift(findings, &clusters, pair);
	pair_clusters_release(&clusters);
	if (!(result.pairs > 0))
		return error_set(err, "groups '%s' and '%s' have no block in common",
		                 group_pair_name(findings, pair->a),
		                 group_pair_name(findings, pair->b));
	if (rows_positive(rows)) {
		pair_clusters_init(&logs, rows, blocks, groups, true);
		estimate_ratio(findings, &logs, pair);
		pair->mde = group_pair_mde(findings, pair, cluster_sd(&logs, pair));
		pair_clusters_release(&logs);
	}
	return 0;
}
