/* SPDX-License-Identifier: MIT */
/* compare: ln rates in the shape that the tests take, and their spread. Tests nothing. */
#include "compare/design.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define ROUNDING 1e-12 /* of sums of ln rates: units that differ by less are equal */

/* Runs of one configuration that are one unit: a run by itself, or those of a boot or of
 * a stretch of time. */
struct member {
	size_t block, unit, run; /* `run` indexes configuration.runs */
};
struct members {
	struct member *items;
	size_t count;
};

static int member_compare(const void *a, const void *b)
{
	const struct member *left = a, *right = b;

	if (left->block != right->block)
		return left->block < right->block ? -1 : 1;
	if (left->unit != right->unit)
		return left->unit < right->unit ? -1 : 1;
	return (left->run > right->run) - (left->run < right->run);
}

static void members_init(struct members *members, const struct unit_request *request,
                         size_t side)
{
	const struct configuration *item =
	        &request->comparison->configurations[request->configurations[side]];

	members->items = memory_zeroed(request->run_counts[side], sizeof *members->items);
	members->count = 0;
	for (size_t i = 0; i < request->run_counts[side]; i++) {
		size_t run = request->runs[side][i];
		size_t block = request->design->block_of_boot[item->runs[run].boot];
		size_t unit = request->design->unit == UNIT_RUN
		              ? run : request->design->stretch_of_run[side][run];
		if (block != DESIGN_NO_BLOCK)
			members->items[members->count++] = (struct member){ block, unit, run };
	}
	qsort(members->items, members->count, sizeof *members->items, member_compare);
}

/* Length of the unit that starts at `start`. */
static size_t unit_length(const struct members *members, size_t start)
{
	size_t end = start + 1;

	while (end < members->count &&
	       members->items[end].block == members->items[start].block &&
	       members->items[end].unit == members->items[start].unit)
		end++;
	return end - start;
}

/* Runs in every unit; 0 where they are not equally many. */
static size_t common_length(const struct members sides[2])
{
	size_t common = 0;

	for (size_t side = 0; side < 2; side++) {
		size_t length;
		for (size_t i = 0; i < sides[side].count; i += length) {
			length = unit_length(&sides[side], i);
			if (common != 0 && common != length)
				return 0;
			common = length;
		}
	}
	return common;
}

static double ln_rate(const struct unit_request *request, size_t side, size_t run,
                      size_t size)
{
	const struct comparison *comparison = request->comparison;
	const struct configuration *item =
	        &comparison->configurations[request->configurations[side]];

	return log(item->rates[run * comparison->size_count + request->sizes[size]]);
}

/* One unit's values: run after run, or their mean at each size where `width` is that of
 * a single run. */
static void unit_fill(const struct unit_request *request, size_t side,
                      const struct member *members, size_t length, size_t width,
                      double *values)
{
	size_t sizes = request->size_count;
	bool whole = width == length * sizes;

	for (size_t i = 0; i < length; i++) {
		for (size_t j = 0; j < sizes; j++) {
			double value = ln_rate(request, side, members[i].run, j);
			if (whole)
				values[i * sizes + j] = value;
			else
				values[j] += value / (double)length;
		}
	}
}

/* The units of one side in one block, appended at *values. Returns how many. */
static size_t block_fill(const struct unit_request *request, size_t side,
                         const struct members *members, size_t block, size_t width,
                         double **values)
{
	size_t units = 0, length;

	for (size_t i = 0; i < members->count; i += length) {
		length = unit_length(members, i);
		if (members->items[i].block != block)
			continue;
		unit_fill(request, side, &members->items[i], length, width, *values);
		*values += width;
		units++;
	}
	return units;
}

static void units_fill(struct units *units, const struct unit_request *request,
                       const struct members sides[2])
{
	double *values = units->values;

	for (size_t block = 0; block < request->design->block_count; block++) {
		struct cluster_block *item = &units->blocks[block];
		item->a = values;
		item->a_count = block_fill(request, 1, &sides[1], block, units->data.width,
		                           &values);
		item->b = values;
		item->b_count = block_fill(request, 0, &sides[0], block, units->data.width,
		                           &values);
		if (item->a_count == 0 || item->b_count == 0)
			continue;
		units->n_b += item->a_count;
		units->n_a += item->b_count;
	}
}

void units_init(struct units *units, const struct unit_request *request)
{
	size_t blocks = request->design->block_count, sizes = request->size_count;
	struct members sides[2];

	members_init(&sides[0], request, 0);
	members_init(&sides[1], request, 1);
	size_t common = common_length(sides);
	size_t width = sizes * (common > 0 ? common : 1);
	*units = (struct units){
		.blocks = memory_zeroed(blocks, sizeof *units->blocks),
		.values = memory_zeroed((sides[0].count + sides[1].count) * width + 1,
		                        sizeof *units->values),
		.strata = memory_zeroed(width, sizeof *units->strata),
	};
	for (size_t j = 0; j < width; j++)
		units->strata[j] = j % sizes;
	units->data = (struct cluster_data){ units->blocks, blocks, width, units->strata };
	units_fill(units, request, sides);
	free(sides[0].items);
	free(sides[1].items);
}

void units_release(struct units *units)
{
	free(units->blocks);
	free(units->values);
	free(units->strata);
}

/* Sum over `count` rows of column `j`; the mean of a whole row where j is `width`. */
static double value_at(const double *rows, size_t width, size_t row, size_t j)
{
	double sum = 0;

	if (j < width)
		return rows[row * width + j];
	for (size_t k = 0; k < width; k++)
		sum += rows[row * width + k];
	return sum / (double)width;
}

static double mean_at(const double *rows, size_t count, size_t width, size_t j)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += value_at(rows, width, i, j);
	return sum / (double)count;
}

/*
 * Least squares of block and configuration together: the effect is the mean of the blocks'
 * B - A weighted by n_a n_b / (n_a + n_b); what is left after it and the block means.
 */
static double common_effect(const struct units *units)
{
	double sum = 0, weights = 0;
	size_t width = units->data.width;

	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		double weight = (double)block->a_count * (double)block->b_count /
		                (double)(block->a_count + block->b_count);
		sum += weight * (mean_at(block->a, block->a_count, width, width) -
		                 mean_at(block->b, block->b_count, width, width));
		weights += weight;
	}
	return sum / weights;
}

static double block_squares(const struct cluster_block *block, size_t width, double effect)
{
	double n = (double)(block->a_count + block->b_count), squares = 0;
	double mean = (((double)block->a_count *
	                (mean_at(block->a, block->a_count, width, width) - effect)) +
	               (double)block->b_count *
	               mean_at(block->b, block->b_count, width, width)) / n;

	for (size_t i = 0; i < block->a_count; i++) {
		double left = value_at(block->a, width, i, width) - effect - mean;
		squares += left * left;
	}
	for (size_t i = 0; i < block->b_count; i++) {
		double left = value_at(block->b, width, i, width) - mean;
		squares += left * left;
	}
	return squares;
}

double units_sd(const struct units *units)
{
	double effect = common_effect(units), squares = 0, freedom = -1;

	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		if (block->a_count == 0 || block->b_count == 0)
			continue;
		squares += block_squares(block, units->data.width, effect);
		freedom += (double)(block->a_count + block->b_count) - 1;
	}
	if (!(freedom > 0))
		return (double)NAN;
	double sd = sqrt(squares / freedom);
	return sd < ROUNDING ? 0 : sd;
}

/* Products of two columns' deviations from their means, of one side of a block. */
static double products(const double *rows, size_t count, size_t width, size_t j, size_t k)
{
	double sum = 0;

	if (count < 2)
		return 0;
	double left = mean_at(rows, count, width, j), right = mean_at(rows, count, width, k);
	for (size_t i = 0; i < count; i++)
		sum += (rows[i * width + j] - left) * (rows[i * width + k] - right);
	return sum;
}

static double all_products(const struct units *units, size_t j, size_t k)
{
	size_t width = units->data.width;
	double sum = 0;

	for (size_t i = 0; i < units->data.block_count; i++) {
		const struct cluster_block *block = &units->blocks[i];
		sum += products(block->a, block->a_count, width, j, k) +
		       products(block->b, block->b_count, width, j, k);
	}
	return sum;
}

double units_correlation(const struct units *units)
{
	size_t width = units->data.width, pairs = 0;
	double sum = 0;

	for (size_t j = 0; j < width; j++) {
		for (size_t k = j + 1; k < width; k++) {
			double squares = all_products(units, j, j) * all_products(units, k, k);
			if (!(squares > 0))
				continue;
			sum += all_products(units, j, k) / sqrt(squares);
			pairs++;
		}
	}
	return pairs > 0 && units->n_a + units->n_b >= 6 ? sum / (double)pairs : (double)NAN;
}
