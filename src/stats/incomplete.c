/* SPDX-License-Identifier: MIT */
/* stats: incomplete gamma and beta functions and what follows from them (chi-squared,
 * Student's t, F). Knows no test. */
#include "stats/distribution.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define STEPS_MOST 10000
#define TINY       1e-300 /* in place of a denominator of 0 (Lentz 1976) */

static double not_zero(double x)
{
	return fabs(x) < TINY ? TINY : x;
}

/* Lower regularised gamma by its series, x < a + 1 (DLMF 8.7.1). */
static double gamma_series(double a, double x)
{
	double term = 1 / a, sum = term;

	for (int i = 1; i < STEPS_MOST && fabs(term) > fabs(sum) * DBL_EPSILON / 8; i++) {
		term *= x / (a + i);
		sum += term;
	}
	return sum * exp(-x + a * log(x) - lgamma(a));
}

/* Upper regularised gamma by its continued fraction, x >= a + 1 (DLMF 8.9.2). */
static double gamma_fraction(double a, double x)
{
	double b = x + 1 - a, c = 1 / TINY, d = 1 / b, h = d;

	for (int i = 1; i < STEPS_MOST; i++) {
		double an = -i * (i - a);
		b += 2;
		d = 1 / not_zero(an * d + b);
		c = not_zero(b + an / c);
		h *= c * d;
		if (fabs(c * d - 1) < DBL_EPSILON)
			break;
	}
	return h * exp(-x + a * log(x) - lgamma(a));
}

double chi2_upper(double x, double df)
{
	double a = df / 2, half = x / 2;

	if (x <= 0)
		return 1;
	return half < a + 1 ? 1 - gamma_series(a, half) : gamma_fraction(a, half);
}

/* Continued fraction of the incomplete beta function (DLMF 8.17.22). */
static double beta_fraction(double x, double a, double b)
{
	double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), h = d;

	for (int m = 1; m < STEPS_MOST; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / not_zero(1 + even * d);
		c = not_zero(1 + even / c);
		h *= c * d;
		d = 1 / not_zero(1 + odd * d);
		c = not_zero(1 + odd / c);
		h *= c * d;
		if (fabs(c * d - 1) < DBL_EPSILON)
			break;
	}
	return h;
}

/* `y` is 1 - x, given apart: near x = 1 the subtraction would lose it. */
static double beta_split(double x, double y, double a, double b)
{
	if (x <= 0)
		return 0;
	if (y <= 0)
		return 1;
	double front =
		exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(x, a, b) / a;
	return 1 - front * beta_fraction(y, b, a) / b;
}

double beta_lower(double x, double a, double b)
{
	return beta_split(x, 1 - x, a, b);
}

/* Abramowitz and Stegun, 26.6.2. */
double f_upper(double f, double df_above, double df_below)
{
	return beta_lower(df_below / (df_below + df_above * f), df_below / 2, df_above / 2);
}

double student_two(double t, double df)
{
	double square = t * t;

	if (isinf(square))
		return 0;
	return beta_split(df / (df + square), square / (df + square), df / 2, 0.5);
}

/* Bisection on the two-sided tail, which is right to the last digits far out. */
double student_quantile(double p, double df)
{
	double tails = p < 0.5 ? 2 * p : 2 * (1 - p);
	double low = 0, high = 1;

	if (p == 0.5)
		return 0;
	while (student_two(high, df) > tails && high < 1e300)
		high *= 2;
	for (;;) {
		double middle = low + (high - low) / 2;
		if (middle <= low || middle >= high)
			break;
		if (student_two(middle, df) > tails)
			low = middle;
		else
			high = middle;
	}
	return p < 0.5 ? -high : high;
}
