/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_CSV_HEAD_H
#define MEMBENCH_BASE_CSV_HEAD_H

/* For csv.c only. */
#include "base/csv.h"

/*
 * Look at the first bytes, which are in the buffer: skip a byte order mark, see whether
 * lines end in CR alone and whether tabs stand where commas were expected, or the other way
 * round. Fails (status 2) where the file is of another kind.
 */
int csv_look(struct csv_reader *reader, struct error *err);

/* Of what was read behind `from`: CR to LF, where lines end so. */
void csv_mend_ends(struct csv_reader *reader, size_t from);

#endif
