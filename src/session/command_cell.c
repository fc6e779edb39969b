/* SPDX-License-Identifier: MIT */
/* session: one cell of a command: what it is told, how it went. Knows no other cell. */
#include "session/runner.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "measure/shell.h"
#include "session/command.h"

#define CANNOT_RUN 126 /* what shells say of a command that is no program, */
#define NOT_FOUND  127 /* and of one that is not there */

/* BLOCK, COUNT, VOLUME, RUN and SIZE of a cell. */
#define VARIABLES 5
struct variables {
	char texts[VARIABLES][SIZE_TEXT_BYTES];
	struct shell_variable items[VARIABLES];
};

static void variables_init(struct variables *variables, const struct runner *runner,
                           uint64_t block_bytes)
{
	static const char *const names[VARIABLES] = { "BLOCK", "COUNT", "VOLUME", "RUN", "SIZE" };
	uint64_t bytes = command_bytes(runner->options->volume, block_bytes);
	const uint64_t values[] = { block_bytes, bytes / block_bytes, bytes, runner->run };

	for (size_t i = 0; i < VARIABLES; i++) {
		if (i < sizeof values / sizeof *values)
			(void)snprintf(variables->texts[i], SIZE_TEXT_BYTES, "%" PRIu64, values[i]);
		variables->items[i] = (struct shell_variable){ names[i], variables->texts[i] };
	}
	(void)size_format(block_bytes, variables->texts[VARIABLES - 1]);
}

static void show_progress(void *context)
{
	const struct runner *runner = context;

	session_progress_show(&runner->progress);
}

static struct shell_job job_of(struct runner *runner, const char *line,
                               const struct variables *variables, bool may_leave)
{
	return (struct shell_job){
		.line = line, .variables = variables->items, .variable_count = VARIABLES,
		.clock = runner->progress.clock, .timeout_ns = runner->options->timeout,
		.is_shown = runner->options->verbose, .may_leave = may_leave,
		.waiting = show_progress, .context = runner,
	};
}

/* ---- What went wrong ---- */

/* "4K, run 3: dd ended with status 1: ...", a line and what it said below. */
static void cell_lose(struct runner *runner, size_t cell, const char *what,
                      const struct shell_result *result)
{
	struct session *session = runner->session;
	const struct plan_cell *plan = &session->plan.cells[cell];
	char size[SIZE_TEXT_BYTES];
	struct text lines = { 0 };

	session_progress_clear(&runner->progress);
	text_printf(&lines, "%s, run %" PRIu64 ": %s ",
	            size_format(plan->block_bytes, size), runner->run, what);
	shell_explain(result, &lines);
	warnings_add_lines(&session->skipped, "lost-cell", text_string(&lines));
	text_release(&lines);
	/* Of one that only was not cleared up there is a row. */
	if (runner->run == 1 && !runner->is_done[cell]) {
		runner->is_dropped[cell] = true;
		runner->dropped++;
	}
}

/* A command that is not there is not looked for again and again. */
static int refuse_missing(const char *what, const struct shell_result *result,
                          struct error *err)
{
	struct text text = { 0 }, line = { 0 };

	shell_explain(result, &text);
	for (const char *at = text_string(&text); *at; at++) {
		if (!isspace((unsigned char)at[0]))
			text_put_bytes(&line, at, 1);
		else if (!isspace((unsigned char)at[1]))
			text_put(&line, " ");
	}
	(void)error_set(err, "%s %s", what, text_string(&line));
	text_release(&text);
	text_release(&line);
	return -1;
}

/* Whether it went well; -1 where nothing can go on. */
static int judge(struct runner *runner, size_t cell, const char *what,
                 const struct shell_result *result, struct error *err)
{
	if (result->end == SHELL_DONE)
		return 1;
	if (result->end == SHELL_INTERRUPTED)
		return 0;
	if (result->end == SHELL_STATUS && runner->run == 1 &&
	    (result->code == CANNOT_RUN || result->code == NOT_FOUND))
		return refuse_missing(what, result, err);
	cell_lose(runner, cell, what, result);
	return 0;
}

/* ---- A cell ---- */

static void cell_record(struct runner *runner, size_t at, uint64_t position,
                        const struct shell_result *result)
{
	const struct plan_cell *plan = &runner->session->plan.cells[at];
	struct cell *cell = &runner->cells[at];
	double ns = (double)result->elapsed_ns;

	*cell = (struct cell){
		.context = cells_context(&runner->found->cells, &runner->identity.context),
		.block_bytes = plan->block_bytes, .footprint_bytes = plan->block_bytes,
		.huge_share = (double)NAN, .run = runner->run, .started_us = runner->started_us,
		.position = position, .samples = 1,
		.bytes = command_bytes(runner->options->volume, plan->block_bytes),
		.ns_min = ns, .ns_q1 = ns, .ns_median = ns, .ns_mean = ns, .ns_max = ns,
		.clock_ghz = (double)NAN, .core_ipc = (double)NAN,
		.cpu_share = (double)result->cpu_ns / ns,
	};
	(void)snprintf(cell->level, sizeof cell->level, "%s", cell_level_names[CELL_NONE]);
	cell->mb_per_s = cell_rate(cell);
	runner->is_done[at] = true;
	session_files_raw(runner->files, cell, &result->elapsed_ns, 1);
}

/* What is not timed: --before and --after, where there are any. */
static int aside_run(struct runner *runner, size_t cell, const char *option, const char *line,
                     const struct variables *variables, struct error *err)
{
	struct shell_result result;

	if (line == NULL)
		return 1;
	const struct shell_job job = job_of(runner, line, variables, true);
	if (shell_run(&job, &result, err) != 0)
		return -1;
	int judged = judge(runner, cell, option, &result, err);
	shell_result_release(&result);
	return judged;
}

static int command_run(struct runner *runner, size_t cell, uint64_t position,
                       const struct variables *variables, struct error *err)
{
	const struct shell_job job = job_of(runner, runner->options->command, variables, false);
	struct shell_result result;

	if (shell_run(&job, &result, err) != 0)
		return -1;
	int judged = judge(runner, cell, runner->session->plan.cells[cell].name, &result, err);
	runner->left += result.has_left;
	if (judged > 0)
		cell_record(runner, cell, position, &result);
	shell_result_release(&result);
	return judged;
}

/* --after clears up whatever became of the command. */
int runner_cell(struct runner *runner, size_t cell, uint64_t position, struct error *err)
{
	struct variables variables;

	variables_init(&variables, runner, runner->session->plan.cells[cell].block_bytes);
	int went = aside_run(runner, cell, "--before", runner->options->before, &variables, err);
	if (went > 0)
		went = command_run(runner, cell, position, &variables, err);
	bool was_lost = went <= 0;
	struct error ignored = { 0 };
	int cleared = aside_run(runner, cell, "--after", runner->options->after, &variables,
	                        was_lost ? &ignored : err);
	return went < 0 || (!was_lost && cleared < 0) ? -1 : 0;
}
