/* SPDX-License-Identifier: MIT */
/* compare: every doubt about the findings, with its cure. Changes no finding. */
#include "compare/findings.h"

#include <math.h>
#include <string.h>

#include "compare/selection.h"
#include "compare/thresholds.h"
#include "stats/power.h"

/* How to come by more of what permutes. */
static const char *more_units(const struct compare_pair *pair)
{
	return pair->unit == UNIT_BOOT
	       ? "reboot or reseat, then membench run --append, for each"
	       : "membench run --append adds them to the file";
}

/* ---- What the design can reach ---- */

static void warn_floor(struct comparison *comparison, const struct compare_pair *pair)
{
	double alpha = comparison->options.alpha;
	const struct level_finding *worst = NULL;
	struct text text = { 0 };

	for (size_t i = 0; i < pair->level_count; i++) {
		if (pair->levels[i].units_missing > 0 &&
		    (worst == NULL || pair->levels[i].units_missing > worst->units_missing))
			worst = &pair->levels[i];
	}
	if (worst == NULL)
		return;
	const char *unit = compare_unit_names[pair->unit];
	text_printf(&text, "%s v %s: %zu v %zu %ss cannot reach p < %.3g; %zu a side do for one "
	            "test", comparison_label(comparison, pair->a), comparison_label(comparison, pair->b),
	            worst->effect.n_a, worst->effect.n_b, unit, worst->reachable_p,
	            power_units_for_alpha(alpha));
	if (comparison->family > 1)
		text_printf(&text, ", %zu for %zu under Holm",
		            power_units_for_alpha(alpha / (double)comparison->family),
		            comparison->family);
	text_printf(&text, ". %zu more %s%s a side: %s.", worst->units_missing, unit,
	            worst->units_missing == 1 ? "" : "s", more_units(pair));
	comparison_warn(comparison, "floor", &text);
}

static void warn_tied_floor(struct comparison *comparison, const struct compare_pair *pair)
{
	double alpha = comparison->options.alpha / (double)comparison->family;

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		struct text text = { 0 };
		if (finding->units_missing > 0 || verdict_reaches(finding->effect.p_floor, alpha))
			continue;
		text_printf(&text, "%s: ties raise the smallest p to %.3g, so nothing can be told%s; "
		            "take longer samples (--budget) or more %ss.",
		            comparison->levels[finding->level].name, finding->effect.p_floor,
		            finding->effect.is_constant ? " (all runs score the same)" : "",
		            pair->unit == UNIT_BOOT ? "boot" : "run");
		comparison_warn(comparison, "ties", &text);
	}
}

static void warn_boots(struct comparison *comparison)
{
	struct text text = { 0 };
	size_t pairs = 0;

	for (size_t i = 0; i < comparison->pair_count; i++)
		pairs += comparison->pairs[i].scope == SCOPE_THESE_BOOTS;
	if (pairs == 0 || comparison->is_by_size)
		return;
	text_put(&text, "One boot, or too few, for a configuration: a boot has its own page "
	                "layout, clock and training of the memory, and no number of runs shows "
	                "how much that is. Spread the runs over 4 or more boots a side (5 for "
	                "three levels), in the order A B B A; membench plan says how.");
	comparison_warn(comparison, "one-boot", &text);
}

/* ---- What the core did ---- */

static void warn_witness(struct comparison *comparison, const struct compare_pair *pair,
                         const char *what, double a, double b)
{
	struct text text = { 0 };
	char percent[PERCENT_BYTES];

	if (isnan(a) || isnan(b) || !(fabs(log(b / a)) > log1p(WITNESS_MOST)))
		return;
	text_printf(&text, "The core was not in the same state: %s %.3g in %s, %.3g in %s (%s). "
	            "Caches move with it; fix the clock, stop other work, or choose another "
	            "--cpu.", what, a, comparison_label(comparison, pair->a), b,
	            comparison_label(comparison, pair->b), percent_format(b / a - 1, percent));
	comparison_warn(comparison, "witness", &text);
}

static void warn_disturbed(struct comparison *comparison, const struct compare_pair *pair)
{
	struct text text = { 0 };

	if (!pair->is_disturbed)
		return;
	text_printf(&text, "Another task ran on the measuring CPU in one of %s and %s far more "
	            "than in the other: no verdict on the memory. Stop it and measure again.",
	            comparison_label(comparison, pair->a), comparison_label(comparison, pair->b));
	comparison_warn(comparison, "preempted", &text);
}

/* ---- The levels of one pair ---- */

static void warn_control(struct comparison *comparison, const struct compare_pair *pair,
                         const struct level_finding *finding)
{
	const char *name = comparison->levels[finding->level].name;
	struct text text = { 0 };

	if (finding->control == CONTROL_MOVED) {
		text_printf(&text, "Control %s moved: memory cannot do that. Look for another clock, "
		            "load, build or page size.", name);
		comparison_warn(comparison, "control-moved", &text);
	}
	if (finding->control != CONTROL_CANNOT_TELL || finding->units_missing > 0)
		return;
	text_printf(&text, "Control %s is too wide to tell within %.2g %%", name,
	            100 * finding->control_margin);
	if (finding->control_units > 0)
		text_printf(&text, "; about %zu %ss a side would do%s", finding->control_units,
		            compare_unit_names[pair->unit],
		            pair->unit == UNIT_BOOT ? " (each takes a reboot or a reseat)" : "");
	text_put(&text, finding->control_units > 0 ? ", or a quieter machine."
	                                           : "; --over 4m or a quieter machine would do.");
	comparison_warn(comparison, "control-wide", &text);
}

static void doubt_pair(struct comparison *comparison, const struct compare_pair *pair)
{
	const struct configuration *a = &comparison->configurations[pair->a];
	const struct configuration *b = &comparison->configurations[pair->b];

	doubt_copies(comparison, pair);
	warn_floor(comparison, pair);
	warn_tied_floor(comparison, pair);
	warn_disturbed(comparison, pair);
	warn_witness(comparison, pair, "clock (GHz)", a->clock_ghz, b->clock_ghz);
	warn_witness(comparison, pair, "issue rate (per cycle)", a->core_ipc, b->core_ipc);
	for (size_t i = 0; i < pair->level_count; i++) {
		doubt_spread(comparison, pair, &pair->levels[i]);
		warn_control(comparison, pair, &pair->levels[i]);
	}
}

void comparison_doubt(struct comparison *comparison)
{
	settings_warn(comparison);
	for (size_t i = 0; i < comparison->pair_count; i++)
		doubt_pair(comparison, &comparison->pairs[i]);
	warn_boots(comparison);
	comparison_doubt_values(comparison);
}
