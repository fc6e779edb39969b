/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_SIZES_H
#define MEMBENCH_SESSION_SIZES_H

#include "base/error.h"
#include "session/setup.h"

/*
 * The plan: for each block that is asked for, else that the file has which the session is
 * like, else by default or one a level, a cell of each kernel; what memory forbids is named
 * in session->skipped. Status 2 where an op cannot do a block.
 */
int session_choose_sizes(struct session *session, struct error *err);

#endif
