/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_PROCESS_H
#define MEMBENCH_SESSION_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "measure/run.h"
#include "session/setup.h"

/* What run number `run` is to do. It borrows the session's plan and CPUs. */
struct run_job session_job(const struct session *session, uint64_t run);

/* How long a run may report nothing before it counts as hung. */
uint64_t session_patience_ms(const struct session *session);

/* A run aside from those that are reported: in slices of this length, without checks. */
struct aside {
	uint64_t budget_ns, slice_ns, seed, run;
	bool raw;
};
int session_aside(const struct session *session, const struct plan *plan,
                  const struct aside *aside, const struct run_listener *listener,
                  struct error *err);

#endif
