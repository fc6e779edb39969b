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
#include "machine/match.h"

const char *const belief_names[] = { "unknown", "reported", "measured", "given", NULL };

#define DISTURBED 1.08        /* spread of a probe; 1.05 to 1.18 was seen on a busy machine */
#define DECENT 0.5            /* confidence of a size that overrides a report while disturbed */
#define SMALLEST_BYTES 4096   /* a page */
#define SLOWEST_CACHE_NS 80.0 /* an L3 of a large server answers in 70 ns at most */

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

/* What files of firmware and hypervisors hold now and then: an L3 of 56 bytes. */
static void doubt_reports(struct level slots[CACHE_LEVELS])
{
	uint64_t before = SMALLEST_BYTES - 1;

	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		uint64_t bytes = slots[i].reported_bytes;
		slots[i].is_too_small = bytes > 0 && bytes <= before;
		before = bytes > before ? bytes : before;
	}
}

static void apply_measured(const struct hierarchy *hierarchy,
                           struct level slots[CACHE_LEVELS])
{
	unsigned owners[FIT_CACHES_MAX];
	size_t count = match_measured(&hierarchy->measured, slots, owners);

	for (size_t i = 0; i < count; i++) {
		const struct plateau *plateau = &hierarchy->measured.plateaus[i];
		if (owners[i] == 0)
			continue;
		struct level *level = &slots[owners[i] - 1];
		level->measured_bytes = (uint64_t)(plateau->capacity_bytes + 0.5);
		level->fading_bytes = (uint64_t)plateau->high_bytes;
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
	if (level->is_too_small)
		text_put(text, agree ? " (too small)" : "too small: ");
	for (unsigned source = 0; source < SOURCE_COUNT && !agree; source++) {
		const struct cache *cache =
		        cache_list_data(&hierarchy->reported[source], level->number);
		if (cache != NULL && cache->bytes > 0)
			text_printf(text, "%s%s %s", source > 0 && text->length > 0 ? ", " : "",
			            cache_source_names[source],
			            size_format_short((double)cache->bytes, size));
	}
}

/* Whether the largest size measured is too slow for a cache: no larger one can lie behind. */
static bool ends_in_memory(const struct hierarchy *hierarchy)
{
	return hierarchy->memory_latency_ns > SLOWEST_CACHE_NS;
}

static bool is_beyond_curve(const struct hierarchy *hierarchy, const struct level *level)
{
	return (double)level->reported_bytes * 2 > hierarchy->measured.last_bytes &&
	       !ends_in_memory(hierarchy);
}

/* A measurement that other work spoilt, near a report: it speaks neither for nor against. */
static bool is_spoilt(const struct hierarchy *hierarchy, const struct level *level)
{
	double measured = (double)level->measured_bytes;
	return hierarchy_is_disturbed(hierarchy) && level->confidence < DECENT &&
	       match_is_near(measured, level->reported_bytes) &&
	       !match_supports(measured, level->reported_bytes);
}

static void describe_measured(const struct hierarchy *hierarchy, const struct level *level,
                              struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	if (level->measured_bytes > 0)
		text_printf(text, "measured %s%s", size_format_short((double)level->measured_bytes, size),
		            is_spoilt(hierarchy, level) ? " while disturbed" : "");
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
	bool supported = match_supports((double)level->measured_bytes, level->reported_bytes);

	if (hierarchy->is_given) {
		level->belief = BELIEF_GIVEN;
		level->believed_bytes = hierarchy->given_bytes[level->number - 1];
	} else if (supported || (!level->is_too_small && is_spoilt(hierarchy, level)) ||
	           (reported && !level->is_too_small && !measured &&
	            is_beyond_curve(hierarchy, level))) {
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
	hierarchy->memory_latency_ns = fit->count > 0 && fit->is_latency
	                                       ? fit->plateaus[fit->count - 1].value
	                                       : (double)NAN;
	gather_reports(hierarchy, slots);
	doubt_reports(slots);
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
}

void hierarchy_release(struct hierarchy *hierarchy)
{
	release_levels(hierarchy);
	for (unsigned source = 0; source < SOURCE_COUNT; source++)
		cache_list_release(&hierarchy->reported[source]);
	*hierarchy = (struct hierarchy){ 0 };
}

bool hierarchy_is_disturbed(const struct hierarchy *hierarchy)
{
	return hierarchy->spread > DISTURBED;
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
