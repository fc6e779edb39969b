/* SPDX-License-Identifier: MIT */
/* compare: rates and changes in words. Finds none. */
#include "compare/findings.h"

#include <math.h>
#include <stdio.h>

const char *percent_format(double fraction, char text[PERCENT_BYTES])
{
	double percent = 100 * fraction;
	int decimals = fabs(percent) < 0.095 && percent != 0 ? 2 : fabs(percent) < 100 ? 1 : 0;

	if (isnan(percent))
		return "?";
	if (isinf(percent))
		return percent > 0 ? "any" : "none";
	if (fabs(percent) < 0.005)
		return "0.0 %";
	(void)snprintf(text, PERCENT_BYTES, "%+.*f %%", decimals, percent);
	return text;
}

static const struct context *any_context(const struct comparison *comparison)
{
	return comparison->configurations[0].runs[0].context;
}

enum quantity comparison_quantity(const struct comparison *comparison)
{
	return quantity_of(any_context(comparison));
}

double comparison_value(const struct comparison *comparison, double mb_per_s)
{
	return quantity_value(any_context(comparison), mb_per_s);
}

const char *change_format(const struct comparison *comparison, const struct effect *effect,
                          char text[PERCENT_BYTES])
{
	enum quantity quantity = comparison_quantity(comparison);
	char percent[PERCENT_BYTES];
	const char *change =
	        percent_format(quantity_change(quantity, effect->change), percent);
	double a = comparison_value(comparison, effect->median_a);
	double b = comparison_value(comparison, effect->median_b);
	int decimals = fmin(a, b) < 10 ? 2 : 1;

	if (quantity == QUANTITY_LATENCY)
		(void)snprintf(text, PERCENT_BYTES, "%.*f -> %.*f %s, %.20s", decimals, a, decimals,
		               b, quantity_unit(quantity), change);
	else
		(void)snprintf(text, PERCENT_BYTES, "%.20s", change);
	return text;
}
