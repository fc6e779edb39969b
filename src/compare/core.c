/* SPDX-License-Identifier: MIT */
/* compare: what the core did from side to side, and which caches went with it. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "compare/thresholds.h"
#include "stats/quantile.h"

static bool same_kind(const struct configuration *a, const struct configuration *b)
{
	const struct context *first = a->runs[0].context;

	for (size_t i = 0; i < a->run_count + b->run_count; i++) {
		const struct context *context = i < a->run_count
		                                ? a->runs[i].context
		                                : b->runs[i - a->run_count].context;
		if (!text_equal(context->host, first->host) ||
		    !text_equal(context->cpu, first->cpu))
			return false;
	}
	return true;
}

/* ln of the median, over the runs of a side, of their geometric mean over the sizes. */
static double side_issue(const struct comparison *comparison,
                         const struct configuration *item,
                         const struct compare_level *level, const struct level_values *values)
{
	double *logs = memory_zeroed(values->count, sizeof *logs);
	bool is_known = values->count > 0;

	for (size_t i = 0; i < values->count; i++) {
		const double *issues = &item->issues[values->runs[i] * comparison->size_count];
		for (size_t j = 0; j < level->size_count; j++)
			logs[i] += log(issues[level->sizes[j]]) / (double)level->size_count;
		is_known = is_known && !isnan(logs[i]);
	}
	double median = is_known ? median_of(logs, values->count) : (double)NAN;
	free(logs);
	return median;
}

double core_change(const struct comparison *comparison, const struct compare_pair *pair,
                   size_t level)
{
	const struct configuration *a = &comparison->configurations[pair->a];
	const struct configuration *b = &comparison->configurations[pair->b];
	const struct compare_level *found = &comparison->levels[level];

	if (!same_kind(a, b))
		return (double)NAN;
	return expm1(side_issue(comparison, b, found, level_side(found, pair, 1)) -
	             side_issue(comparison, a, found, level_side(found, pair, 0)));
}

bool core_explains(const struct comparison *comparison, const struct compare_pair *pair,
                   const struct level_finding *finding)
{
	double core = log1p(finding->core_change), margin = log1p(comparison->options.margin);
	bool may = comparison->options.clean > 0 &&
	           comparison->levels[finding->level].is_cache &&
	           pair->design != DESIGN_INTERLEAVED && pair->unit != UNIT_BOOT;

	return may && fabs(core) > log1p(WITNESS_MOST) && core * finding->effect.change > 0 &&
	       log1p(finding->effect.low) - margin <= core &&
	       log1p(finding->effect.high) + margin >= core;
}
