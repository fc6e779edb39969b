/* SPDX-License-Identifier: MIT */
/* report: the value behind the pictures. Knows rates and runs, no format. */
#include "report/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/quantile.h"

#define CONFIDENCE 0.95
#define LN2        0.69314718055994530942

const char *const plot_charts_names[] = { "all", "rate", "levels", NULL };

size_t plot_series_add(struct plot *plot, const char *label)
{
	struct text shown = { 0 };

	memory_grow(&plot->series, &plot->series_capacity, plot->series_count,
	            sizeof *plot->series);
	text_put_printable(&shown, label);
	plot->series[plot->series_count] = (struct plot_series){
		.label = memory_copy_text(text_string(&shown)),
	};
	text_release(&shown);
	return plot->series_count++;
}

void plot_size_add(struct plot_series *series, const struct plot_size *size,
                   const double *rates, size_t count)
{
	size_t at = series->count;

	memory_grow(&series->sizes, &series->capacity, series->count, sizeof *series->sizes);
	for (; at > 0 && series->sizes[at - 1].block_bytes > size->block_bytes; at--)
		series->sizes[at] = series->sizes[at - 1];
	double *sorted = sorted_doubles(rates, count);
	series->sizes[at] = *size;
	series->sizes[at].runs = count;
	series->sizes[at].low = quantile_of(sorted, count, 0);
	series->sizes[at].median = quantile_of(sorted, count, 0.5);
	series->sizes[at].high = quantile_of(sorted, count, 1);
	series->count++;
	series->runs = count > series->runs ? count : series->runs;
	free(sorted);
}

struct plot_level *plot_level_add(struct plot *plot, const char *name, const char *sizes)
{
	memory_grow(&plot->levels, &plot->level_capacity, plot->level_count,
	            sizeof *plot->levels);
	struct plot_level *level = &plot->levels[plot->level_count++];
	*level = (struct plot_level){ .sizes = memory_copy_text(sizes) };
	memcpy(level->name, name, strnlen(name, sizeof level->name - 1));
	return level;
}

/*
 * [x(k), x(n + 1 - k)] holds the median with probability 1 - 2 P(B < k), B binomial with
 * n trials of one half (Thompson 1936). Returns the largest such k, 0 where none will do.
 */
static size_t median_rank(size_t count)
{
	double n = (double)count, below = 0;
	size_t rank = 0;

	for (; rank < count / 2; rank++) {
		below += exp(log_choose(n, (double)rank) - n * LN2);
		if (1 - 2 * below < CONFIDENCE)
			break;
	}
	return rank;
}

static void box_summarise(struct plot_box *box)
{
	size_t rank = median_rank(box->count);

	box->q1 = quantile_of(box->rates, box->count, 0.25);
	box->median = quantile_of(box->rates, box->count, 0.5);
	box->q3 = quantile_of(box->rates, box->count, 0.75);
	box->low = rank > 0 ? box->rates[rank - 1] : NAN;
	box->high = rank > 0 ? box->rates[box->count - rank] : NAN;
	box->change = box->change_low = box->change_high = NAN;
}

struct plot_box *plot_box_add(struct plot_level *level, size_t series,
                              const double *rates, size_t count)
{
	memory_grow(&level->boxes, &level->capacity, level->count, sizeof *level->boxes);
	struct plot_box *box = &level->boxes[level->count++];
	*box = (struct plot_box){ .series = series, .rates = sorted_doubles(rates, count),
		                  .count = count };
	box_summarise(box);
	return box;
}

struct plot_extent plot_extent(const struct plot *plot)
{
	struct plot_extent extent = { INFINITY, 0, INFINITY, 0 };

	for (size_t i = 0; i < plot->series_count; i++) {
		for (size_t at = 0; at < plot->series[i].count; at++) {
			const struct plot_size *size = &plot->series[i].sizes[at];
			double bytes = (double)size->block_bytes;
			extent.size_low = fmin(extent.size_low, bytes);
			extent.size_high = fmax(extent.size_high, bytes);
			extent.rate_low = fmin(extent.rate_low, size->low);
			extent.rate_high = fmax(extent.rate_high, size->high);
		}
	}
	return extent;
}

void plot_release(struct plot *plot)
{
	for (size_t i = 0; i < plot->series_count; i++) {
		free(plot->series[i].label);
		free(plot->series[i].sizes);
	}
	for (size_t i = 0; i < plot->level_count; i++) {
		for (size_t box = 0; box < plot->levels[i].count; box++)
			free(plot->levels[i].boxes[box].rates);
		free(plot->levels[i].boxes);
		free(plot->levels[i].sizes);
	}
	free(plot->series);
	free(plot->levels);
	free(plot->title);
	text_release(&plot->facts);
	*plot = (struct plot){ 0 };
}
