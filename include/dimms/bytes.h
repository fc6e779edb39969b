/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_BYTES_H
#define MEMBENCH_DIMMS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Bytes of somebody else's, to look into without stepping out: what lies behind the end
 * reads as 0. Numbers are little-endian.
 */
struct bytes {
	const uint8_t *items;
	size_t count;
};

unsigned bytes_u8(const struct bytes *bytes, size_t at);
unsigned bytes_u16(const struct bytes *bytes, size_t at);
uint32_t bytes_u32(const struct bytes *bytes, size_t at);
int bytes_s8(const struct bytes *bytes, size_t at); /* two's complement */
bool bytes_all(const struct bytes *bytes, uint8_t value); /* true where there are none */
/* At most `count` of them from `at` on; an empty piece behind the end. */
struct bytes bytes_part(const struct bytes *bytes, size_t at, size_t count);

/*
 * A whole file of them: binary, or printed in hexadecimal: digits alone, or the rows of
 * i2cdump, xxd, hexdump, od, or the structures of `dmidecode -u`. free() items.
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

#endif
