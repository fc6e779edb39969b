/* SPDX-License-Identifier: MIT */
/* stats: rise or fall with time, inside blocks. Knows neither units nor what time is. */
#include "stats/trend.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/quantile.h"
#include "stats/verdict.h"

/* Sum of t (t - 1) (2 t + 5) over groups of t equal values. */
static uint64_t tie_term(struct sample block)
{
	double *sorted = sorted_doubles(block.values, block.count);
	uint64_t sum = 0;

	for (size_t start = 0, end; start < block.count; start = end) {
		end = start + 1;
		while (end < block.count && sorted[end] == sorted[start])
			end++;
		uint64_t tied = end - start;
		sum += tied * (tied - 1) * (2 * tied + 5);
	}
	free(sorted);
	return sum;
}

static void block_add(struct sample block, double *slopes, struct trend *trend)
{
	double n = (double)block.count;
	uint64_t ties = tie_term(block);

	for (size_t i = 0; i < block.count; i++) {
		for (size_t j = i + 1; j < block.count; j++) {
			double from = block.values[i], to = block.values[j];
			slopes[trend->pairs++] = (to - from) / (double)(j - i);
			trend->s += (to > from) - (to < from);
		}
	}
	trend->longest = block.count > trend->longest ? block.count : trend->longest;
	trend->block_count += block.count > 1;
	trend->variance += (n * (n - 1) * (2 * n + 5) - (double)ties) / 18;
	trend->is_tied = trend->is_tied || ties > 0;
}

void trend_run(const struct sample *blocks, size_t count, struct trend *trend)
{
	size_t pairs = 0;

	for (size_t i = 0; i < count; i++)
		pairs += blocks[i].count > 0 ? blocks[i].count * (blocks[i].count - 1) / 2 : 0;
	double *slopes = memory_zeroed(pairs, sizeof *slopes);
	*trend = (struct trend){ .p = NAN, .log10_p = NAN };
	for (size_t i = 0; i < count; i++)
		block_add(blocks[i], slopes, trend);
	trend->slope = median_of(slopes, pairs);
	free(slopes);
	if (!(trend->variance > 0))
		return;
	double z = fmax(fabs(trend->s) - 1, 0) / sqrt(trend->variance);
	trend->p = fmin(2 * normal_upper(z), 1);
	trend->log10_p = fmin(log10(2) + normal_upper_log10(z), 0);
}

/*
 * One more value: it has 0 to n - 1 larger ones before it, each as likely, so that a chance
 * becomes the mean of the n below it. Of `most` + 1 chances only; in this lower half the
 * differences of sums lose nothing.
 */
static void chances_widen(double *chances, size_t most, size_t n)
{
	for (size_t i = 1; i <= most; i++)
		chances[i] += chances[i - 1];
	for (size_t i = most; i >= n; i--)
		chances[i] -= chances[i - n];
	for (size_t i = 0; i <= most; i++)
		chances[i] /= (double)n;
}

double trend_exact_p(const struct sample *blocks, size_t count,
                     const struct trend *trend)
{
	if (trend->is_tied || trend->pairs == 0 || trend->pairs > TREND_EXACT_MOST)
		return NAN;
	/* Pairs against the trend. */
	size_t most = (trend->pairs - (size_t)fabs(trend->s)) / 2;
	double *chances = memory_zeroed(most + 1, sizeof *chances), p = 0;

	chances[0] = 1;
	for (size_t i = 0; i < count; i++) {
		for (size_t n = 2; n <= blocks[i].count; n++)
			chances_widen(chances, most, n);
	}
	for (size_t i = 0; i <= most; i++)
		p += 2 * chances[i];
	free(chances);
	return fmin(p, 1);
}

double trend_floor(const struct sample *blocks, size_t count)
{
	double least = 2;

	for (size_t i = 0; i < count; i++) {
		for (size_t n = 2; n <= blocks[i].count; n++)
			least /= (double)n;
	}
	return fmin(least, 1);
}

/* Long blocks thinned, those past the most left out; returns how many are used. */
static size_t blocks_thin(const struct sample *blocks, size_t count, struct sample *thinned,
                          double *values)
{
	size_t pairs = 0, used = 0;

	for (; used < count && pairs < TREND_PAIRS_MOST; used++) {
		const struct sample *block = &blocks[used];
		size_t most = block->count < TREND_VALUES_MOST ? block->count : TREND_VALUES_MOST;
		for (size_t i = 0; i < most; i++)
			values[i] = block->values[i * block->count / most];
		thinned[used] = (struct sample){ values, most };
		values += most;
		pairs += most * (most + 1) / 2;
	}
	return used;
}

void trend_ask(const struct sample *blocks, size_t count, double alpha, struct trend *trend)
{
	struct sample *thinned = memory_zeroed(count, sizeof *thinned);
	size_t total = 0;

	for (size_t i = 0; i < count; i++)
		total += blocks[i].count < TREND_VALUES_MOST ? blocks[i].count : TREND_VALUES_MOST;
	double *values = memory_zeroed(total, sizeof *values);
	size_t used = blocks_thin(blocks, count, thinned, values);
	trend_run(thinned, used, trend);
	trend->p_floor = trend_floor(thinned, used);
	double exact = trend_exact_p(thinned, used, trend);
	trend->p = isnan(exact) ? trend->p : exact;
	if (!verdict_reaches(trend->p_floor, alpha))
		trend->p = (double)NAN;
	free(thinned);
	free(values);
}
