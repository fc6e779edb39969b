/* SPDX-License-Identifier: MIT */
/* fleet: commands for the second round. Judges nothing. */
#include "fleet/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/units.h"

#define RUNS_AGAIN 10

/* The same answer draws the same controls: from names and rates. FNV-1a. */
static uint64_t seed_of(const struct fleet *fleet)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < fleet->group_count; i++) {
		const struct fleet_group *group = &fleet->groups[i];
		for (size_t host = 0; host < group->host_count; host++) {
			for (const char *at = group->hosts[host].name; *at; at++)
				hash = (hash ^ (unsigned char)*at) * 1099511628211u;
			hash = (hash ^ (uint64_t)group->hosts[host].cells[0]->mb_per_s) *
			       1099511628211u;
		}
	}
	return hash;
}

static int by_name(const void *a, const void *b)
{
	return fleet_by_name(*(const struct fleet_host *const *)a,
	                     *(const struct fleet_host *const *)b);
}

/* Those that are slow, and as many others, CONFIRM_CONTROLS at least, drawn at random. */
static size_t draw(const struct fleet_group *group, uint64_t seed,
                   const struct fleet_host **drawn)
{
	struct random random = { seed };
	size_t slow = 0, others = 0;
	size_t *alike = memory_zeroed(group->host_count, sizeof *alike);

	for (size_t i = 0; i < group->host_count; i++) {
		if (fleet_is_slow(&group->hosts[i]))
			drawn[slow++] = &group->hosts[i];
		else if (group->hosts[i].verdict == FLEET_ALIKE)
			alike[others++] = i;
	}
	random_shuffle(&random, alike, others);
	size_t wanted = slow > CONFIRM_CONTROLS ? slow : CONFIRM_CONTROLS, count = slow;
	for (size_t i = 0; i < wanted && i < others; i++)
		drawn[count++] = &group->hosts[alike[i]];
	free(alike);
	qsort(drawn, count, sizeof *drawn, by_name);
	return count;
}

static void put_sizes(const struct fleet_group *group, struct text *text)
{
	char size[SIZE_TEXT_BYTES];
	const char *separator = "";

	for (size_t part = FLEET_PARTS; part-- > 0;) {
		const struct fleet_level *level = &group->levels[part];
		for (size_t i = 0; i < level->size_count; i++) {
			text_printf(text, "%s%s", separator, size_format(level->sizes[i], size));
			separator = ",";
		}
	}
}

/* The files as they were given, as far as that is short: all of one folder as its pattern. */
static void put_files(const struct compare_file *files, size_t count, struct text *text)
{
	const char *slash = strrchr(files[0].path, '/');
	size_t length = slash != NULL ? (size_t)(slash - files[0].path) + 1 : 0;
	bool is_folder = count > 2;

	for (size_t i = 1; i < count && is_folder; i++) {
		const char *other = strrchr(files[i].path, '/');
		size_t other_length = other != NULL ? (size_t)(other - files[i].path) + 1 : 0;
		is_folder = length == other_length && memcmp(files[0].path, files[i].path, length) == 0;
	}
	if (is_folder) {
		text_printf(text, " %.*s*.csv", (int)length, files[0].path);
		return;
	}
	for (size_t i = 0; i < count; i++)
		text_printf(text, " %s", files[i].path);
}

/* Nothing where too few others are left to be controls. */
static void advise_group(struct fleet *fleet, const struct fleet_group *group)
{
	const struct context *context = group->hosts[0].cells[0]->context;
	const struct fleet_host **drawn = memory_zeroed(group->host_count, sizeof *drawn);
	size_t count = draw(group, seed_of(fleet), drawn);

	if (count < group->counts[FLEET_SLOW] + CONFIRM_CONTROLS) {
		free(drawn);
		return;
	}
	text_printf(&fleet->advice, "srun -N %zu -w ", count);
	for (size_t i = 0; i < count; i++)
		text_printf(&fleet->advice, "%s%s", i > 0 ? "," : "", drawn[i]->name);
	text_printf(&fleet->advice, " membench --op %s --kernel %s --threads %zu --sizes ",
	            context->op, context->kernel, (size_t)context->threads);
	put_sizes(group, &fleet->advice);
	text_printf(&fleet->advice, " --runs %d --quiet -o again/%%h.csv\n", RUNS_AGAIN);
	free(drawn);
}

void fleet_advise(struct fleet *fleet, const struct compare_file *files, size_t file_count)
{
	if (fleet->options.confirm || fleet->outcome != FLEET_SOME_SLOW)
		return;
	for (size_t i = 0; i < fleet->group_count; i++) {
		if (fleet->groups[i].counts[FLEET_SLOW] > 0)
			advise_group(fleet, &fleet->groups[i]);
	}
	if (fleet->advice.length == 0)
		return;
	text_put(&fleet->advice, "membench fleet --confirm");
	put_files(files, file_count, &fleet->advice);
	text_put(&fleet->advice, " again/*.csv\n");
}
