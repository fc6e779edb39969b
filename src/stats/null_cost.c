/* SPDX-License-Identifier: MIT */
/* stats: what an exact answer costs, counted before it is begun. Knows scores only. */
#include "stats/null.h"

#include <math.h>

double null_cost_most(double usual, double most)
{
	return most > 0 && most < usual ? most : usual;
}

/* How far the sum of one block reaches, and on which grid. Scores ascending. */
struct extent {
	int64_t least, most, step;
};

static struct extent block_extent(const struct null_block *block)
{
	struct extent extent = { 0 };
	size_t rest = block->count - block->chosen;

	for (size_t i = 0; i < block->chosen; i++) {
		extent.least += block->scores[i];
		extent.most += block->scores[rest + i];
	}
	for (size_t i = 1; i < block->count; i++)
		extent.step = null_gcd(block->scores[i] - block->scores[0], extent.step);
	return extent;
}

/* Sums that a tail which ends `reach` above the least one holds, on a grid of `step`. */
static double extent_length(struct extent extent, int64_t reach, int64_t step)
{
	int64_t range = extent.most - extent.least;

	return step ? (double)((range < reach ? range : reach) / step) + 1 : 1;
}

/* Convolving all blocks but the longest, as far as `reach`; on a common grid of `step`. */
static double tail_cost(const struct null_question *question, int64_t reach, int64_t step)
{
	double cost = 0, length = 1, longest = 0, longest_cost = 0;

	for (size_t b = 0; b < question->block_count && reach >= 0; b++) {
		struct extent extent = block_extent(&question->blocks[b]);
		double own = extent_length(extent, reach, extent.step);
		double added = length * own;
		cost += added;
		longest_cost = own > longest ? added : longest_cost;
		longest = fmax(longest, own);
		length = fmin(length + extent_length(extent, reach, step) - 1,
		              step ? (double)(reach / step) + 1 : 1);
	}
	return length > NULL_CELLS_MOST ? INFINITY : cost - longest_cost;
}

double null_cost(const struct null_question *question)
{
	int64_t mirror = 2 * question->mean - question->observed;
	int64_t low = question->observed < mirror ? question->observed : mirror;
	int64_t high = question->observed < mirror ? mirror : question->observed;
	struct extent all = { 0 };
	double cost = 0;

	for (size_t b = 0; b < question->block_count; b++) {
		struct extent extent = block_extent(&question->blocks[b]);
		all.least += extent.least;
		all.most += extent.most;
		all.step = null_gcd(extent.step, all.step);
		cost += null_block_cost(&question->blocks[b]);
	}
	return cost + tail_cost(question, low - all.least, all.step) +
	       tail_cost(question, all.most - high, all.step);
}
