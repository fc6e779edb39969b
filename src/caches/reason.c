/* SPDX-License-Identifier: MIT */
/* caches: why a size is believed, in words. Decides nothing. */
#include "caches/reason.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "base/units.h"

static void put_size(struct text *text, const char *before, uint64_t bytes)
{
	char size[SIZE_TEXT_BYTES];
	text_printf(text, "%s%s", before, size_format_short((double)bytes, size));
}

/* "sysfs 16M, cpuid 508M" where sources disagree, "reported 1M" where they do not. */
static void describe_reports(const struct hierarchy *hierarchy, const struct level *level,
                             struct text *text)
{
	bool agree = true;
	unsigned told = 0;

	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache =
		        cache_list_data(&hierarchy->reported[source], level->number);
		agree = agree && (cache == NULL || cache->bytes == 0 ||
		                  cache->bytes == level->reported_bytes);
	}
	if (level->reported_bytes == 0)
		text_put(text, "not reported");
	else if (agree)
		put_size(text, "reported ", level->reported_bytes);
	if (level->is_too_small)
		text_put(text, agree ? " (too small)" : "too small: ");
	for (unsigned source = 0; source < SOURCE_COUNT && !agree; source++) {
		const struct cache *cache =
		        cache_list_data(&hierarchy->reported[source], level->number);
		if (cache == NULL || cache->bytes == 0)
			continue;
		text_printf(text, "%s%s", told++ > 0 ? ", " : "", cache_source_names[source]);
		put_size(text, " ", cache->bytes);
	}
}

static void describe_measured(const struct hierarchy *hierarchy, const struct level *level,
                              struct text *text)
{
	if (level->measured_bytes > 0) {
		put_size(text, "measured ", level->measured_bytes);
		if (level->low_bytes > 0) {
			put_size(text, " (", level->low_bytes);
			put_size(text, " to ", level->fading_bytes);
			text_put(text, ")");
		}
		if (level->is_spoilt)
			text_put(text, hierarchy_is_disturbed(hierarchy) ? " while disturbed"
			                                                 : " but not each time");
	} else if (hierarchy->measured.count == 0) {
		text_put(text, "not measured");
	} else if (level->at_least_bytes > 0) {
		put_size(text, "no end found up to ", level->at_least_bytes);
	} else {
		text_put(text, "no step measured");
	}
}

static void describe_belief(const struct level *level, struct text *text)
{
	if (level->belief == BELIEF_UNKNOWN && level->at_least_bytes > 0) {
		put_size(text, "at least ", level->at_least_bytes);
		return;
	}
	bool uncertain = level->belief == BELIEF_UNKNOWN && level->is_uncertain;
	text_put(text, uncertain ? "uncertain" : belief_names[level->belief]);
	if (level->belief == BELIEF_MEASURED && level->measured_bytes < level->reported_bytes)
		text_put(text, ", effective");
	if (!isnan(level->life_longer_ns))
		text_printf(text, ", not shared or kept longer than %.2g ms",
		            level->life_longer_ns / 1e6);
}

/* "45M for what is used again within 25 ms (shared; reported 260M, measured 43M)" */
static void describe_shared(const struct hierarchy *hierarchy, const struct level *level,
                            struct text *text)
{
	put_size(text, "", level->believed_bytes);
	text_printf(text, " for what is used again within %.2g ms (shared; ", level->life_ns / 1e6);
	describe_reports(hierarchy, level, text);
	text_put(text, ", ");
	describe_measured(hierarchy, level, text);
	text_put(text, ")");
}

void reason_give(const struct hierarchy *hierarchy, struct level *level)
{
	struct text text = { 0 };

	if (!isnan(level->life_ns) && level->belief == BELIEF_MEASURED) {
		describe_shared(hierarchy, level, &text);
	} else {
		describe_reports(hierarchy, level, &text);
		text_put(&text, ", ");
		describe_measured(hierarchy, level, &text);
		text_put(&text, ": ");
		describe_belief(level, &text);
	}
	(void)snprintf(level->reason, sizeof level->reason, "%s", text_string(&text));
	text_release(&text);
}
