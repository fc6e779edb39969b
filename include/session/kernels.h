/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_KERNELS_H
#define MEMBENCH_SESSION_KERNELS_H

#include "base/error.h"
#include "base/text.h"
#include "session/setup.h"

/* One more kernel, by a name that --kernel takes. Status 2 where it cannot be. */
int session_add_kernel(struct session *session, enum op op, const char *name,
                       struct error *err);
/* The kernels that --op and --kernel name into session->kernels, "best" counting as "all". */
int session_name_kernels(struct session *session, struct error *err);

/*
 * `--kernel best`: measure every kernel of the plan at every size in runs of their own,
 * and leave the fastest of each op and size in the plan. Those samples are thrown away.
 */
int session_choose_best(struct session *session, struct error *err);

/*
 * As far as --kernel asks for them: that, and of `auto` a trial of kernels for the footprints
 * that the plan has (measure/trial.h), which gives each "auto" in session->kernels the name of
 * what was found and each cell its kernel. A trial that cannot be had leaves a note and the
 * default kernel.
 */
int session_choose_kernels(struct session *session, struct error *err);
/* What that would try, a line for each op; nothing is run. */
void session_describe_trials(const struct session *session, struct text *text);

#endif
