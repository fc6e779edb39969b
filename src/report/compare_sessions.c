/* SPDX-License-Identifier: MIT */
/* report: sessions of one configuration, in every format. Computes nothing. */
#include "report/compare_parts.h"

#include "compare/findings.h"
#include "report/page.h"

static void level_fields(struct fields *fields, const struct sessions *sessions,
                         const struct sessions_level *level)
{
	enum quantity quantity = comparison_quantity(&sessions->comparison);
	double shown = comparison_value(&sessions->comparison, level->median);
	struct text sizes = { 0 };

	compare_put_sizes(&sessions->comparison, level->level, &sizes);
	field_text(fields, "level", "level", level->level->name);
	if (fields->json == NULL)
		field_text(fields, "sizes", "sizes", text_string(&sizes));
	field_count(fields, "sessions", "sessions", level->sessions);
	json_count(fields->json, "runs", level->runs);
	json_count(fields->json, "slowed_runs", level->slowed);
	field_number(fields, "median", quantity_unit(quantity),
	             fields->for_people ? shown : level->median,
	             quantity == QUANTITY_LATENCY ? "%.2f" : "%.0f");
	field_number(fields, "run_sd", "runs differ", level->run_sd, "%.2g %%");
	field_number(fields, "largest", "sessions differ", level->largest, "%.2g %%");
	field_number(fields, "differ", "95 %", level->differ, "%.2g %%");
	json_number(fields->json, "p", level->p);
	field_p(fields, "p_holm", "p", level->p_holm, false);
	field_text(fields, "verdict", "verdict", sessions_verdict_names[level->verdict]);
	text_release(&sizes);
}

static void put_levels(struct fields *fields, const struct sessions *sessions)
{
	json_open(fields->json, "levels", '[');
	for (size_t i = 0; i < sessions->level_count; i++) {
		fields_begin(fields);
		level_fields(fields, sessions, &sessions->levels[i]);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

static void put_json(const struct sessions *sessions, struct text *text)
{
	struct json json = { .text = text };

	json_open(&json, NULL, '{');
	json_count(&json, "sessions", sessions->session_count);
	json_count(&json, "runs", sessions->comparison.configurations[0].run_count);
	json_text(&json, "verdict", sessions_verdict_names[sessions->verdict]);
	json_text(&json, "sentence", text_string(&sessions->sentence));
	put_levels(&(struct fields){ .json = &json }, sessions);
	json_close(&json, '}');
}

static void put_csv(const struct sessions *sessions, struct text *text)
{
	struct grid grid = { 0 };

	put_levels(&(struct fields){ .grid = &grid, .digits = 9 }, sessions);
	grid_csv(&grid, text);
	grid_release(&grid);
}

static void put_people(const struct sessions *sessions, struct page *page)
{
	struct grid grid = { 0 };
	struct text head = { 0 };

	text_printf(&head, "%zu sessions of one configuration, %zu runs · %s",
	            sessions->session_count, sessions->comparison.configurations[0].run_count,
	            text_string(&sessions->comparison.settings));
	page_lines(page, "", text_string(&head));
	put_levels(&(struct fields){ .grid = &grid, .for_people = true }, sessions);
	page_grid(page, "", &grid);
	page_lines(page, page->markdown ? "- " : "", text_string(&sessions->sentence));
	text_release(&head);
}

void sessions_report(const struct sessions *sessions, enum format format, struct text *text)
{
	if (format == FORMAT_JSON)
		put_json(sessions, text);
	else if (format == FORMAT_CSV)
		put_csv(sessions, text);
	else
		put_people(sessions, &(struct page){ text, format == FORMAT_MARKDOWN });
}
