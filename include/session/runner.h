/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_RUNNER_H
#define MEMBENCH_SESSION_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "session/files.h"
#include "session/identity.h"
#include "session/progress.h"
#include "session/result.h"
#include "session/setup.h"

/* The runs of a command, and the one at hand. */
struct runner {
	struct session *session;
	const struct session_options *options;
	struct session_files *files;
	struct session_result *found;
	struct identity identity;
	struct session_progress progress;
	struct cell *cells;  /* of the run at hand, by plan index */
	bool *is_done, *is_dropped;
	size_t dropped;      /* sizes */
	size_t left;         /* cells that left processes behind */
	uint64_t run, begun_ns; /* the run at hand */
	int64_t started_us;
	double start_ns;     /* of a shell that does nothing */
};

/*
 * Run one cell, --before and --after around it; what went well stands in runner->cells. What
 * did not is named in session->skipped, and its size is dropped where this is the first run.
 * Fails where nothing can go on: no process to be had, status 1; no such command, status 2.
 */
int runner_cell(struct runner *runner, size_t cell, uint64_t position, struct error *err);

#endif
