/* SPDX-License-Identifier: MIT */
/*
 * machine: what is believed of each cache, and why. Pure: knows neither where the reports
 * come from nor how the curve was measured.
 */
#include "machine/hierarchy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

const char *const belief_names[] = { "unknown", "reported", "measured", "given", NULL };

#define SUPPORT 1.5 /* a measured size within this factor supports a reported one */

enum { NOBODY = 0 }; /* owner of a measured size that is no cache's */

static void add_facts(struct level *level, const struct cache *cache, enum cache_source source)
{
	if (!level->is_reported || (level->reported_bytes == 0 && cache->bytes > 0)) {
		level->is_reported = true;
		level->reported_bytes = cache->bytes;
		level->source = source;
	}
	if (level->line_bytes == 0)
		level->line_bytes = cache->line_bytes;
	if (level->instances == 0)
		level->instances = cache->instances;
	if (level->sharers == 0)
		level->sharers = cache->sharers;
	if (level->shared_cpus.count > 0)
		return;
	for (size_t i = 0; i < cache->shared_cpus.count; i++)
		cpu_set_add(&level->shared_cpus, cache->shared_cpus.cpus[i]);
}

/* All four slots, by number - 1. */
static void gather_reports(const struct hierarchy *hierarchy,
                           struct level slots[CACHE_LEVELS])
{
	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		slots[i] = (struct level){ .number = i + 1, .latency_ns = (double)NAN };
		for (unsigned source = 0; source < SOURCE_COUNT; source++) {
			const struct cache *cache =
			        cache_list_data(&hierarchy->reported[source], i + 1);
			if (cache != NULL)
				add_facts(&slots[i], cache, (enum cache_source)source);
		}
	}
}

static size_t measured_count(const struct hierarchy *hierarchy)
{
	return hierarchy->measured.count > 0 ? hierarchy->measured.count - 1 : 0;
}

static double apart(double a, double b)
{
	return a > b ? a / b : b / a;
}

/* The measured size, from `first` on, that supports `bytes` best; `count` where none does. */
static size_t find_support(const struct hierarchy *hierarchy, size_t first, uint64_t bytes)
{
	size_t count = measured_count(hierarchy), best = count;
	double least = SUPPORT;

	for (size_t i = first; i < count && bytes > 0; i++) {
		double factor = apart(hierarchy->measured.plateaus[i].capacity_bytes,
		                      (double)bytes);
		if (factor <= least) {
			least = factor;
			best = i;
		}
	}
	return best;
}

/*
 * Which level each measured size belongs to. First those that support a report, in order;
 * then the others take the number after the one below them where it is free. What is
 * squeezed between two neighbours is a step of something else (a TLB) and nobody's.
 */
static void assign_owners(const struct hierarchy *hierarchy,
                          const struct level slots[CACHE_LEVELS],
                          unsigned owners[FIT_CACHES_MAX])
{
	size_t count = measured_count(hierarchy), next = 0;

	memset(owners, 0, FIT_CACHES_MAX * sizeof *owners);
	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		size_t at = find_support(hierarchy, next, slots[i].reported_bytes);
		if (at < count) {
			owners[at] = i + 1;
			next = at + 1;
		}
	}
	unsigned below = 0;
	for (size_t i = 0; i < count; i++) {
		unsigned above = CACHE_LEVELS + 1;
		for (size_t j = count; j > i; j--)
			above = owners[j - 1] != NOBODY ? owners[j - 1] : above;
		if (owners[i] == NOBODY && below + 1 < above)
			owners[i] = below + 1;
		below = owners[i] != NOBODY ? owners[i] : below;
	}
}

static void apply_measured(const struct hierarchy *hierarchy,
                           struct level slots[CACHE_LEVELS])
{
	unsigned owners[FIT_CACHES_MAX];

	assign_owners(hierarchy, slots, owners);
	for (size_t i = 0; i < measured_count(hierarchy); i++) {
		const struct plateau *plateau = &hierarchy->measured.plateaus[i];
		if (owners[i] == NOBODY)
			continue;
		struct level *level = &slots[owners[i] - 1];
		level->measured_bytes = (uint64_t)(plateau->capacity_bytes + 0.5);
		level->confidence = plateau->confidence;
		if (hierarchy->measured.is_latency)
			level->latency_ns = plateau->value;
	}
}

/* "sysfs 16M, cpuid 508M" where sources disagree, "reported 1M" where they do not. */
static void describe_reports(const struct hierarchy *hierarchy, const struct level *level,
                             struct text *text)
{
	char size[SIZE_TEXT_BYTES];
	bool agree = true;

	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache =
		        cache_list_data(&hierarchy->reported[source], level->number);
		agree = agree && (cache == NULL || cache->bytes == 0 ||
		                  cache->bytes == level->reported_bytes);
	}
	if (level->reported_bytes == 0)
		text_put(text, "not reported");
	else if (agree)
		text_printf(text, "reported %s", size_format_short((double)level->reported_bytes, size));
	for (unsigned source = 0; source < SOURCE_COUNT && !agree; source++) {
		const struct cache *cache =
		        cache_list_data(&hierarchy->reported[source], level->number);
		if (cache != NULL && cache->bytes > 0)
			text_printf(text, "%s%s %s", text->length > 0 ? ", " : "",
			            cache_source_names[source],
			            size_format_short((double)cache->bytes, size));
	}
}

static bool is_beyond_curve(const struct hierarchy *hierarchy, const struct level *level)
{
	return (double)level->reported_bytes * 2 > hierarchy->measured.last_bytes;
}

static void describe_measured(const struct hierarchy *hierarchy, const struct level *level,
                              struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	if (level->measured_bytes > 0)
		text_printf(text, "measured %s", size_format_short((double)level->measured_bytes, size));
	else if (hierarchy->measured.count == 0)
		text_put(text, "not measured");
	else if (is_beyond_curve(hierarchy, level))
		text_printf(text, "measured only to %s",
		            size_format_short(hierarchy->measured.last_bytes, size));
	else
		text_put(text, "no step measured");
}

static void believe(const struct hierarchy *hierarchy, struct level *level)
{
	bool reported = level->reported_bytes > 0, measured = level->measured_bytes > 0;
	bool supported = reported && measured &&
	                 apart((double)level->reported_bytes,
	                       (double)level->measured_bytes) <= SUPPORT;

	if (hierarchy->is_given) {
		level->belief = BELIEF_GIVEN;
		level->believed_bytes = hierarchy->given_bytes[level->number - 1];
	} else if (supported || (reported && !measured && is_beyond_curve(hierarchy, level))) {
		level->belief = BELIEF_REPORTED;
		level->believed_bytes = level->reported_bytes;
	} else if (measured) {
		level->belief = BELIEF_MEASURED;
		level->believed_bytes = level->measured_bytes;
	} else {
		level->belief = BELIEF_UNKNOWN;
		level->believed_bytes = 0;
	}
}

static void give_reason(const struct hierarchy *hierarchy, struct level *level)
{
	struct text text = { 0 };
	bool smaller = level->belief == BELIEF_MEASURED &&
	               level->measured_bytes < level->reported_bytes;

	describe_reports(hierarchy, level, &text);
	text_put(&text, ", ");
	describe_measured(hierarchy, level, &text);
	(void)snprintf(level->reason, sizeof level->reason, "%s: %s%s", text_string(&text),
	               belief_names[level->belief], smaller ? ", effective" : "");
	text_release(&text);
}

static void release_levels(struct hierarchy *hierarchy)
{
	for (size_t i = 0; i < hierarchy->level_count; i++)
		cpu_set_release(&hierarchy->levels[i].shared_cpus);
	hierarchy->level_count = 0;
}

static bool is_there(const struct hierarchy *hierarchy, const struct level *level)
{
	if (hierarchy->is_given)
		return hierarchy->given_bytes[level->number - 1] > 0;
	return level->is_reported || level->measured_bytes > 0;
}

void hierarchy_decide(struct hierarchy *hierarchy)
{
	const struct fit *fit = &hierarchy->measured;
	struct level slots[CACHE_LEVELS];

	release_levels(hierarchy);
	gather_reports(hierarchy, slots);
	apply_measured(hierarchy, slots);
	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		if (!is_there(hierarchy, &slots[i])) {
			cpu_set_release(&slots[i].shared_cpus);
			continue;
		}
		believe(hierarchy, &slots[i]);
		give_reason(hierarchy, &slots[i]);
		hierarchy->levels[hierarchy->level_count++] = slots[i];
	}
	hierarchy->memory_latency_ns = fit->count > 0 && fit->is_latency
	                                       ? fit->plateaus[fit->count - 1].value
	                                       : (double)NAN;
}

void hierarchy_release(struct hierarchy *hierarchy)
{
	release_levels(hierarchy);
	for (unsigned source = 0; source < SOURCE_COUNT; source++)
		cache_list_release(&hierarchy->reported[source]);
	*hierarchy = (struct hierarchy){ 0 };
}

const struct level *hierarchy_level(const struct hierarchy *hierarchy, unsigned number)
{
	for (size_t i = 0; i < hierarchy->level_count; i++) {
		if (hierarchy->levels[i].number == number)
			return &hierarchy->levels[i];
	}
	return NULL;
}

uint64_t hierarchy_largest_claim(const struct hierarchy *hierarchy, enum cache_source *source)
{
	uint64_t largest = 0;

	for (unsigned i = 0; i < SOURCE_COUNT; i++) {
		const struct cache_list *list = &hierarchy->reported[i];
		for (size_t j = 0; j < list->count; j++) {
			if (list->caches[j].bytes > largest) {
				largest = list->caches[j].bytes;
				*source = (enum cache_source)i;
			}
		}
	}
	return largest;
}
