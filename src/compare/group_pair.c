/* SPDX-License-Identifier: MIT */
/* compare: one pair of groups, tested, estimated and judged. Knows no file and no layout. */
#include "compare/group_pair.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/cluster.h"
#include "stats/power.h"
#include "stats/shift.h"
#include "stats/strata.h"

#define ROUNDING 1e-9

static struct test_options options_of(const struct group_findings *findings)
{
	return (struct test_options){
		findings->options.method, findings->options.continuity,
		1 - findings->options.alpha,
	};
}

static const char *group_name(const struct group_findings *findings, size_t group)
{
	return findings->dataset->groups.items[group];
}

/* Estimates from order statistics of the differences: pooled and stratified tests. */
static void estimate_strata(const struct group_findings *findings,
                            const struct pair_strata *strata, struct group_pair *pair)
{
	double alpha = findings->options.alpha;
	struct shift_rank rank = shift_rank(strata->strata, strata->count, 1 - alpha);
	struct shift_rank near = shift_rank(strata->strata, strata->count, 1 - 2 * alpha);
	struct shift shift = shift_difference(strata->strata, strata->count, rank);
	struct shift ratio = shift_ratio(strata->strata, strata->count, rank);
	struct shift near_ratio = shift_ratio(strata->strata, strata->count, near);

	pair->shift = shift.estimate;
	pair->shift_low = shift.low;
	pair->shift_high = shift.high;
	pair->ratio = ratio.estimate;
	pair->ratio_low = ratio.low;
	pair->ratio_high = ratio.high;
	pair->confidence = rank.achieved;
	pair->interval_method = rank.method;
	pair->near_low = near_ratio.low;
	pair->near_high = near_ratio.high;
	pair->near_confidence = near.achieved;
}

/* ln of every value of the pair, A then B; NULL unless all are positive. free() it. */
static double *logarithms(const struct pair_strata *strata, size_t counts[2])
{
	double *logs = memory_zeroed(counts[0] + counts[1], sizeof *logs);
	size_t at[2] = { 0, counts[0] };

	for (size_t s = 0; s < strata->count; s++) {
		const struct sample sides[2] = { strata->strata[s].a, strata->strata[s].b };
		for (size_t i = 0; i < sides[0].count; i++)
			logs[at[0]++] = log(sides[0].values[i]);
		for (size_t i = 0; i < sides[1].count; i++)
			logs[at[1]++] = log(sides[1].values[i]);
	}
	for (size_t i = 0; i < counts[0] + counts[1]; i++) {
		if (!isfinite(logs[i])) {
			free(logs);
			return NULL;
		}
	}
	return logs;
}

/* Spread of the logarithms within A and B; NaN where there is none. */
static double pooled_log_sd(const struct pair_strata *strata, const struct group_pair *pair)
{
	size_t counts[2] = { pair->n_a, pair->n_b };
	double *logs = logarithms(strata, counts), sd = NAN;

	if (logs != NULL)
		sd = power_pooled_sd((struct sample){ logs, counts[0] },
		                     (struct sample){ logs + counts[0], counts[1] });
	free(logs);
	return sd;
}

static double mde_of(const struct group_findings *findings, const struct group_pair *pair,
                     double sd)
{
	double alpha = findings->options.alpha / (double)findings->pair_count;

	if (pair->p_floor > alpha * (1 + ROUNDING))
		return NAN;
	return power_mde(sd, pair->n_a, pair->n_b, alpha, findings->options.power);
}

static void take_test(const struct group_findings *findings, const struct test_result *test,
                      struct group_pair *pair)
{
	const struct test_result *t = &pair->test;

	pair->test = *test;
	switch (findings->options.alternative) {
	case ALTERNATIVE_TWO_SIDED:
		pair->p = t->p_two;
		pair->p_floor = t->p_floor;
		break;
	case ALTERNATIVE_LESS:
		pair->p = t->p_less;
		pair->p_floor = t->p_floor_less;
		break;
	case ALTERNATIVE_GREATER:
		pair->p = t->p_greater;
		pair->p_floor = t->p_floor_greater;
		break;
	}
}

static int run_strata(const struct group_findings *findings, struct group_pair *pair,
                      struct error *err)
{
	const size_t groups[2] = { pair->a, pair->b };
	bool pooled = findings->options.test == GROUP_TEST_POOLED;
	struct pair_strata strata;
	struct strata_test result;

	pair_strata_init(&strata, findings->dataset, groups, pooled);
	if (findings->options.test == GROUP_TEST_VAN_ELTEREN)
		strata_van_elteren(strata.strata, strata.count, options_of(findings), &result);
	else
		strata_sum(strata.strata, strata.count, options_of(findings), &result);
	pair->n_a = findings->group_units[pair->a];
	pair->n_b = findings->group_units[pair->b];
	take_test(findings, &result.test, pair);
	pair->a12 = result.a12;
	pair->cliff = result.cliff;
	if (result.used > 0) {
		estimate_strata(findings, &strata, pair);
		/* Strata shift the values of both sides: no spread of units to plan with. */
		pair->mde = pooled ? mde_of(findings, pair, pooled_log_sd(&strata, pair)) : NAN;
	}
	pair_strata_release(&strata);
	if (result.used == 0)
		return error_set(err, "groups '%s' and '%s' have no stratum in common",
		                 group_name(findings, pair->a), group_name(findings, pair->b));
	return 0;
}

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
	struct test_options options = options_of(findings);
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

	cluster_shift(&clusters->data, options_of(findings), &shift);
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
				*unit += block->a[i * data->width + j] / (double)data->width;
			*unit -= mean;
		}
	}
	double sd = power_pooled_sd((struct sample){ units, pair->n_a },
	                            (struct sample){ units + pair->n_a, pair->n_b });
	free(units);
	return sd;
}

static int run_clusters(const struct group_findings *findings,
                        const struct cluster_rows *rows, struct group_pair *pair,
                        struct error *err)
{
	const size_t groups[2] = { pair->a, pair->b };
	size_t blocks = findings->dataset->blocks.count;
	struct pair_clusters clusters, logs;
	struct cluster_test result;

	blocks = blocks ? blocks : 1;
	pair_clusters_init(&clusters, rows, blocks, groups, false);
	cluster_run(&clusters.data, options_of(findings), &result);
	pair->n_a = findings->group_units[pair->a];
	pair->n_b = findings->group_units[pair->b];
	take_test(findings, &result.test, pair);
	pair->a12 = result.a12;
	pair->cliff = result.cliff;
	pair->ratio = pair->ratio_low = pair->ratio_high = NAN;
	pair->near_low = pair->near_high = pair->mde = NAN;
	if (result.pairs > 0)
		estimate_shift(findings, &clusters, pair);
	pair_clusters_release(&clusters);
	if (!(result.pairs > 0))
		return error_set(err, "groups '%s' and '%s' have no block in common",
		                 group_name(findings, pair->a), group_name(findings, pair->b));
	if (rows_positive(rows)) {
		pair_clusters_init(&logs, rows, blocks, groups, true);
		estimate_ratio(findings, &logs, pair);
		pair->mde = mde_of(findings, pair, cluster_sd(&logs, pair));
		pair_clusters_release(&logs);
	}
	return 0;
}

int group_pair_run(const struct group_findings *findings, const struct cluster_rows *rows,
                   struct group_pair *pair, struct error *err)
{
	int result = findings->options.test == GROUP_TEST_CLUSTERED
	                     ? run_clusters(findings, rows, pair, err)
	                     : run_strata(findings, pair, err);

	if (result == 0 && findings->options.method == METHOD_EXACT &&
	    pair->test.method != METHOD_EXACT)
		return error_set(err, "--method exact: %s v %s would take minutes or more memory "
		                 "than is sensible; use auto or asymptotic",
		                 group_name(findings, pair->a), group_name(findings, pair->b));
	return result;
}

/* Where counts would do but ties do not, one more a side is the least that can help; equal
 * values alone will never differ. */
static size_t units_needed(const struct group_findings *findings,
                           const struct group_pair *pair)
{
	double alpha = findings->options.alpha / (double)findings->pair_count;
	bool two_sided = findings->options.alternative == ALTERNATIVE_TWO_SIDED;
	size_t fewer = pair->n_a < pair->n_b ? pair->n_a : pair->n_b;
	size_t untied = power_units_for_alpha(two_sided ? alpha : 2 * alpha);

	if (pair->p_floor < alpha * (1 - ROUNDING))
		return 0;
	if (untied > fewer)
		return untied;
	return pair->test.constant ? 0 : fewer + 1;
}

void group_pair_judge(const struct group_findings *findings, struct group_pair *pair)
{
	struct equivalence equivalence = {
		/* The ratio here is A / B, the margin is of B / A. */
		1 / pair->near_high, 1 / pair->near_low, pair->near_confidence,
		findings->options.margin, findings->options.alpha,
	};

	pair->verdict = verdict_of(equivalence_holds(&equivalence), pair->p_holm,
	                           findings->options.alpha);
	pair->units_needed = units_needed(findings, pair);
}
