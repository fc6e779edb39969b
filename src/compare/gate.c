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

/* A level that was measured but cannot be compared may be slower; and a side that another
 * task slowed hides what the other one lost. */
static bool gate_is_open(const struct comparison *comparison)
{
	const char *level = comparison->options.gate_level;

	for (size_t i = 0; i < comparison->pair_count; i++) {
		if (comparison->pairs[i].a == 0 && comparison->pairs[i].is_disturbed)
			return true;
	}
	return level != NULL ? lost_holds(comparison, level) : comparison->lost_count > 0;
}

static enum gate gate_of(const struct comparison *comparison)
{
	double least = -comparison->options.gate;
	size_t above = 0, count = 0;

	for (size_t i = 0; i < comparison->pair_count; i++) {
		const struct compare_pair *pair = &comparison->pairs[i];
		for (size_t j = 0; pair->a == 0 && j < pair->level_count; j++) {
			const struct level_finding *finding = &pair->levels[j];
			const char *name = comparison->levels[finding->level].name;
			if (comparison->options.gate_level != NULL &&
			    !text_equal(comparison->options.gate_level, name))
				continue;
			if (finding->effect.high < least)
				return GATE_FAILED;
			above += finding->effect.low > least;
			count++;
		}
	}
	return count > 0 && above == count && !gate_is_open(comparison) ? GATE_PASSED : GATE_CANNOT_TELL;
}

void gate_judge(struct comparison *comparison)
{
	if (!isnan(comparison->options.gate))
		comparison->gate = gate_of(comparison);
}
