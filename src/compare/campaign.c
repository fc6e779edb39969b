/* SPDX-License-Identifier: MIT */
/* compare: from the spread of a pilot to boots and runs. Knows no format and no file. */
#include "compare/campaign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "measure/spacing.h"
#include "stats/power.h"

#define FAMILY_DEFAULT 3    /* L1, L2 and DRAM of the study of 2000 */
#define RUN_SD_DEFAULT 0.01 /* of a quiet machine with huge pages */
#define BOOT_SD_DEFAULT 0.01
#define COARSE_BOOTS 12     /* a side: with more the loss is 3 points at most */
#define POWER_SLACK 0.02    /* and so much is not worth a word */

const size_t campaign_runs[CAMPAIGN_CHOICES] = { 3, 5, 10, 20 };
static const double assumed_boot_sds[CAMPAIGN_ROWS] = { 0, 0.01, 0.03 };

static double holm_alpha(const struct campaign *campaign)
{
	return campaign->options.alpha / (double)campaign->options.family;
}

static size_t units_for_effect(const struct campaign *campaign, double sd)
{
	return power_units_for_effect(sd, campaign->options.effect, holm_alpha(campaign),
	                              campaign->options.power);
}

/* Two one-sided tests at alpha with both sides sharing the error, as `compare` does it. */
static size_t units_for_control(const struct campaign *campaign, double sd)
{
	return power_units_for_effect(sd, campaign->options.margin,
	                              2 * campaign->options.alpha,
	                              1 - (1 - campaign->options.power) / 2);
}

static void level_init(struct campaign *campaign, const struct comparison *pilot, size_t at)
{
	struct campaign_level *level = &campaign->levels[at];

	memcpy(level->name, pilot->levels[at].name, sizeof level->name);
	level->is_cache = pilot->levels[at].is_cache;
	spread_of(pilot, at, &level->spread);
	if (isnan(level->spread.run_sd))
		return;
	level->effect_units = units_for_effect(campaign, level->spread.run_sd);
	if (level->is_cache)
		level->control_units = units_for_control(campaign, level->spread.run_sd);
}

/* DRAM, or else the noisiest level. */
static size_t target_of(const struct campaign *campaign)
{
	size_t target = 0;

	for (size_t i = 0; i < campaign->level_count; i++) {
		if (!campaign->levels[i].is_cache && !campaign->is_by_size)
			return i;
		if (campaign->levels[i].spread.run_sd > campaign->levels[target].spread.run_sd)
			target = i;
	}
	return target;
}

static int levels_init(struct campaign *campaign, const struct comparison *pilot,
                       struct error *err)
{
	if (pilot == NULL)
		return 0;
	if (pilot->level_count == 0)
		return error_set(err, "the pilot has no size that lies within one level; measure "
		                 "with more --sizes");
	campaign->pilot_boots = pilot->boot_count;
	campaign->level_count = pilot->level_count;
	campaign->is_by_size = pilot->is_by_size;
	campaign->levels = memory_zeroed(campaign->level_count, sizeof *campaign->levels);
	if (campaign->options.family == 0)
		campaign->options.family = campaign->level_count;
	for (size_t i = 0; i < campaign->level_count; i++)
		level_init(campaign, pilot, i);
	campaign->target = target_of(campaign);
	const struct campaign_level *level = &campaign->levels[campaign->target];
	if (isnan(level->spread.run_sd) && isnan(campaign->options.run_sd))
		return error_set(err, "the pilot has no two runs in one boot at %s, so it shows no "
		                 "spread; measure 10: membench run --over 4m --runs 10 -o pilot.csv",
		                 level->name);
	return 0;
}

/* Given, else the pilot's, else assumed. */
static double choose_sd(double given, double found, double otherwise, bool *assumed)
{
	*assumed = isnan(given) && isnan(found);
	return !isnan(given) ? given : !isnan(found) ? found : otherwise;
}

static void spreads_choose(struct campaign *campaign)
{
	struct spread none = { .run_sd = NAN, .boot_sd = NAN };
	const struct spread *found = campaign->level_count > 0
	                             ? &campaign->levels[campaign->target].spread : &none;

	campaign->run_sd = choose_sd(campaign->options.run_sd, found->run_sd, RUN_SD_DEFAULT,
	                             &campaign->run_sd_assumed);
	campaign->boot_sd = choose_sd(campaign->options.boot_sd, found->boot_sd,
	                              BOOT_SD_DEFAULT, &campaign->boot_sd_assumed);
}

static size_t boots_for(const struct campaign *campaign, double boot_sd, size_t runs)
{
	return units_for_effect(campaign,
	                        power_boot_sd(boot_sd, campaign->run_sd, runs));
}

static void rows_init(struct campaign *campaign)
{
	campaign->row_count = campaign->boot_sd_assumed ? CAMPAIGN_ROWS : 1;
	for (size_t row = 0; row < campaign->row_count; row++) {
		double boot_sd = campaign->boot_sd_assumed ? assumed_boot_sds[row]
		                                           : campaign->boot_sd;
		campaign->rows[row].boot_sd = boot_sd;
		for (size_t i = 0; i < CAMPAIGN_CHOICES; i++)
			campaign->rows[row].boots[i] = boots_for(campaign, boot_sd, campaign_runs[i]);
	}
}

/* Far apart, and with as much time between them as they take. */
static uint64_t minutes_of(const struct campaign *campaign, size_t runs)
{
	double advised = (double)spacing_advised_minutes(runs);
	double busy = isnan(campaign->options.run_s) ? 0 : campaign->options.run_s / 60;

	return (uint64_t)fmax(advised, ceil(2 * (double)runs * busy));
}

static double seconds_of(const struct campaign *campaign, size_t boots, size_t runs)
{
	return 2 * (double)boots *
	       (campaign->options.boot_s + 60 * (double)minutes_of(campaign, runs));
}

/*
 * Ranks of few boots are coarse, and the formula promises too much of them: the fewest from
 * `boots` on that reach the power in simulation.
 */
static size_t boots_enough(const struct campaign *campaign, size_t boots)
{
	double sd = power_boot_sd(campaign->boot_sd, campaign->run_sd, campaign->runs);
	double distance = log1p(campaign->options.effect) / sd, aim = campaign->options.power;

	if (boots == 0 || boots > COARSE_BOOTS)
		return boots;
	while (boots < POWER_SIMULATED_MOST &&
	       power_simulated(distance, boots, holm_alpha(campaign)) < aim - POWER_SLACK)
		boots++;
	return boots;
}

/* What takes least time; the fewer runs where it is the same. */
static void choose(struct campaign *campaign)
{
	if (campaign->options.runs > 0) {
		campaign->runs = campaign->options.runs;
		campaign->boots = boots_for(campaign, campaign->boot_sd, campaign->runs);
	}
	for (size_t i = 0; i < CAMPAIGN_CHOICES && campaign->options.runs == 0; i++) {
		size_t boots = boots_for(campaign, campaign->boot_sd, campaign_runs[i]);
		bool better = campaign->boots == 0 ||
		              seconds_of(campaign, boots, campaign_runs[i]) <
		              seconds_of(campaign, campaign->boots, campaign->runs);
		if (boots > 0 && better) {
			campaign->boots = boots;
			campaign->runs = campaign_runs[i];
		}
	}
	campaign->formula_boots = campaign->boots;
	campaign->boots = boots_enough(campaign, campaign->boots);
	double sd = power_boot_sd(campaign->boot_sd, campaign->run_sd, campaign->runs > 0 ? campaign->runs : 1);
	campaign->mde = campaign->boots > campaign->formula_boots
	                ? campaign->options.effect
	                : power_mde(sd, campaign->boots, campaign->boots, holm_alpha(campaign),
	                            campaign->options.power);
	if (campaign->runs > 0)
		campaign->over_minutes = minutes_of(campaign, campaign->runs);
	campaign->total_s = seconds_of(campaign, campaign->boots, campaign->runs);
}

static void controls_init(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->level_count; i++) {
		struct campaign_level *level = &campaign->levels[i];
		if (!level->is_cache || isnan(level->spread.run_sd) || campaign->runs == 0)
			continue;
		double boot_sd = isnan(level->spread.boot_sd) ? 0 : level->spread.boot_sd;
		double sd = power_boot_sd(boot_sd, level->spread.run_sd, campaign->runs);
		level->control_boots = units_for_control(campaign, sd);
	}
}

/* Of commands, which no reseat touches: runs far apart, for the noisiest size. */
static void plan_runs(struct campaign *campaign)
{
	size_t runs = campaign->levels[campaign->target].effect_units;

	campaign->runs = campaign->options.runs > 0 ? campaign->options.runs : runs;
	if (campaign->runs > 0 && campaign->runs < campaign->least_units_family)
		campaign->runs = campaign->least_units_family;
	campaign->over_minutes = campaign->runs > 0 ? minutes_of(campaign, campaign->runs) : 0;
	campaign->mde = power_mde(campaign->run_sd, campaign->runs, campaign->runs,
	                          holm_alpha(campaign), campaign->options.power);
}

static void plan_boots_of(struct campaign *campaign)
{
	rows_init(campaign);
	choose(campaign);
	controls_init(campaign);
}

int campaign_init(struct campaign *campaign, const struct campaign_options *options,
                  const struct comparison *pilot, struct error *err)
{
	*campaign = (struct campaign){ .options = *options };
	if (pilot == NULL && campaign->options.family == 0)
		campaign->options.family = FAMILY_DEFAULT;
	if (levels_init(campaign, pilot, err) != 0)
		return -1;
	campaign->least_units = power_units_for_alpha(campaign->options.alpha);
	campaign->least_units_family = power_units_for_alpha(holm_alpha(campaign));
	spreads_choose(campaign);
	(campaign->is_by_size ? plan_runs : plan_boots_of)(campaign);
	if (pilot != NULL)
		campaign_settings(pilot, &campaign->settings);
	if (pilot != NULL && campaign_is_mixed(pilot))
		warnings_add(&campaign->notes, "several-settings",
		             "The pilot has several settings (%s); the commands leave the "
		             "kernel to membench. --only kernel=NAME plans for one.",
		             text_string(&pilot->settings));
	campaign_note(campaign);
	return 0;
}

void campaign_release(struct campaign *campaign)
{
	free(campaign->levels);
	text_release(&campaign->settings);
	warnings_release(&campaign->notes);
	*campaign = (struct campaign){ .options = { .effect = 0 } };
}

void campaign_order(size_t boots, struct text *text)
{
	for (size_t i = 0; i < boots; i++)
		text_put(text, i % 2 == 0 ? "AB" : "BA");
}
