/* SPDX-License-Identifier: MIT */
/* compare: two sides of units to one effect. Knows no level and draws no conclusion. */
#include "compare/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/shift.h"
#include "stats/strata.h"

static struct test_options test_options_of(struct effect_request request)
{
	struct test_options result = TEST_DEFAULTS;

	result.confidence = request.confidence;
	result.cost_most = request.cost_most;
	return result;
}

/* A shift of logs as a change: exp() - 1, without loss near 0. */
static double change_of(double shift)
{
	return expm1(shift);
}

static void take_test(const struct test_result *test, struct effect *effect)
{
	effect->p = fmax(test->p_two, COMPARE_P_LEAST);
	effect->log10_p = test->log10_p_two;
	effect->p_floor = fmax(test->p_floor, COMPARE_P_LEAST);
	effect->is_asymptotic = test->method == METHOD_ASYMPTOTIC;
	effect->is_constant = test->constant;
}

/* ---- Cells, taken for independent ---- */

/* Strata of block and size, or all in one; values copied column by column. */
struct cells_by_stratum {
	struct stratum *strata;
	size_t count;
	double *values;
};

static const double *copy_column(const double *rows, size_t count, size_t width, size_t j,
                                 double **values)
{
	double *start = *values;

	for (size_t i = 0; i < count; i++)
		start[i] = rows[i * width + j];
	*values += count;
	return start;
}

static void stratum_each(struct cells_by_stratum *cells, const struct units *units)
{
	size_t width = units->data.width, count = units->data.block_count * width;
	double *values = memory_zeroed((units->n_a + units->n_b) * width, sizeof *values);

	*cells = (struct cells_by_stratum){
		.strata = memory_zeroed(count, sizeof *cells->strata), .values = values,
	};
	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		for (size_t j = 0; j < width; j++) {
			struct stratum *stratum = &cells->strata[cells->count++];
			stratum->a = (struct sample){
				copy_column(block->a, block->a_count, width, j, &values), block->a_count };
			stratum->b = (struct sample){
				copy_column(block->b, block->b_count, width, j, &values), block->b_count };
		}
	}
}

/* One sample a side: all of B's rows, then all of A's. */
static void all_in_one(struct cells_by_stratum *cells, const struct units *units)
{
	size_t width = units->data.width, n_b = units->n_b * width, n_a = units->n_a * width;
	double *values = memory_zeroed(n_a + n_b, sizeof *values), *b = values, *a = values + n_b;

	*cells = (struct cells_by_stratum){
		.strata = memory_zeroed(1, sizeof *cells->strata), .count = 1, .values = values,
	};
	cells->strata[0] = (struct stratum){ { b, n_b }, { a, n_a } };
	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		memcpy(b, block->a, block->a_count * width * sizeof *b);
		memcpy(a, block->b, block->b_count * width * sizeof *a);
		b += block->a_count * width;
		a += block->b_count * width;
	}
}

static void cells_interval(const struct cells_by_stratum *cells, double confidence,
                           struct effect *effect)
{
	struct shift_rank rank = shift_rank(cells->strata, cells->count, confidence);
	struct shift shift = shift_difference(cells->strata, cells->count, rank);

	effect->change = change_of(shift.estimate);
	effect->low = change_of(shift.low);
	effect->high = change_of(shift.high);
	effect->confidence = shift.achieved;
	effect->is_interval_asymptotic = rank.method == METHOD_ASYMPTOTIC;
}

static void by_stratum_init(struct cells_by_stratum *cells, const struct units *units,
                       enum compare_test test)
{
	if (test == COMPARE_POOLED)
		all_in_one(cells, units);
	else
		stratum_each(cells, units);
}

static void by_stratum_release(struct cells_by_stratum *cells)
{
	free(cells->strata);
	free(cells->values);
}

static void run_cells(const struct units *units, struct effect_request request,
                      struct effect *effect)
{
	struct cells_by_stratum cells;
	struct strata_test result;

	by_stratum_init(&cells, units, request.test);
	if (request.test == COMPARE_VAN_ELTEREN)
		strata_van_elteren(cells.strata, cells.count, test_options_of(request), &result);
	else
		strata_sum(cells.strata, cells.count, test_options_of(request), &result);
	take_test(&result.test, effect);
	effect->a12 = result.a12;
	effect->n_a = units->n_a * units->data.width;
	effect->n_b = units->n_b * units->data.width;
	cells_interval(&cells, request.confidence, effect);
	by_stratum_release(&cells);
}

/* ---- Whole units ---- */

static void clustered_interval(const struct units *units, struct effect_request request,
                               struct effect *effect)
{
	struct cluster_shift shift;

	cluster_shift(&units->data, test_options_of(request), &shift);
	effect->change = change_of(shift.estimate);
	effect->low = change_of(shift.low);
	effect->high = isinf(shift.high) ? shift.high : change_of(shift.high);
	effect->low = isinf(shift.low) ? shift.low : effect->low;
	effect->confidence = shift.reachable ? shift.confidence : 0;
	effect->is_interval_asymptotic = shift.method == METHOD_ASYMPTOTIC;
}

static void best_interval(const struct units *units, struct effect_request request,
                          struct effect *effect)
{
	double least = fmin(effect->p_floor, design_floor(&units->data));
	struct effect best = { 0 };

	if (effect->confidence > 0 || !(least < 1))
		return;
	request.confidence = 1 - least;
	clustered_interval(units, request, &best);
	effect->best_low = best.low;
	effect->best_high = best.high;
	effect->best_confidence = best.confidence;
}

static void run_clustered(const struct units *units, struct effect_request request,
                          struct effect *effect)
{
	struct cluster_test result;

	cluster_run(&units->data, test_options_of(request), &result);
	take_test(&result.test, effect);
	effect->a12 = result.a12;
	effect->n_a = units->n_a;
	effect->n_b = units->n_b;
	clustered_interval(units, request, effect);
	best_interval(units, request, effect);
}

void effect_run(const struct units *units, struct effect_request request,
                struct effect *effect)
{
	if (request.test == COMPARE_CLUSTERED)
		run_clustered(units, request, effect);
	else
		run_cells(units, request, effect);
}

void effect_interval(const struct units *units, struct effect_request request,
                     struct effect *effect)
{
	struct cells_by_stratum cells;

	if (request.test == COMPARE_CLUSTERED) {
		clustered_interval(units, request, effect);
		return;
	}
	by_stratum_init(&cells, units, request.test);
	cells_interval(&cells, request.confidence, effect);
	by_stratum_release(&cells);
}
