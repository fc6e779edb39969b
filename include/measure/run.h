/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_RUN_H
#define MEMBENCH_MEASURE_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "measure/worker.h"

/* Who listens to a run. Each call is made in the session's process. */
struct run_listener {
	void *context;
	void (*run_started)(void *context, const struct run_message *run);
	void (*cell_done)(void *context, const struct cell_message *cell,
	                  const uint64_t *raw);
	void (*waiting)(void *context); /* several times a second; may be NULL */
	/* The process died: what it reported does not count. `again`: it is tried once more. */
	void (*died)(void *context, const struct error *err, bool again);
	/* The longest silence of a run that is waited for; 0: any. A process that is stopped
	 * for a second, or silent for longer than this, is ended and counts as dead. */
	uint64_t patience_ms;
};

/*
 * Start `program` as a process of its own, hand it `job`, and pass on what it reports until it
 * ends; one that dies, or ends well before it has reported every cell, is started once
 * more. Returns 0 when the run is complete or was interrupted in good order, else -1
 * and a sentence; RUN_NO_MEMORY and a sentence where it was refused the memory for its
 * plan, or killed (twice) before it had touched all of that.
 * A signal that arrives meanwhile is passed on to the child, which then has a moment to
 * report what it has; a second one ends it at once. SIGPIPE must be ignored.
 */
enum { RUN_NO_MEMORY = 1 };
#define RUN_COMMAND "worker" /* of `program`: the word that starts a run */
int run_process(const struct platform_program *program, const struct run_job *job,
                const struct run_listener *listener, struct error *err);

#endif
