/* SPDX-License-Identifier: MIT */
/* compare: what is doubtful about groups of numbers, each with its cure. */
#include "compare/groups.h"

#include <math.h>

#include "compare/thresholds.h"

#define ROUNDING 1e-9

/* Warnings are lines, and a name may hold anything. */
static void put_name(const struct group_findings *findings, size_t group, struct text *text)
{
	text_put_printable(text, findings->dataset->groups.items[group]);
}

static void warn_group(struct group_findings *findings, size_t group)
{
	const struct describe *describe = &findings->groups[group];
	struct text *text = &findings->warnings;
	double p = findings->drift_p[group];

	if (describe->outliers > 0) {
		put_name(findings, group, text);
		text_printf(text, ": %zu of %zu values lie far from the rest (one clean sample in a "
		            "hundred has any); they are counted, none is dropped\n",
		            describe->outliers, describe->count);
	}
	if (p < DRIFT_ALPHA && findings->options.test == GROUP_TEST_POOLED) {
		put_name(findings, group, text);
		text_printf(text, ": the values %s in the order given (Holm p = %.2g); if that is "
		            "the order of measuring, it is drift: take A and B in random order\n",
		            describe->trend > 0   ? "rise"
		            : describe->trend < 0 ? "fall" : "move", p);
	}
}

static void warn_pair(struct group_findings *findings, const struct group_pair *pair,
                      const char *names)
{
	struct text *text = &findings->warnings;
	double confidence = 1 - findings->options.alpha;

	if (pair->test.constant)
		text_printf(text, "%s: all values are equal: there is nothing to rank, so p = 1\n",
		            names);
	else if (pair->units_needed > 0)
		text_printf(text, "%s: %zu v %zu cannot reach p < %g%s (smallest %.3g): run at "
		            "least %zu a side\n", names, pair->n_a, pair->n_b,
		            findings->options.alpha, findings->tested_count > 1 ? " under Holm" : "",
		            pair->p_floor, pair->units_needed);
	if (pair->confidence < confidence - ROUNDING)
		text_printf(text, "%s: %zu v %zu allow an interval of %.3g %%, not %.3g %%; run "
		            "more\n", names, pair->n_a, pair->n_b, 100 * pair->confidence,
		            100 * confidence);
	if (isnan(pair->ratio))
		text_printf(text, "%s: a value is 0 or less, so there is no ratio, and no margin in "
		            "percent; the shift stands\n", names);
}

void groups_warn(struct group_findings *findings)
{
	text_put_lines(&findings->warnings, "", text_string(&findings->dataset->notes));
	for (size_t g = 0; g < findings->group_count; g++)
		warn_group(findings, g);
	for (size_t i = 0; i < findings->pair_count; i++) {
		const struct group_pair *pair = &findings->pairs[i];
		struct text names = { 0 };
		put_name(findings, pair->a, &names);
		text_put(&names, " v ");
		put_name(findings, pair->b, &names);
		warn_pair(findings, pair, text_string(&names));
		text_release(&names);
	}
	if (findings->options.test == GROUP_TEST_STRATIFIED ||
	    findings->options.test == GROUP_TEST_VAN_ELTEREN)
		text_put(&findings->warnings,
		         "the strata are taken as independent; where one run gives a value to "
		         "several, name its column with --cluster\n");
}
