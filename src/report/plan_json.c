/* SPDX-License-Identifier: MIT */
/* report: a plan for programs. Computes none of it. */
#include "report/plan.h"

#include <math.h>
#include <string.h>

#include "report/json.h"

/* 0 stands for "more than 100000": null. */
static void put_units(struct json *json, const char *key, size_t units)
{
	if (units == 0)
		json_null(json, key);
	else
		json_count(json, key, units);
}

static void put_levels(const struct campaign *campaign, struct json *json)
{
	json_open(json, "levels", '[');
	for (size_t i = 0; i < campaign->level_count; i++) {
		const struct campaign_level *level = &campaign->levels[i];
		json_open(json, NULL, '{');
		json_text(json, "level", level->name);
		json_count(json, "runs", level->spread.runs);
		json_count(json, "boots", level->spread.boots);
		json_number(json, "run_sd", level->spread.run_sd);
		json_number(json, "boot_sd", level->spread.boot_sd);
		put_units(json, "runs_for_effect", level->effect_units);
		put_units(json, "runs_for_control", level->control_units);
		put_units(json, "boots_for_control", level->control_boots);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void put_rows(const struct campaign *campaign, struct json *json)
{
	json_open(json, "boots_needed", '[');
	for (size_t row = 0; row < campaign->row_count; row++) {
		for (size_t i = 0; i < CAMPAIGN_CHOICES; i++) {
			json_open(json, NULL, '{');
			json_number(json, "boot_sd", campaign->rows[row].boot_sd);
			json_count(json, "runs_in_boot", campaign_runs[i]);
			put_units(json, "boots", campaign->rows[row].boots[i]);
			json_close(json, '}');
		}
	}
	json_close(json, ']');
}

static void put_floor(const struct campaign *campaign, struct json *json)
{
	json_open(json, "least_units", '{');
	json_count(json, "alone", campaign->least_units);
	json_count(json, "under_holm", campaign->least_units_family);
	json_close(json, '}');
}

static void put_choice(const struct campaign *campaign, struct json *json)
{
	struct text order = { 0 };

	campaign_order(campaign->boots, &order);
	json_open(json, "plan", '{');
	put_units(json, "boots", campaign->boots);
	put_units(json, "runs_in_boot", campaign->runs);
	put_units(json, "over_minutes", (size_t)campaign->over_minutes);
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

static void put_lines(struct json *json, const char *key, const char *lines)
{
	json_open(json, key, '[');
	while (*lines) {
		struct text line = { 0 };
		size_t length = strcspn(lines, "\n");
		text_put_bytes(&line, lines, length);
		json_text(json, NULL, text_string(&line));
		text_release(&line);
		lines += length + (lines[length] == '\n');
	}
	json_close(json, ']');
}

void plan_json(const struct campaign *campaign, const char *files, struct text *text)
{
	const struct campaign_options *options = &campaign->options;
	struct json json = { .text = text };
	struct text commands = { 0 };

	json_open(&json, NULL, '{');
	json_number(&json, "effect", options->effect);
	json_number(&json, "power", options->power);
	json_number(&json, "alpha", options->alpha);
	json_number(&json, "margin", options->margin);
	json_count(&json, "family", options->family);
	json_text(&json, "pilot", campaign->level_count > 0 ? files : NULL);
	json_text(&json, "target", campaign->level_count > 0
	                           ? campaign->levels[campaign->target].name : NULL);
	put_levels(campaign, &json);
	put_rows(campaign, &json);
	put_floor(campaign, &json);
	put_choice(campaign, &json);
	if (campaign->boots > 0)
		plan_commands(campaign, &commands);
	put_lines(&json, "commands", text_string(&commands));
	put_lines(&json, "notes", text_string(&campaign->notes));
	json_close(&json, '}');
	text_release(&commands);
}
