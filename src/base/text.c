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

size_t text_columns(const char *string)
{
	size_t columns = 0;
	for (; *string; string++)
		columns += ((unsigned char)*string & 0xC0) != 0x80;
	return columns;
}
