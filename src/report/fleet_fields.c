/* SPDX-License-Identifier: MIT */
/* report: the fields of a host and of a group of hosts, for every format. */
#include "report/fleet_parts.h"

#include <math.h>

#include "base/units.h"

static double rate_of_log(double log_rate)
{
	return exp(log_rate); /* NaN stays NaN */
}

/* "10.6", in spreads; far beyond they say no more. */
static void field_distance(struct fields *fields, const char *name, const char *title,
                           double distance)
{
	field_number(fields, name, title, distance, fabs(distance) < 100 ? "%.1f" : "%.0f");
}

static void round_fields(struct fields *fields, const struct fleet_host *host, bool is_asked)
{
	const struct fleet_again *again = &host->again;

	if (fields->for_people && !is_asked)
		return;
	field_known(fields, "again_runs", NULL, again->runs);
	field_known(fields, "again_controls", NULL, again->controls);
	field_number(fields, "again_change", "again", again->change, "%+.1f %%");
	field_number(fields, "again_p", NULL, again->p, NULL);
	field_number(fields, "again_p_holm", "p", again->p_holm, "%.2g");
	json_bool(fields->json, "is_control", host->is_control);
}

static void state_fields(struct fields *fields, const struct fleet_host *host)
{
	field_count(fields, "runs", NULL, host->rates[FLEET_JUDGED].runs);
	field_number(fields, "clock_ghz", NULL, host->clock_ghz, NULL);
	field_number(fields, "huge_share", NULL, host->huge_share, NULL);
	field_count(fields, "preempted", NULL,
	            host->flagged[cell_flag_index(CELL_PREEMPTED)]);
	field_count(fields, "rows", NULL, host->first_count);
}

static void host_fields(struct fields *fields, const struct fleet *fleet, size_t index,
                        const struct fleet_host *host)
{
	const struct fleet_group *group = &fleet->groups[index];
	const struct fleet_rate *judged = &host->rates[FLEET_JUDGED];
	const struct fleet_rate *control = &host->rates[FLEET_CONTROL];
	const char *name = group->levels[FLEET_CONTROL].name;
	bool has_control = name[0] != '\0';

	field_text(fields, "host", "host", host->name);
	if (fields->json == NULL) {
		field_count(fields, "group", NULL, index + 1);
		field_text(fields, "level", NULL, group->levels[FLEET_JUDGED].name);
	}
	field_number(fields, "mb_per_s", "MB/s", rate_of_log(judged->log_rate), "%.0f");
	field_number(fields, "change", "change", judged->change, "%+.1f %%");
	field_distance(fields, "z", "z", judged->distance);
	if (fields->json == NULL)
		field_text(fields, "control", NULL, has_control ? name : NULL);
	field_number(fields, "control_mb_per_s", NULL, rate_of_log(control->log_rate), NULL);
	field_number(fields, "control_change", has_control ? name : NULL, control->change,
	             "%+.1f %%");
	field_distance(fields, "control_z", NULL, control->distance);
	round_fields(fields, host, fleet->options.confirm);
	field_text(fields, "verdict", "verdict", fleet_verdict_names[host->verdict]);
	field_text(fields, "cause", NULL, fleet_cause_names[host->cause]);
	field_text(fields, "why", "why", text_string(&host->why));
	state_fields(fields, host);
}

void fleet_hosts(struct fields *fields, const struct fleet *fleet, size_t index,
                 bool (*wanted)(const struct fleet_host *))
{
	const struct fleet_group *group = &fleet->groups[index];

	for (size_t i = 0; i < group->host_count; i++) {
		if (wanted != NULL && !wanted(&group->hosts[i]))
			continue;
		fields_begin(fields);
		host_fields(fields, fleet, index, &group->hosts[i]);
		fields_end(fields);
		if (fields->wanted != NULL)
			text_put(fields->value, "\n");
	}
}

bool fleet_has_field(const struct fleet *fleet, const char *name)
{
	struct grid grid = { 0 };
	bool found = false;

	host_fields(&(struct fields){ .grid = &grid }, fleet, 0, &fleet->groups[0].hosts[0]);
	for (size_t i = 0; i < grid.column_count; i++)
		found = found || text_equal(grid.columns[i].title, name);
	grid_release(&grid);
	return found;
}

void fleet_put_sizes(const struct fleet_level *level, struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < level->size_count; i++)
		text_printf(text, "%s%s", i > 0 ? "," : "", size_format(level->sizes[i], size));
}

/* ---- A group, for programs ---- */

static void level_json(struct json *json, const char *key, const struct fleet_level *level)
{
	json_open(json, key, '{');
	json_text(json, "level", level->name[0] != '\0' ? level->name : NULL);
	json_open(json, "block_bytes", '[');
	for (size_t i = 0; i < level->size_count; i++)
		json_count(json, NULL, level->sizes[i]);
	json_close(json, ']');
	json_count(json, "hosts", level->hosts);
	json_number(json, "middle_mb_per_s", rate_of_log(level->centre));
	json_bool(json, "is_given", level->is_given);
	json_number(json, "spread", level->spread);
	json_number(json, "fence", level->fence);
	json_number(json, "fence_change", expm1(-level->fence * level->spread));
	json_close(json, '}');
}

void fleet_group_json(struct json *json, const struct fleet *fleet, size_t index)
{
	const struct fleet_group *group = &fleet->groups[index];

	json_open(json, NULL, '{');
	json_text(json, "settings", text_string(&group->settings));
	json_bool(json, "has_kinds", group->has_kinds);
	json_bool(json, "is_wide", group->is_wide);
	level_json(json, "judged", &group->levels[FLEET_JUDGED]);
	level_json(json, "control", &group->levels[FLEET_CONTROL]);
	json_open(json, "hosts", '[');
	fleet_hosts(&(struct fields){ .json = json }, fleet, index, NULL);
	json_close(json, ']');
	json_close(json, '}');
}
