/* SPDX-License-Identifier: MIT */
/* stats: whether values resemble their neighbours in time. Knows no unit of time. */
#include "stats/serial.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define ROWS_LEAST 4 /* the variance has (n - 3) below */

/* ---- Deviations ---- */

/* Those of one series from the means of its kinds; 0 of what is not known. */
static void deviations_fill(struct serial_rows rows, size_t width, double *deviations)
{
	for (size_t k = 0; k < width; k++) {
		double sum = 0, known = 0;
		for (size_t i = 0; i < rows.count; i++) {
			double value = rows.values[i * width + k];
			sum += isnan(value) ? 0 : value;
			known += !isnan(value);
		}
		for (size_t i = 0; i < rows.count; i++) {
			double value = rows.values[i * width + k];
			deviations[i * width + k] = isnan(value) ? 0 : value - sum / known;
		}
	}
}

/* Scales each kind of all `total` rows, so that squares sum to its weight; 0 of a kind that
 * does not vary. */
static void deviations_scale(double *deviations, size_t total, const double *weights,
                             size_t width)
{
	for (size_t k = 0; k < width; k++) {
		double squares = 0;
		for (size_t i = 0; i < total; i++)
			squares += pow(deviations[i * width + k], 2);
		double scale = squares > 0 ? sqrt(weights[k] / squares) : 0;
		for (size_t i = 0; i < total; i++)
			deviations[i * width + k] *= scale;
	}
}

/* ---- One series: the sum of products(i, j) over all neighbours i, j ---- */

static double product(const double *a, const double *b, size_t width)
{
	double sum = 0;

	for (size_t k = 0; k < width; k++)
		sum += a[k] * b[k];
	return sum;
}

/* Sums of a symmetric matrix without its diagonal: all, 2 squares, (2 row sums) squared. */
struct sums {
	double s0, s1, s2;
};

/* Of 1 where rows are neighbours: all have two but the first and the last. */
static struct sums sums_of_neighbours(double count)
{
	return (struct sums){ 2 * (count - 1), 4 * (count - 1), 16 * count - 24 };
}

/* Of the products of rows: each sums to 0 with its own square. */
static struct sums sums_of_products(const double *rows, size_t count, size_t width)
{
	struct sums sums = { 0 };
	double squares = 0, all = 0;

	for (size_t i = 0; i < count; i++) {
		double own = product(&rows[i * width], &rows[i * width], width);
		sums.s0 -= own;
		squares += own * own;
	}
	for (size_t k = 0; k < width * width; k++) {
		double sum = 0;
		for (size_t i = 0; i < count; i++)
			sum += rows[i * width + k / width] * rows[i * width + k % width];
		all += sum * sum;
	}
	sums.s1 = 2 * (all - squares);
	sums.s2 = 4 * squares;
	return sums;
}

struct moments {
	double observed, mean, variance;
};

static void moments_add(struct moments *moments, const double *rows, size_t count,
                        size_t width)
{
	struct sums w = sums_of_neighbours((double)count), u = sums_of_products(rows, count, width);
	double n = (double)count, pairs = n * (n - 1);
	double mean = w.s0 * u.s0 / pairs;

	for (size_t i = 1; i < count; i++)
		moments->observed += 2 * product(&rows[(i - 1) * width], &rows[i * width], width);
	moments->mean += mean;
	moments->variance += w.s1 * u.s1 / (2 * pairs) +
	                     (w.s2 - 2 * w.s1) * (u.s2 - 2 * u.s1) / (4 * pairs * (n - 2)) +
	                     (w.s0 * w.s0 + w.s1 - w.s2) * (u.s0 * u.s0 + u.s1 - u.s2) /
	                             (pairs * (n - 2) * (n - 3)) -
	                     mean * mean;
}

double serial_z(const struct serial_rows *series, size_t count, const double *weights,
                size_t width)
{
	size_t total = 0, at = 0;
	struct moments moments = { 0 };

	for (size_t i = 0; i < count; i++)
		total += series[i].count >= ROWS_LEAST ? series[i].count : 0;
	double *deviations = memory_zeroed(total * width, sizeof *deviations);
	for (size_t i = 0; i < count; i++) {
		if (series[i].count < ROWS_LEAST)
			continue;
		deviations_fill(series[i], width, &deviations[at * width]);
		at += series[i].count;
	}
	deviations_scale(deviations, total, weights, width);
	at = 0;
	for (size_t i = 0; i < count; i++) {
		if (series[i].count < ROWS_LEAST)
			continue;
		moments_add(&moments, &deviations[at * width], series[i].count, width);
		at += series[i].count;
	}
	free(deviations);
	return moments.variance > 0 ? (moments.observed - moments.mean) / sqrt(moments.variance)
	                            : (double)NAN;
}
