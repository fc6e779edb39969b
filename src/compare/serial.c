/* SPDX-License-Identifier: MIT */
/* compare: whether runs resemble their neighbours in time. Judges nothing. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/serial.h"

/* What all series stand in, one after the other. */
struct rows {
	double *values;
	size_t count, width;
};

/* ln rates of one side: a row a run, a column a level; NaN where a level left the run out.
 * free() them. */
static double *side_logs(const struct comparison *comparison, const struct compare_pair *pair,
                         size_t side)
{
	size_t runs = comparison->configurations[side == 0 ? pair->a : pair->b].run_count;
	size_t width = comparison->level_count;
	double *logs = memory_zeroed(runs * width, sizeof *logs);

	for (size_t i = 0; i < runs * width; i++)
		logs[i] = (double)NAN;
	for (size_t i = 0; i < width; i++) {
		const struct level_values *values = level_side(&comparison->levels[i], pair, side);
		for (size_t j = 0; j < values->count; j++)
			logs[values->runs[j] * width + i] = log(values->values[j]);
	}
	return logs;
}

/* One stretch of time, runs[0..count) of these logs: a row of means. None where no level
 * has any. */
static void rows_add(struct rows *rows, const double *logs, size_t count)
{
	double *row = &rows->values[rows->count * rows->width];
	bool has_any = false;

	for (size_t i = 0; i < rows->width; i++) {
		double sum = 0, known = 0;
		for (size_t j = 0; j < count; j++) {
			double value = logs[j * rows->width + i];
			sum += isnan(value) ? 0 : value;
			known += !isnan(value);
		}
		row[i] = known > 0 ? sum / known : (double)NAN;
		has_any = has_any || known > 0;
	}
	rows->count += has_any;
}

/* The stretches of one side in one block, in order of time. */
static struct serial_rows series_of(const struct design *design, size_t side,
                                    const struct configuration *item, size_t block,
                                    const double *logs, struct rows *rows)
{
	const size_t *stretches = design->stretch_of_run[side];
	size_t first = rows->count;

	for (size_t start = 0, end; start < item->run_count; start = end) {
		end = start + 1;
		while (end < item->run_count && stretches[end] == stretches[start])
			end++;
		if (stretches[start] != DESIGN_NO_BLOCK &&
		    design->block_of_boot[item->runs[start].boot] == block)
			rows_add(rows, &logs[start * rows->width], end - start);
	}
	return (struct serial_rows){ &rows->values[first * rows->width], rows->count - first };
}

double level_serial_z(const struct comparison *comparison, const struct design *design,
                      const struct compare_pair *pair, size_t level)
{
	const struct configuration *sides[2] = { &comparison->configurations[pair->a],
		                                 &comparison->configurations[pair->b] };
	size_t width = comparison->level_count, count = 0;
	struct rows rows = {
		memory_zeroed((sides[0]->run_count + sides[1]->run_count + 1) * width,
		              sizeof *rows.values), 0, width,
	};
	double *weights = memory_zeroed(width, sizeof *weights);
	struct serial_rows *series = memory_zeroed(2 * design->block_count, sizeof *series);

	for (size_t side = 0; side < 2; side++) {
		double *logs = side_logs(comparison, pair, side);
		for (size_t block = 0; block < design->block_count; block++)
			series[count++] = series_of(design, side, sides[side], block, logs, &rows);
		free(logs);
	}
	for (size_t i = 0; i < width; i++)
		weights[i] = i == level && width > 1 ? (double)(width - 1) : 1;
	double z = serial_z(series, count, weights, width);
	free(rows.values);
	free(weights);
	free(series);
	return z;
}
