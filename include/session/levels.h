/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_LEVELS_H
#define MEMBENCH_SESSION_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#include "samples/cell.h"
#include "session/setup.h"

/* Level and edge of a cell, from the believed caches, or as the file has them that the session
 * is like. */
void session_cell_level(const struct session *session, struct cell *cell);
/* Notes the first size that --levels, or other threads, put into another level than it has
 * in that file. */
void session_note_levels(struct session *session);
/*
 * Once a session, before its rows are written: set the caches that are believed against what
 * the sweep itself shows (hierarchy.h, plateau_bytes), class all `cells` by both, and note
 * where they disagree. False, and nothing done, where they do and fewer than three runs are
 * to be had yet: give as many `runs` as say three where no more will come. Sizes that the
 * user gave stand, there the rates only make notes; and so do the levels of another file. Rates
 * decide which rows serve, never how they compare: the rule is the same for every configuration
 * and asks only for ratios within it.
 */
bool session_decide_levels(struct session *session, struct cells *cells, uint64_t runs);

#endif
