/* SPDX-License-Identifier: MIT */
/* base: growing strings. Knows nobody; writes to no file. */
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void text_put_bytes(struct text *text, const char *bytes, size_t count)
{
	memory_grow(&text->bytes, &text->capacity, text->length + count, 1);
	if (count > 0) /* no bytes may be NULL, which memcpy must not see */
		memcpy(text->bytes + text->length, bytes, count);
	text->length += count;
	text->bytes[text->length] = '\0';
}

void text_put(struct text *text, const char *string)
{
	text_put_bytes(text, string, strlen(string));
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
	va_list again;

	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	if (length > 0) {
		size_t count = (size_t)length;
		memory_grow(&text->bytes, &text->capacity, text->length + count, 1);
		(void)vsnprintf(text->bytes + text->length, count + 1, format, again);
		text->length += count;
	}
	va_end(again);
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(text, format, args);
	va_end(args);
}

void text_repeat(struct text *text, const char *string, size_t times)
{
	while (times-- > 0)
		text_put(text, string);
}

const char *text_string(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

void text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text){ 0 };
}

bool text_equal(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

bool text_starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

int text_hex_digit(char digit)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *at = digit ? strchr(digits, digit) : NULL;
	return at ? (int)((at - digits) % 16) : -1;
}

struct items items_of(const char *list, char separator)
{
	char *copy = memory_copy_text(list);
	return (struct items){ copy, copy, separator };
}

char *items_next(struct items *items)
{
	char *item = items->next, *end = item ? strchr(item, items->separator) : NULL;

	if (end != NULL)
		*end++ = '\0';
	items->next = end;
	return item;
}

void items_release(struct items *items)
{
	free(items->copy);
	*items = (struct items){ 0 };
}

bool items_hold(const char *list, char separator, const char *name)
{
	struct items items = items_of(list != NULL ? list : "", separator);
	bool holds = false;

	for (const char *item; !holds && (item = items_next(&items)) != NULL;)
		holds = text_equal(item, name);
	items_release(&items);
	return list != NULL && holds;
}

/* Bytes of a character that starts with `first`, and the range of the second byte. */
struct lead {
	unsigned char first, last, second_low, second_high;
	size_t length;
};

/* Table 3-7 of the Unicode standard: no overlong forms, no surrogates, no end beyond. */
static const struct lead leads[] = {
	{ 0x00, 0x7F, 0x80, 0xBF, 1 }, { 0xC2, 0xDF, 0x80, 0xBF, 2 },
	{ 0xE0, 0xE0, 0xA0, 0xBF, 3 }, { 0xE1, 0xEC, 0x80, 0xBF, 3 },
	{ 0xED, 0xED, 0x80, 0x9F, 3 }, { 0xEE, 0xEF, 0x80, 0xBF, 3 },
	{ 0xF0, 0xF0, 0x90, 0xBF, 4 }, { 0xF1, 0xF3, 0x80, 0xBF, 4 },
	{ 0xF4, 0xF4, 0x80, 0x8F, 4 },
};

static bool lead_fits(const struct lead *lead, const unsigned char *bytes)
{
	if (bytes[0] < lead->first || bytes[0] > lead->last)
		return false;
	if (lead->length > 1 &&
	    (bytes[1] < lead->second_low || bytes[1] > lead->second_high))
		return false;
	for (size_t i = 2; i < lead->length; i++) {
		if ((bytes[i] & 0xC0) != 0x80)
			return false;
	}
	return true;
}

size_t text_character(const char *string)
{
	const unsigned char *bytes = (const unsigned char *)string;

	for (size_t i = 0; i < sizeof leads / sizeof *leads; i++) {
		if (lead_fits(&leads[i], bytes))
			return leads[i].length;
	}
	return 0;
}

/* C0 and DEL, and C1 as UTF-8 writes it: some terminals obey those too. */
static bool is_control(const char *string)
{
	unsigned char byte = (unsigned char)string[0];
	return byte < 0x20 || byte == 0x7F ||
	       (byte == 0xC2 && (unsigned char)string[1] < 0xA0);
}

void text_put_printable(struct text *text, const char *string)
{
	text_put(text, "");
	while (*string) {
		size_t length = text_character(string);
		if (length == 0 || is_control(string))
			text_put(text, TEXT_REPLACEMENT);
		else
			text_put_bytes(text, string, length);
		string += length ? length : 1;
	}
}

void text_put_lines(struct text *text, const char *lead, const char *lines)
{
	while (*lines) {
		struct text line = { 0 };
		size_t length = strcspn(lines, "\n");
		text_put_bytes(&line, lines, length);
		text_put(text, lead);
		text_put_printable(text, text_string(&line));
		text_put(text, "\n");
		text_release(&line);
		lines += length + (lines[length] == '\n');
	}
}

/* Blanks inside "+1.0 .. +2.3 %" and "p = 0.05" hold their line together. */
static bool binds(const char *line, size_t blank)
{
	const char *after = line + blank + 1;

	return blank == 0 || text_starts(after, "..") || text_starts(after, "%") ||
	       strchr("=<", line[blank - 1]) != NULL ||
	       (blank > 1 && line[blank - 1] == '.' && line[blank - 2] == '.');
}

/* Bytes of `line` that go before the break: the words that fit, or one that does not. */
static size_t fitting_bytes(const char *line, size_t columns)
{
	size_t best = 0, used = 0, i;

	for (i = 0; line[i] != '\0' && (used <= columns || best == 0); i++) {
		if (line[i] == ' ' && !binds(line, i))
			best = i;
		used += ((unsigned char)line[i] & 0xC0) != 0x80;
	}
	return used <= columns || best == 0 ? i : best;
}

/* One printable line without its end, behind the lead. */
static void put_broken(struct text *text, const char *lead, const char *line)
{
	size_t indent = text_columns(lead);

	text_put(text, lead);
	while (text_columns(line) + indent > TEXT_WIDTH) {
		size_t length = fitting_bytes(line, TEXT_WIDTH - indent);
		text_put_bytes(text, line, length);
		line += length + strspn(line + length, " ");
		if (*line == '\0')
			break;
		text_put(text, "\n");
		text_repeat(text, " ", indent);
	}
	text_put(text, line);
	text_put(text, "\n");
}

void text_put_prose(struct text *text, const char *lead, const char *lines)
{
	struct text printable = { 0 };

	text_put_lines(&printable, "", lines);
	for (char *line = printable.bytes; line != NULL && *line;) {
		char *end = strchr(line, '\n');
		*end = '\0';
		if (text_starts(line, "    "))
			text_printf(text, "%s\n", line);
		else
			put_broken(text, lead, line);
		line = end + 1;
	}
	text_release(&printable);
}

size_t text_columns(const char *string)
{
	size_t columns = 0;
	for (; *string; string++)
		columns += ((unsigned char)*string & 0xC0) != 0x80;
	return columns;
}

void text_keep_utf8(char *string)
{
	for (size_t bytes; *string != '\0'; string += bytes) {
		bytes = text_character(string);
		if (bytes == 0)
			string[0] = '?';
		bytes += bytes == 0;
	}
}
