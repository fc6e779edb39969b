/* SPDX-License-Identifier: MIT */
/* stats: the normal distribution and ln C(n, k). Knows no test. */
#include "stats/distribution.h"

#include <math.h>

#define SQRT2    1.4142135623730950488
#define SQRT2PI  2.5066282746310005024
#define LOG2PI   1.8378770664093454836 /* ln(2 pi) */
#define LN10     2.3025850929940456840

double normal_upper(double z)
{
	return 0.5 * erfc(z / SQRT2);
}

/* Mills' ratio (1 - Phi(z)) / phi(z) as a continued fraction (A&S 26.2.14), z large. */
static double mills_ratio(double z)
{
	double tail = z;
	for (int i = 60; i >= 1; i--)
		tail = z + i / tail;
	return 1 / tail;
}

double normal_upper_log10(double z)
{
	if (z < 20)
		return log10(normal_upper(z));
	return (-0.5 * z * z - 0.5 * LOG2PI + log(mills_ratio(z))) / LN10;
}

/*
 * Start from A&S 26.2.23 (error below 4.5e-4) and let Newton's steps on the upper tail
 * finish it; the tail's relative error is what is driven to zero, so small p stay right.
 */
double normal_quantile(double p)
{
	double tail = p < 0.5 ? p : 1 - p;
	double t = sqrt(-2 * log(tail));
	double z = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
	                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));

	for (int i = 0; i < 6; i++) {
		double density = exp(-0.5 * z * z) / SQRT2PI;
		z += (normal_upper(z) - tail) / density;
	}
	return p < 0.5 ? -z : z;
}

double log_choose(double n, double k)
{
	return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}
