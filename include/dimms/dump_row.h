/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_DUMP_ROW_H
#define MEMBENCH_DIMMS_DUMP_ROW_H

/* For dump_text.c only. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DUMP_ROW_BYTES = 64, DUMP_OFFSET_DIGITS = 16 };

/* One line: an offset as written, and the bytes behind it. */
struct dump_row {
	char offset[DUMP_OFFSET_DIGITS + 1]; /* "" where there is none */
	uint8_t bytes[DUMP_ROW_BYTES];
	size_t count;
	bool is_unreadable; /* XX, as i2cdump writes */
};

/* "00: 92 11 0b ...  ....", "00000010  92 11 ... |....|", "0x92, 0x11": with or without an
 * offset; neither offset nor bytes where the line is something else. */
void dump_row_read(const char *line, struct dump_row *row);

#endif
