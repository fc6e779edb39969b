/* SPDX-License-Identifier: MIT */
/* report: compared groups for people, as text and Markdown. Computes no statistic. */
#include "report/utest.h"

#include <math.h>

#include "report/grid.h"
#include "report/utest_words.h"

static void put_percent(struct grid *grid, double share)
{
	if (isfinite(share))
		grid_put(grid, "%.*f %%",
		         share < 0.01  ? 2
		         : share < 0.1 ? 1
		                       : 0,
		         100 * share);
	else
		grid_put(grid, "-");
}

static void groups_grid(const struct group_findings *findings, struct grid *grid)
{
	bool clustered = findings->options.test == GROUP_TEST_CLUSTERED;
	char label[UTEST_LABEL_BYTES];

	grid_column(grid, "group", false);
	if (utest_lettered(findings))
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
		grid_put(grid, "%s", utest_label(findings, g, label));
		if (utest_lettered(findings))
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

static void put_kruskal(const struct group_findings *findings, struct text *text)
{
	const struct kruskal *kruskal = &findings->kruskal;

	if (!findings->has_kruskal)
		return;
	text_printf(text, "all %zu groups (Kruskal-Wallis%s): ", findings->group_count,
	            findings->options.test == GROUP_TEST_CLUSTERED ? " of cluster scores"
	                                                           : "");
	if (isnan(kruskal->h))
		text_put(text, "all values are equal, p = 1\n");
	else
		text_printf(text, "H = %.4g, p = %.3g asymptotic (chi-squared, %g df)\n",
		            kruskal->h, kruskal->p, kruskal->df);
}

static void pair_heading(const struct group_findings *findings,
                         const struct group_pair *pair, struct text *text)
{
	char a[UTEST_LABEL_BYTES], b[UTEST_LABEL_BYTES];

	text_printf(text, "%s v %s", utest_label(findings, pair->b, b),
	            utest_label(findings, pair->a, a));
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
		utest_sentences(findings, &findings->pairs[i], &sentences);
		text_put_prose(text, findings->pair_count > 1 ? "  " : "", text_string(&sentences));
		text_release(&sentences);
	}
	text_put_prose(text, "note: ", text_string(&findings->warnings));
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
		utest_sentences(findings, &findings->pairs[i], &sentences);
		text_put_lines(text, "- ", text_string(&sentences));
		text_release(&sentences);
	}
	if (findings->warnings.length > 0)
		text_put(text, "\n");
	text_put_lines(text, "- note: ", text_string(&findings->warnings));
}
