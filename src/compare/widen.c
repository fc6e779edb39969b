/* SPDX-License-Identifier: MIT */
/* compare: how far stretches of time of one configuration lie apart, and what a change has
 * to beat for it. Judges nothing. */
#include "compare/findings.h"

#include <math.h>

#include "stats/oneway.h"
#include "stats/power.h"

/* ln shift `by` either way from the estimate, at least. */
static void interval_widen(double change, double by, double *low, double *high)
{
	*low = fmin(*low, expm1(log1p(change) - by));
	*high = fmax(*high, expm1(log1p(change) + by));
	if (isinf(by)) {
		*low = -(double)INFINITY;
		*high = (double)INFINITY;
	}
}

/* 10 v 10 runs far apart: from one to the next both the state of a stretch and the run
 * itself differ, each by about the spread of a block. */
#define APART_RUNS 10

static double apart_mde(const struct comparison *comparison, const struct design *design,
                        struct stretch_spread spread)
{
	double sd = design->has_few_blocks ? sqrt(2) * spread.sd : spread.sd;
	double family = (double)(comparison->pair_count * comparison->level_count);

	return power_mde(sd, APART_RUNS, APART_RUNS, comparison->options.alpha / family,
	                 comparison->options.power);
}

void finding_widen(const struct unit_request *request, struct level_finding *finding)
{
	const struct comparison *comparison = request->comparison;
	const struct design *design = request->design;
	double confidence = 1 - comparison->options.alpha, bound;
	struct stretches stretches;

	stretches_init(&stretches, request);
	struct stretch_spread spread = stretches_spread(&stretches, design);
	stretches_release(&stretches);
	bound = oneway_bound(spread.sd, spread.df, 1, 1, confidence);
	finding->drift = isinf(bound) ? (double)NAN : expm1(bound);
	finding->apart_mde = isinf(bound) || design->unit == UNIT_BOOT
	                     ? (double)NAN : apart_mde(comparison, design, spread);
	if (!design->has_few_blocks)
		return;
	finding->allowance = oneway_bound(spread.sd, spread.df, spread.counts[0],
	                                  spread.counts[1], confidence);
	finding->allowance_mde = expm1(finding->allowance +
	                               oneway_bound(spread.sd, spread.df, spread.counts[0],
	                                            spread.counts[1],
	                                            2 * comparison->options.power - 1));
	interval_widen(finding->effect.change, finding->allowance, &finding->effect.low,
	               &finding->effect.high);
	bound = oneway_bound(spread.sd, spread.df, spread.counts[0], spread.counts[1],
	                     1 - 2 * comparison->options.alpha);
	interval_widen(finding->effect.change, bound, &finding->near_low, &finding->near_high);
}
