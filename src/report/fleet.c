/* SPDX-License-Identifier: MIT */
/* report: which of many hosts is slow, in every format. Computes nothing. */
#include "report/fleet_parts.h"

#include <math.h>

#include "report/axis.h"
#include "report/page.h"

/* The runs that a host of the group has: those of the one in the middle. */
static size_t usual_runs(const struct fleet_group *group)
{
	return group->hosts[group->host_count - 1].rates[FLEET_JUDGED].runs;
}

static void put_level(const struct fleet *fleet, const struct fleet_group *group,
                      struct text *text)
{
	const struct fleet_level *level = &group->levels[FLEET_JUDGED];
	char middle[AXIS_LABEL_BYTES];
	size_t runs = usual_runs(group);

	text_printf(text, "%s (", level->name);
	fleet_put_sizes(level, text);
	text_printf(text, "), %zu run%s a host", runs, runs == 1 ? "" : "s");
	if (isnan(level->centre))
		return;
	axis_text(QUANTITY_RATE, exp(level->centre), middle);
	text_printf(text, ": %s %s, spread %.2g %%, fence %+.1f %% (%.3g spreads), margin %g %%",
	            level->is_given ? "given" : "middle", middle, 100 * level->spread,
	            100 * expm1(-level->fence * level->spread), level->fence,
	            100 * fleet->options.margin);
}

void fleet_put_head(const struct fleet *fleet, size_t index, struct text *text)
{
	const struct fleet_group *group = &fleet->groups[index];

	text_printf(text, "%zu host%s: %s\n", group->host_count, group->host_count == 1 ? "" : "s",
	            text_string(&group->settings));
	if (group->levels[FLEET_JUDGED].size_count > 0)
		put_level(fleet, group, text);
	else
		text_printf(text, "no size in %s", fleet->options.level);
	text_put(text, "\n");
}

static bool is_not_alike(const struct fleet_host *host)
{
	return host->verdict != FLEET_ALIKE || host->is_control;
}

/* A table without a line is none. */
static void put_group(const struct fleet *fleet, size_t index, bool is_verbose,
                      struct page *page)
{
	const struct fleet_group *group = &fleet->groups[index];
	bool shows_all = is_verbose || group->host_count <= FLEET_ALIKE_SHOWN;
	struct grid grid = { 0 };
	struct text head = { 0 }, rest = { 0 };
	size_t left = 0;

	page_gap(page);
	fleet_put_head(fleet, index, &head);
	page_items(page, "", text_string(&head));
	for (size_t i = 0; i < group->host_count; i++)
		left += !shows_all && !is_not_alike(&group->hosts[i]);
	if (left < group->host_count) {
		fleet_hosts(&(struct fields){ .grid = &grid, .for_people = true }, fleet, index,
		            shows_all ? NULL : is_not_alike);
		page_gap(page);
		page_grid(page, "", &grid);
	}
	if (left > 0)
		text_printf(&rest, "%zu host%s alike; --verbose lists %s.\n", left,
		            left == 1 ? " is" : "s are", left == 1 ? "it" : "them");
	page_prose(page, text_string(&rest));
	text_release(&head);
	text_release(&rest);
}

static void put_people(const struct fleet *fleet, bool is_verbose, struct page *page)
{
	page_prose(page, text_string(&fleet->sentence));
	for (size_t i = 0; i < fleet->group_count; i++)
		put_group(fleet, i, is_verbose, page);
	if (fleet->warnings.count > 0)
		page_gap(page);
	(void)page_warnings(page, "- ", &fleet->warnings, SIZE_MAX, SIZE_MAX);
	if (fleet->advice.length == 0)
		return;
	page_gap(page);
	page_prose(page, "To confirm, those that are slow again beside others drawn at random:\n");
	page_commands(page, text_string(&fleet->advice));
}

static void put_json(const struct fleet *fleet, struct text *text)
{
	struct json json = { .text = text };

	json_open(&json, NULL, '{');
	json_text(&json, "outcome", fleet_outcome_names[fleet->outcome]);
	json_text(&json, "sentence", text_string(&fleet->sentence));
	json_number(&json, "margin", fleet->options.margin);
	json_bool(&json, "confirm", fleet->options.confirm);
	json_open(&json, "groups", '[');
	for (size_t i = 0; i < fleet->group_count; i++)
		fleet_group_json(&json, fleet, i);
	json_close(&json, ']');
	json_warnings(&json, "warnings", &fleet->warnings);
	json_lines(&json, "commands", text_string(&fleet->advice), '\n');
	json_close(&json, '}');
}

static void put_csv(const struct fleet *fleet, struct text *text)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid, .digits = 9 };

	for (size_t i = 0; i < fleet->group_count; i++)
		fleet_hosts(&fields, fleet, i, NULL);
	grid_csv(&grid, text);
	grid_release(&grid);
}

void fleet_report(const struct fleet *fleet, enum format format, bool is_verbose,
                  struct text *text)
{
	if (format == FORMAT_JSON)
		put_json(fleet, text);
	else if (format == FORMAT_CSV)
		put_csv(fleet, text);
	else
		put_people(fleet, is_verbose, &(struct page){ text, format == FORMAT_MARKDOWN });
}

int fleet_print(const struct fleet *fleet, const char *field, struct text *text,
                struct error *err)
{
	if (!fleet_has_field(fleet, field))
		return error_set(err, "--print: '%.60s' is not a field of a host; use host, mb_per_s, "
		                 "change, verdict, cause, why, or another column of --format csv",
		                 field);
	for (size_t i = 0; i < fleet->group_count; i++)
		fleet_hosts(&(struct fields){ .wanted = field, .value = text, .digits = 9 }, fleet,
		            i, fleet_is_slow);
	return 0;
}
