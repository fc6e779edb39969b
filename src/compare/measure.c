/* SPDX-License-Identifier: MIT */
/* compare: every level and size of a pair measured. Judges nothing. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/clean.h"
#include "stats/quantile.h"
#include "stats/distribution.h"

/*
 * Additions for each exact answer (stats/null.h): the whole comparison takes seconds, be it
 * of 20 configurations or of hundreds of runs that tie. So much is always there: it is
 * exact for 10 v 10 runs.
 */
#define COST_ALL   4e9
#define COST_LEAST 4e6

static struct effect_request request_for(const struct comparison *comparison,
                                         enum compare_test test)
{
	size_t effects = comparison->pair_count *
	                 (comparison->level_count + comparison->size_count);

	return (struct effect_request){
		test, 1 - comparison->options.alpha, fmax(COST_ALL / (double)effects, COST_LEAST),
	};
}

/* ---- Levels ---- */

static struct unit_request request_of(const struct comparison *comparison,
                                      const struct design *design,
                                      const struct compare_pair *pair,
                                      const struct compare_level *level)
{
	const struct level_values *a = level_side(level, pair, 0);
	const struct level_values *b = level_side(level, pair, 1);

	return (struct unit_request){
		comparison, design, { pair->a, pair->b }, { a->runs, b->runs },
		{ a->count, b->count }, level->sizes, level->size_count,
	};
}

/* The study's own test of the same runs, whatever the unit: cells for independent. */
static void measure_pooled(const struct comparison *comparison, const struct design *design,
                           const struct compare_pair *pair, struct level_finding *finding)
{
	struct design by_run = *design;
	const struct compare_level *level = &comparison->levels[finding->level];
	struct effect effect = { 0 };
	struct units units;

	by_run.unit = UNIT_RUN;
	struct unit_request request = request_of(comparison, &by_run, pair, level);
	units_init(&units, &request);
	effect_run(&units, request_for(comparison, COMPARE_POOLED), &effect);
	finding->pooled_p = effect.p;
	units_release(&units);
}

static double cells_sd(const struct units *units)
{
	struct units cells = *units;

	/* Pooled: each cell is a unit of its own, sizes are part of the spread. */
	struct cluster_block *blocks = memory_zeroed(units->data.block_count, sizeof *blocks);
	for (size_t i = 0; i < units->data.block_count; i++) {
		blocks[i] = units->blocks[i];
		blocks[i].a_count *= units->data.width;
		blocks[i].b_count *= units->data.width;
	}
	cells.blocks = blocks;
	cells.data.width = 1;
	double sd = units_sd(&cells);
	free(blocks);
	return sd;
}

/* The test that pools cells permutes cells. */
static double untied_floor(const struct units *units, enum compare_test test)
{
	size_t width = test == COMPARE_CLUSTERED ? 1 : units->data.width;

	if (test == COMPARE_CLUSTERED)
		return design_floor(&units->data);
	return fmin(1, 2 * exp(-log_choose((double)((units->n_a + units->n_b) * width),
	                                   (double)(units->n_a * width))));
}

static void measure_level(const struct comparison *comparison, const struct design *design,
                          const struct compare_pair *pair, struct level_finding *finding)
{
	const struct compare_level *level = &comparison->levels[finding->level];
	const struct compare_options *options = &comparison->options;
	struct unit_request request = request_of(comparison, design, pair, level);
	struct effect_request wanted = request_for(comparison, options->test);
	struct effect near = { 0 };
	struct units units;

	units_init(&units, &request);
	if (units.n_a > 0 && units.n_b > 0) {
		effect_run(&units, wanted, &finding->effect);
		wanted.confidence = 1 - 2 * options->alpha;
		effect_interval(&units, wanted, &near);
		finding->unit_sd = options->test == COMPARE_POOLED ? cells_sd(&units)
		                                                  : units_sd(&units);
		finding->reachable_p = fmin(untied_floor(&units, options->test),
		                            finding->effect.p_floor);
		finding->correlation = units_correlation(&units);
		measure_pooled(comparison, design, pair, finding);
	}
	finding->near_low = near.low;
	finding->near_high = near.high;
	finding->near_confidence = near.confidence;
	finding_widen(&request, finding);
	finding->is_busy = level->configurations[pair->a].is_busy ||
	                   level->configurations[pair->b].is_busy || pair->core_ratio != 1;
	finding->effect.median_a = level_side(level, pair, 0)->median;
	finding->effect.median_b = level_side(level, pair, 1)->median;
	units_release(&units);
}

/* ---- Sizes ---- */

/* Runs of a side that have the size and are clean, or all of them, and their rates. */
static struct clean_runs runs_of_size(const struct unit_request *request, size_t side,
                                      bool all, size_t *runs, double *rates)
{
	const struct comparison *comparison = request->comparison;
	const struct configuration *item =
	        &comparison->configurations[request->configurations[side]];
	const struct size_set sizes = { request->sizes, 1 };
	struct clean_runs clean = clean_runs(comparison, item, &sizes, all, runs);

	for (size_t i = 0; i < clean.count; i++)
		rates[i] = item->rates[runs[i] * comparison->size_count + request->sizes[0]];
	return clean;
}

/* Runs of both sides that have the size, chosen alike, into `runs` and the request. */
static void size_sides(struct unit_request *request, size_t *runs[2], double medians[2])
{
	bool all = false, is_busy = true;

	for (size_t turn = 0; turn < 2 && is_busy; turn++) {
		is_busy = false;
		for (size_t side = 0; side < 2; side++) {
			size_t configuration = request->configurations[side];
			double *rates = memory_zeroed(
			        request->comparison->configurations[configuration].run_count,
			        sizeof *rates);
			struct clean_runs clean =
			        runs_of_size(request, side, all, runs[side], rates);
			request->run_counts[side] = clean.count;
			medians[side] = median_of(rates, clean.count);
			is_busy = is_busy || clean.is_busy;
			free(rates);
		}
		all = true;
	}
}

/* False where no unit of the two has the size. */
static bool measure_size(const struct comparison *comparison, const struct design *design,
                         const struct compare_pair *pair, struct size_finding *finding)
{
	const size_t sides[2] = { pair->a, pair->b };
	struct unit_request request = { comparison, design, { pair->a, pair->b },
		                        .sizes = &finding->size, .size_count = 1 };
	size_t *runs[2];
	double medians[2];
	struct units units;

	for (size_t side = 0; side < 2; side++) {
		size_t most = comparison->configurations[sides[side]].run_count;
		runs[side] = memory_zeroed(most, sizeof *runs[side]);
		request.runs[side] = runs[side];
	}
	size_sides(&request, runs, medians);
	units_init(&units, &request);
	bool stands = units.n_a > 0 && units.n_b > 0;
	if (stands)
		effect_run(&units, request_for(comparison, COMPARE_CLUSTERED), &finding->effect);
	finding->effect.median_a = medians[0];
	finding->effect.median_b = medians[1];
	units_release(&units);
	free(runs[0]);
	free(runs[1]);
	return stands;
}

void pair_measure(const struct comparison *comparison, const struct design *design,
                  struct compare_pair *pair)
{
	bool pools = comparison->options.test != COMPARE_CLUSTERED;
	struct design used = *design;

	if (pools && design->unit == UNIT_BLOCK)
		used.has_few_blocks = true;
	if (pools)
		used.unit = UNIT_RUN;
	pair->unit = pools ? UNIT_CELL : design->unit;
	pair->scope = pools && design->scope == SCOPE_BOOTS ? SCOPE_THESE_BOOTS : design->scope;
	pair->core_ratio = clean_core_ratio(comparison, pair);
	pair->design = design->kind;
	pair->stretches[0] = design->stretches[0];
	pair->stretches[1] = design->stretches[1];
	pair->block_count = design->block_count;
	pair->runs[0] = comparison->configurations[pair->a].run_count - design->left_out[0];
	pair->runs[1] = comparison->configurations[pair->b].run_count - design->left_out[1];
	pair->boots[0] = design->boots[0];
	pair->boots[1] = design->boots[1];
	pair->levels = memory_zeroed(comparison->level_count, sizeof *pair->levels);
	pair->sizes = memory_zeroed(comparison->size_count, sizeof *pair->sizes);
	for (size_t i = 0; i < comparison->level_count; i++) {
		struct level_finding *finding = &pair->levels[pair->level_count];
		*finding = (struct level_finding){ .level = i };
		measure_level(comparison, &used, pair, finding);
		pair->level_count += finding->effect.n_a > 0 && finding->effect.n_b > 0;
	}
	for (size_t i = 0; i < comparison->size_count; i++) {
		struct size_finding *finding = &pair->sizes[pair->size_count];
		*finding = (struct size_finding){ .size = i };
		pair->size_count += measure_size(comparison, &used, pair, finding);
	}
}
