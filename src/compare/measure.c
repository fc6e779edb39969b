/* SPDX-License-Identifier: MIT */
/* compare: every level and size of a pair measured. Judges nothing. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/clean.h"
#include "compare/thresholds.h"
#include "compare/units.h"

/*
 * Additions for each exact answer (stats/null.h): the whole comparison takes seconds, be it
 * of 20 configurations or of hundreds of runs that tie. So much is always there: it is
 * exact for 10 v 10 runs.
 */
#define COST_ALL   4e9
#define COST_LEAST 4e6

static struct test_options options_for(const struct comparison *comparison)
{
	size_t effects = comparison->pair_count *
	                 (comparison->level_count + comparison->size_count);

	return (struct test_options){
		METHOD_AUTO, true, 1 - comparison->options.alpha,
		fmax(COST_ALL / (double)effects, COST_LEAST),
	};
}

/* The rates of the runs at the sizes, those of A as group 0: a size is a stratum, and what
 * the design takes for the unit a cluster. free() them. */
static struct observation *observations_of(const struct unit_request *request, size_t *count)
{
	const struct comparison *comparison = request->comparison;
	const struct design *design = request->design;
	struct observation *items = memory_zeroed(
	        (request->run_counts[0] + request->run_counts[1]) * request->size_count,
	        sizeof *items);

	*count = 0;
	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item =
		        &comparison->configurations[request->configurations[side]];
		for (size_t i = 0; i < request->run_counts[side]; i++) {
			size_t run = request->runs[side][i];
			size_t block = design->block_of_boot[item->runs[run].boot];
			size_t unit = design->unit == UNIT_RUN ? run
			                                       : design->stretch_of_run[side][run];
			for (size_t j = 0; block != DESIGN_NO_BLOCK && j < request->size_count; j++)
				items[(*count)++] = (struct observation){
					item->rates[run * comparison->size_count + request->sizes[j]],
					side, j, block, unit, 0,
				};
		}
	}
	return items;
}

/* B is the first group, so that differences are B - A. */
static const size_t b_then_a[2] = { 1, 0 };

static bool have_both(const struct units *units)
{
	return units->counts[0] > 0 && units->counts[1] > 0;
}

/* An end of a shift of logarithms as a change, without loss near 0. */
static double change_of(double shift)
{
	return isinf(shift) ? shift : expm1(shift);
}

static double confidence_of(const struct estimate *estimate)
{
	return isinf(estimate->low) && isinf(estimate->high) ? 0 : estimate->confidence;
}

static void effect_fill(const struct units *units, enum unit_kind kind,
                        struct test_options options, struct effect *effect)
{
	struct estimate estimate = units_estimate(units, kind, options);
	struct cluster_test test;

	units_test(units, kind, options, &test);
	*effect = (struct effect){
		.n_a = units->counts[1], .n_b = units->counts[0],
		.change = expm1(estimate.middle), .low = change_of(estimate.low),
		.high = change_of(estimate.high), .confidence = confidence_of(&estimate),
		.p = fmax(test.test.p_two, COMPARE_P_LEAST), .log10_p = test.test.log10_p_two,
		.p_floor = fmax(test.test.p_floor, COMPARE_P_LEAST), .a12 = test.a12,
		.is_asymptotic = test.test.method == METHOD_ASYMPTOTIC,
		.is_interval_asymptotic = estimate.is_asymptotic,
		.is_constant = test.test.constant,
	};
}

/* ---- Levels ---- */

static struct unit_request request_of(const struct comparison *comparison,
                                      const struct design *design,
                                      const struct compare_pair *pair,
                                      const struct size_set *sizes,
                                      const struct level_values *const sides[2])
{
	return (struct unit_request){
		comparison, design, { pair->a, pair->b }, { sides[0]->runs, sides[1]->runs },
		{ sides[0]->count, sides[1]->count }, sizes->items, sizes->count, false,
	};
}

/* The study's own test of the same runs, whatever the unit: cells for independent. */
static double pooled_p(const struct observation *items, size_t count,
                       struct test_options options)
{
	struct cluster_test test;
	struct units units;

	units_init(&units, items, count, b_then_a, UNITS_POOLED, true);
	units_test(&units, UNITS_POOLED, options, &test);
	units_release(&units);
	return fmax(test.test.p_two, COMPARE_P_LEAST);
}

static void finding_fill(const struct comparison *comparison,
                         const struct unit_request *request, struct level_finding *finding)
{
	bool pools = comparison->options.test == COMPARE_POOLED;
	enum unit_kind kind = pools ? UNITS_POOLED : UNITS_CLUSTERS;
	struct test_options options = options_for(comparison);
	struct units units;
	size_t count;
	struct observation *items = observations_of(request, &count);

	units_init(&units, items, count, b_then_a, kind, true);
	if (have_both(&units)) {
		effect_fill(&units, kind, options, &finding->effect);
		finding->pooled_p = pooled_p(items, count, options);
		finding->unit_sd = units_sd(&units);
		finding->reachable_p = fmin(cluster_floor(&units.data), finding->effect.p_floor);
		options.confidence = 1 - 2 * comparison->options.alpha;
		struct estimate near = units_estimate(&units, kind, options);
		finding->near_low = change_of(near.low);
		finding->near_high = change_of(near.high);
		finding->near_confidence = confidence_of(&near);
	}
	units_release(&units);
	free(items);
}

static void measure_level(const struct comparison *comparison, const struct design *design,
                          const struct compare_pair *pair, struct level_finding *finding)
{
	const struct compare_level *level = &comparison->levels[finding->level];
	const struct size_set sizes = { level->sizes, level->size_count };
	const struct level_values *const sides[2] = { level_side(level, pair, 0),
		                                      level_side(level, pair, 1) };
	struct unit_request request = request_of(comparison, design, pair, &sizes, sides);

	finding_fill(comparison, &request, finding);
	finding->serial_z = design->kind == DESIGN_APART
	                    ? level_serial_z(comparison, design, pair, finding->level)
	                    : (double)NAN;
	finding->is_serial = request.is_joined = finding->serial_z > SERIAL_Z_MOST;
	finding->core_change = core_change(comparison, pair, finding->level);
	finding_widen(&request, finding);
	finding->is_busy = level->configurations[pair->a].is_busy ||
	                   level->configurations[pair->b].is_busy || pair->core_ratio != 1;
	finding->effect.median_a = sides[0]->median;
	finding->effect.median_b = sides[1]->median;
}

/* ---- Sizes ---- */

/* Clean runs of both sides; all of both where one is busy. */
static void size_sides(const struct comparison *comparison, const struct compare_pair *pair,
                       const struct size_set *size, struct level_values sides[2])
{
	for (size_t all = 0; all < 2; all++) {
		level_values_init(&sides[0], comparison, size, pair->a, all > 0);
		level_values_init(&sides[1], comparison, size, pair->b, all > 0);
		if (all > 0 || (!sides[0].is_busy && !sides[1].is_busy))
			return;
		level_values_release(&sides[0]);
		level_values_release(&sides[1]);
	}
}

/* False where no unit of the two has the size. */
static bool measure_size(const struct comparison *comparison, const struct design *design,
                         const struct compare_pair *pair, struct size_finding *finding)
{
	const struct size_set size = { &finding->size, 1 };
	struct level_values values[2] = { { 0 }, { 0 } };
	const struct level_values *const sides[2] = { &values[0], &values[1] };
	struct units units;
	size_t count;

	size_sides(comparison, pair, &size, values);
	struct unit_request request = request_of(comparison, design, pair, &size, sides);
	struct observation *items = observations_of(&request, &count);
	units_init(&units, items, count, b_then_a, UNITS_CLUSTERS, true);
	bool stands = have_both(&units);
	if (stands)
		effect_fill(&units, UNITS_CLUSTERS, options_for(comparison), &finding->effect);
	finding->effect.median_a = values[0].median;
	finding->effect.median_b = values[1].median;
	units_release(&units);
	free(items);
	level_values_release(&values[0]);
	level_values_release(&values[1]);
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
