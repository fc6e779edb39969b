/* SPDX-License-Identifier: MIT */
/* compare: --gate, a yes or no for scripts. Knows intervals, not where they come from. */
#include "compare/findings.h"

#include <math.h>

const char *const gate_names[] = { "none", "passed", "failed", "cannot-tell", NULL };

static bool has_level(const struct comparison *comparison, const char *level)
{
	for (size_t i = 0; i < comparison->level_count; i++) {
		if (text_equal(comparison->levels[i].name, level))
			return true;
	}
	return lost_holds(comparison, level);
}

int gate_check(const struct comparison *comparison, struct error *err)
{
	const char *level = comparison->options.gate_level;
	struct text known = { 0 };

	if (level == NULL || has_level(comparison, level))
		return 0;
	for (size_t i = 0; i < comparison->level_count; i++)
		text_printf(&known, "%s%s", i ? ", " : "; there are ", comparison->levels[i].name);
	(void)error_set(err, "--gate-level: no level '%.20s' is compared here%s", level,
	                text_string(&known));
	text_release(&known);
	return -1;
}

static bool is_gated(const struct comparison *comparison,
                     const struct level_finding *finding)
{
	return comparison->options.gate_level == NULL ||
	       text_equal(comparison->options.gate_level,
	                  comparison->levels[finding->level].name);
}

/* Whether the machine was not the same on both sides: its core, a cache that went with it,
 * or a cache that is not what the gate asks for. */
static bool machine_differs(const struct comparison *comparison,
                            const struct compare_pair *pair)
{
	bool differs = pair->core_ratio != 1 || pair->is_disturbed;

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		bool is_asked = comparison->options.gate_level != NULL &&
		                is_gated(comparison, finding);
		differs = differs || finding->is_core ||
		          (finding->control == CONTROL_MOVED && !is_asked);
	}
	return differs;
}

/* A level that was measured but cannot be compared may be slower. */
static bool is_lost(const struct comparison *comparison)
{
	const char *level = comparison->options.gate_level;

	return level != NULL ? lost_holds(comparison, level) : comparison->lost_count > 0;
}

/* One pair: failed where a level's interval lies below, passed where all lie above. */
static enum gate gate_of_pair(const struct comparison *comparison,
                              const struct compare_pair *pair)
{
	double least = -comparison->options.gate;
	size_t above = 0, below = 0, count = 0;

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (!is_gated(comparison, finding))
			continue;
		below += finding->effect.high < least && !finding->is_busy;
		above += finding->effect.low > least && !finding->is_busy;
		count++;
	}
	if (machine_differs(comparison, pair))
		return GATE_CANNOT_TELL;
	if (below > 0)
		return GATE_FAILED;
	return count > 0 && above == count ? GATE_PASSED : GATE_CANNOT_TELL;
}

/* The baseline against each other one: failed where any is. */
static enum gate gate_of(const struct comparison *comparison)
{
	enum gate gate = is_lost(comparison) ? GATE_CANNOT_TELL : GATE_PASSED;

	for (size_t i = 0; i < comparison->pair_count; i++) {
		if (comparison->pairs[i].a != 0)
			continue;
		enum gate one = gate_of_pair(comparison, &comparison->pairs[i]);
		if (one == GATE_FAILED)
			return GATE_FAILED;
		gate = one == GATE_CANNOT_TELL ? one : gate;
	}
	return gate;
}

void gate_judge(struct comparison *comparison)
{
	if (!isnan(comparison->options.gate))
		comparison->gate = gate_of(comparison);
}
