/* SPDX-License-Identifier: MIT */
/* session: the runs of a session, from messages to rows, files and progress. */
#include "session/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/time.h"
#include "measure/interrupt.h"
#include "measure/run.h"
#include "measure/spacing.h"
#include "samples/file.h"
#include "session/identity.h"
#include "session/levels.h"
#include "session/memory.h"
#include "session/process.h"
#include "session/progress.h"

/* Samples of fewer ticks of the clock than this are worth a note. */
#define SHARP_TICKS 500

struct recorder {
	struct session *session;
	struct session_result *found;
	struct identity identity;
	int64_t started_us;           /* of the run at hand */
	struct run_message facts;     /* of the run at hand */
	double best_speed;            /* of the core, over the runs so far */
	struct cell *cells;           /* of the run at hand, by plan index */
	bool *is_done;
	size_t written;               /* of the found's cells, to the files */
	bool is_decided;              /* which level each size is */
	uint64_t run;
	struct session_files *files;
	struct session_progress progress;
	struct issue_log log;
};

static const char *convention_of(const struct plan_cell *cell)
{
	return op_facts[cell->kernel->op].convention;
}

static void recorder_started(void *context, const struct run_message *run)
{
	struct recorder *recorder = context;

	recorder->facts = *run;
	recorder->started_us = time_now();
	recorder->best_speed = fmax(recorder->best_speed, run->best_speed);
	recorder->log.best = fmax(recorder->log.best, run->best_speed);
	recorder->found->clock_cost_ns = run->clock_cost_ns;
	recorder->found->clock_resolution_ns = run->clock_resolution_ns;
	recorder->found->sample_ns = run->sample_ns;
	session_note_pages(recorder->session, &run->huge);
	if (recorder->run == 1 && run->clock_resolution_ns * SHARP_TICKS > (double)run->sample_ns &&
	    recorder->session->options->volume == 0)
		warnings_add(&recorder->session->notes, "coarse-clock",
		             "The clock steps by %.4g us, and samples are of "
		             "%.0f steps: rates are no better than within %.2g %%. A longer --budget "
		             "mends that.", run->clock_resolution_ns * 1e-3,
		             (double)run->sample_ns / run->clock_resolution_ns,
		             100 * run->clock_resolution_ns / (double)run->sample_ns);
}

unsigned session_cell_flags(const struct cell_message *message, double best_speed)
{
	double speed = message->clock_ghz * message->core_ipc;

	return (speed < CLEAN_SHARE * best_speed ? CELL_SLOWED : 0u) |
	       (message->preempted ? CELL_PREEMPTED : 0u) |
	       (message->faulted ? CELL_FAULTED : 0u) |
	       (message->unpinned ? CELL_UNPINNED : 0u) |
	       (message->incomplete ? CELL_INCOMPLETE : 0u) |
	       (message->two_states ? CELL_TWO_STATES : 0u);
}

static void recorder_cell(void *context, const struct cell_message *message,
                          const uint64_t *raw)
{
	struct recorder *recorder = context;
	const struct plan_cell *plan = &recorder->session->plan.cells[message->cell];
	struct context shared = recorder->identity.context;
	struct cell *cell = &recorder->cells[message->cell];

	shared.op = op_names[plan->kernel->op];
	shared.kernel = plan->name;
	shared.convention = convention_of(plan);
	shared.huge_source = session_huge_source(&recorder->facts.huge);
	*cell = (struct cell){
		.context = cells_context(&recorder->found->cells, &shared),
		.block_bytes = plan->block_bytes,
		.footprint_bytes = plan->block_bytes * op_facts[plan->kernel->op].arrays,
		.huge_share = recorder->facts.huge.all,
		.flags = session_cell_flags(message, recorder->best_speed),
		.run = recorder->run, .started_us = recorder->started_us,
		.position = message->position,
		.samples = message->samples, .bytes = message->bytes,
		.ns_min = message->ns.min, .ns_q1 = message->ns.q1,
		.ns_median = message->ns.median, .ns_mean = message->ns.mean,
		.ns_max = message->ns.max,
		.clock_ghz = message->clock_ghz, .core_ipc = message->core_ipc,
		.cpu_share = (double)NAN,
	};
	cell->mb_per_s = cell_rate(cell);
	session_cell_level(recorder->session, cell);
	recorder->is_done[message->cell] = true;
	session_files_raw(recorder->files, cell, raw, message->raw_count);
}

static void recorder_waiting(void *context)
{
	const struct recorder *recorder = context;

	session_progress_show(&recorder->progress);
}

/* The run's cells in the plan's order to the found. */
static void recorder_collect(struct recorder *recorder)
{
	const size_t before = recorder->found->cells.count;

	for (size_t i = 0; i < recorder->session->plan.count; i++) {
		const struct cell *cell = &recorder->cells[i];
		if (!recorder->is_done[i])
			continue;
		if (recorder->found->cells.count == before)
			issue_log_run(&recorder->log);
		issue_log_row(&recorder->log, cell->clock_ghz * cell->core_ipc);
		cells_add(&recorder->found->cells, cell);
		recorder->is_done[i] = false;
	}
	recorder->found->runs_clean = issue_log_clean(&recorder->log);
}

/*
 * What is not in the files yet, as one write. Where the first run does not settle which
 * level each size is, rows wait for the third, or for the end, whatever brings it.
 */
static int recorder_flush(struct recorder *recorder, bool is_over, struct error *err)
{
	struct cells *cells = &recorder->found->cells;
	struct text rows = { 0 };

	recorder_collect(recorder);
	if (!recorder->is_decided)
		recorder->is_decided = session_decide_levels(recorder->session, cells,
		                                             is_over ? UINT64_MAX : recorder->run);
	while (recorder->is_decided && recorder->written < cells->count)
		file_row(&cells->items[recorder->written++], &rows);
	int result = session_files_put(recorder->files, &rows, err);
	text_release(&rows);
	return result;
}

/* What a process that died had reported is measured anew. */
static void recorder_died(void *context, const struct error *err, bool again)
{
	struct recorder *recorder = context;

	session_progress_clear(&recorder->progress);
	(void)fprintf(stderr, "membench: %s; %s\n", err->text,
	              again ? "trying once more" : "giving up");
	memset(recorder->is_done, 0, recorder->session->plan.count);
	recorder->files->raw_rows.length = 0;
}

static int recorder_run(struct recorder *recorder, struct error *err)
{
	struct run_listener listener = {
		.context = recorder, .run_started = recorder_started,
		.cell_done = recorder_cell, .waiting = recorder_waiting, .died = recorder_died,
	};
	int result;

	do {
		listener.patience_ms = session_patience_ms(recorder->session);
		struct run_job job = session_job(recorder->session, recorder->run);
		result = run_process(&recorder->session->program, &job, &listener, err);
	} while (result == RUN_NO_MEMORY &&
	         (result = session_drop_largest(recorder->session, err)) == 0);
	if (result == 0 || recorder->run == 1)
		return result;
	size_t length = strlen(err->text);
	(void)snprintf(err->text + length, sizeof err->text - length,
	               "; %" PRIu64 " of %" PRIu64 " runs are complete", recorder->run - 1,
	               recorder->session->options->runs);
	return result;
}

/* The core as the file knows it that this session is compared with. */
static void best_before(struct recorder *recorder)
{
	const struct cells *rows = &recorder->session->like.rows;

	for (size_t i = 0; i < rows->count; i++) {
		const struct cell *row = &rows->items[i];
		if (text_equal(row->context->host, recorder->identity.context.host) &&
		    text_equal(row->context->cpu, recorder->identity.cpu))
			recorder->log.best = fmax(recorder->log.best, row->clock_ghz * row->core_ipc);
	}
}

static void recorder_release(struct recorder *recorder)
{
	session_progress_clear(&recorder->progress);
	issue_log_release(&recorder->log);
	identity_release(&recorder->identity);
	free(recorder->cells);
	free(recorder->is_done);
}

int session_measure(struct session *session, struct session_files *files,
                    struct session_result *found, struct error *err)
{
	struct recorder recorder = { .session = session, .files = files, .found = found };
	struct error writing = { 0 };
	int result = 0;

	recorder.cells = memory_zeroed(session->plan.count, sizeof *recorder.cells);
	recorder.is_done = memory_zeroed(session->plan.count, sizeof *recorder.is_done);
	session_progress_init(&recorder.progress, session);
	identity_init(&recorder.identity, session);
	best_before(&recorder);
	while (result == 0 && session_progress_wants(&recorder.progress, found->runs_clean) &&
	       session_progress_has_time(&recorder.progress, session)) {
		session_progress_wait(&recorder.progress, ++recorder.run);
		if (*interrupt_flag())
			break;
		result = recorder_run(&recorder, err);
		found->runs_done += result == 0;
		found->took_ns = session_progress_ns(&recorder.progress);
		/* What a run that failed had measured is kept; the first error is told. */
		if (recorder_flush(&recorder, false, &writing) != 0 && result == 0) {
			*err = writing;
			result = -1;
		}
		/* Nobody reads what would come, unless a file is written as well. */
		if (*interrupt_flag() || (files->is_reader_gone && files->count == 1))
			break;
	}
	if (recorder_flush(&recorder, true, &writing) != 0 && result == 0) {
		*err = writing;
		result = -1;
	}
	if (result == 0 && !*interrupt_flag() &&
	    !session_progress_has_time(&recorder.progress, session))
		found->defaults.runs = session->options->runs - recorder.run;
	session_progress_note(&recorder.progress, found, &session->notes);
	recorder_release(&recorder);
	return result;
}
