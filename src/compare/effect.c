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

/* One sample a side: all of B's rows, then all of A's. free() the values. */
static double *cells_init(struct stratum *cells, const struct units *units)
{
	size_t width = units->data.width, n_b = units->n_b * width, n_a = units->n_a * width;
	double *values = memory_zeroed(n_a + n_b, sizeof *values), *b = values, *a = values + n_b;

	*cells = (struct stratum){ { b, n_b }, { a, n_a } };
	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		memcpy(b, block->a, block->a_count * width * sizeof *b);
		memcpy(a, block->b, block->b_count * width * sizeof *a);
		b += block->a_count * width;
		a += block->b_count * width;
	}
	return values;
}

static void cells_interval(const struct stratum *cells, double confidence,
                           struct effect *effect)
{
	struct shift_rank rank = shift_rank(cells, 1, confidence);
	struct shift shift = shift_difference(cells, 1, rank);

	effect->change = change_of(shift.estimate);
	effect->low = change_of(shift.low);
	effect->high = change_of(shift.high);
	effect->confidence = shift.achieved;
	effect->is_interval_asymptotic = rank.method == METHOD_ASYMPTOTIC;
}

static void run_cells(const struct units *units, struct effect_request request,
                      struct effect *effect)
{
	struct stratum cells;
	struct strata_test result;
	double *values = cells_init(&cells, units);

	strata_sum(&cells, 1, test_options_of(request), &result);
	take_test(&result.test, effect);
	effect->a12 = result.a12;
	effect->n_a = cells.b.count;
	effect->n_b = cells.a.count;
	cells_interval(&cells, request.confidence, effect);
	free(values);
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
	struct stratum cells;

	if (request.test == COMPARE_CLUSTERED) {
		clustered_interval(units, request, effect);
		return;
	}
	double *values = cells_init(&cells, units);
	cells_interval(&cells, request.confidence, effect);
	free(values);
}
