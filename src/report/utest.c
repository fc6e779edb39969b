/* SPDX-License-Identifier: MIT */
/* report: compared groups for people. Computes no statistic. */
#include "report/utest.h"

#include <math.h>
#include <stdio.h>

#include "report/grid.h"
#include "stats/power.h"

#define LETTERS     26
#define LABEL_BYTES 128
#define P_LEAST     1e-300
#define CHANGE_MOST 10    /* above 1000 %, times say it better */
#define UNITS_WORTH 10000 /* a side; beyond it no advice */
#define ROUNDING    1e-9

void utest_put_p(struct text *text, double p, double log10_p)
{
	if (log10_p < log10(P_LEAST))
		text_printf(text, "< %g", P_LEAST);
	else
		text_printf(text, "= %.3g", p);
}

static bool lettered(const struct group_findings *findings)
{
	return findings->dataset->path == NULL && findings->group_count <= LETTERS;
}

/* "A" for the first file; the group's own name in tidy data. */
static const char *label_of(const struct group_findings *findings, size_t group,
                            char label[LABEL_BYTES])
{
	if (lettered(findings))
		(void)snprintf(label, LABEL_BYTES, "%c", (char)('A' + (int)group));
	else
		(void)snprintf(label, LABEL_BYTES, "%s", findings->dataset->groups.items[group]);
	return label;
}

static void put_percent(struct grid *grid, double share)
{
	if (isfinite(share))
		grid_put(grid, "%.*f %%", share < 0.01 ? 2 : share < 0.1 ? 1 : 0, 100 * share);
	else
		grid_put(grid, "-");
}

static void groups_grid(const struct group_findings *findings, struct grid *grid)
{
	bool clustered = findings->options.test == GROUP_TEST_CLUSTERED;
	char label[LABEL_BYTES];

	grid_column(grid, "group", false);
	if (lettered(findings))
		grid_column(grid, "file", false);
	grid_column(grid, "n", true);
	if (clustered)
		grid_column(grid, "clusters", true);
	grid_column(grid, "Q1", true);
	grid_column(grid, "median", true);
	grid_column(grid, "Q3", true);
	grid_column(grid, "CV", true);
	for (size_t g = 0; g < findings->group_count; g++) {
		const struct describe *group = &findings->groups[g];
		grid_put(grid, "%s", label_of(findings, g, label));
		if (lettered(findings))
			grid_put(grid, "%s", findings->dataset->groups.items[g]);
		grid_put(grid, "%zu", group->count);
		if (clustered)
			grid_put(grid, "%zu", findings->group_units[g]);
		grid_put(grid, "%.6g", group->q1);
		grid_put(grid, "%.6g", group->median);
		grid_put(grid, "%.6g", group->q3);
		put_percent(grid, group->cv);
	}
}

/* 2.06, 1.041, 1.0012: as many digits as show the difference. */
static void put_times(struct text *text, double times)
{
	double change = fabs(times - 1);

	if (times >= 100 || times < 0.1)
		text_printf(text, "%.3g", times);
	else
		text_printf(text, "%.*f", change >= 0.1 ? 2 : change >= 0.01 ? 3 : 4, times);
}

/* Change of B from A, from the ratio A / B. */
static double change_of(double ratio)
{
	return 1 / ratio - 1;
}

static int change_digits(double low, double high)
{
	double most = fmax(fabs(low), fabs(high));
	return most >= 0.1 ? 1 : most >= 0.01 ? 2 : 3;
}

static void put_interval_name(struct text *text, double confidence)
{
	text_printf(text, ", %.3g %% interval", floor(1000 * confidence + ROUNDING) / 10);
}

/* Of the medians as they stand, A / B: what a reader would work out from the table. */
static void put_medians(const struct group_findings *findings,
                        const struct group_pair *pair, struct text *text)
{
	double ratio = findings->groups[pair->a].median / findings->groups[pair->b].median;

	if (findings->options.test == GROUP_TEST_POOLED)
		text_printf(text, " (medians: ratio %.3g)", ratio);
}

static void sentence_ratio(const struct group_findings *findings,
                           const struct group_pair *pair, const char *a, const char *b,
                           struct text *text)
{
	double low = change_of(pair->ratio_high), high = change_of(pair->ratio_low);
	double change = change_of(pair->ratio);

	text_printf(text, "%s is ", b);
	put_times(text, 1 / pair->ratio);
	text_printf(text, " times %s", a);
	put_medians(findings, pair, text);
	if (change < CHANGE_MOST)
		text_printf(text, ": change %+.*f %%", change_digits(change, change), 100 * change);
	put_interval_name(text, pair->confidence);
	if (!isfinite(low) || !isfinite(high))
		text_put(text, " without bounds: too few to exclude any change");
	else if (high < CHANGE_MOST)
		text_printf(text, " %+.*f .. %+.*f %%", change_digits(low, high), 100 * low,
		            change_digits(low, high), 100 * high);
	else
		text_printf(text, " %.3g .. %.3g times", 1 + low, 1 + high);
	text_put(text, "\n");
}

/* Without a ratio: B - A, which is the shift turned round. */
static void sentence_shift(const struct group_pair *pair, const char *a, const char *b,
                           struct text *text)
{
	text_printf(text, "%s lies %.6g %s %s", b, fabs(pair->shift),
	            pair->shift > 0 ? "below" : "above", a);
	put_interval_name(text, pair->confidence);
	if (isfinite(pair->shift_low) && isfinite(pair->shift_high))
		text_printf(text, " of %s - %s: %.6g .. %.6g\n", b, a, 0 - pair->shift_high,
		            0 - pair->shift_low);
	else
		text_put(text, " without bounds: too few to exclude any shift\n");
}

static void sentence_test(const struct group_findings *findings,
                          const struct group_pair *pair, const char *a, const char *b,
                          struct text *text)
{
	static const char *const statistics[] = {
		"U", "U", "U summed over strata", "U / (N + 1) summed over strata",
		"U of whole clusters",
	};
	static const char *const words[] = { "", ", one-sided: %s below %s",
		                             ", one-sided: %s above %s" };
	const struct test_result *test = &pair->test;
	enum alternative alternative = findings->options.alternative;
	double logs[] = { test->log10_p_two, test->log10_p_less, test->log10_p_greater };
	double floors[] = { test->log10_p_floor, test->log10_p_floor_less,
		            test->log10_p_floor_greater };

	text_printf(text, "%s %.10g of %.10g, A12 %.3f; p ",
	            statistics[findings->options.test], test->u_a, test->u_a + test->u_b,
	            pair->a12);
	utest_put_p(text, pair->p, logs[alternative]);
	text_put(text, test->method == METHOD_EXACT ? " exact" : " asymptotic");
	if (alternative != ALTERNATIVE_TWO_SIDED)
		text_printf(text, words[alternative], a, b);
	bool exact = test->method == METHOD_EXACT && !test->constant;
	if (exact && logs[alternative] <= floors[alternative] + ROUNDING)
		text_printf(text, ", the smallest that %zu v %zu can reach", pair->n_a, pair->n_b);
	else if (exact)
		text_printf(text, " (smallest reachable %.2g)", pair->p_floor);
	if (findings->pair_count > 1)
		text_printf(text, "; Holm over %zu pairs %.3g", findings->pair_count, pair->p_holm);
	text_put(text, "\n");
}

static void sentence_equivalent(const struct group_findings *findings,
                                const struct group_pair *pair, struct text *text)
{
	text_printf(text, "verdict: equivalent: the %.3g %% interval of the change, "
	            "%+.2f .. %+.2f %%, lies within %g %%\n",
	            100 * (1 - 2 * findings->options.alpha),
	            100 * change_of(pair->near_high), 100 * change_of(pair->near_low),
	            100 * findings->options.margin);
}

static void sentence_cannot_tell(const struct group_findings *findings,
                                 const struct group_pair *pair, struct text *text)
{
	double alpha = findings->options.alpha / (double)findings->pair_count;
	double units = power_noether(pair->a12, alpha, findings->options.power);

	text_put(text, "verdict: cannot tell. ");
	if (pair->units_needed > 0) /* why, is among the notes */
		text_printf(text, "Run at least %zu a side\n", pair->units_needed);
	else if (units <= UNITS_WORTH)
		text_printf(text, "If A12 = %.3f is the truth, about %.0f a side find it %.0f "
		            "times in 100\n", pair->a12, fmax(units, 4),
		            100 * findings->options.power);
	else
		text_printf(text, "Neither a difference nor a change within %g %% is shown\n",
		            100 * findings->options.margin);
}

static void sentence_verdict(const struct group_findings *findings,
                             const struct group_pair *pair, struct text *text)
{
	switch (pair->verdict) {
	case VERDICT_EQUIVALENT:
		sentence_equivalent(findings, pair, text);
		break;
	case VERDICT_DIFFERENT:
		text_printf(text, "verdict: different (p < %g%s)\n", findings->options.alpha,
		            findings->pair_count > 1 ? " after Holm" : "");
		break;
	case VERDICT_CANNOT_TELL:
		sentence_cannot_tell(findings, pair, text);
		break;
	}
	if (isfinite(pair->mde))
		text_printf(text, "detectable with %.0f %% power: a change of %.*f %%\n",
		            100 * findings->options.power, change_digits(pair->mde, pair->mde),
		            100 * pair->mde);
}

/* The sentences about one pair, one a line. */
static void pair_sentences(const struct group_findings *findings,
                           const struct group_pair *pair, struct text *text)
{
	char a[LABEL_BYTES], b[LABEL_BYTES];

	label_of(findings, pair->a, a);
	label_of(findings, pair->b, b);
	if (isfinite(pair->ratio))
		sentence_ratio(findings, pair, a, b, text);
	else
		sentence_shift(pair, a, b, text);
	sentence_test(findings, pair, a, b, text);
	sentence_verdict(findings, pair, text);
}

static void put_kruskal(const struct group_findings *findings, struct text *text)
{
	const struct kruskal *kruskal = &findings->kruskal;

	if (!findings->has_kruskal)
		return;
	text_printf(text, "all %zu groups (Kruskal-Wallis%s): ", findings->group_count,
	            findings->options.test == GROUP_TEST_CLUSTERED ? " of cluster scores" : "");
	if (isnan(kruskal->h))
		text_put(text, "all values are equal, p = 1\n");
	else if (isfinite(kruskal->p_exact))
		text_printf(text, "H = %.4g, p = %.3g exact\n", kruskal->h, kruskal->p_exact);
	else
		text_printf(text, "H = %.4g, p = %.3g asymptotic (chi-squared, %g df)\n",
		            kruskal->h, kruskal->p, kruskal->df);
}

/* Each line of `lines` after a prefix. */
static void put_lines(struct text *text, const char *prefix, const char *lines)
{
	for (const char *line = lines; *line; line++) {
		if (line == lines || line[-1] == '\n')
			text_put(text, prefix);
		text_put_bytes(text, line, 1);
	}
}

static void pair_heading(const struct group_findings *findings,
                         const struct group_pair *pair, struct text *text)
{
	char a[LABEL_BYTES], b[LABEL_BYTES];

	text_printf(text, "%s v %s", label_of(findings, pair->b, b),
	            label_of(findings, pair->a, a));
}

void utest_table(const struct group_findings *findings, struct text *text)
{
	struct grid grid = { 0 };

	groups_grid(findings, &grid);
	grid_table(&grid, "", text);
	grid_release(&grid);
	text_put(text, "\n");
	put_kruskal(findings, text);
	for (size_t i = 0; i < findings->pair_count; i++) {
		struct text sentences = { 0 };
		if (findings->pair_count > 1) {
			pair_heading(findings, &findings->pairs[i], text);
			text_put(text, "\n");
		}
		pair_sentences(findings, &findings->pairs[i], &sentences);
		put_lines(text, findings->pair_count > 1 ? "  " : "", text_string(&sentences));
		text_release(&sentences);
	}
	put_lines(text, "note: ", text_string(&findings->warnings));
}

void utest_markdown(const struct group_findings *findings, struct text *text)
{
	struct grid grid = { 0 };

	groups_grid(findings, &grid);
	grid_markdown(&grid, text);
	grid_release(&grid);
	text_put(text, "\n");
	put_kruskal(findings, text);
	for (size_t i = 0; i < findings->pair_count; i++) {
		struct text sentences = { 0 };
		text_put(text, findings->has_kruskal || i > 0 ? "\n**" : "**");
		pair_heading(findings, &findings->pairs[i], text);
		text_put(text, "**\n\n");
		pair_sentences(findings, &findings->pairs[i], &sentences);
		put_lines(text, "- ", text_string(&sentences));
		text_release(&sentences);
	}
	if (findings->warnings.length > 0)
		text_put(text, "\n");
	put_lines(text, "- note: ", text_string(&findings->warnings));
}
