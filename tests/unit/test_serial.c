/* SPDX-License-Identifier: MIT */
/* Whether values resemble their neighbours: moments by all orders of the rows. */
#include "check.h"

#include <string.h>

#include "stats/serial.h"

#define WIDTH 2
#define ROWS  5
static const double weights[WIDTH] = { 2, 1 };

/* Neighbours' products, each kind over its squares. */
static double statistic(const double *rows, size_t count, const double squares[WIDTH])
{
	double sum = 0;

	for (size_t k = 0; k < WIDTH; k++) {
		double mean = 0;
		for (size_t i = 0; i < count; i++)
			mean += rows[i * WIDTH + k] / (double)count;
		for (size_t i = 1; i < count; i++)
			sum += weights[k] / squares[k] * (rows[(i - 1) * WIDTH + k] - mean) *
			       (rows[i * WIDTH + k] - mean);
	}
	return sum;
}

static void swap_rows(double *a, double *b)
{
	double row[WIDTH];

	memcpy(row, a, sizeof row);
	memcpy(a, b, sizeof row);
	memcpy(b, row, sizeof row);
}

struct moments {
	double count, sum, squares;
};

/* All orders of rows[from..). */
static void orders(double *rows, size_t count, size_t from, const double squares[WIDTH],
                   struct moments *moments)
{
	if (from == count) {
		double value = statistic(rows, count, squares);
		moments->count++;
		moments->sum += value;
		moments->squares += value * value;
		return;
	}
	for (size_t i = from; i < count; i++) {
		swap_rows(&rows[from * WIDTH], &rows[i * WIDTH]);
		orders(rows, count, from + 1, squares, moments);
		swap_rows(&rows[from * WIDTH], &rows[i * WIDTH]);
	}
}

static const double first[ROWS * WIDTH] = { 1, 7, 2, 5, 4, 6, 9, 1, 8, 2 };
static const double second[ROWS * WIDTH] = { 3, 1, 3, 8, 0, 2, 5, 5, 4, 0 };

static void z_is_that_of_all_orders(void **state)
{
	const double *const both[2] = { first, second };
	const struct serial_rows series[] = { { first, ROWS }, { second, ROWS } };
	double squares[WIDTH] = { 0 }, observed = 0, mean = 0, variance = 0;

	(void)state;
	for (size_t s = 0; s < 2; s++) {
		for (size_t k = 0; k < WIDTH; k++) {
			double at = 0;
			for (size_t i = 0; i < ROWS; i++)
				at += both[s][i * WIDTH + k] / ROWS;
			for (size_t i = 0; i < ROWS; i++)
				squares[k] += pow(both[s][i * WIDTH + k] - at, 2);
		}
	}
	for (size_t s = 0; s < 2; s++) {
		double rows[ROWS * WIDTH];
		struct moments moments = { 0 };
		memcpy(rows, both[s], sizeof rows);
		observed += statistic(rows, ROWS, squares);
		orders(rows, ROWS, 0, squares, &moments);
		mean += moments.sum / moments.count;
		variance += moments.squares / moments.count - pow(moments.sum / moments.count, 2);
	}
	assert_near(serial_z(series, 2, weights, WIDTH), (observed - mean) / sqrt(variance), 1e-9);
}

static void a_slow_wave_is_seen_and_an_alternating_one_is_the_opposite(void **state)
{
	static const double wave[] = { 1, 2, 3, 4, 5, 5, 4, 3, 2, 1 };
	static const double zigzag[] = { 1, 5, 1, 5, 1, 5, 1, 5, 1, 5 };
	const struct serial_rows slow = { wave, 10 }, quick = { zigzag, 10 };
	const double weight = 1;

	(void)state;
	assert_true(serial_z(&slow, 1, &weight, 1) > 2);
	assert_true(serial_z(&quick, 1, &weight, 1) < 0);
}

/* Neither scale nor place of a kind counts, nor a kind of which nothing is known. */
static void units_do_not_matter(void **state)
{
	double scaled[ROWS * WIDTH], wider[ROWS * 3];
	static const double three[] = { 2, 1, 5 };
	struct serial_rows one = { first, ROWS };

	(void)state;
	double z = serial_z(&one, 1, weights, WIDTH);
	for (size_t i = 0; i < ROWS; i++) {
		for (size_t k = 0; k < WIDTH; k++) {
			scaled[i * WIDTH + k] = first[i * WIDTH + k] * (k ? 1000 : 0.5) - 3;
			wider[i * 3 + k] = first[i * WIDTH + k];
		}
		wider[i * 3 + 2] = (double)NAN;
	}
	one.values = scaled;
	assert_near(serial_z(&one, 1, weights, WIDTH), z, 1e-9);
	one.values = wider;
	assert_near(serial_z(&one, 1, three, 3), z, 1e-9);
}

static void too_few_rows_and_none_that_vary_tell_nothing(void **state)
{
	static const double same[ROWS] = { 3, 3, 3, 3, 3 };
	const struct serial_rows few = { first, 3 }, constant = { same, ROWS };
	const double weight = 1;

	(void)state;
	assert_true(isnan(serial_z(&few, 1, weights, WIDTH)));
	assert_true(isnan(serial_z(&constant, 1, &weight, 1)));
	assert_true(isnan(serial_z(NULL, 0, &weight, 1)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(z_is_that_of_all_orders),
		cmocka_unit_test(a_slow_wave_is_seen_and_an_alternating_one_is_the_opposite),
		cmocka_unit_test(units_do_not_matter),
		cmocka_unit_test(too_few_rows_and_none_that_vary_tell_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
