/* SPDX-License-Identifier: MIT */
/* report: a plan as fields, and so as JSON and as rows of tables. Computes none of it. */
#include "report/plan_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* 0 stands for "more than 100000". */
static void shown_units(struct fields *fields, const char *title, size_t units)
{
	if (units == 0)
		field_shown(fields, title, true, "out of reach");
	else
		field_shown(fields, title, true, "%zu", units);
}

static void field_sd(struct fields *fields, const char *name, const char *title, double sd)
{
	if (isnan(sd))
		field_shown(fields, title, true, "unknown");
	field_number(fields, name, isnan(sd) ? NULL : title, sd, "%.2f %%");
}

static void level_fields(struct fields *fields, const struct campaign *campaign,
                         const struct campaign_level *level)
{
	bool is_known = !isnan(level->spread.run_sd);
	struct text effect = { 0 }, margin = { 0 };

	text_printf(&effect, "runs for %g %%", campaign->options.effect * 100);
	text_printf(&margin, "to hold in %g %%", campaign->options.margin * 100);
	field_text(fields, "level", campaign->is_by_size ? "block" : "level", level->name);
	field_count(fields, "runs", "runs", level->spread.runs);
	field_count(fields, "boots", "boots", level->spread.boots);
	field_sd(fields, "run_sd", "sd of runs", level->spread.run_sd);
	field_sd(fields, "boot_sd", "sd of boots", level->spread.boot_sd);
	json_known(fields->json, "runs_for_effect", level->effect_units);
	json_known(fields->json, "runs_for_control", level->control_units);
	json_known(fields->json, "boots_for_control", level->control_boots);
	if (is_known)
		shown_units(fields, text_string(&effect), level->effect_units);
	else
		field_shown(fields, text_string(&effect), true, "unknown");
	if (is_known && level->is_cache)
		shown_units(fields, text_string(&margin), level->control_units);
	else if (!campaign->is_by_size)
		field_shown(fields, text_string(&margin), true, "-");
	text_release(&effect);
	text_release(&margin);
}

void plan_levels(struct fields *fields, const struct campaign *campaign)
{
	json_open(fields->json, "levels", '[');
	for (size_t i = 0; i < campaign->level_count; i++) {
		fields_begin(fields);
		level_fields(fields, campaign, &campaign->levels[i]);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

void plan_boots(struct fields *fields, const struct campaign *campaign)
{
	char title[32];

	for (size_t row = 0; row < campaign->row_count; row++) {
		field_sd(fields, NULL, "sd of boots", campaign->rows[row].boot_sd);
		for (size_t i = 0; i < CAMPAIGN_CHOICES; i++) {
			(void)snprintf(title, sizeof title, "%zu runs each", campaign_runs[i]);
			shown_units(fields, title, campaign->rows[row].boots[i]);
		}
		fields_end(fields);
	}
}

/* The same for programs: an object for each cell. */
static void json_boots(struct json *json, const struct campaign *campaign)
{
	json_open(json, "boots_needed", '[');
	for (size_t i = 0; i < campaign->row_count * CAMPAIGN_CHOICES; i++) {
		const struct campaign_row *row = &campaign->rows[i / CAMPAIGN_CHOICES];
		json_open(json, NULL, '{');
		json_number(json, "boot_sd", row->boot_sd);
		json_count(json, "runs_in_boot", campaign_runs[i % CAMPAIGN_CHOICES]);
		json_known(json, "boots", row->boots[i % CAMPAIGN_CHOICES]);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void json_least(struct json *json, const struct campaign *campaign)
{
	json_open(json, "least_units", '{');
	json_count(json, "alone", campaign->least_units);
	json_count(json, "under_holm", campaign->least_units_family);
	json_close(json, '}');
}

static void json_plan(struct json *json, const struct campaign *campaign)
{
	struct text order = { 0 };

	campaign_order(campaign->boots, &order);
	json_open(json, "plan", '{');
	json_known(json, "boots", campaign->boots);
	json_known(json, "runs_in_boot", campaign->runs);
	json_known(json, "over_minutes", campaign->over_minutes);
	json_number(json, "run_sd", campaign->run_sd);
	json_bool(json, "run_sd_assumed", campaign->run_sd_assumed);
	json_number(json, "boot_sd", campaign->boot_sd);
	json_bool(json, "boot_sd_assumed", campaign->boot_sd_assumed);
	json_number(json, "mde", campaign->mde);
	json_text(json, "order", text_string(&order));
	json_number(json, "seconds", campaign->boots > 0 ? campaign->total_s : (double)NAN);
	json_close(json, '}');
	text_release(&order);
}

/* What both sides are told alike: the rest of a command. */
static void put_runs(const struct campaign *campaign, const char *name, struct text *text)
{
	text_printf(text, " --over %" PRIu64 "m --runs %zu -o %s.csv --label %s --append\n",
	            campaign->over_minutes, campaign->runs, name, name);
}

void plan_commands(const struct campaign *campaign, struct text *text)
{
	const char *settings = campaign->settings.length > 0
	                       ? text_string(&campaign->settings)
	                       : "--sizes 2K-256M --op copy --pages auto";

	if (campaign->is_by_size) {
		text_printf(text, "membench run %s", settings);
		put_runs(campaign, "A", text);
		text_printf(text, "membench run %s", settings);
		put_runs(campaign, "B", text);
		text_put(text, "membench compare A.csv B.csv\n");
		return;
	}
	text_printf(text, "# in each boot with A, which comes first\nmembench run %s", settings);
	put_runs(campaign, "A", text);
	text_put(text, "# in each boot with B\nmembench run --like A.csv");
	put_runs(campaign, "B", text);
	text_put(text, "# after the last boot\nmembench compare A.csv B.csv\n");
}

void plan_json(const struct campaign *campaign, const char *files, struct text *text)
{
	const struct campaign_options *options = &campaign->options;
	bool has_pilot = campaign->level_count > 0;
	struct json json = { .text = text };
	struct text commands = { 0 };

	json_open(&json, NULL, '{');
	json_number(&json, "effect", options->effect);
	json_number(&json, "power", options->power);
	json_number(&json, "alpha", options->alpha);
	json_number(&json, "margin", options->margin);
	json_count(&json, "family", options->family);
	json_text(&json, "pilot", has_pilot ? files : NULL);
	json_text(&json, "target", has_pilot ? campaign->levels[campaign->target].name : NULL);
	plan_levels(&(struct fields){ .json = &json }, campaign);
	json_boots(&json, campaign);
	json_least(&json, campaign);
	json_plan(&json, campaign);
	if (campaign->boots > 0)
		plan_commands(campaign, &commands);
	json_lines(&json, "commands", text_string(&commands), '\n');
	json_warnings(&json, "notes", &campaign->notes);
	json_close(&json, '}');
	text_release(&commands);
}
