/* SPDX-License-Identifier: MIT */
/* report: a comparison as a table for people and as Markdown. Computes nothing. */
#include "report/compare_parts.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compare/findings.h"
#include "report/page.h"

struct view {
	const struct comparison *comparison;
	const struct compare_layout *layout;
	struct page page;
};

/* Outside a table too: Markdown takes a line with a bar in it for one. */
static void put_label(const struct view *view, size_t configuration, struct text *text)
{
	struct text shown = { 0 };

	text_put_printable(&shown, view->comparison->configurations[configuration].label);
	for (const char *at = text_string(&shown); *at; at++)
		text_printf(text, "%s%c", view->page.markdown && *at == '|' ? "\\" : "", *at);
	text_release(&shown);
}

/* The lines are used up. */
static void put_lines(struct view *view, struct text *lines)
{
	page_items(&view->page, "", text_string(lines));
	text_release(lines);
}

static void put_heading(struct view *view, const struct compare_pair *pair)
{
	const char *bold = view->page.markdown ? "**" : "";
	struct text line = { 0 };

	text_put(&line, bold);
	put_label(view, pair->a, &line);
	text_put(&line, pair->a == 0 ? " (baseline) v " : " v ");
	put_label(view, pair->b, &line);
	text_printf(&line, "%s · ", bold);
	text_put_printable(&line, text_string(&view->comparison->settings));
	text_put(&line, "\n");
	compare_put_design(view->comparison, pair, &line);
	page_prose(&view->page, text_string(&line));
	text_release(&line);
}

static void put_grid(struct view *view, const char *title, struct grid *grid)
{
	if (grid->cell_count == 0)
		return;
	if (*title)
		page_heading(&view->page, title);
	page_grid(&view->page, "", grid);
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
static void put_sentences(struct view *view, const struct compare_pair *pair)
{
	const char *all = text_string(&pair->sentences), *end = all;
	struct text lines = { 0 };

	for (unsigned i = 0; *end && (i < 2 || view->layout->verbose); i++)
		end += strcspn(end, "\n") + 1;
	text_put_bytes(&lines, all, (size_t)(end - all));
	if (view->layout->verbose)
		put_indication(view->comparison, pair, &lines);
	put_lines(view, &lines);
}

static void put_pair(struct view *view, const struct compare_pair *pair)
{
	const struct comparison *comparison = view->comparison;
	struct grid grids[3] = { { 0 }, { 0 }, { 0 } };
	struct fields fields[3];

	for (size_t i = 0; i < 3; i++)
		fields[i] = (struct fields){ .grid = &grids[i], .for_people = true };
	put_heading(view, pair);
	compare_level_rows(&fields[0], comparison, pair, false, view->layout->colour);
	put_grid(view, "", &grids[0]);
	put_sentences(view, pair);
	if (view->layout->verbose || pair->level_count == 0) {
		compare_level_rows(&fields[1], comparison, pair, true, false);
		put_grid(view, comparison->is_by_size ? "More on the blocks" : "More on the levels",
		         &grids[1]);
		if (!comparison->is_by_size)
			compare_size_rows(&fields[2], comparison, pair);
		put_grid(view, "By size (p not adjusted for their number)", &grids[2]);
	}
	if (view->layout->verbose || comparison->pair_count > 1)
		page_gap(&view->page);
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
	text_printf(lines, "%s, the median over runs%s.\n",
	            comparison_quantity(comparison) == QUANTITY_LATENCY
	                    ? "ns is the time of a load that waits for the one before it"
	                    : "MB/s is 10^6 bytes a second",
	            comparison->is_by_size ? "" : " (of a level: of their geometric means)");
	if (comparison->level_count > 0 && !comparison->is_by_size)
		text_put(lines, "* the study's test: all sizes of a level in one sample, taken for "
		                "independent.\n");
}

/* Above the doubts: what was compared, what it came to, and what follows. */
static void put_answer(struct view *view)
{
	const struct comparison *comparison = view->comparison;
	struct text lines = { 0 };

	if (comparison->forced.length > 0)
		text_printf(&lines, "FORCED: compared although unlike in %s\n",
		            text_string(&comparison->forced));
	put_lines(view, &lines);
	for (size_t i = 0; i < comparison->pair_count; i++)
		put_pair(view, &comparison->pairs[i]);
	if (view->layout->verbose)
		compare_put_kruskal(comparison, &lines);
	text_put(&lines, text_string(&comparison->classes));
	compare_put_gate(comparison, &lines);
	if (view->layout->verbose)
		put_legend(comparison, &lines);
	put_lines(view, &lines);
}

/* A loop breaks before what it does, where the shell takes a new line. */
static void put_command(const char *command, size_t length, struct text *text)
{
	const char *body = strstr(command, "do membench ");
	size_t head = body != NULL && body < command + length ? (size_t)(body - command) + 2 : 0;

	text_put_bytes(text, command, head);
	text_put(text, head > 0 ? "\n   " : "");
	text_put_bytes(text, command + head, length - head);
}

/* The commands of all pairs, each once, whole lines to paste. */
static void all_advice(const struct comparison *comparison, struct text *commands)
{
	for (size_t i = 0; i < comparison->pair_count; i++) {
		const char *at = text_string(&comparison->pairs[i].advice);
		while (*at) {
			struct text line = { 0 };
			size_t length = strcspn(at, "\n") + 1;
			put_command(at, length, &line);
			if (strstr(text_string(commands), text_string(&line)) == NULL)
				text_put(commands, text_string(&line));
			text_release(&line);
			at += length;
		}
	}
}

/* As many of the gravest as there is room for; how many are shown. */
static size_t put_doubts(struct view *view, size_t room)
{
	const struct warnings *warnings = &view->comparison->warnings;
	struct text fitting = { 0 };
	size_t shown = page_warnings(&(struct page){ .text = &fitting }, "- ", warnings,
	                             view->layout->verbose ? SIZE_MAX : COMPARE_DOUBTS, room);

	if (shown > 0)
		page_lines(&view->page, "", view->page.markdown ? "Doubts, and what to do:"
		                                                : "Doubts, the gravest first:");
	(void)page_warnings(&view->page, "- ", warnings, shown, SIZE_MAX);
	text_release(&fitting);
	return shown;
}

/* How to see what is not shown. */
static void put_rest(struct view *view, size_t shown)
{
	enum quantity quantity = comparison_quantity(view->comparison);
	size_t hidden = view->comparison->warnings.count - shown;
	struct text line = { 0 };

	text_printf(&line, "%s: medians%s; change: median ratio. --verbose: %spower, U test",
	            quantity_unit(quantity), quantity == QUANTITY_LATENCY ? ", less is better" : "",
	            view->comparison->is_by_size ? "" : "sizes, ");
	if (hidden > 0)
		text_printf(&line, ", %zu doubt%s", hidden, hidden == 1 ? "" : "s");
	text_put(&line, ".");
	page_lines(&view->page, "", text_string(&line));
	text_release(&line);
}

static void put_page(struct view *view)
{
	const struct comparison *comparison = view->comparison;
	bool is_brief = !view->layout->verbose && !view->page.markdown;
	struct text advice = { 0 };
	size_t room = SIZE_MAX;

	put_answer(view);
	all_advice(comparison, &advice);
	if (is_brief && comparison->pair_count == 1) {
		/* A heading each of doubts and advice, and the last line. */
		size_t used = page_height(text_string(view->page.text)) +
		              page_height(text_string(&advice)) + (advice.length > 0) + 2;
		room = used < COMPARE_LINES ? COMPARE_LINES - used : 0;
	}
	size_t shown = put_doubts(view, room);
	if (advice.length > 0)
		page_lines(&view->page, "", "What would tell more:");
	page_lines(&view->page, "    ", text_string(&advice));
	if (!view->layout->verbose)
		put_rest(view, shown);
	text_release(&advice);
}

void compare_report(const struct comparison *comparison, const struct compare_layout *layout,
                    struct text *text)
{
	struct view view = { comparison, layout, { text, layout->format == FORMAT_MARKDOWN } };

	if (layout->format == FORMAT_JSON)
		compare_json(comparison, text);
	else if (layout->format == FORMAT_CSV)
		compare_csv(comparison, text);
	else
		put_page(&view);
}
