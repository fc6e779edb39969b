/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_TAKE_H
#define MEMBENCH_SESSION_TAKE_H

#include <stdbool.h>

#include "base/error.h"
#include "session/setup.h"

/*
 * What --like, or the file of --append, says of the options that were not given; notes name
 * what was given otherwise. Nothing where there is no such file. Status 2 where it cannot be
 * read or has more threads than there are CPUs.
 */
int session_take_like(struct session *session, struct error *err);
/* session->kernels from that file. Status 2 where one cannot run here, and what would do. */
int session_like_kernels(struct session *session, struct error *err);

/* Whether every cell has its level from that file and fits L2, so that no cache need be
 * measured. */
bool session_knows_levels(const struct session *session);

#endif
