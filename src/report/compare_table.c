/* SPDX-License-Identifier: MIT */
/* report: a comparison as a table for people and as Markdown. Computes nothing. */
#include "report/compare.h"

#include <math.h>

struct layout {
	bool markdown, colour;
};

/* Outside a table too: Markdown takes a line with a bar in it for one. */
static void put_label(const struct layout *layout, const char *label, struct text *text)
{
	struct text shown = { 0 };

	text_put_printable(&shown, label);
	for (const char *at = text_string(&shown); *at; at++)
		text_printf(text, "%s%c", layout->markdown && *at == '|' ? "\\" : "", *at);
	text_release(&shown);
}

static void put_heading(const struct layout *layout, const struct comparison *comparison,
                        const struct compare_pair *pair, struct text *text)
{
	const char *bold = layout->markdown ? "**" : "";

	text_put(text, bold);
	put_label(layout, comparison->configurations[pair->a].label, text);
	text_put(text, pair->a == 0 ? " (baseline) v " : " v ");
	put_label(layout, comparison->configurations[pair->b].label, text);
	text_printf(text, "%s · ", bold);
	text_put_printable(text, text_string(&comparison->settings));
	text_put(text, " · ");
	compare_put_design(comparison, pair, text);
	text_put(text, layout->markdown ? "\n\n" : "\n");
}

static void put_grid(const struct layout *layout, const char *title, struct grid *grid,
                     struct text *text)
{
	if (grid->cell_count > 0) {
		text_printf(text, layout->markdown && *title ? "%s:\n\n" : *title ? "\n%s\n" : "%s",
		            title);
		if (layout->markdown)
			grid_markdown(grid, text);
		else
			grid_table(grid, "", text);
		text_put(text, layout->markdown ? "\n" : "");
	}
	grid_release(grid);
}

/* Lines, each an item of its own; the lines are used up. */
static void put_lines(const struct layout *layout, struct text *lines, struct text *text)
{
	text_put_lines(text, layout->markdown ? "- " : "", text_string(lines));
	text_put(text, layout->markdown && lines->length > 0 ? "\n" : "");
	text_release(lines);
}

/* Beside a verdict that cannot be had: what the study's own test would have said. */
static void put_indication(const struct comparison *comparison,
                           const struct compare_pair *pair, struct text *lines)
{
	size_t missing = 0;

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (finding->units_missing == 0)
			continue;
		text_printf(lines, "%s %s ", missing > 0 ? "," : "As an indication only, the study's "
		            "pooled U test, which takes samples for independent:",
		            comparison->levels[finding->level].name);
		compare_put_p(finding->pooled_p, false, lines);
		missing = finding->units_missing > missing ? finding->units_missing : missing;
	}
	if (missing > 0)
		text_printf(lines, ". Missing: %zu %s%s a side.\n", missing,
		            compare_unit_names[pair->unit], missing == 1 ? "" : "s");
}

/* Boots are the unit only where there are enough; until then a t test of their means. */
static void put_welch(const struct comparison *comparison, const struct compare_pair *pair,
                      struct text *lines)
{
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (!finding->has_welch)
			continue;
		text_printf(lines, "%s: Welch's t test of the boot means gives p = ",
		            comparison->levels[finding->level].name);
		compare_put_p(finding->welch.p_two, false, lines);
		text_printf(lines, " (%+.1f %%), for reference.\n",
		            100 * expm1(finding->welch.difference));
	}
}

static void put_pair(const struct layout *layout, const struct comparison *comparison,
                     const struct compare_pair *pair, struct text *text)
{
	struct grid levels = { 0 }, details = { 0 }, sizes = { 0 };
	struct text lines = { 0 };

	put_heading(layout, comparison, pair, text);
	compare_grid_levels(comparison, pair, layout->colour, &levels);
	put_grid(layout, "", &levels, text);
	text_put(&lines, text_string(&pair->sentences));
	put_indication(comparison, pair, &lines);
	put_welch(comparison, pair, &lines);
	put_lines(layout, &lines, text);
	compare_grid_details(comparison, pair, &details);
	put_grid(layout, "More on the levels", &details, text);
	compare_grid_sizes(comparison, pair, &sizes);
	put_grid(layout, "By size (p not adjusted for their number)", &sizes, text);
	text_put(text, layout->markdown ? "" : "\n");
}

static void put_legend(const struct comparison *comparison, struct text *lines)
{
	static const char *const tests[] = {
		[COMPARE_CLUSTERED] = "whole runs (or boots) permuted, each size ranked by itself",
		[COMPARE_POOLED] = "pooled U, as the study of 2000 did; assumes sizes independent",
		[COMPARE_STRATIFIED] = "U summed over sizes; assumes sizes independent",
		[COMPARE_VAN_ELTEREN] = "van Elteren; assumes sizes independent",
	};

	text_printf(lines, "Test: %s. Verdicts use Holm's p over %zu test%s; intervals are not "
	            "adjusted.\n", tests[comparison->options.test], comparison->family,
	            comparison->family == 1 ? "" : "s");
	text_put(lines, "MB/s is 10^6 bytes a second, the median over runs (of a level: of their "
	                "geometric means).\n");
	if (comparison->level_count > 0)
		text_put(lines, "* the study's test: all sizes of a level in one sample, taken for "
		                "independent.\n");
}

static void put_warnings(const struct layout *layout, const struct comparison *comparison,
                         struct text *text)
{
	if (comparison->warning_count == 0)
		return;
	text_put(text, layout->markdown ? "Doubts, and what to do:\n\n"
	                                : "\nDoubts, and what to do\n");
	for (size_t i = 0; i < comparison->warning_count; i++)
		text_printf(text, "- %s\n", comparison->warnings[i].text);
}

static void put_comparison(const struct layout *layout, const struct comparison *comparison,
                           struct text *text)
{
	struct text lines = { 0 };

	if (comparison->forced.length > 0)
		text_printf(&lines, "FORCED: compared although unlike in %s\n",
		            text_string(&comparison->forced));
	put_lines(layout, &lines, text);
	for (size_t i = 0; i < comparison->pair_count; i++)
		put_pair(layout, comparison, &comparison->pairs[i], text);
	compare_put_kruskal(comparison, &lines);
	text_put(&lines, text_string(&comparison->similar));
	compare_put_gate(comparison, &lines);
	put_legend(comparison, &lines);
	put_lines(layout, &lines, text);
	put_warnings(layout, comparison, text);
}

void compare_report_table(const struct comparison *comparison, bool colour,
                          struct text *text)
{
	const struct layout layout = { false, colour };

	put_comparison(&layout, comparison, text);
}

void compare_report_markdown(const struct comparison *comparison, struct text *text)
{
	const struct layout layout = { true, false };

	put_comparison(&layout, comparison, text);
}
