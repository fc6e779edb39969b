/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_MEMORY_JUDGE_H
#define MEMBENCH_TESTS_MEMORY_JUDGE_H

/* One launch of the probe in a simulated memory, and whether what it says is true. */
#include <stdio.h>

#include "caches/hierarchy.h"
#include "memory_model.h"

struct scenario {
	uint64_t cache_bytes, largest_bytes;
	double life_ns;
	double taken_ns; /* from here on a neighbour has the cache for 100 ms; 0: never */
};

struct judgement {
	double truth_bytes;     /* what can be held */
	double walked_bytes;    /* how far the walk came */
	bool is_inside;         /* the walk shows more than twice of it */
	double found_bytes;     /* 0: "at least" or unknown */
	double at_least_bytes;  /* by the fit, whatever is reported */
	bool is_good;           /* within 1.25; where not inside also "at least", if true */
	bool believes_wrong;    /* some report 1 to 16 times too large, unsupported */
	bool says_unwalked;     /* a size that the walk did not reach, as measured */
	double life_ns;
	double believed_bytes;  /* where the report is 16 times too large; 0: none */
};

static inline struct model scenario_model(const struct scenario *scenario, uint64_t seed)
{
	return (struct model){
		.l2_bytes = UINT64_C(1) << 20, .cache_bytes = scenario->cache_bytes,
		.life_ns = scenario->life_ns, .taken_ns = scenario->taken_ns,
		.freed_ns = scenario->taken_ns > 0 ? scenario->taken_ns + 100e6 : 0, .l2_ns = 5, .hit_ns = 38, .miss_ns = 130,
		.sweep_hit_ns = 2.5, .sweep_miss_ns = 6, .noise = 0.04, .random = { seed },
	};
}

static inline void judge_report(const struct fit *fit, uint64_t reported, struct judgement *to)
{
	struct hierarchy hierarchy = { .measured = *fit, .spread = 1 };
	const struct cache caches[] = {
		{ .level = 2, .kind = CACHE_UNIFIED, .bytes = UINT64_C(1) << 20 },
		{ .level = 3, .kind = CACHE_UNIFIED, .bytes = reported },
	};

	cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &caches[0]);
	cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &caches[1]);
	hierarchy_decide(&hierarchy);
	const struct level *level = hierarchy_level(&hierarchy, 3);
	double factor = (double)reported / to->truth_bytes;
	to->believes_wrong |= level->belief == BELIEF_REPORTED && factor > 1.5 * 1.25;
	to->believed_bytes = (double)level->believed_bytes;
	to->says_unwalked |= level->belief == BELIEF_MEASURED &&
	                     (double)level->measured_bytes > fit->last_bytes;
	hierarchy_release(&hierarchy);
}

static inline struct judgement judge_launch(const struct scenario *scenario, uint64_t seed)
{
	struct model model = scenario_model(scenario, seed);
	struct probe_options options = model_options(&model, scenario->largest_bytes);
	struct probe_curves curves;
	struct judgement to = { 0 };
	struct error err;
	struct fit fit;

	if (probe_latency(&options, &curves, &err) != 0) {
		(void)fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	fit_curve(&curves.all, &fit);
	fit_confirm(&fit, curves.mappings, curves.mapping_count);
	to.walked_bytes = fit.last_bytes;
	to.truth_bytes = fmin((double)scenario->cache_bytes,
	                      scenario->life_ns / model.sweep_miss_ns * PROBE_LINE_BYTES);
	to.is_inside = to.truth_bytes * 2.5 < to.walked_bytes;
	if (fit.count > 1 && fit.plateaus[fit.count - 2].is_hot &&
	    fit.plateaus[fit.count - 2].capacity_bytes > 1.25 * (double)model.l2_bytes)
		to.found_bytes = fit.plateaus[fit.count - 2].capacity_bytes;
	to.at_least_bytes = fit.open_bytes;
	double ratio = to.found_bytes / to.truth_bytes;
	to.is_good = to.found_bytes > 0 ? ratio < 1.25 && ratio > 1 / 1.25
	                                : !to.is_inside &&
	                                          to.at_least_bytes <= 1.25 * to.truth_bytes;
	for (unsigned factor = 1; factor <= 16; factor *= 2)
		judge_report(&fit, scenario->cache_bytes * factor, &to);
	probe_curves_release(&curves);
	return to;
}

#endif
