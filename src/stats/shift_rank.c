/* SPDX-License-Identifier: MIT */
/* stats: which order statistics bound a shift. Knows counts alone. */
#include "stats/shift.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/null.h"

#define ROUNDING 1e-12 /* a sum that should be .025 may fall short of it by that much */

static bool carries(const struct cluster_block *block)
{
	return block->a_count > 0 && block->b_count > 0;
}

static double untied_cost(const struct cluster_data *data)
{
	double cost = 0, length = 1;

	for (size_t b = 0; b < data->block_count; b++) {
		if (!carries(&data->blocks[b]))
			continue;
		double pairs = (double)data->blocks[b].a_count * (double)data->blocks[b].b_count;
		cost += null_untied_cost(data->blocks[b].a_count, data->blocks[b].b_count);
		cost += length > 1 ? length * (pairs + 1) : 0;
		length += pairs;
	}
	return cost;
}

static void untied_sum(const struct cluster_data *data, struct null *sum)
{
	*sum = (struct null){ memory_zeroed(1, sizeof *sum->probabilities), 1, 0, 0 };
	sum->probabilities[0] = 1;
	for (size_t b = 0; b < data->block_count; b++) {
		struct null own, next;
		if (!carries(&data->blocks[b]))
			continue;
		null_untied(data->blocks[b].a_count, data->blocks[b].b_count, &own);
		null_convolve(sum, &own, INT64_MAX, &next);
		null_release(&own);
		null_release(sum);
		*sum = next;
	}
}

static struct shift_rank rank_exact(const struct null *null, double tail)
{
	double cumulative = null->probabilities[0], before = 0;
	size_t q = 0;

	while (q + 1 < null->count && cumulative < tail * (1 - ROUNDING)) {
		before = cumulative;
		cumulative += null->probabilities[++q];
	}
	if (q == 0) {
		before = cumulative;
		q = 1;
	}
	return (struct shift_rank){ (double)q, fmax(1 - 2 * before, 0), METHOD_EXACT };
}

/* Mean M / 2 and variance sum n_a n_b (N + 1) / 12 of U (Mann and Whitney 1947). */
static struct shift_rank rank_asymptotic(const struct cluster_data *data,
                                         double tail)
{
	double pairs = 0, variance = 0;

	for (size_t b = 0; b < data->block_count; b++) {
		double n_a = (double)data->blocks[b].a_count, n_b = (double)data->blocks[b].b_count;
		pairs += n_a * n_b;
		variance += n_a * n_b * (n_a + n_b + 1) / 12;
	}
	double k = ceil(pairs / 2 - 0.5 + normal_quantile(tail) * sqrt(variance));
	k = fmax(k, 1);
	double below = normal_upper((pairs / 2 - (k - 0.5)) / sqrt(variance));
	return (struct shift_rank){ k, fmax(1 - 2 * below, 0), METHOD_ASYMPTOTIC };
}

struct shift_rank shift_rank(const struct cluster_data *data, double confidence)
{
	double tail = (1 - confidence) / 2;
	struct null null;

	if (untied_cost(data) > NULL_COST_AUTO)
		return rank_asymptotic(data, tail);
	untied_sum(data, &null);
	struct shift_rank rank = rank_exact(&null, tail);
	null_release(&null);
	return rank;
}
