/* SPDX-License-Identifier: MIT */
/* session: the runs of a command, to rows and files. Knows not what a cell is. */
#include "session/command.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/time.h"
#include "measure/interrupt.h"
#include "measure/shell.h"
#include "session/runner.h"

#define STARTS      5  /* of a shell that does nothing, of which the shortest counts */
#define STARTS_MOST 50 /* of them in a cell: where it took less, that is told */

static int run_run(struct runner *runner, struct error *err)
{
	const struct plan *plan = &runner->session->plan;
	const uint64_t key[3] = { runner->session->seed, runner->run, 0 };
	size_t *order = memory_zeroed(plan->count, sizeof *order);
	int result = 0;

	plan_order(plan, (enum visit_order)runner->options->order, key, order);
	runner->started_us = time_now();
	for (size_t i = 0; i < plan->count && result == 0 && !*interrupt_flag(); i++) {
		if (!runner->is_dropped[order[i]])
			result = runner_cell(runner, order[i], i, err);
	}
	free(order);
	if (result == 0 && runner->dropped == plan->count)
		return error_fail(err, "the command failed at every size, and nothing was measured");
	return result;
}

/* The run's cells in the plan's order to the report and the files, as one write. */
static int run_flush(struct runner *runner, struct error *err)
{
	struct text rows = { 0 };

	for (size_t i = 0; i < runner->session->plan.count; i++) {
		if (!runner->is_done[i])
			continue;
		cells_add(&runner->found->cells, &runner->cells[i]);
		file_row(&runner->cells[i], &rows);
		runner->is_done[i] = false;
	}
	int result = session_files_put(runner->files, &rows, err);
	text_release(&rows);
	return result;
}

/* ---- What should be known ---- */

static int start_measure(struct runner *runner, struct error *err)
{
	const struct shell_job job = { .line = ":", .clock = runner->progress.clock };

	runner->start_ns = (double)INFINITY;
	for (size_t i = 0; i < STARTS; i++) {
		struct shell_result result;
		if (shell_run(&job, &result, err) != 0)
			return -1;
		runner->start_ns = fmin(runner->start_ns, (double)result.elapsed_ns);
		shell_result_release(&result);
	}
	return 0;
}

static void note_start(struct runner *runner)
{
	const struct cell *shortest = NULL;
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < runner->found->cells.count; i++) {
		const struct cell *cell = &runner->found->cells.items[i];
		if (shortest == NULL || cell->ns_q1 < shortest->ns_q1)
			shortest = cell;
	}
	if (shortest == NULL || shortest->ns_q1 >= STARTS_MOST * runner->start_ns)
		return;
	warnings_add(&runner->session->notes, "slow-start", "To start a shell alone takes %.2g ms, %.0f %% of a "
	            "command at %s (%.3g ms), and is part of its time. A larger --volume makes that "
	            "less.", runner->start_ns * 1e-6, 100 * runner->start_ns / shortest->ns_q1,
	            size_format(shortest->block_bytes, size), shortest->ns_q1 * 1e-6);
}

static void note_all(struct runner *runner)
{
	session_progress_note(&runner->progress, runner->found, &runner->session->notes);
	note_start(runner);
	if (runner->left > 0)
		warnings_add(&runner->session->notes, "left-behind", "%s left processes behind in %zu cell%s; they were "
		            "ended, and their work is not in its time. `wait` in the command waits for "
		            "them.", text_string(&runner->session->command_name), runner->left,
		            runner->left == 1 ? "" : "s");
}

static int runs_measure(struct runner *runner, struct error *err)
{
	struct session_result *found = runner->found;
	int result = start_measure(runner, err);

	while (result == 0 && session_progress_wants(&runner->progress, found->runs_clean)) {
		struct error writing = { 0 };
		session_progress_wait(&runner->progress, ++runner->run);
		if (*interrupt_flag())
			break;
		result = run_run(runner, err);
		found->runs_done += result == 0 && !*interrupt_flag();
		found->runs_clean = found->runs_done;
		found->took_ns = session_progress_ns(&runner->progress);
		if (run_flush(runner, &writing) != 0 && result == 0) {
			*err = writing;
			result = -1;
		}
		if (*interrupt_flag() || (runner->files->is_reader_gone && runner->files->count == 1))
			break;
	}
	return result;
}

int command_measure(struct session *session, struct session_files *files,
                    struct session_result *found, struct error *err)
{
	size_t count = session->plan.count;
	struct runner runner = {
		.session = session, .options = session->options, .files = files, .found = found,
		.cells = memory_zeroed(count, sizeof *runner.cells),
		.is_done = memory_zeroed(count, sizeof *runner.is_done),
		.is_dropped = memory_zeroed(count, sizeof *runner.is_dropped),
	};

	identity_init(&runner.identity, session);
	runner.identity.context.op = "command";
	runner.identity.context.kernel = text_string(&session->command_name);
	runner.identity.context.convention = "moved";
	runner.identity.context.page_bytes = platform_page_bytes();
	session_progress_init(&runner.progress, session);
	int result = runs_measure(&runner, err);
	session_progress_clear(&runner.progress);
	note_all(&runner);
	identity_release(&runner.identity);
	free(runner.cells);
	free(runner.is_done);
	free(runner.is_dropped);
	return result;
}
