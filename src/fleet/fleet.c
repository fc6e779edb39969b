/* SPDX-License-Identifier: MIT */
/* fleet: from files to the answer, step by step. */
#include "fleet/fleet.h"

#include <stdlib.h>

#include "fleet/parts.h"

const char *const fleet_outcome_names[] = { "none-slow", "slow", "cannot-tell" };

bool fleet_is_slow(const struct fleet_host *host)
{
	return host->verdict == FLEET_SLOW || host->verdict == FLEET_CONFIRMED;
}

enum fleet_outcome group_outcome(const struct fleet_group *group)
{
	bool has_other_kind = group->has_kinds && !group->levels[FLEET_JUDGED].is_given;

	if (group->counts[FLEET_SLOW] + group->counts[FLEET_CONFIRMED] > 0)
		return FLEET_SOME_SLOW;
	return group->counts[FLEET_CANNOT_TELL] > 0 || group->is_wide || has_other_kind
	       ? FLEET_UNCERTAIN : FLEET_NONE_SLOW;
}

/* A host that is slow outweighs what cannot be told, and that what is well. */
static enum fleet_outcome outcome_of(const struct fleet *fleet)
{
	enum fleet_outcome all = FLEET_NONE_SLOW;

	for (size_t i = 0; i < fleet->group_count; i++) {
		enum fleet_outcome one = group_outcome(&fleet->groups[i]);
		if (one == FLEET_SOME_SLOW)
			return one;
		all = one == FLEET_UNCERTAIN ? one : all;
	}
	return all;
}

/* An option that fits no host is a mistake of who gave it. */
static int check_asked(const struct fleet *fleet, struct error *err)
{
	size_t judged = 0, rounds = 0;

	for (size_t i = 0; i < fleet->group_count; i++) {
		const struct fleet_group *group = &fleet->groups[i];
		judged += group->levels[FLEET_JUDGED].size_count > 0;
		for (size_t host = 0; host < group->host_count; host++)
			rounds += group->hosts[host].session_count > 1;
	}
	if (judged == 0)
		return error_set(err, "--level: no size of any host lies in '%.20s'; without it "
		                 "the outermost level is judged", fleet->options.level);
	if (fleet->options.confirm && rounds == 0)
		return error_set(err, "--confirm: no host has a second session; give the files of "
		                 "both rounds: membench fleet --confirm first/*.csv again/*.csv");
	return 0;
}

int fleet_init(struct fleet *fleet, const struct compare_file *files, size_t file_count,
               const struct fleet_options *options, struct error *err)
{
	struct host_list hosts = { 0 };

	*fleet = (struct fleet){ .options = *options };
	int result = hosts_gather(fleet, files, file_count, &hosts, err);
	if (result == 0) {
		groups_init(fleet, &hosts);
		result = check_asked(fleet, err);
	}
	free(hosts.items);
	if (result == 0 && options->golden != NULL)
		result = rates_like(fleet, options->golden, err);
	if (result != 0)
		return -1;
	for (size_t i = 0; i < fleet->group_count; i++)
		rates_fill(&fleet->groups[i]);
	groups_split(fleet);
	for (size_t i = 0; i < fleet->group_count; i++) {
		fleet_judge(&fleet->groups[i], options);
		if (options->confirm)
			fleet_confirm(&fleet->groups[i], options);
	}
	fleet->outcome = outcome_of(fleet);
	for (size_t i = 0; i < file_count; i++)
		warnings_add_lines(&fleet->warnings, "file", text_string(&files[i].notes));
	fleet_explain(fleet);
	fleet_doubt(fleet);
	fleet_advise(fleet, files, file_count);
	return 0;
}

static void group_release(struct fleet_group *group)
{
	for (size_t i = 0; i < group->host_count; i++)
		text_release(&group->hosts[i].why);
	for (size_t part = 0; part < FLEET_PARTS; part++)
		free(group->levels[part].sizes);
	free(group->hosts);
	text_release(&group->settings);
}

void fleet_release(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->group_count; i++)
		group_release(&fleet->groups[i]);
	free(fleet->groups);
	free(fleet->cells);
	text_release(&fleet->sentence);
	text_release(&fleet->advice);
	warnings_release(&fleet->warnings);
	*fleet = (struct fleet){ .group_count = 0 };
}
