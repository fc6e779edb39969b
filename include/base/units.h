/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_UNITS_H
#define MEMBENCH_BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

/*
 * Sizes are written as people write them: `2048`, `48K`, `1.5M`, `2GiB`. Plain numbers
 * are bytes; K, M, G (with or without `iB`, any case) are powers of two. `what` names the
 * option for the error. A size is 1 byte or more; a fraction must come out in whole bytes.
 */
int size_parse(const char *text, const char *what, uint64_t *bytes, struct error *err);

#define SIZE_TEXT_BYTES 24
/* The shortest exact form: 2048 -> "2K", 1536 -> "1.5K", 1001 -> "1001". Returns `text`. */
const char *size_format(uint64_t bytes, char text[SIZE_TEXT_BYTES]);

/* For measured sizes: the exact form where that is short, else three figures: 49.3K, 22M. */
const char *size_format_short(double bytes, char text[SIZE_TEXT_BYTES]);

struct size_list {
	uint64_t *bytes;
	size_t count, capacity;
};

/*
 * A list of sizes and ranges: `2K,48K,64K-8M` doubles inside a range, `2K-8M/4` takes four
 * points an octave (each rounded to a multiple of 64 bytes where it is larger than that).
 * The result is ascending and without repeats. Release with size_list_release().
 */
int size_list_parse(const char *text, const char *what, struct size_list *list,
                    struct error *err);
void size_list_add(struct size_list *list, uint64_t bytes);
void size_list_release(struct size_list *list);

/* `30ms`, `1.5s`, `200us`, `500ns`, `4m` or `4min`, `1h`; a plain number is seconds. From
 * 1ns to 1000000s. */
int duration_parse(const char *text, const char *what, uint64_t *ns, struct error *err);

/* Nothing but digits of `base`, 10 or 16 (which "0x" may precede), that 64 bits hold; -1 on
 * anything else. */
int whole_parse(const char *text, unsigned base, uint64_t *value);

/* A whole number from `low` to `high`. */
int count_parse(const char *text, const char *what, uint64_t low, uint64_t high,
                uint64_t *value, struct error *err);

/*
 * A finite decimal number, whole text, in the C locale's form whatever the locale: the
 * program never calls setlocale(), so strtod() and printf() keep the point.
 * Returns 0, or -1 where the text is not a number, not finite, or out of a double's range.
 */
int number_parse(const char *text, double *value);

#define NUMBER_TEXT_BYTES 32
/* The fewest of 15 to 17 digits that read back as the same finite double: 0.05, not
 * 0.050000000000000003. Returns `text`. */
const char *number_format(double value, char text[NUMBER_TEXT_BYTES]);

#endif
