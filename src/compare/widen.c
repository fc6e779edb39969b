/* SPDX-License-Identifier: MIT */
/* compare: how far stretches of time of one configuration lie apart, and what a change has
 * to beat for it. Judges nothing. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/moments.h"
#include "stats/oneway.h"
#include "stats/power.h"

/* ---- Stretches of both sides ---- */

/* ln of the geometric mean over the sizes of each run, by stretches: those of A first. Runs
 * of one family are of one side and block of the permutation. */
struct stretches {
	struct grouped runs; /* in order of time */
	size_t *families;
};

static double run_value(const struct unit_request *request, size_t side, size_t run)
{
	const struct comparison *comparison = request->comparison;
	const double *rates = &comparison->configurations[request->configurations[side]]
	                               .rates[run * comparison->size_count];
	double sum = 0;

	for (size_t i = 0; i < request->size_count; i++)
		sum += log(rates[request->sizes[i]]);
	return sum / (double)request->size_count;
}

static void stretches_init(struct stretches *stretches, const struct unit_request *request)
{
	const struct design *design = request->design;
	size_t most = request->run_counts[0] + request->run_counts[1], count = 0;
	double *values = memory_zeroed(most, sizeof *values);
	size_t *keys = memory_zeroed(most, sizeof *keys);

	stretches->families = memory_zeroed(2 * design->stretch_count,
	                                    sizeof *stretches->families);
	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item =
		        &request->comparison->configurations[request->configurations[side]];
		for (size_t i = 0; i < request->run_counts[side]; i++) {
			size_t run = request->runs[side][i];
			size_t stretch = design->stretch_of_run[side][run];
			size_t block = design->block_of_boot[item->runs[run].boot];
			if (stretch == DESIGN_NO_BLOCK)
				continue;
			/* A block has a stretch of each side at least: their numbers do for it. */
			keys[count] = side * design->stretch_count +
			              (request->is_joined ? block : stretch);
			stretches->families[keys[count]] = side * design->block_count + block;
			values[count++] = run_value(request, side, run);
		}
	}
	grouped_init(&stretches->runs, values, keys, count, 2 * design->stretch_count);
	free(values);
	free(keys);
}

/* The stretches of each family as one sample. */
static double successive_sd(const struct stretches *stretches, size_t *df)
{
	const struct grouped *runs = &stretches->runs;
	struct sample *families = memory_zeroed(runs->count, sizeof *families);
	size_t count = 0, family = SIZE_MAX;

	*df = 0;
	for (size_t i = 0; i < runs->count; i++) {
		if (runs->items[i].count == 0)
			continue;
		if (count == 0 || stretches->families[i] != family)
			families[count++].values = runs->items[i].values;
		family = stretches->families[i];
		families[count - 1].count += runs->items[i].count;
	}
	for (size_t i = 0; i < count; i++)
		*df += families[i].count - 1;
	double sd = oneway_successive_sd(families, count);
	free(families);
	return sd;
}

/* Whether a stretch of time counts as one run. */
static bool counts_as_one(const struct unit_request *request)
{
	return request->design->has_few_blocks || request->is_joined;
}

/* How far one family's stretches lie apart, by what the design takes for the unit. */
struct stretch_spread {
	double sd;
	size_t df;
	size_t counts[2]; /* stretches of A and B that have values */
};

static struct stretch_spread spread_find(const struct unit_request *request)
{
	const struct design *design = request->design;
	struct stretch_spread spread = { 0 };
	struct stretches stretches;
	struct oneway oneway;

	stretches_init(&stretches, request);
	const struct grouped *runs = &stretches.runs;
	for (size_t i = 0; i < runs->count; i++)
		spread.counts[i >= design->stretch_count] += runs->items[i].count > 0;
	oneway_run(runs->items, stretches.families, runs->count, &oneway);
	if (counts_as_one(request)) {
		spread.sd = fmax(oneway.within_sd, oneway.between_sd);
		spread.df = oneway.within_df;
	} else if (design->unit == UNIT_RUN) {
		spread.sd = successive_sd(&stretches, &spread.df);
	} else {
		spread.sd = oneway.between_sd;
		spread.df = oneway.between_df;
	}
	grouped_release(&stretches.runs);
	free(stretches.families);
	return spread;
}

/* ---- What follows for a finding ---- */

/* ln shift `by` either way from the estimate, at least. */
static void interval_widen(double change, double by, double *low, double *high)
{
	*low = isinf(by) ? -by : fmin(*low, expm1(log1p(change) - by));
	*high = isinf(by) ? by : fmax(*high, expm1(log1p(change) + by));
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

static double bound_of(struct stretch_spread spread, double confidence)
{
	return oneway_bound(spread.sd, spread.df, spread.counts[0], spread.counts[1],
	                    confidence);
}

void finding_widen(const struct unit_request *request, struct level_finding *finding)
{
	const struct compare_options *options = &request->comparison->options;
	const struct design *design = request->design;
	struct stretch_spread spread = spread_find(request);
	double bound = oneway_bound(spread.sd, spread.df, 1, 1, 1 - options->alpha);

	finding->drift = isinf(bound) ? (double)NAN : expm1(bound);
	finding->apart_mde = isinf(bound) || design->unit == UNIT_BOOT || request->is_joined
	                     ? (double)NAN : apart_mde(request->comparison, design, spread);
	if (!counts_as_one(request))
		return;
	finding->allowance = bound_of(spread, 1 - options->alpha);
	finding->allowance_mde = expm1(finding->allowance +
	                               bound_of(spread, 2 * options->power - 1));
	interval_widen(finding->effect.change, finding->allowance, &finding->effect.low,
	               &finding->effect.high);
	interval_widen(finding->effect.change, bound_of(spread, 1 - 2 * options->alpha),
	               &finding->near_low, &finding->near_high);
}
