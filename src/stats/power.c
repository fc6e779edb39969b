/* SPDX-License-Identifier: MIT */
/* stats: what a design can see before it is run. Knows counts and spreads, no data set. */
#include "stats/power.h"

#include <math.h>

#include "base/random.h"
#include "stats/distribution.h"
#include "stats/null.h"
#include "stats/verdict.h"

#define PI         3.1415926535897932385
#define UNITS_MOST 100000
#define DRAWS      10000

double power_floor(size_t n_a, size_t n_b, size_t blocks)
{
	size_t fewer = n_a < n_b ? n_a : n_b, more = n_a < n_b ? n_b : n_a;
	double ways = 1, floor_p = 2;

	for (size_t i = 1; i <= fewer; i++)
		ways = ways * (double)(more + i) / (double)i;
	for (size_t b = 0; b < blocks; b++)
		floor_p /= ways;
	return fmin(floor_p, 1);
}

size_t power_units_for_alpha(double alpha)
{
	size_t units = 1;

	while (units < UNITS_MOST &&
	       !verdict_reaches(power_floor(units, units, 1), alpha))
		units++;
	return units;
}

size_t power_units_missing(double p_floor, size_t n_a, size_t n_b, double alpha)
{
	size_t fewer = n_a < n_b ? n_a : n_b, needed = power_units_for_alpha(alpha);

	if (verdict_reaches(p_floor, alpha))
		return 0;
	return needed > fewer ? needed - fewer : 1;
}

double power_mde(double sd, size_t n_a, size_t n_b, double alpha, double power)
{
	if (n_a == 0 || n_b == 0 || !verdict_reaches(power_floor(n_a, n_b, 1), alpha))
		return NAN;
	return power_detectable(sd, n_a, n_b, alpha, power);
}

double power_detectable(double sd, size_t n_a, size_t n_b, double alpha, double power)
{
	double a = (double)n_a, b = (double)n_b, df = a + b - 2;

	if (n_a == 0 || n_b == 0 || df < 1)
		return NAN;
	double quantiles = student_quantile(1 - alpha / 2, df) +
	                   student_quantile(power, df);
	return expm1(quantiles * sqrt(PI / 3) * sd * sqrt(1 / a + 1 / b));
}

size_t power_units_for_effect(double sd, double effect, double alpha, double power)
{
	size_t low = power_units_for_alpha(alpha) - 1, high = UNITS_MOST;

	if (!(power_mde(sd, high, high, alpha, power) <= effect))
		return 0;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (power_mde(sd, middle, middle, alpha, power) <= effect)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* How many U, from 0 on, have a doubled tail below alpha. */
static size_t count_significant(size_t n, double alpha)
{
	struct null null;
	double tail = 0;
	size_t count = 0;

	null_untied(n, n, &null);
	while (count < null.count / 2) {
		tail += 2 * null.probabilities[count];
		if (!verdict_reaches(tail, alpha))
			break;
		count++;
	}
	null_release(&null);
	return count;
}

/* The polar method (Marsaglia, Bray 1964). */
static double normal_draw(struct random *random)
{
	double x, square;

	do {
		double y = 2 * random_unit(random) - 1;
		x = 2 * random_unit(random) - 1;
		square = x * x + y * y;
	} while (square >= 1 || square == 0);
	return x * sqrt(-2 * log(square) / square);
}

double power_simulated(double distance, size_t n, double alpha)
{
	size_t significant = count_significant(n, alpha), found = 0;
	struct random random = { 1 };
	double high[POWER_SIMULATED_MOST];

	for (size_t draw = 0; draw < DRAWS && significant > 0; draw++) {
		size_t against = 0;
		for (size_t i = 0; i < n; i++)
			high[i] = distance + normal_draw(&random);
		for (size_t i = 0; i < n; i++) {
			double low = normal_draw(&random);
			for (size_t j = 0; j < n; j++)
				against += low > high[j];
		}
		found += against < significant || n * n - against < significant;
	}
	return (double)found / DRAWS;
}

double power_noether(double a12, double alpha, double power)
{
	double quantiles = normal_quantile(1 - alpha / 2) + normal_quantile(power);
	double distance = a12 - 0.5;

	return ceil(quantiles * quantiles / (6 * distance * distance));
}

double power_boot_sd(double boot_sd, double run_sd, size_t runs)
{
	return sqrt(boot_sd * boot_sd + run_sd * run_sd / (double)runs);
}
