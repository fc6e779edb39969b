/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_WORKER_H
#define MEMBENCH_MEASURE_WORKER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "measure/job.h"

/*
 * A run: one process that maps fresh memory, measures every cell of the plan and reports
 * each as soon as it is complete, in these structs as they lie in memory.
 */
enum message_kind { MESSAGE_CELL, MESSAGE_RUN, MESSAGE_ERROR, MESSAGE_NO_MEMORY };

/* About one cell of the plan; `raw_count` sample times (uint64_t) follow it. */
struct cell_message {
	uint64_t cell, position, samples, bytes, raw_count;
	struct summary ns;
	double clock_ghz, core_ipc;
	/* Doubts: something else had the CPU, pages came late, not pinned, stopped early, part
	 * of the samples at another level's rate. */
	bool preempted, faulted, unpinned, incomplete, two_states;
};

/* About the run as a whole: the first message, once all memory was touched. */
struct run_message {
	struct huge_share huge; /* mean over threads */
	double clock_resolution_ns, clock_cost_ns;
	double best_speed; /* operations a nanosecond that the witness saw at its best */
	uint64_t sample_ns;
};

struct message {
	enum message_kind kind;
	union {
		struct cell_message cell;
		struct run_message run;
		struct error error;
	} about;
};

/* The doubts that `task` and the summary of its samples, cell->ns, raise: all but unpinned. */
void cell_doubt(struct cell_message *cell, const struct task *task);

/*
 * Measure `job` and write messages to `descriptor`. Returns an exit status. When `*stop`
 * becomes true it ends after the slice at hand and reports what it has as incomplete.
 */
int worker_run(const struct run_job *job, int descriptor,
               const volatile sig_atomic_t *stop);

#endif
