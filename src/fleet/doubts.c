/* SPDX-License-Identifier: MIT */
/* fleet: what is doubtful about the answer, each with its cure. Judges nothing. */
#include "fleet/parts.h"

#include <math.h>
#include <string.h>

#include "base/units.h"
#include "compare/thresholds.h"
#include "samples/columns.h"
#include "stats/fence.h"

#define CLOCK_PART  0.97 /* of the others' clock: below it that is worth a word */
#define RUNS_ENOUGH 3

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* ---- Groups ---- */

static void doubt_few(struct fleet *fleet, const struct fleet_group *group)
{
	const struct fleet_level *level = &group->levels[FLEET_JUDGED];

	if (!isnan(level->centre) || level->size_count == 0)
		return;
	if (fleet->options.golden != NULL)
		warnings_add(&fleet->warnings, "unlike-golden", "%zu host%s (%s): %s has no row like "
		             "theirs.", group->host_count, plural(group->host_count),
		             text_string(&group->settings), fleet->options.golden->path);
	else
		warnings_add(&fleet->warnings, "few", "%zu host%s with %s (%s): what is usual shows "
		             "from %d on; measure more of them, or give --expect RATE or --like FILE.",
		             level->hosts, plural(level->hosts), level->name,
		             text_string(&group->settings), FENCE_FROM);
}

static void doubt_wide(struct fleet *fleet, const struct fleet_group *group)
{
	const struct fleet_level *level = &group->levels[FLEET_JUDGED];

	if (!group->is_wide)
		return;
	warnings_add(&fleet->warnings, "wide", "The hosts lie %.1f %% apart in %s, so that the fence "
	             "stands %.1f %% below the middle: one that is %g %% slower could hide. Measure "
	             "with nothing else running (--exclusive) and more runs (--runs 10).",
	             100 * level->spread, level->name,
	             -100 * expm1(-level->fence * level->spread), 100 * fleet->options.margin);
}

static void put_rate(double log_rate, struct text *text)
{
	double mb_per_s = exp(log_rate);

	if (mb_per_s >= 1000)
		text_printf(text, "%.4g GB/s", mb_per_s / 1000);
	else
		text_printf(text, "%.4g MB/s", mb_per_s);
}

/* All kinds of one origin, the groups from `first` on. */
static void doubt_kinds(struct fleet *fleet, size_t first)
{
	struct text kinds = { 0 };
	size_t count = 0;

	for (size_t i = first; i < fleet->group_count; i++) {
		const struct fleet_group *group = &fleet->groups[i];
		if (group->origin != fleet->groups[first].origin)
			break;
		struct text rate = { 0 };
		/* Of a centre that is given the kind's own middle says more: its hosts are sorted. */
		put_rate(group->hosts[group->host_count / 2].rates[FLEET_JUDGED].log_rate, &rate);
		text_printf(&kinds, "%s%zu near %s", count++ > 0 ? ", " : "", group->host_count,
		            text_string(&rate));
		text_release(&rate);
	}
	if (count > 1)
		warnings_add(&fleet->warnings, "kinds", "%s kinds of hosts: %s. Other modules, channels "
		             "or firmware settings? Each kind is judged by itself%s.",
		             count == 2 ? "Two" : "Several", text_string(&kinds),
		             fleet->groups[first].levels[FLEET_JUDGED].is_given
		             ? "" : "; --expect RATE or --like FILE judges all by one value");
	text_release(&kinds);
}

/* ---- Settings ---- */

/* "kernel 'avx2' instead of 'avx512'": the first that differs; sizes where none does. */
static void put_difference(const struct fleet_group *first, const struct fleet_group *group,
                           struct text *text)
{
	static const char *const names[] = { "op", "kernel", "threads", "page_bytes", "convention",
		                             "cpu" };
	const struct cell *theirs = group->hosts[0].cells[0], *others = first->hosts[0].cells[0];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct column *column = columns_find(names[i]);
		struct text value = { 0 }, usual = { 0 };
		column_format(column, theirs, &value);
		column_format(column, others, &usual);
		bool differs = !text_equal(text_string(&value), text_string(&usual));
		if (differs)
			text_printf(text, "%s '%s' instead of '%s'", names[i], text_string(&value),
			            text_string(&usual));
		text_release(&value);
		text_release(&usual);
		if (differs)
			return;
	}
	text_put(text, "other sizes");
}

static void doubt_settings(struct fleet *fleet, size_t index)
{
	const struct fleet_group *first = &fleet->groups[0], *group = &fleet->groups[index];
	struct text difference = { 0 };

	if (group->origin == first->origin || group->origin == fleet->groups[index - 1].origin)
		return;
	put_difference(first, group, &difference);
	warnings_add(&fleet->warnings, "unlike", "%zu host%s, %s among them, %s judged apart from "
	             "the first %zu: %s. --like FILE measures all in one way.", group->host_count,
	             plural(group->host_count), group->hosts[0].name,
	             group->host_count == 1 ? "is" : "are", first->host_count,
	             text_string(&difference));
	text_release(&difference);
}

/* ---- Hosts ---- */

static bool has_few_runs(const struct fleet_host *host)
{
	return !isnan(host->rates[FLEET_JUDGED].log_rate) &&
	       host->rates[FLEET_JUDGED].runs < RUNS_ENOUGH;
}

static bool has_boots(const struct fleet_host *host)
{
	return host->boot_count > 1;
}

static bool has_sessions(const struct fleet_host *host)
{
	return host->session_count > 1;
}

static void doubt_hosts(struct fleet *fleet, bool (*wanted)(const struct fleet_host *),
                        const char *kind, const char *words)
{
	struct text names = { 0 };

	if (fleet_names(fleet, wanted, &names) > 0)
		warnings_add(&fleet->warnings, kind, "%s: %s", text_string(&names), words);
	text_release(&names);
}

/* Of those that are alike: what a host that is slow had less of. */
static double usual_of(const struct fleet_group *group,
                       double (*value)(const struct fleet_host *))
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < group->host_count; i++) {
		const struct fleet_host *host = &group->hosts[i];
		if (host->verdict != FLEET_ALIKE || isnan(value(host)))
			continue;
		sum += value(host);
		count++;
	}
	return sum / (double)count;
}

static double clock_of(const struct fleet_host *host)
{
	return host->clock_ghz;
}

static double share_of(const struct fleet_host *host)
{
	return host->huge_share;
}

static void doubt_slow(struct fleet *fleet, const struct fleet_group *group)
{
	double clock = usual_of(group, clock_of), share = usual_of(group, share_of);

	for (size_t i = 0; i < group->host_count; i++) {
		const struct fleet_host *host = &group->hosts[i];
		size_t busy = host->flagged[cell_flag_index(CELL_PREEMPTED)];
		if (!fleet_is_slow(host))
			continue;
		if (busy > 0)
			warnings_add(&fleet->warnings, "busy", "%s: %zu of %zu rows were interrupted by "
			             "other work; measure it again with nothing else running.",
			             host->name, busy, host->first_count);
		if (host->clock_ghz < CLOCK_PART * clock)
			warnings_add(&fleet->warnings, "clock", "%s: its core ran at %.2f GHz, those "
			             "that are alike at %.2f: look at power limits and cooling.",
			             host->name, host->clock_ghz, clock);
		if (host->huge_share < share - SHARE_TOLERANCE)
			warnings_add(&fleet->warnings, "pages", "%s: %.0f %% of its memory lay in huge "
			             "pages, elsewhere %.0f %%: a full page cache or scattered memory can "
			             "cost that much.", host->name, 100 * host->huge_share, 100 * share);
	}
}

void fleet_doubt(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->group_count; i++) {
		doubt_few(fleet, &fleet->groups[i]);
		doubt_wide(fleet, &fleet->groups[i]);
		if (i == 0 || fleet->groups[i].origin != fleet->groups[i - 1].origin)
			doubt_kinds(fleet, i);
		if (i > 0)
			doubt_settings(fleet, i);
		doubt_slow(fleet, &fleet->groups[i]);
	}
	doubt_hosts(fleet, has_few_runs, "runs", "fewer than 3 runs say little; measure with "
	            "--runs 5.");
	doubt_hosts(fleet, has_boots, "boots", "rows of several boots. Where those are several "
	            "machines of one name, --host NAME tells them apart.");
	if (!fleet->options.confirm)
		doubt_hosts(fleet, has_sessions, "sessions", "several sessions, which all count; "
		            "--confirm takes the last for a second round, --only session=ID one.");
}
