/* SPDX-License-Identifier: MIT */
/* compare: observations in the shape that tests take, and what two groups differ by. Knows
 * neither where they come from nor what follows. */
#include "compare/units.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/moments.h"
#include "stats/shift.h"

#define ROUNDING 1e-12 /* of sums of logarithms: units that differ by less are equal */

/* An observation by block, group, unit and stratum; equal ones as they stood. */
enum { KEY_BLOCK, KEY_PART, KEY_GROUP, KEY_UNIT, KEY_STRATUM, KEY_INDEX, KEYS };
struct keyed {
	size_t keys[KEYS];
};

static int keyed_compare(const void *a, const void *b)
{
	const struct keyed *left = a, *right = b;

	for (size_t i = 0; i < KEYS; i++) {
		if (left->keys[i] != right->keys[i])
			return left->keys[i] < right->keys[i] ? -1 : 1;
	}
	return 0;
}

static size_t keyed_sort(const struct observation *items, size_t count,
                         const size_t groups[2], enum unit_kind kind, struct keyed *sorted)
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		const struct observation *item = &items[i];
		bool is_cluster = kind == UNITS_CLUSTERS;
		if (item->group != groups[0] && item->group != groups[1])
			continue;
		sorted[used++] = (struct keyed){ {
			[KEY_BLOCK] = kind == UNITS_POOLED ? 0 : item->block,
			[KEY_PART] = kind == UNITS_BY_STRATUM ? item->stratum : 0,
			[KEY_GROUP] = item->group == groups[1],
			[KEY_UNIT] = is_cluster ? item->cluster : i,
			[KEY_STRATUM] = is_cluster ? item->stratum : 0,
			[KEY_INDEX] = i,
		} };
	}
	qsort(sorted, used, sizeof *sorted, keyed_compare);
	return used;
}

static bool same_until(const struct keyed *a, const struct keyed *b, size_t last)
{
	for (size_t i = 0; i <= last; i++) {
		if (a->keys[i] != b->keys[i])
			return false;
	}
	return true;
}

static size_t unit_end(const struct keyed *sorted, size_t count, size_t start)
{
	size_t end = start + 1;

	while (end < count && same_until(&sorted[start], &sorted[end], KEY_UNIT))
		end++;
	return end;
}

/* Values in every unit; where they are not equally many, strata of the first. */
static size_t width_of(const struct keyed *sorted, size_t count, bool *is_even)
{
	size_t first = count > 0 ? unit_end(sorted, count, 0) : 0, strata = 0;

	*is_even = true;
	for (size_t start = 0, end; start < count; start = end) {
		end = unit_end(sorted, count, start);
		*is_even = *is_even && end - start == first;
	}
	for (size_t i = 0; i < first; i++)
		strata += i == 0 || sorted[i].keys[KEY_STRATUM] != sorted[i - 1].keys[KEY_STRATUM];
	return *is_even ? first : strata;
}

/* One unit's values, in order, or their mean at each stratum. */
static void unit_fill(const struct observation *items, const struct keyed *sorted,
                      size_t count, size_t width, bool logs, double *values)
{
	for (size_t i = 0; i < count; i++) {
		double value = items[sorted[i].keys[KEY_INDEX]].value;
		value = logs ? log(value) : value;
		if (width == count)
			values[i] = value;
		else
			values[sorted[i].keys[KEY_STRATUM]] += value / ((double)count / (double)width);
	}
}

static void units_count(struct units *units)
{
	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		bool carries = block->a_count > 0 && block->b_count > 0;
		units->counts[0] += carries ? block->a_count : 0;
		units->counts[1] += carries ? block->b_count : 0;
	}
}

static void units_fill(struct units *units, const struct observation *items,
                       const struct keyed *sorted, size_t count, bool logs)
{
	double *values = units->values;

	for (size_t start = 0, end; start < count; start = end) {
		bool is_new = start == 0 || !same_until(&sorted[start - 1], &sorted[start], KEY_PART);
		end = unit_end(sorted, count, start);
		units->data.block_count += is_new;
		struct cluster_block *block = &units->blocks[units->data.block_count - 1];
		bool is_first = sorted[start].keys[KEY_GROUP] == 0;
		const double **side = is_first ? &block->a : &block->b;
		size_t *side_count = is_first ? &block->a_count : &block->b_count;
		unit_fill(items, &sorted[start], end - start, units->data.width, logs, values);
		*side = (*side_count)++ == 0 ? values : *side;
		values += units->data.width;
	}
}

void units_init(struct units *units, const struct observation *items, size_t count,
                const size_t groups[2], enum unit_kind kind, bool logs)
{
	struct keyed *sorted = memory_zeroed(count, sizeof *sorted);
	bool is_even;

	count = keyed_sort(items, count, groups, kind, sorted);
	size_t width = width_of(sorted, count, &is_even);
	*units = (struct units){
		.blocks = memory_zeroed(count, sizeof *units->blocks),
		.values = memory_zeroed(is_even ? count : count * width, sizeof *units->values),
		.strata = memory_zeroed(width, sizeof *units->strata),
	};
	for (size_t j = 0; j < width; j++)
		units->strata[j] = is_even ? sorted[j].keys[KEY_STRATUM] : j;
	units->data = (struct cluster_data){ .blocks = units->blocks, .width = width,
		                             .strata = units->strata };
	units_fill(units, items, sorted, count, logs);
	units_count(units);
	free(sorted);
}

void units_release(struct units *units)
{
	free(units->blocks);
	free(units->values);
	free(units->strata);
}

/* ---- Spread ---- */

/* What one block leaves: squares inside its sides, and how far these lie apart. */
struct residue {
	double squares, difference, weight; /* n_a n_b / (n_a + n_b) */
};

static struct residue residue_of(const struct cluster_block *block, size_t width,
                                 double *means)
{
	double n_a = (double)block->a_count, n_b = (double)block->b_count;
	struct sample a = { means, block->a_count }, b = { means + a.count, block->b_count };

	for (size_t i = 0; i < a.count + b.count; i++) {
		const double *row = i < a.count ? block->a + i * width
		                                : block->b + (i - a.count) * width;
		means[i] = sample_mean((struct sample){ row, width });
	}
	return (struct residue){ sample_squares(a) + sample_squares(b),
		                 sample_mean(a) - sample_mean(b), n_a * n_b / (n_a + n_b) };
}

double units_sd(const struct units *units)
{
	size_t count = 0, blocks = units->data.block_count;
	double *means = memory_zeroed(units->counts[0] + units->counts[1], sizeof *means);
	struct residue *residues = memory_zeroed(blocks, sizeof *residues);
	double sum = 0, weights = 0, squares = 0;

	for (size_t i = 0; i < blocks; i++) {
		const struct cluster_block *block = &units->blocks[i];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		struct residue residue = residue_of(block, units->data.width, means);
		sum += residue.weight * residue.difference;
		weights += residue.weight;
		residues[count++] = residue;
	}
	/* The common effect is the mean of the blocks' by weight. */
	for (size_t i = 0; i < count; i++)
		squares += residues[i].squares +
		           residues[i].weight * pow(residues[i].difference - sum / weights, 2);
	double freedom = (double)(units->counts[0] + units->counts[1]) - (double)count - 1;
	free(means);
	free(residues);
	if (!(freedom > 0))
		return (double)NAN;
	double sd = sqrt(squares / freedom);
	return sd < ROUNDING ? 0 : sd;
}

/* ---- Test and estimate ---- */

void units_test(const struct units *units, enum unit_kind kind, struct test_options options,
                struct cluster_test *result)
{
	options.continuity = options.continuity && kind != UNITS_CLUSTERS;
	cluster_run(&units->data, options, result);
}

struct estimate units_estimate(const struct units *units, enum unit_kind kind,
                               struct test_options options)
{
	if (kind == UNITS_CLUSTERS) {
		struct cluster_shift shift;
		cluster_shift(&units->data, options, &shift);
		return (struct estimate){ shift.estimate, shift.low, shift.high, shift.confidence,
			                  shift.method == METHOD_ASYMPTOTIC };
	}
	struct shift_rank rank = shift_rank(&units->data, options.confidence);
	struct shift shift = shift_difference(&units->data, rank);
	return (struct estimate){ shift.estimate, shift.low, shift.high, rank.achieved,
		                  rank.method == METHOD_ASYMPTOTIC };
}
