/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_TEXT_H
#define MEMBENCH_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * A growing string. Reports are written into one and reach a file only at the door, so
 * every format is a pure function that a test can compare byte for byte.
 * `bytes` is NUL-terminated once anything was put; { 0 } is an empty text.
 */
struct text {
	char *bytes;
	size_t length, capacity;
};

void text_put(struct text *text, const char *string);
void text_put_bytes(struct text *text, const char *bytes, size_t count);
void text_printf(struct text *text, const char *format, ...) MEMBENCH_PRINTF(2, 3);
void text_vprintf(struct text *text, const char *format, va_list args)
        MEMBENCH_PRINTF(2, 0);
void text_repeat(struct text *text, const char *string, size_t times);
const char *text_string(const struct text *text); /* never NULL */
void text_release(struct text *text);

bool text_equal(const char *a, const char *b);
bool text_starts(const char *text, const char *prefix);
/* 0 to 15; -1 for what is no hexadecimal digit. */
int text_hex_digit(char digit);

/*
 * The items of a list, one after the other; an empty list has an empty one, and so has one
 * between two separators. They may be cut further, and live until items_release().
 *     struct items items = items_of("a,b", ',');
 *     for (char *item; (item = items_next(&items)) != NULL;) ...
 *     items_release(&items);
 */
struct items {
	char *copy, *next, separator;
};
struct items items_of(const char *list, char separator);
char *items_next(struct items *items); /* NULL behind the last */
void items_release(struct items *items);
/* Whether one of them is `name`; NULL holds none. */
bool items_hold(const char *list, char separator, const char *name);

#define TEXT_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD in UTF-8 */

/* Bytes of the well-formed UTF-8 character at `string` (RFC 3629), 1 to 4; 0 where what is
 * there is none. The end of the string counts as a character of one byte. */
size_t text_character(const char *string);
/* Puts '?' in place of each byte that belongs to no character. */
void text_keep_utf8(char *string);
/* Appends names that others chose, safe for a terminal: what is no UTF-8 and what is a
 * control character, ESC and line ends included, becomes U+FFFD. */
void text_put_printable(struct text *text, const char *string);
/* Each line of `lines`, printable, behind `lead`. A last one without its end gets one. */
void text_put_lines(struct text *text, const char *lead, const char *lines);

/*
 * The same for people at a terminal: lines are broken between words so that none takes
 * more than TEXT_WIDTH columns, those that continue one indented by the columns of `lead`.
 * A number stays with its unit, and the two ends of an interval stay together.
 * A line of `lines` that begins with four blanks is a command to paste and stays whole.
 */
#define TEXT_WIDTH 80
void text_put_prose(struct text *text, const char *lead, const char *lines);

/* Terminal columns that UTF-8 `string` takes, one for each code point. */
size_t text_columns(const char *string);

#endif
