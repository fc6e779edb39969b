/* SPDX-License-Identifier: MIT */
/* compare: groups of plain numbers, two by two, tested, estimated and judged. */
#include "compare/groups.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/adjust.h"
#include "stats/power.h"

enum unit_kind group_unit_kind(enum group_test test)
{
	return test == GROUP_TEST_CLUSTERED ? UNITS_CLUSTERS
	       : test == GROUP_TEST_POOLED  ? UNITS_POOLED : UNITS_BY_STRATUM;
}

static const char *name_of(const struct group_findings *findings, size_t group)
{
	return findings->dataset->groups.items[group];
}

/* The result, with the p and the floor of the alternative asked for. */
static void pair_take(const struct group_findings *findings, const struct cluster_test *result,
                      struct group_pair *pair)
{
	const struct test_result *test = &result->test;
	const double p[] = { test->p_two, test->p_less, test->p_greater };
	const double floors[] = { test->p_floor, test->p_floor_less, test->p_floor_greater };

	pair->test = *test;
	pair->p = p[findings->options.alternative];
	pair->p_floor = floors[findings->options.alternative];
	pair->a12 = result->a12;
	pair->cliff = result->cliff;
	pair->n_a = findings->group_units[pair->a];
	pair->n_b = findings->group_units[pair->b];
}

static bool is_positive(const struct dataset *dataset, const struct group_pair *pair)
{
	for (size_t i = 0; i < dataset->count; i++) {
		const struct observation *item = &dataset->items[i];
		if ((item->group == pair->a || item->group == pair->b) && !(item->value > 0))
			return false;
	}
	return true;
}

static double ratio_of(double log_ratio)
{
	return isfinite(log_ratio) ? exp(log_ratio) : (double)NAN;
}

/* Ratios are shifts of logarithms. Strata shift the values of both sides: then there is no
 * spread of units to plan with. */
static void pair_ratio(const struct group_findings *findings, struct test_options options,
                       struct group_pair *pair)
{
	const size_t groups[2] = { pair->a, pair->b };
	enum unit_kind kind = group_unit_kind(findings->options.test);
	struct units logs;

	pair->ratio = pair->ratio_low = pair->ratio_high = (double)NAN;
	pair->near_low = pair->near_high = pair->log_sd = (double)NAN;
	if (!is_positive(findings->dataset, pair))
		return;
	units_init(&logs, findings->dataset->items, findings->dataset->count, groups, kind, true);
	struct estimate ratio = units_estimate(&logs, kind, options);
	options.confidence = 1 - 2 * findings->options.alpha;
	struct estimate near = units_estimate(&logs, kind, options);
	pair->ratio = exp(ratio.middle);
	pair->ratio_low = ratio_of(ratio.low);
	pair->ratio_high = ratio_of(ratio.high);
	pair->near_low = ratio_of(near.low);
	pair->near_high = ratio_of(near.high);
	pair->near_confidence = near.confidence;
	if (kind != UNITS_BY_STRATUM)
		pair->log_sd = units_sd(&logs);
	units_release(&logs);
}

/* Fails where the groups have nothing in common, or where an exact test was demanded that
 * would take too long. */
static int pair_run(const struct group_findings *findings, struct group_pair *pair,
                    struct error *err)
{
	const struct dataset *dataset = findings->dataset;
	const struct group_options *options = &findings->options;
	const size_t groups[2] = { pair->a, pair->b };
	enum unit_kind kind = group_unit_kind(options->test);
	const struct test_options how = { options->method, options->continuity,
		                          1 - options->alpha, 0 };
	struct cluster_test test;
	struct units units;

	units_init(&units, dataset->items, dataset->count, groups, kind, false);
	units.data.is_van_elteren = options->test == GROUP_TEST_VAN_ELTEREN;
	units_test(&units, kind, how, &test);
	struct estimate shift = { .middle = (double)NAN };
	if (test.pairs > 0)
		shift = units_estimate(&units, kind, how);
	units_release(&units);
	if (!(test.pairs > 0))
		return error_set(err, "groups '%s' and '%s' have no %s in common",
		                 name_of(findings, pair->a), name_of(findings, pair->b),
		                 kind == UNITS_CLUSTERS ? "block" : "stratum");
	if (options->method == METHOD_EXACT && test.test.method != METHOD_EXACT)
		return error_set(err, "--method exact: %s v %s would take minutes or more memory "
		                 "than is sensible; use auto or asymptotic",
		                 name_of(findings, pair->a), name_of(findings, pair->b));
	pair_take(findings, &test, pair);
	pair->shift = shift.middle;
	pair->shift_low = shift.low;
	pair->shift_high = shift.high;
	pair->confidence = shift.confidence;
	pair_ratio(findings, how, pair);
	return 0;
}

int group_pairs_run(struct group_findings *findings, struct error *err)
{
	size_t count = findings->group_count;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = i + 1; j < count; j++) {
			struct group_pair *pair = &findings->pairs[pairs_index(count, i, j)];
			*pair = (struct group_pair){ .a = i, .b = j };
			if (pair_run(findings, pair, err) != 0)
				return -1;
		}
	}
	return 0;
}

/* ---- Verdicts ---- */

/* Without variance the normal approximation is not defined: p shows as 1, but there was no
 * test that Holm could count. */
static bool is_tested(const struct group_findings *findings, const struct group_pair *pair)
{
	return !pair->test.constant || findings->options.method != METHOD_ASYMPTOTIC;
}

static void pair_judge(const struct group_findings *findings, struct group_pair *pair)
{
	const struct group_options *options = &findings->options;
	const struct equivalence equivalence = {
		/* The ratio here is A / B, the margin is of B / A. */
		1 / pair->near_high, 1 / pair->near_low, pair->near_confidence, options->margin,
		options->alpha,
	};
	double alpha = options->alpha / fmax((double)findings->tested_count, 1);
	/* The smallest p of one side is half of that of both. */
	double sides = options->alternative == ALTERNATIVE_TWO_SIDED ? 1 : 2;
	size_t fewer = pair->n_a < pair->n_b ? pair->n_a : pair->n_b;
	size_t missing = power_units_missing(sides * pair->p_floor, pair->n_a, pair->n_b,
	                                     sides * alpha);

	pair->verdict = verdict_of(equivalence_holds(&equivalence), pair->p_holm,
	                           options->alpha);
	/* Equal values alone will never differ, however many more there are. */
	bool is_vain = pair->test.constant && power_units_for_alpha(sides * alpha) <= fewer;
	pair->units_needed = missing > 0 && !is_vain ? fewer + missing : 0;
	pair->mde = missing > 0 ? (double)NAN
	                        : power_mde(pair->log_sd, pair->n_a, pair->n_b, alpha,
	                                    options->power);
}

void group_pairs_judge(struct group_findings *findings)
{
	double *p = memory_zeroed(findings->pair_count, sizeof *p);

	for (size_t i = 0; i < findings->pair_count; i++) {
		bool tested = is_tested(findings, &findings->pairs[i]);
		p[i] = tested ? findings->pairs[i].p : (double)NAN;
		findings->tested_count += tested;
	}
	adjust_holm(p, findings->pair_count, p);
	for (size_t i = 0; i < findings->pair_count; i++) {
		findings->pairs[i].p_holm = p[i];
		pair_judge(findings, &findings->pairs[i]);
	}
	free(p);
}
