/* SPDX-License-Identifier: MIT */
/* stats: three answers. Knows numbers, not what was compared. */
#include "stats/verdict.h"

#include <math.h>
#include <stddef.h>

#define ROUNDING 1e-9

const char *const verdict_names[] = { "equivalent", "different", "cannot tell", NULL };

bool verdict_reaches(double p, double alpha)
{
	return p < alpha * (1 - ROUNDING);
}

bool equivalence_holds(const struct equivalence *equivalence)
{
	double wanted = 1 - 2 * equivalence->alpha, most = log1p(equivalence->margin);

	if (!isfinite(equivalence->low) || !isfinite(equivalence->high))
		return false;
	return equivalence->achieved >= wanted - ROUNDING &&
	       log(equivalence->low) >= -most * (1 + ROUNDING) &&
	       log(equivalence->high) <= most * (1 + ROUNDING);
}

enum verdict verdict_of(bool equivalent, double p_adjusted, double alpha)
{
	if (equivalent)
		return VERDICT_EQUIVALENT;
	return verdict_reaches(p_adjusted, alpha) ? VERDICT_DIFFERENT : VERDICT_CANNOT_TELL;
}
