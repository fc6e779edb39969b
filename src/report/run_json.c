/* SPDX-License-Identifier: MIT */
/* report: a session of `run` as JSON. Measures nothing. */
#include "report/run.h"

#include <math.h>
#include <stdio.h>

static void json_column(struct json *json, const struct column *column,
                        const struct cell *cell)
{
	struct text value = { 0 };

	text_put(&value, "");
	column_format(column, cell, &value);
	switch (column->kind) {
	case COLUMN_NUMBER:
		json_number(json, column->name, column_number(column, cell));
		break;
	case COLUMN_COUNT:
		json_count(json, column->name, (uint64_t)column_number(column, cell));
		break;
	case COLUMN_FLAG:
		json_bool(json, column->name, column_flag(column, cell));
		break;
	case COLUMN_TEXT:
	case COLUMN_LEVEL:
	case COLUMN_FLAGS:
	case COLUMN_TIME:
		json_text(json, column->name, text_string(&value));
		break;
	}
	text_release(&value);
}

static void json_caches(struct json *json, const struct hierarchy *hierarchy)
{
	json_open(json, "caches", '[');
	for (size_t i = 0; i < hierarchy->level_count; i++) {
		const struct level *level = &hierarchy->levels[i];
		char name[LEVEL_BYTES];
		(void)snprintf(name, sizeof name, "L%u", level->number % 10);
		json_open(json, NULL, '{');
		json_text(json, "level", name);
		json_known(json, "believed_bytes", level->believed_bytes);
		json_text(json, "believed", belief_names[level->belief]);
		json_text(json, "reason", level->reason);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void json_trial(struct json *json, const struct trial *trial)
{
	json_open(json, NULL, '{');
	json_text(json, "op", op_names[trial->op]);
	json_count(json, "beyond_bytes", trial->zone.beyond_bytes);
	json_count(json, "footprint_bytes", trial->zone.footprint_bytes);
	json_text(json, "kernel", trial->kernels[trial->chosen]->name);
	json_open(json, "tried", '[');
	for (size_t i = 0; i < trial->count; i++) {
		json_open(json, NULL, '{');
		json_text(json, "kernel", trial->kernels[i]->name);
		json_number(json, "ratio", trial->ratios[i]);
		json_close(json, '}');
	}
	json_close(json, ']');
	json_close(json, '}');
}

static void json_trials(struct json *json, const struct session_result *report)
{
	json_open(json, "trials", '[');
	for (size_t i = 0; i < report->trial_count; i++)
		json_trial(json, &report->trials[i]);
	json_close(json, ']');
}

void run_cells_json(struct json *json, const struct cells *cells)
{
	json_open(json, "cells", '[');
	for (size_t i = 0; i < cells->count; i++) {
		json_open(json, NULL, '{');
		for (size_t column = 0; column < column_count; column++)
			json_column(json, &columns[column], &cells->items[i]);
		json_close(json, '}');
	}
	json_close(json, ']');
}

void run_report_json(const struct session_result *report, struct text *text)
{
	struct json json = { .text = text };
	struct run_rows rows;

	run_rows_init(&rows, &report->cells);
	json_open(&json, NULL, '{');
	json_count(&json, "schema", SAMPLES_SCHEMA);
	json_text(&json, "system", report->system);
	json_text(&json, "hypervisor", report->hierarchy->hypervisor[0]
	                                       ? report->hierarchy->hypervisor : NULL);
	if (report->command != NULL)
		json_text(&json, "command", report->command);
	json_count(&json, "runs_asked", report->runs_asked);
	json_count(&json, "runs_done", report->runs_done);
	json_count(&json, "runs_clean", report->runs_clean);
	json_number(&json, "over_s", report->over_ns > 0 ? (double)report->over_ns * 1e-9
	                                                  : (double)NAN);
	json_count(&json, "seed", report->seed);
	json_number(&json, "clock_resolution_ns", report->clock_resolution_ns);
	json_number(&json, "clock_cost_ns", report->clock_cost_ns);
	json_count(&json, "sample_ns", report->sample_ns);
	json_caches(&json, report->hierarchy);
	json_trials(&json, report);
	run_rows_fields(&(struct fields){ .json = &json }, &rows, 0);
	run_cells_json(&json, &report->cells);
	json_lines(&json, "skipped", text_string(&report->skipped), '\n');
	json_lines(&json, "notes", text_string(&report->notes), '\n');
	json_close(&json, '}');
	run_rows_release(&rows);
}
