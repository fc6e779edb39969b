/* SPDX-License-Identifier: MIT */
/* compare: what is doubtful about groups of numbers, each with its cure. */
#include "compare/groups.h"

#include <math.h>

#define TREND_ALPHA    0.01 /* per group; a trend this sure is drift, not luck */
#define P_LEAST        1e-300 /* below it only a bound is shown */
#define ROUNDING       1e-9

/* Warnings are lines, and a name may hold anything. */
static void put_name(const struct group_findings *findings, size_t group, struct text *text)
{
	text_put_printable(text, findings->dataset->groups.items[group]);
}

static void warn_group(struct group_findings *findings, size_t group)
{
	const struct describe *describe = &findings->groups[group];
	struct text *text = &findings->warnings;
	struct text name = { 0 };

	put_name(findings, group, &name);
	if (describe->outliers > 0)
		text_printf(
			text,
			"%s: %zu of %zu values lie more than 1.5 interquartile ranges "
			"outside the quartiles; they are counted, none is dropped\n",
			text_string(&name), describe->outliers, describe->count);
	if (describe->trend_p < TREND_ALPHA &&
	    findings->options.test == GROUP_TEST_POOLED)
		text_printf(
			text,
			"%s: the values %s in the order given (p %s %.2g); if that is the "
			"order of measuring, it is drift: take A and B in random order\n",
			text_string(&name),
			describe->trend > 0   ? "rise"
			: describe->trend < 0 ? "fall"
					      : "move",
			describe->trend_p < P_LEAST ? "<" : "=",
			fmax(describe->trend_p, P_LEAST));
	text_release(&name);
}

static void warn_floor(struct group_findings *findings, const struct group_pair *pair,
                       const char *names)
{
	const struct test_result *test = &pair->test;
	struct text *text = &findings->warnings;

	if (test->constant) {
		text_printf(
			text,
			"%s: all values are equal: there is nothing to rank, so p = 1\n",
			names);
		return;
	}
	if (pair->units_needed > 0)
		text_printf(text,
		            "%s: %zu v %zu cannot reach p < %g%s (smallest %.3g): run at "
		            "least %zu a side\n",
		            names, pair->n_a, pair->n_b, findings->options.alpha,
		            findings->pair_count > 1 ? " under Holm" : "", pair->p_floor,
		            pair->units_needed);
}

static void warn_estimates(struct group_findings *findings, const struct group_pair *pair,
                        const char *names)
{
	struct text *text = &findings->warnings;

	if (pair->confidence < 1 - findings->options.alpha - ROUNDING)
		text_printf(
			text,
			"%s: %zu v %zu allow an interval of %.3g %%, not %.3g %%; run "
			"more\n",
			names, pair->n_a, pair->n_b, 100 * pair->confidence,
			100 * (1 - findings->options.alpha));
	if (isnan(pair->ratio))
		text_printf(
			text,
			"%s: a value is 0 or less, so there is no ratio, and no margin "
			"in percent; the shift stands\n",
			names);
}

void groups_warn(struct group_findings *findings)
{
	text_put_lines(&findings->warnings, "", text_string(&findings->dataset->notes));
	for (size_t g = 0; g < findings->group_count; g++)
		warn_group(findings, g);
	for (size_t i = 0; i < findings->pair_count; i++) {
		struct group_pair *pair = &findings->pairs[i];
		struct text names = { 0 };
		put_name(findings, pair->a, &names);
		text_put(&names, " v ");
		put_name(findings, pair->b, &names);
		warn_floor(findings, pair, text_string(&names));
		warn_estimates(findings, pair, text_string(&names));
		text_release(&names);
	}
	if (findings->options.test == GROUP_TEST_STRATIFIED ||
	    findings->options.test == GROUP_TEST_VAN_ELTEREN)
		text_put(&findings->warnings,
		         "the strata are taken as independent; where one run "
		         "gives a value to several, name its column with --cluster\n");
}
