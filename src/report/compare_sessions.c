/* SPDX-License-Identifier: MIT */
/* report: sessions of one configuration, in every format. Computes nothing. */
#include "report/compare.h"

#include <math.h>

#include "report/json.h"

/* A fraction in percent where people read it, as it is where programs do. */
static void put_fraction(struct grid *grid, double value, bool plain)
{
	if (isnan(value))
		grid_put(grid, "%s", plain ? "" : "-");
	else if (plain)
		grid_put(grid, "%.9g", value);
	else
		grid_put(grid, "%.2g %%", 100 * value);
}

static void grid_levels(const struct sessions *sessions, bool plain, struct grid *grid)
{
	static const char *const titles[][2] = {
		{ "level", "level" }, { "sizes", "sizes" }, { "sessions", "sessions" },
		{ "MB/s", "median" }, { "runs differ", "run_sd" }, { "sessions differ", "largest" },
		{ "95 %", "differ" }, { "p", "p_holm" }, { "verdict", "verdict" },
	};
	const size_t count = sizeof titles / sizeof *titles;

	for (size_t i = 0; i < count; i++)
		grid_column(grid, titles[i][plain], i > 1 && i + 1 < count);
	for (size_t i = 0; i < sessions->level_count; i++) {
		const struct sessions_level *level = &sessions->levels[i];
		struct text sizes = { 0 }, p = { 0 };
		compare_put_sizes(&sessions->comparison, level->level, &sizes);
		compare_put_p(level->p_holm, false, &p);
		grid_put(grid, "%s", level->level->name);
		grid_put(grid, "%s", text_string(&sizes));
		grid_put(grid, "%zu", level->sessions);
		grid_put(grid, plain ? "%.9g" : "%.0f", level->median);
		put_fraction(grid, level->run_sd, plain);
		put_fraction(grid, level->largest, plain);
		put_fraction(grid, level->differ, plain);
		grid_put(grid, "%s", isnan(level->p_holm) ? plain ? "" : "-" : text_string(&p));
		grid_put(grid, "%s", sessions_verdict_names[level->verdict]);
		text_release(&sizes);
		text_release(&p);
	}
}

static void put_json(const struct sessions *sessions, struct text *text)
{
	struct json json = { .text = text };

	json_open(&json, NULL, '{');
	json_count(&json, "sessions", sessions->session_count);
	json_count(&json, "runs", sessions->comparison.configurations[0].run_count);
	json_text(&json, "verdict", sessions_verdict_names[sessions->verdict]);
	json_text(&json, "sentence", text_string(&sessions->sentence));
	json_open(&json, "levels", '[');
	for (size_t i = 0; i < sessions->level_count; i++) {
		const struct sessions_level *level = &sessions->levels[i];
		json_open(&json, NULL, '{');
		json_text(&json, "level", level->level->name);
		json_count(&json, "sessions", level->sessions);
		json_count(&json, "runs", level->runs);
		json_count(&json, "slowed_runs", level->slowed);
		json_number(&json, "median", level->median);
		json_number(&json, "run_sd", level->run_sd);
		json_number(&json, "largest", level->largest);
		json_number(&json, "differ", level->differ);
		json_number(&json, "p", level->p);
		json_number(&json, "p_holm", level->p_holm);
		json_text(&json, "verdict", sessions_verdict_names[level->verdict]);
		json_close(&json, '}');
	}
	json_close(&json, ']');
	json_close(&json, '}');
}

static void put_people(const struct sessions *sessions, bool markdown, struct text *text)
{
	struct grid grid = { 0 };

	grid_levels(sessions, false, &grid);
	text_printf(text, "%zu sessions of one configuration, %zu runs · ", sessions->session_count,
	            sessions->comparison.configurations[0].run_count);
	text_put_printable(text, text_string(&sessions->comparison.settings));
	text_put(text, markdown ? "\n\n" : "\n");
	if (markdown)
		grid_markdown(&grid, text);
	else
		grid_table(&grid, "", text);
	text_put(text, markdown ? "\n" : "");
	text_put_lines(text, markdown ? "- " : "", text_string(&sessions->sentence));
	grid_release(&grid);
}

void sessions_report(const struct sessions *sessions, enum sessions_format format,
                     struct text *text)
{
	struct grid grid = { 0 };

	if (format == SESSIONS_JSON) {
		put_json(sessions, text);
	} else if (format == SESSIONS_CSV) {
		grid_levels(sessions, true, &grid);
		grid_csv(&grid, text);
		grid_release(&grid);
	} else {
		put_people(sessions, format == SESSIONS_MARKDOWN, text);
	}
}
