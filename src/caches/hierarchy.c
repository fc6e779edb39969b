/* SPDX-License-Identifier: MIT */
/*
 * caches: what is believed of each cache, and why. Pure: knows neither where the reports
 * come from nor how the curve was measured.
 */
#include "caches/hierarchy.h"

#include <math.h>
#include "base/units.h"
#include "caches/match.h"
#include "caches/reason.h"

const char *const belief_names[] = { "unknown", "reported", "measured", "given", NULL };

#define DISTURBED 1.08        /* spread of a probe; 1.05 to 1.18 was seen on a busy machine */
#define DECENT 0.5            /* confidence of a size that overrides a report while disturbed */
#define SMALLEST_BYTES 4096   /* a page */
#define CONFIRMED 0.75        /* of the mappings show a size near to the one of all */

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
		slots[i] = (struct level){ .number = i + 1, .latency_ns = (double)NAN,
			                    .life_ns = (double)NAN,
			                    .life_longer_ns = (double)NAN };
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

/* Neighbours come and go: the size of a shared cache is not known more finely. */
static double half_octaves(double bytes)
{
	double rounded = exp2(round(2 * log2(bytes)) / 2), unit = (double)MIB;
	return rounded > 8 * unit ? round(rounded / unit) * unit : rounded;
}

static void apply_plateau(const struct plateau *plateau, bool is_last, struct level *level)
{
	double low = plateau->low_bytes, high = plateau->high_bytes;

	level->is_uncertain = (plateau->is_hot || is_last) && plateau->seen_count > 0 &&
	                      (plateau->near_count < 2 ||
	                       2 * plateau->near_count <= plateau->seen_count);
	level->is_hot = plateau->is_hot;
	level->measured_bytes = (uint64_t)(plateau->capacity_bytes + 0.5);
	if (level->is_uncertain && plateau->least_bytes > 0) {
		low = fmin(low, plateau->least_bytes);
		high = fmax(high, plateau->most_bytes);
	}
	level->low_bytes = (uint64_t)low;
	level->fading_bytes = (uint64_t)high;
	level->is_confirmed = plateau->seen_count == 0 ||
	                      (plateau->near_count > 1 &&
	                       (double)plateau->near_count >=
	                               CONFIRMED * (double)plateau->seen_count);
	level->confidence = plateau->confidence;
}

/* The last level reported, where nothing measured is its, nor the end of the curve memory. */
static void apply_open(const struct hierarchy *hierarchy, struct level slots[CACHE_LEVELS])
{
	uint64_t bytes = (uint64_t)hierarchy->measured.open_bytes;

	for (unsigned i = CACHE_LEVELS; i-- > 0;) {
		if (slots[i].measured_bytes > 0)
			return;
		if (!slots[i].is_reported)
			continue;
		if (match_ends_before(hierarchy->measured.open_bytes, slots[i].reported_bytes))
			slots[i].at_least_bytes = bytes;
		return;
	}
}

static void apply_life(const struct hierarchy *hierarchy, struct level *level)
{
	if (hierarchy->life.half_ns > 0)
		level->life_ns = hierarchy->life.half_ns;
	if (hierarchy->life.longer_ns > 0)
		level->life_longer_ns = hierarchy->life.longer_ns;
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
		apply_plateau(plateau, i + 1 == count, &slots[owners[i] - 1]);
		if (hierarchy->measured.is_latency)
			slots[owners[i] - 1].latency_ns = plateau->value;
		if (i + 1 == count)
			apply_life(hierarchy, &slots[owners[i] - 1]);
	}
	apply_open(hierarchy, slots);
}

/* A measurement that other work spoilt, near a report: it speaks neither for nor against. */
static bool is_spoilt(const struct hierarchy *hierarchy, const struct level *level)
{
	double measured = (double)level->measured_bytes;
	return hierarchy_is_disturbed(hierarchy) && level->confidence < DECENT &&
	       match_is_near(measured, level->reported_bytes) &&
	       !match_supports(measured, level->reported_bytes);
}

/* Whether two sources or more tell its size, and the same. */
static bool is_agreed(const struct hierarchy *hierarchy, const struct level *level)
{
	size_t telling = 0, same = 0;

	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache =
		        cache_list_data(&hierarchy->reported[source], level->number);
		telling += cache != NULL && cache->bytes > 0;
		same += cache != NULL && cache->bytes > 0 && cache->bytes == level->reported_bytes;
	}
	return telling > 1 && telling == same;
}

/* Below another cache, and no more CPUs use it than use the L1. */
static bool is_private(const struct level slots[CACHE_LEVELS], unsigned index)
{
	bool is_last = true;

	for (unsigned i = index + 1; i < CACHE_LEVELS; i++)
		is_last = is_last && !slots[i].is_reported;
	return !is_last && slots[index].sharers > 0 &&
	       slots[index].sharers <= slots[0].sharers;
}

/* Whether page colours or other work may have made a cache of `reported` look like that. */
static bool is_shrunk(const struct level *level)
{
	return level->measured_bytes < level->reported_bytes &&
	       match_is_near((double)level->measured_bytes, level->reported_bytes);
}

/* Reports that one walk does not replace. */
static void doubt_measured(const struct hierarchy *hierarchy, struct level slots[CACHE_LEVELS])
{
	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		struct level *level = &slots[i];
		bool sure = level->is_confirmed && !is_shrunk(level) &&
		            !hierarchy_is_disturbed(hierarchy);
		bool kept = !sure && level->measured_bytes > 0 && is_private(slots, i) &&
		            is_agreed(hierarchy, level) &&
		            !match_supports((double)level->measured_bytes, level->reported_bytes);
		level->is_spoilt = is_spoilt(hierarchy, level) || kept;
	}
}

static void believe(const struct hierarchy *hierarchy, struct level *level)
{
	double measured = (double)level->measured_bytes;
	bool stands = hierarchy->measured.count == 0 || level->is_spoilt;

	level->belief = BELIEF_UNKNOWN;
	level->believed_bytes = 0;
	if (hierarchy->is_given) {
		level->belief = BELIEF_GIVEN;
		level->believed_bytes = hierarchy->given_bytes[level->number - 1];
	} else if ((match_supports(measured, level->reported_bytes) && !level->is_uncertain) ||
	           (stands && level->reported_bytes > 0 && !level->is_too_small)) {
		level->belief = BELIEF_REPORTED;
		level->believed_bytes = level->reported_bytes;
	} else if (level->measured_bytes > 0 && !level->is_uncertain) {
		level->belief = BELIEF_MEASURED;
		level->believed_bytes = level->is_hot ? (uint64_t)half_octaves(measured)
		                                      : level->measured_bytes;
	}
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
	doubt_measured(hierarchy, slots);
	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		if (!is_there(hierarchy, &slots[i])) {
			cpu_set_release(&slots[i].shared_cpus);
			continue;
		}
		believe(hierarchy, &slots[i]);
		reason_give(hierarchy, &slots[i]);
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
