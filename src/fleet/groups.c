/* SPDX-License-Identifier: MIT */
/* fleet: hosts that can be compared with one another. Knows settings, sizes, and whether
 * rates are of two kinds; judges no host. */
#include "fleet/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "stats/fence.h"

/* A host, with the block sizes that it was measured at, ascending. */
struct sized {
	struct fleet_host *host;
	uint64_t *sizes;
	size_t count;
	bool is_placed;
};

static int by_size(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

static struct sized sized_of(struct fleet_host *host)
{
	struct sized sized = { .host = host };

	sized.sizes = memory_zeroed(host->first_count, sizeof *sized.sizes);
	for (size_t i = 0; i < host->first_count; i++)
		sized.sizes[i] = host->cells[i]->block_bytes;
	qsort(sized.sizes, host->first_count, sizeof *sized.sizes, by_size);
	for (size_t i = 0; i < host->first_count; i++) {
		if (sized.count == 0 || sized.sizes[i] != sized.sizes[sized.count - 1])
			sized.sizes[sized.count++] = sized.sizes[i];
	}
	return sized;
}

static bool same_sizes(const struct sized *a, const struct sized *b)
{
	return a->count == b->count &&
	       memcmp(a->sizes, b->sizes, a->count * sizeof *a->sizes) == 0;
}

/* Whether `a` has all that `b` has. */
static bool has_sizes(const struct sized *a, const struct sized *b)
{
	size_t at = 0;

	for (size_t i = 0; i < b->count; i++) {
		while (at < a->count && a->sizes[at] < b->sizes[i])
			at++;
		if (at == a->count || a->sizes[at] != b->sizes[i])
			return false;
	}
	return true;
}

/* The sizes that most of those that are left have; of equally many the longer list. */
static const struct sized *most_frequent(const struct sized *items, size_t count)
{
	const struct sized *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < count; i++) {
		size_t like = 0;
		if (items[i].is_placed || (i > 0 && !items[i - 1].is_placed &&
		                           same_sizes(&items[i - 1], &items[i])))
			continue;
		for (size_t j = 0; j < count; j++)
			like += !items[j].is_placed && same_sizes(&items[i], &items[j]);
		if (like > most || (like == most && best != NULL && items[i].count > best->count)) {
			most = like;
			best = &items[i];
		}
	}
	return best;
}

static struct fleet_group *groups_add(struct fleet *fleet, size_t hosts)
{
	memory_grow(&fleet->groups, &fleet->group_capacity, fleet->group_count,
	            sizeof *fleet->groups);
	struct fleet_group *group = &fleet->groups[fleet->group_count++];
	*group = (struct fleet_group){ .origin = fleet->group_count - 1 };
	group->hosts = memory_zeroed(hosts, sizeof *group->hosts);
	return group;
}

static void describe(const struct context *context, struct text *text)
{
	char pages[SIZE_TEXT_BYTES];

	text_printf(text, "%s, %s, %zu thread%s, %s pages", context->op, context->kernel,
	            (size_t)context->threads, context->threads == 1 ? "" : "s",
	            size_format(context->page_bytes, pages));
	if (context->cpu[0] != '\0')
		text_printf(text, ", %s", context->cpu);
}

/*
 * Hosts of the same settings: those that have the sizes most of them have, or part of these,
 * are a group; of the others again, until none is left. So a host that lacks a size is told
 * beside those that have it, and two plans of sizes are two groups.
 */
static void groups_of_settings(struct fleet *fleet, struct fleet_host *hosts, size_t count)
{
	struct sized *items = memory_zeroed(count, sizeof *items);
	const struct sized *sizes;

	for (size_t i = 0; i < count; i++)
		items[i] = sized_of(&hosts[i]);
	while ((sizes = most_frequent(items, count)) != NULL) {
		struct fleet_group *group = groups_add(fleet, count);
		describe(hosts[0].cells[0]->context, &group->settings);
		for (size_t i = 0; i < count; i++) {
			if (items[i].is_placed ||
			    (!has_sizes(&items[i], sizes) && !has_sizes(sizes, &items[i])))
				continue;
			group->hosts[group->host_count++] = *items[i].host;
			items[i].is_placed = true;
		}
		(void)levels_choose(group, sizes->sizes, sizes->count, fleet->options.level);
	}
	for (size_t i = 0; i < count; i++)
		free(items[i].sizes);
	free(items);
}

static int larger_first(const void *a, const void *b)
{
	const struct fleet_group *left = a, *right = b;

	if (left->host_count != right->host_count)
		return left->host_count < right->host_count ? 1 : -1;
	return (left->origin > right->origin) - (left->origin < right->origin);
}

void groups_init(struct fleet *fleet, struct host_list *hosts)
{
	for (size_t first = 0, end; first < hosts->count; first = end) {
		const struct context *context = hosts->items[first].cells[0]->context;
		for (end = first + 1; end < hosts->count &&
		     settings_order(context, hosts->items[end].cells[0]->context) == 0;)
			end++;
		groups_of_settings(fleet, hosts->items + first, end - first);
	}
	hosts->count = 0;
	qsort(fleet->groups, fleet->group_count, sizeof *fleet->groups, larger_first);
	for (size_t i = 0; i < fleet->group_count; i++)
		fleet->groups[i].origin = i;
}

/* ---- Two kinds ---- */

static int slower_first(const void *a, const void *b)
{
	double left = ((const struct fleet_host *)a)->rates[FLEET_JUDGED].log_rate,
	       right = ((const struct fleet_host *)b)->rates[FLEET_JUDGED].log_rate;

	if (isnan(left) || isnan(right))
		return (isnan(left) != 0) - (isnan(right) != 0);
	return (left > right) - (left < right);
}

static size_t kinds_at(struct fleet_group *group, double margin)
{
	double *sorted = memory_zeroed(group->host_count, sizeof *sorted);
	size_t count = 0;

	qsort(group->hosts, group->host_count, sizeof *group->hosts, slower_first);
	while (count < group->host_count &&
	       !isnan(group->hosts[count].rates[FLEET_JUDGED].log_rate)) {
		sorted[count] = group->hosts[count].rates[FLEET_JUDGED].log_rate;
		count++;
	}
	size_t at = kinds_split(sorted, count, FLEET_SPREAD_LEAST, log1p(margin));
	free(sorted);
	return at;
}

/* The `count` slowest hosts become a group of their own. */
static void split_off(struct fleet *fleet, size_t index, size_t count)
{
	struct fleet_group *slower = groups_add(fleet, count);
	struct fleet_group *group = &fleet->groups[index];

	text_put(&slower->settings, text_string(&group->settings));
	slower->origin = group->origin;
	slower->has_kinds = group->has_kinds = true;
	slower->host_count = count;
	memcpy(slower->hosts, group->hosts, count * sizeof *group->hosts);
	group->host_count -= count;
	memmove(group->hosts, group->hosts + count, group->host_count * sizeof *group->hosts);
	for (size_t part = 0; part < FLEET_PARTS; part++) {
		struct fleet_level *level = &slower->levels[part];
		*level = group->levels[part];
		level->sizes = memory_zeroed(level->size_count, sizeof *level->sizes);
		for (size_t i = 0; i < level->size_count; i++)
			level->sizes[i] = group->levels[part].sizes[i];
	}
}

static int by_origin(const void *a, const void *b)
{
	const struct fleet_group *left = a, *right = b;

	if (left->origin != right->origin)
		return left->origin < right->origin ? -1 : 1;
	return larger_first(a, b);
}

void groups_split(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->group_count;) {
		size_t at = kinds_at(&fleet->groups[i], fleet->options.margin);
		if (at > 0)
			split_off(fleet, i, at);
		i += at == 0;
	}
	qsort(fleet->groups, fleet->group_count, sizeof *fleet->groups, by_origin);
}
