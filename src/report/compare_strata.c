/* SPDX-License-Identifier: MIT */
/* report: two cards, cell by cell. Computes none of it. */
#include "report/compare_strata.h"

#include <inttypes.h>

#include "report/compare.h"
#include "report/fields.h"
#include "report/page.h"

static const struct level_finding *finding_of(const struct stratum *stratum,
                                              const char *level)
{
	const struct comparison *comparison = &stratum->comparison;
	const struct compare_pair *pair = &comparison->pairs[0];

	for (size_t i = 0; i < pair->level_count; i++) {
		if (text_equal(comparison->levels[pair->levels[i].level].name, level))
			return &pair->levels[i];
	}
	return NULL;
}

/* The change of what people read: of a time that of the time. */
static double change_shown(const struct stratum *stratum, double change)
{
	return text_equal(stratum->op, "latency") ? 1 / (1 + change) - 1 : change;
}

static void put_finding(struct grid *grid, const struct stratum *stratum,
                        const struct level_finding *finding)
{
	static const char *const words[] = {
		[LEVEL_FASTER] = "faster", [LEVEL_SLOWER] = "slower",
		[LEVEL_EQUIVALENT] = "same", [LEVEL_CANNOT_TELL] = "?",
	};

	if (finding == NULL)
		grid_put(grid, "-");
	else
		grid_put(grid, "%+.1f %% %s",
		         100 * change_shown(stratum, finding->effect.change),
		         words[finding->verdict]);
}

/* Those with as many threads as the first of them: "threads level read write ...". */
static size_t put_strata(const struct strata *strata, size_t first, struct page *page)
{
	struct grid grid = { 0 };
	struct text heading = { 0 };
	uint64_t threads = strata->items[first].threads;
	size_t end = first;

	grid_column(&grid, "level", false);
	for (; end < strata->count && strata->items[end].threads == threads; end++)
		grid_column(&grid, strata->items[end].op, false);
	for (unsigned level = CELL_L1; level <= CELL_DRAM; level++) {
		bool any = false;
		for (size_t i = first; i < end; i++)
			any = any || finding_of(&strata->items[i], cell_level_names[level]) != NULL;
		if (!any)
			continue;
		grid_put(&grid, "%s", cell_level_names[level]);
		for (size_t i = first; i < end; i++)
			put_finding(&grid, &strata->items[i],
			            finding_of(&strata->items[i], cell_level_names[level]));
	}
	text_printf(&heading, "%" PRIu64 " thread%s", threads, threads > 1 ? "s" : "");
	page_heading(page, text_string(&heading));
	page_grid(page, "", &grid);
	text_release(&heading);
	return end;
}

/* How many cells have each verdict. */
static void count_verdicts(const struct strata *strata, size_t counts[4], size_t *cells)
{
	for (size_t i = 0; i < strata->count; i++) {
		const struct compare_pair *pair = &strata->items[i].comparison.pairs[0];
		*cells += pair->level_count;
		for (size_t j = 0; j < pair->level_count; j++)
			counts[pair->levels[j].verdict]++;
	}
}

static void put_head(const struct strata *strata, struct text *text)
{
	const struct comparison *first = &strata->items[0].comparison;
	const struct compare_pair *pair = &first->pairs[0];

	text_printf(text, "%s (baseline) v %s\n", first->configurations[pair->a].label,
	            first->configurations[pair->b].label);
	text_printf(text, "%zu v %zu runs, Holm over %zu cells\n", pair->runs[0], pair->runs[1],
	            strata->family);
}

static void put_tail(const struct strata *strata, struct text *text)
{
	size_t counts[4] = { 0 }, cells = 0;

	count_verdicts(strata, counts, &cells);
	text_printf(text, "Of %zu cells %zu are faster, %zu slower, %zu the same within %g %%, %zu "
	            "cannot be told (?).\n", cells, counts[LEVEL_FASTER], counts[LEVEL_SLOWER],
	            counts[LEVEL_EQUIVALENT], 100 * strata->items[0].comparison.options.margin,
	            counts[LEVEL_CANNOT_TELL]);
	text_put(text, "Changes are of rates, of latencies those of the time. --only "
	               "op=read,threads=1 says more of one column.\n");
}

static void strata_page(const struct strata *strata, struct page *page)
{
	struct text head = { 0 }, tail = { 0 };

	put_head(strata, &head);
	put_tail(strata, &tail);
	page_items(page, "", text_string(&head));
	for (size_t i = 0; i < strata->count;)
		i = put_strata(strata, i, page);
	page_gap(page);
	page_items(page, "", text_string(&tail));
	size_t shown = page_warnings(page, "- ", &strata->warnings, COMPARE_DOUBTS, SIZE_MAX);
	if (shown < strata->warnings.count) {
		text_release(&tail);
		text_printf(&tail, "%zu more doubts: --format json has all of them.\n",
		            strata->warnings.count - shown);
		page_items(page, "", text_string(&tail));
	}
	text_release(&head);
	text_release(&tail);
}

static void finding_fields(struct fields *fields, const struct stratum *stratum,
                           const struct level_finding *finding)
{
	const struct comparison *comparison = &stratum->comparison;

	field_text(fields, "op", NULL, stratum->op);
	field_count(fields, "threads", NULL, stratum->threads);
	field_text(fields, "level", NULL, comparison->levels[finding->level].name);
	field_number(fields, "median_a", NULL, finding->effect.median_a, "%g");
	field_number(fields, "median_b", NULL, finding->effect.median_b, "%g");
	field_number(fields, "change", NULL, finding->effect.change, "%g");
	field_number(fields, "low", NULL, finding->effect.low, "%g");
	field_number(fields, "high", NULL, finding->effect.high, "%g");
	field_number(fields, "p", NULL, finding->effect.p, "%g");
	field_number(fields, "p_holm", NULL, finding->p_holm, "%g");
	field_text(fields, "verdict", NULL, level_verdict_names[finding->verdict]);
}

static void all_fields(struct fields *fields, const struct strata *strata)
{
	for (size_t i = 0; i < strata->count; i++) {
		const struct compare_pair *pair = &strata->items[i].comparison.pairs[0];
		for (size_t j = 0; j < pair->level_count; j++) {
			fields_begin(fields);
			finding_fields(fields, &strata->items[i], &pair->levels[j]);
			fields_end(fields);
		}
	}
}

static void strata_json(const struct strata *strata, struct text *text)
{
	const struct comparison *first = &strata->items[0].comparison;
	struct json json = { .text = text };

	json_open(&json, NULL, '{');
	json_text(&json, "a", first->configurations[0].label);
	json_text(&json, "b", first->configurations[1].label);
	json_number(&json, "alpha", first->options.alpha);
	json_number(&json, "margin", first->options.margin);
	json_count(&json, "family", strata->family);
	json_open(&json, "cells", '[');
	all_fields(&(struct fields){ .json = &json }, strata);
	json_close(&json, ']');
	json_warnings(&json, "warnings", &strata->warnings);
	json_close(&json, '}');
}

void strata_report(const struct strata *strata, enum format format, struct text *text)
{
	struct grid grid = { 0 };

	switch (format) {
	case FORMAT_JSON:
		strata_json(strata, text);
		break;
	case FORMAT_CSV:
		all_fields(&(struct fields){ .grid = &grid }, strata);
		grid_csv(&grid, text);
		grid_release(&grid);
		break;
	case FORMAT_TABLE:
	case FORMAT_MARKDOWN:
		strata_page(strata, &(struct page){ text, format == FORMAT_MARKDOWN });
		break;
	}
}
