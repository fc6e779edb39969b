/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_FRAME_H
#define MEMBENCH_SAMPLES_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* What an open file looks like to somebody who wants to add rows to it. */
struct frame {
	uint64_t bytes; /* its size */
	uint64_t end;   /* of the last whole row; below `bytes` where a torn one follows */
	bool has_header;
	size_t lacking;  /* columns: it was begun before the last so many were */
	bool ends_in_crlf; /* its lines: a spreadsheet or an editor saved it */
	const char *missing; /* line end of a last row that is whole but for it; or "" */
};

/*
 * Fails (status 2) with the reason where rows cannot be added: another header, another
 * separator, old Mac line ends, no text at all. A byte order mark and quoted names are fine.
 * `path` is for messages. The file's lock, if it is held, is kept.
 */
int frame_read(struct frame *frame, int descriptor, const char *path, struct error *err);

#endif
