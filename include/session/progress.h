/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_PROGRESS_H
#define MEMBENCH_SESSION_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/warnings.h"
#include "measure/spacing.h"
#include "platform/clock.h"
#include "session/result.h"
#include "session/setup.h"

/* Where the session is. Times are from its start. */
struct session_progress {
	struct clock clock;
	struct spacing spacing;
	uint64_t begun_ns; /* by the clock */
	uint64_t run, run_ns, clean; /* the latest run, when it began, how many are clean */
	uint64_t busy_ns;  /* that runs took so far */
	uint64_t longest_ns; /* of one of them */
	double expected_s; /* of all of them, one after the other */
	bool is_shown;     /* on standard error */
};
void session_progress_init(struct session_progress *progress, const struct session *session);
/* Since its start. */
uint64_t session_progress_ns(const struct session_progress *progress);
/* Leave the machine alone until `run` is due; an interrupt ends the wait. */
void session_progress_wait(struct session_progress *progress, uint64_t run);
/* After a run, or before the first: whether one more is wanted. */
bool session_progress_wants(struct session_progress *progress, uint64_t clean);
/* For one more run, in a session whose time nobody asked for. */
bool session_progress_has_time(const struct session_progress *progress,
                               const struct session *session);
/* What of --over did not come out as asked. */
void session_progress_note(const struct session_progress *progress,
                           const struct session_result *result, struct warnings *notes);
void session_progress_show(const struct session_progress *progress);
void session_progress_clear(const struct session_progress *progress);

#endif
