/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_COMMAND_H
#define MEMBENCH_SESSION_COMMAND_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "session/files.h"
#include "session/result.h"
#include "session/setup.h"

/*
 * A session of `--command`: any program that moves a stated number of bytes, each cell by a
 * process of its own. Its cells are rows of op `command`, level "-", convention `moved`, whose
 * kernel is the command's name, whose bytes are what it was told to move, in one sample.
 */

/* The command's cells into session->plan, without kernels: one for each of --sizes, or one of
 * --volume. What is not given comes from --like, or the file of --append. Status 2 where it
 * cannot be. */
int command_init(struct session *session, struct error *err);

/* Measure all runs, as session_measure() does. A size that fails in its first run is dropped,
 * later only that cell is lost; session->skipped names both. */
int command_measure(struct session *session, struct session_files *files,
                    struct session_result *result, struct error *err);

/* What a cell of this block moves: as many whole blocks as fit into `volume`. */
uint64_t command_bytes(uint64_t volume, uint64_t block_bytes);
/* "dd" of "LC_ALL=C /bin/dd if=...": its first word that sets no variable, without folders. */
void command_name(const char *command, struct text *name);
/* Whether it asks for $NAME, as $NAME or ${NAME}. */
bool command_asks(const char *command, const char *name);

#endif
