/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_BYTES_H
#define MEMBENCH_DIMMS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
unsigned bytes_sum(const struct bytes *bytes); /* modulo 256 */
/* At most `count` of them from `at` on; an empty piece behind the end. */
struct bytes bytes_part(const struct bytes *bytes, size_t at, size_t count);
/* Their characters without blanks at the ends, as many as `text` holds; `printable`: of
 * those that ASCII cannot print none. */
void bytes_text(const struct bytes *bytes, bool printable, char *text, size_t text_bytes);

/* Whole bytes in hexadecimal digits, blanks between them allowed: how many; 0 where `text`
 * is anything else or more than `most`. */
size_t bytes_from_hex(const char *text, uint8_t *bytes, size_t most);

#endif
