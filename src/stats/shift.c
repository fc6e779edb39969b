/* SPDX-License-Identifier: MIT */
/* stats: by how much two samples differ. Knows values and strata, not what they are. */
#include "stats/shift.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/quantile.h"

/* Ascending copies of both sides of the strata that carry something. */
struct sides {
	double *a, *b;
	size_t a_count, b_count;
};

struct sorted {
	struct sides *sides;
	size_t count;
	double pairs;
};

static double *sorted_copy(struct sample sample, bool logs)
{
	double *values = memory_zeroed(sample.count, sizeof *values);

	for (size_t i = 0; i < sample.count; i++)
		values[i] = logs ? log(sample.values[i]) : sample.values[i];
	qsort(values, sample.count, sizeof *values, compare_doubles);
	return values;
}

static void sorted_init(struct sorted *sorted, const struct stratum *strata, size_t count,
                        bool logs)
{
	*sorted = (struct sorted){ .sides = memory_zeroed(count, sizeof *sorted->sides) };
	for (size_t s = 0; s < count; s++) {
		const struct stratum *stratum = &strata[s];
		if (stratum->a.count == 0 || stratum->b.count == 0)
			continue;
		sorted->sides[sorted->count++] = (struct sides){
			sorted_copy(stratum->a, logs), sorted_copy(stratum->b, logs),
			stratum->a.count, stratum->b.count,
		};
		sorted->pairs += (double)stratum->a.count * (double)stratum->b.count;
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

struct shift shift_difference(const struct stratum *strata, size_t count,
                              struct shift_rank rank)
{
	struct sorted sorted;

	sorted_init(&sorted, strata, count, false);
	struct shift shift = shift_of(&sorted, rank);
	sorted_release(&sorted);
	return shift;
}

static bool sample_positive(struct sample sample)
{
	for (size_t i = 0; i < sample.count; i++) {
		if (!(sample.values[i] > 0))
			return false;
	}
	return true;
}

struct shift shift_ratio(const struct stratum *strata, size_t count,
                         struct shift_rank rank)
{
	struct sorted sorted;

	for (size_t s = 0; s < count; s++) {
		if (!sample_positive(strata[s].a) || !sample_positive(strata[s].b))
			return (struct shift){ NAN, NAN, NAN, rank.achieved };
	}
	sorted_init(&sorted, strata, count, true);
	struct shift shift = shift_of(&sorted, rank);
	sorted_release(&sorted);
	shift.estimate = exp(shift.estimate);
	shift.low = exp(shift.low);
	shift.high = exp(shift.high);
	return shift;
}
