/* SPDX-License-Identifier: MIT */
/* dimms: a line of a hexadecimal dump. Knows how programs print one, and no other line. */
#include "dimms/dump_row.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_blank(char character)
{
	return character == ' ' || character == '\t';
}

static size_t hex_length(const char *text)
{
	size_t length = 0;
	while (isxdigit((unsigned char)text[length]))
		length++;
	return length;
}

static uint8_t hex_byte(const char *digits)
{
	char pair[3] = { digits[0], digits[1], '\0' };
	return (uint8_t)strtoul(pair, NULL, 16);
}

/* "00:", "0x10 |" or, before pairs, "00000010": returns where the bytes begin. */
static const char *take_offset(const char *at, struct dump_row *row)
{
	const char *digits = text_starts(at, "0x") ? at + 2 : at;
	size_t length = hex_length(digits);
	const char *behind = digits + length;

	row->offset[0] = '\0';
	if (length == 0 || length > DUMP_OFFSET_DIGITS)
		return at;
	while (is_blank(*behind))
		behind++;
	bool marked = *behind == ':' || *behind == '|';
	if (!marked && (length < 6 || (*behind && hex_length(behind) != 2 &&
	                               hex_length(behind) != 4)))
		return at;
	memcpy(row->offset, digits, length);
	row->offset[length] = '\0';
	return behind + marked;
}

/* Words of 16 bits are those of a little-endian machine, but for xxd, which marks offsets. */
static const char *take_group(const char *at, size_t digits, bool swapped, struct dump_row *row)
{
	for (size_t i = 0; i < digits; i += 2)
		row->bytes[row->count + i / 2] = hex_byte(at + (swapped ? digits - 2 - i : i));
	row->count += digits / 2;
	return at + digits;
}

/* Wide blanks set characters apart from bytes; two of them also the halves of a row. */
static bool is_end(const struct dump_row *row, size_t blanks)
{
	return *row->offset != '\0' && row->count > 0 &&
	       (blanks > 2 || (blanks == 2 && row->count % 8 != 0));
}

/* Two to eight digits, whole bytes; 0 where something else stands there. */
static size_t group_length(const char *at)
{
	size_t digits = hex_length(at);
	bool ends = at[digits] == '\0' || is_blank(at[digits]) || at[digits] == ',';

	return ends && digits >= 2 && digits <= 8 && digits % 2 == 0 ? digits : 0;
}

/* Words behind bytes are characters where an offset says so, else the line is none. */
static void take_bytes(const char *at, bool marked, struct dump_row *row)
{
	bool has_offset = *row->offset != '\0';
	size_t digits;

	for (row->count = 0; !has_offset || row->count < 16;) {
		size_t blanks = 0;
		while (is_blank(*at) || *at == ',')
			blanks += is_blank(*at++);
		if (*at == '\0' || is_end(row, blanks))
			return;
		at += text_starts(at, "0x") ? 2 : 0;
		digits = group_length(at);
		if (digits == 0 || row->count + digits / 2 > DUMP_ROW_BYTES)
			break;
		at = take_group(at, digits, digits == 4 && has_offset && !marked, row);
	}
	row->is_unreadable = has_offset && text_starts(at, "XX");
	if (!has_offset && strchr("/|#", *at) == NULL)
		row->count = 0;
}

void dump_row_read(const char *line, struct dump_row *row)
{
	*row = (struct dump_row){ .count = 0 };
	line += strspn(line, " \t");
	const char *bytes = take_offset(line, row);
	bool marked = bytes > line && (bytes[-1] == ':' || bytes[-1] == '|');
	take_bytes(bytes, marked, row);
}
