/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_DUMP_H
#define MEMBENCH_DIMMS_DUMP_H

#include "base/error.h"
#include "dimms/bytes.h"

/*
 * A whole file of bytes: binary, or printed in hexadecimal: digits alone, or the rows of
 * i2cdump, xxd, hexdump, od, or the structures of `dmidecode -u`.
 */
struct dump {
	uint8_t *items;
	size_t count;
};

#define DUMP_BYTES_MAX ((size_t)1 << 20) /* SMBIOS tables take some 10K, an SPD 1K */

/* Found in a tree. Returns 0, or why not as an errno value: EINVAL for no regular file,
 * EFBIG if longer. */
int dump_read(const char *path, struct dump *dump);

/* The option that named a file, and what to give where it holds no bytes: "is text; give
 * a copy of ...". */
struct dump_option {
	const char *name, *cure;
};
/* A file that the user named, a pipe, or standard input ("-"). Fails (status 2) where it
 * cannot be read, is a file of another kind (gzip, a program) or text without bytes. */
int dump_load(const char *path, const struct dump_option *option, struct dump *dump,
              struct error *err);
struct bytes dump_bytes(const struct dump *dump);
void dump_release(struct dump *dump);

/*
 * Bytes from text, NUL behind its end: digits and blanks alone; the rows of i2cdump, xxd,
 * hexdump, od and the like, with or without offsets and characters beside them, from offset
 * 0 on and without a gap; the structures of `dmidecode -u`. Leaves alone what is no text.
 * Returns NULL, or where it is text and no such bytes what it is and what would do ("is
 * dmidecode's own text; ..."), with `cure` where nothing better is known.
 */
const char *dump_from_text(struct dump *dump, const char *cure);

#endif
