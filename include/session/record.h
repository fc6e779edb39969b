/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_RECORD_H
#define MEMBENCH_SESSION_RECORD_H

#include "base/error.h"
#include "measure/worker.h"
#include "session/files.h"
#include "session/result.h"
#include "session/setup.h"

/* Of enum cell_flag: what its process doubts, and `slowed` against the best speed so far. */
unsigned session_cell_flags(const struct cell_message *message, double best_speed);

/*
 * Choose what kernels are still open (session/kernels.h), measure all runs, and say in `result`,
 * which points into `session`, what was found. What was measured before a failure stands there.
 */
int session_run(struct session *session, struct session_files *files,
                struct session_result *result, struct error *err);

/* Measure all runs; rows go to the files as each run ends, and to `result`. */
int session_measure(struct session *session, struct session_files *files,
                    struct session_result *result, struct error *err);

#endif
