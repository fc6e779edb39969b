/* SPDX-License-Identifier: MIT */
/* compare: what is said where no difference was found. Decides nothing. */
#include "compare/findings.h"

#include <math.h>

double pair_worst_mde(const struct compare_pair *pair)
{
	double worst = 0;

	for (size_t i = 0; i < pair->level_count; i++) {
		double mde = pair->levels[i].mde;
		worst = isnan(mde) || isnan(worst) ? (double)NAN : fmax(worst, mde);
	}
	return worst;
}

void explain_equivalent(const struct comparison *comparison,
                           const struct compare_pair *pair, struct text *text)
{
	double mde = pair_worst_mde(pair);

	text_printf(text, "No difference: every level is the same within %.3g %%",
	            100 * comparison->options.margin);
	if (!isnan(mde))
		text_printf(text, "; a change of %.2g %% would have been found with a chance of "
		            "%.0f %%", 100 * mde, 100 * comparison->options.power);
	text_put(text, ".\n");
	if (pair_dram(comparison, pair) == NULL)
		text_put(text, "There is no DRAM size here: nothing is said of the memory.\n");
}

static bool any_missing(const struct compare_pair *pair)
{
	for (size_t i = 0; i < pair->level_count; i++) {
		if (pair->levels[i].units_missing > 0)
			return true;
	}
	return false;
}

void explain_cannot_tell(const struct comparison *comparison,
                            const struct compare_pair *pair, struct text *text)
{
	const struct level_finding *dram = pair_dram(comparison, pair);

	if (pair->level_count == 0) {
		text_put(text, "Cannot tell: no size stands in a level; the sizes below are "
		               "compared one by one.\n");
		return;
	}
	text_put(text, "Cannot tell: ");
	if (any_missing(pair))
		text_printf(text, "with %zu v %zu %ss this test cannot reach %.3g at %zu level%s",
		            pair->levels[0].effect.n_a, pair->levels[0].effect.n_b,
		            compare_unit_names[pair->unit], comparison->options.alpha,
		            comparison->family, comparison->family == 1 ? "" : "s under Holm");
	else if (!explain_core_changed(comparison, pair, text))
		text_printf(text, "no level is shown to differ, and not all %s",
		            comparison->lost_count > 0 ? "could be compared"
		                                       : "are shown to be the same");
	if (dram != NULL && !isnan(dram->mde))
		text_printf(text, "; in DRAM a change of %.2g %% would have been found with a chance "
		            "of %.0f %%", 100 * dram->mde, 100 * comparison->options.power);
	text_put(text, ".\n");
	if (dram == NULL && !lost_holds(comparison, "DRAM"))
		text_put(text, "There is no DRAM size here: nothing can be said of the memory.\n");
}
