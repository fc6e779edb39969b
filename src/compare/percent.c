/* SPDX-License-Identifier: MIT */
/* compare: a change as people read it. Knows a number. */
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
