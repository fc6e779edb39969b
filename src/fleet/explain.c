/* SPDX-License-Identifier: MIT */
/* fleet: the answer in a sentence, and a few words on each host. Judges nothing. */
#include "fleet/parts.h"

#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "compare/findings.h"

#define NAMES_MOST 8 /* of hosts in a sentence */

size_t fleet_names(const struct fleet *fleet, bool (*wanted)(const struct fleet_host *),
                   struct text *text)
{
	size_t total = 0, put = 0;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < fleet->group_count; i++) {
			const struct fleet_group *group = &fleet->groups[i];
			for (size_t host = 0; host < group->host_count; host++) {
				if (!wanted(&group->hosts[host]))
					continue;
				total += pass == 0;
				if (pass == 0 || put >= NAMES_MOST)
					continue;
				text_printf(text, "%s%s", total > NAMES_MOST ? put > 0 ? ", " : ""
				                          : list_separator(put, total),
				            group->hosts[host].name);
				put++;
			}
		}
	}
	if (total > put)
		text_printf(text, " and %zu more", total - put);
	return total;
}

static bool is_not_confirmed(const struct fleet_host *host)
{
	return host->verdict == FLEET_NOT_CONFIRMED;
}

static bool is_open(const struct fleet_host *host)
{
	return host->verdict == FLEET_CANNOT_TELL;
}

static bool is_any(const struct fleet_host *host)
{
	(void)host;
	return true;
}

static void explain_round(struct fleet *fleet, size_t total)
{
	struct text slow = { 0 }, other = { 0 }, open = { 0 };
	size_t confirmed = fleet_names(fleet, fleet_is_slow, &slow);
	size_t not = fleet_names(fleet, is_not_confirmed, &other);
	size_t left = fleet_names(fleet, is_open, &open);

	if (confirmed + not + left == 0)
		text_printf(&fleet->sentence, "None of %zu hosts was slow in the first round: there "
		            "is nothing to confirm.", total);
	if (confirmed > 0)
		text_printf(&fleet->sentence, "Slow in both rounds: %s.", text_string(&slow));
	if (not > 0)
		text_printf(&fleet->sentence, "%sIn the first alone: %s.", confirmed ? " " : "",
		            text_string(&other));
	if (left > 0)
		text_printf(&fleet->sentence, "%sCannot be told: %s.", confirmed + not ? " " : "",
		            text_string(&open));
	text_release(&slow);
	text_release(&other);
	text_release(&open);
}

static void explain_fleet(struct fleet *fleet)
{
	struct text slow = { 0 }, none = { 0 };
	size_t total = fleet_names(fleet, is_any, &none);
	size_t count = fleet_names(fleet, fleet_is_slow, &slow);

	if (fleet->options.confirm)
		explain_round(fleet, total);
	else if (count > 0)
		text_printf(&fleet->sentence, "%zu of %zu host%s slow: %s.", count, total,
		            total == 1 ? " is" : count == 1 ? "s is" : "s are", text_string(&slow));
	else if (fleet->outcome == FLEET_UNCERTAIN)
		text_printf(&fleet->sentence, "Cannot tell whether any of %zu host%s is slow.", total,
		            total == 1 ? "" : "s");
	else
		text_printf(&fleet->sentence, "None of %zu host%s is slow.", total,
		            total == 1 ? "" : "s");
	text_release(&slow);
	text_release(&none);
}

/* ---- A host ---- */

static const char *lost(double change, char text[16])
{
	(void)snprintf(text, 16, "%.1f %%", -100 * change);
	return text;
}

static void why_slow(const struct fleet_group *group, struct fleet_host *host)
{
	const char *control = group->levels[FLEET_CONTROL].name;
	const char *judged = group->levels[FLEET_JUDGED].name;
	double change = host->rates[FLEET_CONTROL].change;
	char text[16];

	if (host->cause == FLEET_BUSY)
		text_put(&host->why, "other work on its CPUs");
	else if (host->by == FLEET_CONTROL)
		text_printf(&host->why, "clock: %s lost %s, not %s", control, lost(change, text),
		            judged);
	else if (host->cause == FLEET_CLOCK)
		text_printf(&host->why, "clock: %s lost %s too", control, lost(change, text));
	else if (host->cause == FLEET_MEMORY)
		text_printf(&host->why, "memory: %s holds", control);
	else
		text_put(&host->why, "no cache to tell why");
}

static void why_missing(const struct fleet_group *group, struct fleet_host *host)
{
	const struct fleet_level *level = &group->levels[FLEET_JUDGED];
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < level->size_count; i++) {
		bool has = false;
		for (size_t row = 0; row < host->first_count; row++)
			has = has || host->cells[row]->block_bytes == level->sizes[i];
		if (has)
			continue;
		text_printf(&host->why, "has no row of %s", size_format(level->sizes[i], size));
		return;
	}
	text_printf(&host->why, "has no row of %s", group->levels[FLEET_JUDGED].name);
}

static void why_open(const struct fleet_group *group, struct fleet_host *host)
{
	if (isnan(host->rates[FLEET_JUDGED].log_rate))
		why_missing(group, host);
	else if (isnan(host->rates[FLEET_JUDGED].change))
		text_put(&host->why, "too few hosts like it");
	else if (host->again.runs == 0)
		text_put(&host->why, "not measured again");
	else if (host->again.runs < CONFIRM_RUNS)
		text_printf(&host->why, "%zu run%s again; %d would do", host->again.runs,
		            host->again.runs == 1 ? "" : "s", CONFIRM_RUNS);
	else
		text_printf(&host->why, "%zu control%s; %d would do", host->again.controls,
		            host->again.controls == 1 ? "" : "s", CONFIRM_CONTROLS);
}

static void explain_host(const struct fleet_group *group, struct fleet_host *host)
{
	switch (host->verdict) {
	case FLEET_SLOW:
	case FLEET_CONFIRMED:
		why_slow(group, host);
		break;
	case FLEET_ODD:
		text_put(&host->why, "within the margin");
		break;
	case FLEET_NOT_CONFIRMED:
		text_put(&host->why, "not below each control again");
		break;
	case FLEET_CANNOT_TELL:
		why_open(group, host);
		break;
	case FLEET_ALIKE:
		text_put(&host->why, host->is_control ? "control" : "");
		break;
	}
}

void fleet_explain(struct fleet *fleet)
{
	explain_fleet(fleet);
	for (size_t i = 0; i < fleet->group_count; i++) {
		struct fleet_group *group = &fleet->groups[i];
		for (size_t host = 0; host < group->host_count; host++)
			explain_host(group, &group->hosts[host]);
	}
}
