/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_DUMP_TEXT_H
#define MEMBENCH_DIMMS_DUMP_TEXT_H

/* What people's programs print of bytes, back to bytes. For bytes.c only. */
#include "dimms/bytes.h"

/*
 * Bytes from text, NUL behind its end: digits and blanks alone; the rows of i2cdump, xxd,
 * hexdump, od and the like, with or without offsets and characters beside them, from offset
 * 0 on and without a gap; the structures of `dmidecode -u`. Leaves alone what is no text.
 * Returns NULL, or where it is text and no such bytes what it is and what would do ("is
 * dmidecode's own text; ..."), with `cure` where nothing better is known.
 */
const char *dump_from_text(struct dump *dump, const char *cure);

#endif
