/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_CACHES_H
#define MEMBENCH_TESTS_CACHES_H

/* What sources report and a clock shows of the caches of one CPU. Include after check.h. */
#include "base/units.h"
#include "caches/hierarchy.h"

static inline void report(struct hierarchy *hierarchy, enum cache_source source,
                          unsigned level, uint64_t bytes)
{
	struct cache cache = { .level = level, .bytes = bytes, .line_bytes = 64,
		               .kind = level == 1 ? CACHE_DATA : CACHE_UNIFIED };
	cache_list_add(&hierarchy->reported[source], &cache);
}

/* Plateaus at these capacities, and memory behind them; the curve ends at 128M. */
static inline void measure(struct hierarchy *hierarchy, const double *bytes, size_t count)
{
	struct fit *fit = &hierarchy->measured;

	fit->is_latency = true;
	fit->last_bytes = 128.0 * MIB;
	for (size_t i = 0; i <= count; i++) {
		fit->plateaus[i].capacity_bytes = i < count ? bytes[i] : 0;
		fit->plateaus[i].value = 1.0 + (double)i;
		fit->plateaus[i].confidence = 0.8;
	}
	fit->count = count + 1;
}

static inline void check_level(const struct hierarchy *hierarchy, unsigned number,
                               enum belief belief, uint64_t bytes)
{
	const struct level *level = hierarchy_level(hierarchy, number);

	assert_non_null(level);
	assert_string_equal(belief_names[level->belief], belief_names[belief]);
	assert_int_equal(level->believed_bytes, bytes);
}

#endif
