/* SPDX-License-Identifier: MIT */
/* stats: by how much two samples differ. Knows runs and strata, not what they are. */
#include "stats/shift.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/quantile.h"

/* Ascending copies of both sides of each block and stratum that carries something. */
struct sides {
	double *a, *b;
	size_t a_count, b_count;
};

struct sorted {
	struct sides *sides;
	size_t count;
	double pairs;
};

/* The values of some runs in columns `start` to `end`, ascending. */
static double *sorted_columns(const double *runs, size_t count, size_t width, size_t start,
                              size_t end)
{
	size_t own = end - start;
	double *values = memory_zeroed(count * own, sizeof *values);

	for (size_t i = 0; i < count * own; i++)
		values[i] = runs[i / own * width + start + i % own];
	qsort(values, count * own, sizeof *values, compare_doubles);
	return values;
}

static void sorted_init(struct sorted *sorted, const struct cluster_data *data)
{
	size_t width = data->width;

	*sorted = (struct sorted){ .sides = memory_zeroed(data->block_count * width,
		                                          sizeof *sorted->sides) };
	for (size_t b = 0; b < data->block_count; b++) {
		const struct cluster_block *block = &data->blocks[b];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		for (size_t start = 0, end; start < width; start = end) {
			end = cluster_stratum_end(data->strata, width, start);
			struct sides sides = {
				sorted_columns(block->a, block->a_count, width, start, end),
				sorted_columns(block->b, block->b_count, width, start, end),
				block->a_count * (end - start), block->b_count * (end - start),
			};
			sorted->pairs += (double)sides.a_count * (double)sides.b_count;
			sorted->sides[sorted->count++] = sides;
		}
	}
}

static void sorted_release(struct sorted *sorted)
{
	for (size_t s = 0; s < sorted->count; s++) {
		free(sorted->sides[s].a);
		free(sorted->sides[s].b);
	}
	free(sorted->sides);
}

/* Pairs with a - b <= limit. Subtraction rounds monotonically, so one walk is enough. */
static double pairs_within(const struct sorted *sorted, double limit)
{
	double within = 0;

	for (size_t s = 0; s < sorted->count; s++) {
		const struct sides *sides = &sorted->sides[s];
		size_t skipped = 0;
		for (size_t i = 0; i < sides->a_count; i++) {
			while (skipped < sides->b_count &&
			       sides->a[i] - sides->b[skipped] > limit)
				skipped++;
			within += (double)(sides->b_count - skipped);
		}
	}
	return within;
}

/* Doubles as integers of the same order, and back. */
static int64_t key_of(double value)
{
	int64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double value_of(int64_t key)
{
	double value;
	int64_t bits = key < 0 ? INT64_MIN - key : key;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* The rank-th smallest difference, rank from 1: the least double that as many are within.
 * Bisection over the doubles themselves: exact, at most 64 steps, no list of pairs. */
static double difference_at(const struct sorted *sorted, double rank)
{
	int64_t low = key_of(-INFINITY), high = key_of(INFINITY);

	while (low < high) {
		int64_t middle = (low & high) + ((low ^ high) >> 1);
		if (pairs_within(sorted, value_of(middle)) >= rank)
			high = middle;
		else
			low = middle + 1;
	}
	return value_of(low) + 0.0; /* -0 is 0 */
}

static double mean_of_pair(double low, double high)
{
	return isfinite(low + high) ? (low + high) / 2 : low / 2 + high / 2;
}

static struct shift shift_of(const struct sorted *sorted, struct shift_rank rank)
{
	double middle = floor((sorted->pairs + 1) / 2);
	struct shift shift = { NAN, NAN, NAN, rank.achieved };

	if (sorted->pairs == 0)
		return shift;
	shift.estimate = difference_at(sorted, middle);
	if (2 * middle == sorted->pairs)
		shift.estimate =
			mean_of_pair(shift.estimate, difference_at(sorted, middle + 1));
	shift.low = difference_at(sorted, rank.k);
	shift.high = difference_at(sorted, sorted->pairs + 1 - rank.k);
	return shift;
}

struct shift shift_difference(const struct cluster_data *data, struct shift_rank rank)
{
	struct sorted sorted;

	sorted_init(&sorted, data);
	struct shift shift = shift_of(&sorted, rank);
	sorted_release(&sorted);
	return shift;
}
