/* SPDX-License-Identifier: MIT */
/* stats: exact distributions of sums of scores. Knows scores, not where they come from. */
#include "stats/null.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/distribution.h"

#define LOG_COUNT_MOST 690.0 /* ln 1e300: counts stay doubles */

int64_t null_gcd(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/*
 * How one block is counted: `drawn` scores, the fewer of the chosen and the rest, each
 * score as first + step * t. `prefix[i]` is the sum of the i smallest t.
 */
struct plan {
	size_t count, drawn;
	bool mirrored; /* the rest is drawn: its sum is the total less the chosen one's */
	bool untied;   /* t = 0, 1, 2 ... */
	int64_t first, step;
	int64_t *prefix;
};

static void plan_init(struct plan *plan, const struct null_block *block)
{
	const int64_t *scores = block->scores;
	size_t rest = block->count - block->chosen;

	*plan = (struct plan){ .count = block->count,
		               .first = scores[0],
		               .untied = true };
	plan->mirrored = rest < block->chosen;
	plan->drawn = plan->mirrored ? rest : block->chosen;
	plan->prefix = memory_zeroed(block->count + 1, sizeof *plan->prefix);
	for (size_t i = 0; i < block->count; i++)
		plan->step = null_gcd(scores[i] - scores[0], plan->step);
	for (size_t i = 0; i < block->count; i++) {
		int64_t t = plan->step ? (scores[i] - scores[0]) / plan->step : 0;
		plan->untied = plan->untied && t == (int64_t)i;
		plan->prefix[i + 1] = plan->prefix[i] + t;
	}
}

/* Least and greatest sum of k of the first `items` t. */
static int64_t plan_low(const struct plan *plan, size_t k)
{
	return plan->prefix[k];
}

static int64_t plan_high(const struct plan *plan, size_t k, size_t items)
{
	return plan->prefix[items] - plan->prefix[items - k];
}

static size_t plan_width(const struct plan *plan, size_t k)
{
	return (size_t)(plan_high(plan, k, plan->count) - plan_low(plan, k)) + 1;
}

/* Fewest and most of the first `items` that a full draw can have taken. */
static size_t plan_fewest(const struct plan *plan, size_t items)
{
	size_t left = plan->count - items;
	return plan->drawn > left ? plan->drawn - left : 0;
}

static size_t plan_most(const struct plan *plan, size_t items)
{
	return items < plan->drawn ? items : plan->drawn;
}

static double plan_cost(const struct plan *plan)
{
	double cost = 0;

	if (plan->untied)
		return null_untied_cost(plan->drawn, plan->count - plan->drawn);
	for (size_t items = 1; items <= plan->count; items++) {
		size_t fewest = plan_fewest(plan, items);
		for (size_t k = plan_most(plan, items); k >= 1 && k >= fewest; k--)
			cost += (double)(plan_high(plan, k - 1, items - 1) -
			                 plan_low(plan, k - 1) + 1);
	}
	return cost;
}

static double plan_cells(const struct plan *plan)
{
	double cells = 0;

	for (size_t k = 0; k <= plan->drawn; k++)
		cells += (double)plan_width(plan, k);
	return plan->untied ? (double)plan_width(plan, plan->drawn) : cells;
}

double null_block_cost(const struct null_block *block)
{
	struct plan plan;

	plan_init(&plan, block);
	bool fits = log_choose((double)plan.count, (double)plan.drawn) < LOG_COUNT_MOST &&
	            plan_cells(&plan) < NULL_CELLS_MOST;
	double cost = fits ? plan_cost(&plan) : INFINITY;
	free(plan.prefix);
	return cost;
}

/* Rows k = 0 ... drawn in one allocation; row k starts with the count of sum plan_low(). */
static double **rows_alloc(const struct plan *plan)
{
	double **rows = memory_zeroed(plan->drawn + 1, sizeof *rows);
	double *cells = memory_zeroed((size_t)plan_cells(plan), sizeof *cells);

	for (size_t k = 0; k <= plan->drawn; k++) {
		rows[k] = cells;
		cells += plan_width(plan, k);
	}
	return rows;
}

/* Counts of each sum of `drawn` of the t, f[k][s + t] += f[k - 1][s]. free() them. */
static double *plan_counts(const struct plan *plan)
{
	double **rows = rows_alloc(plan);

	rows[0][0] = 1;
	for (size_t items = 1; items <= plan->count; items++) {
		int64_t t = plan->prefix[items] - plan->prefix[items - 1];
		size_t fewest = plan_fewest(plan, items);
		for (size_t k = plan_most(plan, items); k >= 1 && k >= fewest; k--) {
			int64_t low = plan_low(plan, k - 1);
			size_t width = (size_t)(plan_high(plan, k - 1, items - 1) - low) +
			               1;
			double *restrict to = rows[k] + (low + t - plan_low(plan, k));
			const double *restrict from = rows[k - 1];
			for (size_t s = 0; s < width; s++)
				to[s] += from[s];
		}
	}
	size_t width = plan_width(plan, plan->drawn);
	double *counts = memory_zeroed(width, sizeof *counts);
	memcpy(counts, rows[plan->drawn], width * sizeof *counts);
	free(rows[0]);
	free(rows);
	return counts;
}

static void normalise(double *counts, size_t count)
{
	double total = 0;

	for (size_t i = 0; i < count; i++)
		total += counts[i];
	for (size_t i = 0; i < count; i++)
		counts[i] /= total;
}

double null_untied_cost(size_t n_a, size_t n_b)
{
	double fewer = (double)(n_a < n_b ? n_a : n_b);
	double more = (double)(n_a < n_b ? n_b : n_a);

	if (log_choose(fewer + more, fewer) >= LOG_COUNT_MOST ||
	    fewer * more > NULL_UNTIED_MOST)
		return INFINITY;
	return fewer * fewer * more;
}

void null_untied(size_t n_a, size_t n_b, struct null *null)
{
	size_t fewer = n_a < n_b ? n_a : n_b, more = n_a < n_b ? n_b : n_a;
	size_t degree = fewer * more, half = degree / 2;
	double *counts = memory_zeroed(degree + 1, sizeof *counts);

	counts[0] = 1;
	for (size_t i = 1; i <= fewer; i++) {
		for (size_t s = half; s + 1 > more + i; s--)
			counts[s] -= counts[s - more - i];
		for (size_t s = i; s <= half; s++)
			counts[s] += counts[s - i];
	}
	for (size_t s = 0; s <= half; s++)
		counts[degree - s] = counts[s];
	normalise(counts, degree + 1);
	*null = (struct null){ counts, degree + 1, 0, degree ? 1 : 0 };
}

static void reverse(double *values, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		double swap = values[i];
		values[i] = values[count - 1 - i];
		values[count - 1 - i] = swap;
	}
}

void null_block_exact(const struct null_block *block, struct null *null)
{
	struct plan plan;

	plan_init(&plan, block);
	size_t width = plan_width(&plan, plan.drawn);
	if (plan.untied) {
		null_untied(plan.drawn, plan.count - plan.drawn, null);
	} else {
		null->probabilities = plan_counts(&plan);
		normalise(null->probabilities, width);
	}
	null->count = width;
	null->step = plan.step;
	if (plan.mirrored)
		reverse(null->probabilities, width);
	/* The least sum of the chosen themselves, whichever were drawn. */
	null->low = (int64_t)block->chosen * plan.first +
	            plan.step * plan.prefix[block->chosen];
	free(plan.prefix);
}

void null_negate(struct null *null)
{
	reverse(null->probabilities, null->count);
	null->low = -(null->low + (int64_t)(null->count - 1) * null->step);
}

void null_convolve(const struct null *a, const struct null *b, int64_t end,
                   struct null *sum)
{
	int64_t low = a->low + b->low, step = null_gcd(a->step, b->step);
	size_t a_stride = a->step ? (size_t)(a->step / step) : 1;
	size_t b_stride = b->step ? (size_t)(b->step / step) : 1;
	size_t count = (a->count - 1) * a_stride + (b->count - 1) * b_stride + 1;

	if (step > 0 && (end - low) / step < (int64_t)count)
		count = (size_t)((end - low) / step) + 1;
	double *to = memory_zeroed(count, sizeof *to);
	for (size_t i = 0; i < a->count && i * a_stride < count; i++) {
		double weight = a->probabilities[i];
		size_t room = (count - 1 - i * a_stride) / b_stride + 1;
		size_t most = b->count < room ? b->count : room;
		for (size_t j = 0; weight > 0 && j < most; j++)
			to[i * a_stride + j * b_stride] += weight * b->probabilities[j];
	}
	*sum = (struct null){ to, count, low, step };
}

void null_release(struct null *null)
{
	free(null->probabilities);
	*null = (struct null){ 0 };
}
