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
	struct warnings *warnings = &findings->warnings;
	struct text name = { 0 };
	double p = findings->drift_p[group];

	put_name(findings, group, &name);
	if (describe->outliers > 0)
		warnings_add(warnings, "outliers",
		             "%s: %zu of %zu values lie far from the rest (one clean "
		             "sample in a hundred has any); they are counted, none is "
		             "dropped", text_string(&name), describe->outliers,
		             describe->count);
	if (p < DRIFT_ALPHA && findings->options.test == GROUP_TEST_POOLED)
		warnings_add(warnings, "drift",
		             "%s: the values %s in the order given (Holm p = %.2g); if "
		             "that is the order of measuring, it is drift: take A and B in "
		             "random order", text_string(&name),
		             describe->trend > 0   ? "rise" : describe->trend < 0 ? "fall" : "move",
		             p);
	text_release(&name);
}

static void warn_pair(struct group_findings *findings, const struct group_pair *pair,
                      const char *names)
{
	struct warnings *warnings = &findings->warnings;
	double confidence = 1 - findings->options.alpha;

	if (pair->test.constant)
		warnings_add(warnings, "constant",
		             "%s: all values are equal: there is nothing to rank, so p = 1",
		             names);
	else if (pair->units_needed > 0)
		warnings_add(warnings, "floor",
		             "%s: %zu v %zu cannot reach p < %g%s (smallest %.3g): run at "
		             "least %zu a side", names, pair->n_a, pair->n_b,
		             findings->options.alpha,
		             findings->tested_count > 1 ? " under Holm" : "", pair->p_floor,
		             pair->units_needed);
	if (pair->confidence < confidence - ROUNDING)
		warnings_add(warnings, "confidence",
		             "%s: %zu v %zu allow an interval of %.3g %%, not %.3g %%; run "
		             "more", names, pair->n_a, pair->n_b, 100 * pair->confidence,
		             100 * confidence);
	if (isnan(pair->ratio))
		warnings_add(warnings, "no-ratio",
		             "%s: a value is 0 or less, so there is no ratio, and no "
		             "margin in percent; the shift stands", names);
}

void groups_warn(struct group_findings *findings)
{
	warnings_add_lines(&findings->warnings, "cut-line", text_string(&findings->dataset->notes));
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
		warnings_add(&findings->warnings, "independence",
		             "the strata are taken as independent; where one run gives a "
		             "value to several, name its column with --cluster");
}
