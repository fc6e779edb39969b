/* SPDX-License-Identifier: MIT */
/* compare: what is doubtful about a plan, each with its cure. Changes nothing of it. */
#include "compare/campaign.h"

#include <math.h>
#include <string.h>

#define FEW_DF 5            /* below it the spread itself is known to a factor of 2 at best */

static void note_pilot(struct campaign *campaign)
{
	const struct campaign_level *level = &campaign->levels[campaign->target];

	if (campaign->level_count == 0)
		return;
	if (level->is_cache)
		warnings_add(&campaign->notes, "no-dram",
		             "No size lies in DRAM: this plans for %s. Measure the pilot "
		             "with larger --sizes.", level->name);
	if (level->spread.run_df < FEW_DF && isnan(campaign->options.run_sd))
		warnings_add(&campaign->notes, "few-runs",
		             "The spread of runs rests on %zu degree%s of freedom and may "
		             "be half or twice as large; measure a pilot of 10 runs.",
		             level->spread.run_df, level->spread.run_df == 1 ? "" : "s");
	if (!isnan(level->spread.boot_sd) && level->spread.boot_df < FEW_DF &&
	    isnan(campaign->options.boot_sd))
		warnings_add(&campaign->notes, "few-boots",
		             "The spread of boots rests on %zu boots and may be half or "
		             "twice as large; add boots to the pilot.", level->spread.boots);
}

/* Why the pilot does not say how far boots of one configuration lie apart. */
static const char *why_unknown(const struct campaign *campaign)
{
	if (campaign->level_count == 0)
		return "without a pilot";
	if (campaign->pilot_boots == 1)
		return "from a pilot of one boot";
	return campaign->levels[campaign->target].spread.boot_df > 0 ? "from boots of one run each"
	                                                             : "from one boot of each";
}

static void note_plan(struct campaign *campaign)
{
	if (campaign->run_sd_assumed)
		warnings_add(&campaign->notes, "no-pilot",
		             "No pilot: a spread of runs of %g %% is assumed; measure one: "
		             "membench run --over 4m --runs 10 -o pilot.csv, then membench "
		             "plan pilot.csv.", campaign->run_sd * 100);
	if (campaign->boot_sd_assumed)
		warnings_add(&campaign->notes, "one-boot",
		             "How far boots of one configuration lie apart is not known %s; "
		             "%g %% is assumed. After two boots of each configuration run "
		             "membench plan A.csv B.csv, which then knows.",
		             why_unknown(campaign), campaign->boot_sd * 100);
	if (campaign->boots == 0)
		warnings_add(&campaign->notes, "out-of-reach",
		             "No number of boots up to 100000 finds so small a change; ask "
		             "for a larger --effect.");
}

static void note_power(struct campaign *campaign)
{
	if (campaign->boots == campaign->formula_boots)
		return;
	warnings_add(&campaign->notes, "floor",
	             "The table is by a formula, and ranks of so few boots are coarse: "
	             "simulated, %zu a side would find %g %% with less than %g %% power. "
	             "So the plan takes %zu.", campaign->formula_boots,
	             campaign->options.effect * 100, campaign->options.power * 100,
	             campaign->boots);
}

/* Controls that this many boots cannot show to hold. */
static void note_controls(struct campaign *campaign)
{
	struct text names = { 0 };
	size_t most = 0;

	for (size_t i = 0; i < campaign->level_count; i++) {
		const struct campaign_level *level = &campaign->levels[i];
		if (level->control_boots <= campaign->boots)
			continue;
		text_printf(&names, "%s%s", names.length ? ", " : "", level->name);
		most = level->control_boots > most ? level->control_boots : most;
	}
	if (most > 0 && campaign->boots > 0)
		warnings_add(&campaign->notes, "control-wide",
		             "To show that %s hold%s within %g %% takes %zu boots of %zu "
		             "runs or more, else the comparison may end in "
		             "controls-inconclusive; more --runs, a quieter machine or a "
		             "larger --margin help.", text_string(&names),
		             strchr(text_string(&names), ',') ? "" : "s",
		             campaign->options.margin * 100, most, campaign->runs);
	text_release(&names);
}

void campaign_note(struct campaign *campaign)
{
	note_pilot(campaign);
	if (campaign->is_by_size)
		return;
	note_plan(campaign);
	note_power(campaign);
	note_controls(campaign);
}
