/* SPDX-License-Identifier: MIT */
/* compare: one pair of groups, tested, estimated and judged. Knows no file, no layout. */
#include "compare/group_pair.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/cluster.h"
#include "stats/power.h"
#include "stats/shift.h"
#include "stats/strata.h"

#define ROUNDING 1e-9

struct test_options group_pair_options(const struct group_findings *findings)
{
	return (struct test_options){
		findings->options.method, findings->options.continuity,
		1 - findings->options.alpha, 0,
	};
}

const char *group_pair_name(const struct group_findings *findings, size_t group)
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
		const struct sample sides[2] = { strata->strata[s].a,
			                         strata->strata[s].b };
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
static double pooled_log_sd(const struct pair_strata *strata,
                            const struct group_pair *pair)
{
	size_t counts[2] = { pair->n_a, pair->n_b };
	double *logs = logarithms(strata, counts), sd = NAN;

	if (logs != NULL)
		sd = power_pooled_sd((struct sample){ logs, counts[0] },
		                     (struct sample){ logs + counts[0], counts[1] });
	free(logs);
	return sd;
}

double group_pair_mde(const struct group_findings *findings,
                      const struct group_pair *pair, double sd)
{
	double alpha = findings->options.alpha / (double)findings->pair_count;

	if (pair->p_floor > alpha * (1 + ROUNDING))
		return NAN;
	return power_mde(sd, pair->n_a, pair->n_b, alpha, findings->options.power);
}

void group_pair_take(const struct group_findings *findings,
                      const struct test_result *test, struct group_pair *pair)
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
		strata_van_elteren(strata.strata, strata.count,
		                   group_pair_options(findings), &result);
	else
		strata_sum(strata.strata, strata.count, group_pair_options(findings),
		           &result);
	pair->n_a = findings->group_units[pair->a];
	pair->n_b = findings->group_units[pair->b];
	group_pair_take(findings, &result.test, pair);
	pair->a12 = result.a12;
	pair->cliff = result.cliff;
	if (result.used > 0) {
		estimate_strata(findings, &strata, pair);
		/* Strata shift the values of both sides: no spread of units to plan with. */
		pair->mde = pooled ? group_pair_mde(findings, pair,
		                                    pooled_log_sd(&strata, pair))
		                   : NAN;
	}
	pair_strata_release(&strata);
	if (result.used == 0)
		return error_set(err, "groups '%s' and '%s' have no stratum in common",
		                 group_pair_name(findings, pair->a),
		                 group_pair_name(findings, pair->b));
	return 0;
}

int group_pair_run(const struct group_findings *findings, const struct cluster_rows *rows,
                   struct group_pair *pair, struct error *err)
{
	int result = findings->options.test == GROUP_TEST_CLUSTERED
	                     ? group_pair_clusters(findings, rows, pair, err)
	                     : run_strata(findings, pair, err);

	if (result == 0 && findings->options.method == METHOD_EXACT &&
	    pair->test.method != METHOD_EXACT)
		return error_set(
			err,
			"--method exact: %s v %s would take minutes or more memory "
			"than is sensible; use auto or asymptotic",
			group_pair_name(findings, pair->a),
			group_pair_name(findings, pair->b));
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
