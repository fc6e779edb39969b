/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_CPUS_H
#define MEMBENCH_SESSION_CPUS_H

#include "session/setup.h"

/* CPUs for the threads, in session->cpus: of those allowed, none that others measure on (nor a
 * sibling of one) as long as there are enough; and none that is busy (cpu_set_choose()). */
void session_choose_cpus(struct session *session, const struct cpu_set *allowed);
/* Note those that were busy, and what is measured on instead. */
void session_note_passed(struct session *session);
/* Claim them; where others have all of them by now, those of `allowed` (NULL: none) are
 * chosen from again. What is shared with others is named in session->warnings. */
void session_claim_cpus(struct session *session, const struct cpu_set *allowed);
/* Into the warnings: that a quota of CPU time stopped the runs. */
void session_warn_throttled(struct session *session);

#endif
