/* SPDX-License-Identifier: MIT */
/* report: a comparison as a table for people and as Markdown. Computes nothing. */
#include "report/compare.h"

#include <math.h>
#include <string.h>

/* Outside a table too: Markdown takes a line with a bar in it for one. */
static void put_label(const struct compare_layout *layout, const char *label,
                      struct text *text)
{
	struct text shown = { 0 };

	text_put_printable(&shown, label);
	for (const char *at = text_string(&shown); *at; at++)
		text_printf(text, "%s%c", layout->markdown && *at == '|' ? "\\" : "", *at);
	text_release(&shown);
}

/* Lines of text, broken where a terminal shows them; each an item of its own in Markdown.
 * The lines are used up. */
static void put_lines(const struct compare_layout *layout, struct text *lines,
                      struct text *text)
{
	if (layout->markdown)
		text_put_lines(text, "- ", text_string(lines));
	else
		text_put_prose(text, "", text_string(lines));
	text_put(text, layout->markdown && lines->length > 0 ? "\n" : "");
	text_release(lines);
}

static void put_heading(const struct compare_layout *layout,
                        const struct comparison *comparison,
                        const struct compare_pair *pair, struct text *text)
{
	const char *bold = layout->markdown ? "**" : "";
	struct text line = { 0 };

	text_put(&line, bold);
	put_label(layout, comparison->configurations[pair->a].label, &line);
	text_put(&line, pair->a == 0 ? " (baseline) v " : " v ");
	put_label(layout, comparison->configurations[pair->b].label, &line);
	text_printf(&line, "%s · ", bold);
	text_put_printable(&line, text_string(&comparison->settings));
	text_put(&line, "\n");
	compare_put_design(comparison, pair, &line);
	if (layout->markdown)
		text_printf(text, "%s\n\n", text_string(&line));
	else
		text_put_prose(text, "", text_string(&line));
	text_release(&line);
}

static void put_grid(const struct compare_layout *layout, const char *title,
                     struct grid *grid, struct text *text)
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

/* The first two sentences say what follows; the rest, for what it holds. */
static void put_sentences(const struct compare_layout *layout,
                          const struct comparison *comparison,
                          const struct compare_pair *pair, struct text *text)
{
	const char *all = text_string(&pair->sentences), *end = all;
	struct text lines = { 0 };

	for (unsigned i = 0; *end && (i < 2 || layout->verbose); i++)
		end += strcspn(end, "\n") + 1;
	text_put_bytes(&lines, all, (size_t)(end - all));
	if (layout->verbose)
		put_indication(comparison, pair, &lines);
	put_lines(layout, &lines, text);
}

static void put_pair(const struct compare_layout *layout,
                     const struct comparison *comparison,
                     const struct compare_pair *pair, struct text *text)
{
	struct grid levels = { 0 }, details = { 0 }, sizes = { 0 };

	put_heading(layout, comparison, pair, text);
	compare_grid_levels(comparison, pair, layout->colour, &levels);
	put_grid(layout, "", &levels, text);
	put_sentences(layout, comparison, pair, text);
	if (layout->verbose || pair->level_count == 0) {
		compare_grid_details(comparison, pair, &details);
		put_grid(layout, "More on the levels", &details, text);
		compare_grid_sizes(comparison, pair, &sizes);
		put_grid(layout, "By size (p not adjusted for their number)", &sizes, text);
	}
	if (layout->verbose || comparison->pair_count > 1)
		text_put(text, layout->markdown ? "" : "\n");
}

static void put_legend(const struct comparison *comparison, struct text *lines)
{
	static const char *const tests[] = {
		[COMPARE_CLUSTERED] = "whole runs (or boots) permuted, each size ranked by itself",
		[COMPARE_POOLED] = "pooled U, as the study of 2000 did; assumes sizes independent",
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

/* Above the doubts: what was compared, what it came to, and what follows. */
static void put_answer(const struct compare_layout *layout,
                       const struct comparison *comparison, struct text *text)
{
	struct text lines = { 0 };

	if (comparison->forced.length > 0)
		text_printf(&lines, "FORCED: compared although unlike in %s\n",
		            text_string(&comparison->forced));
	put_lines(layout, &lines, text);
	for (size_t i = 0; i < comparison->pair_count; i++)
		put_pair(layout, comparison, &comparison->pairs[i], text);
	if (layout->verbose)
		compare_put_kruskal(comparison, &lines);
	text_put(&lines, text_string(&comparison->classes));
	compare_put_gate(comparison, &lines);
	if (layout->verbose)
		put_legend(comparison, &lines);
	put_lines(layout, &lines, text);
}

/* The commands of all pairs, each once, whole lines to paste. */
static void put_advice(const struct compare_layout *layout,
                       const struct comparison *comparison, struct text *text)
{
	struct text commands = { 0 };

	for (size_t i = 0; i < comparison->pair_count; i++) {
		const char *at = text_string(&comparison->pairs[i].advice);
		while (*at) {
			struct text line = { 0 };
			size_t length = strcspn(at, "\n") + 1;
			text_put(&line, "    ");
			text_put_bytes(&line, at, length);
			if (strstr(text_string(&commands), text_string(&line)) == NULL)
				text_put(&commands, text_string(&line));
			text_release(&line);
			at += length;
		}
	}
	if (commands.length == 0)
		return;
	const char *blank = layout->markdown ? "\n" : "";
	text_printf(text, "What would tell more:\n%s%s%s", blank, text_string(&commands), blank);
	text_release(&commands);
}

static size_t lines_in(const struct text *text)
{
	size_t count = 0;

	for (size_t i = 0; i < text->length; i++)
		count += text->bytes[i] == '\n';
	return count;
}

static void put_doubt(const struct compare_layout *layout, const char *doubt,
                      struct text *text)
{
	if (layout->markdown)
		text_printf(text, "- %s\n", doubt);
	else
		text_put_prose(text, "- ", doubt);
}

/* As many of the gravest as there is room for; how many are shown. */
static size_t put_doubts(const struct compare_layout *layout,
                         const struct comparison *comparison, size_t room, struct text *text)
{
	size_t shown = 0, most = layout->verbose ? comparison->warning_count : COMPARE_DOUBTS;

	for (; shown < comparison->warning_count && shown < most; shown++) {
		struct text doubt = { 0 };
		put_doubt(layout, comparison->warnings[shown].text, &doubt);
		size_t lines = lines_in(&doubt);
		if (lines <= room)
			text_put(text, text_string(&doubt));
		text_release(&doubt);
		if (lines > room)
			break;
		room -= lines;
	}
	return shown;
}

/* How to see what is not shown. */
static void put_rest(const struct comparison *comparison, size_t shown, struct text *text)
{
	size_t hidden = comparison->warning_count - shown;

	text_put(text, "MB/s: medians; change: median ratio. --verbose: sizes, power, U test");
	if (hidden > 0)
		text_printf(text, ", %zu doubt%s", hidden, hidden == 1 ? "" : "s");
	text_put(text, ".\n");
}

void compare_report_page(const struct comparison *comparison,
                         const struct compare_layout *layout, struct text *text)
{
	struct text doubts = { 0 }, advice = { 0 };
	size_t room = SIZE_MAX;

	put_answer(layout, comparison, text);
	put_advice(layout, comparison, &advice);
	if (!layout->verbose && !layout->markdown && comparison->pair_count == 1) {
		size_t used = lines_in(text) + lines_in(&advice) + 2; /* a heading, the last line */
		room = used < COMPARE_LINES ? COMPARE_LINES - used : 0;
	}
	size_t shown = put_doubts(layout, comparison, room, &doubts);
	if (shown > 0)
		text_printf(text, layout->markdown ? "Doubts, and what to do:\n\n%s\n"
		                                   : "Doubts, the gravest first:\n%s",
		            text_string(&doubts));
	text_put(text, text_string(&advice));
	if (!layout->verbose)
		put_rest(comparison, shown, text);
	text_release(&doubts);
	text_release(&advice);
}
