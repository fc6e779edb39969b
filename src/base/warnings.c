/* SPDX-License-Identifier: MIT */
/* base: the list of warnings. Knows their kinds by name alone, not what they say. */
#include "base/warnings.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool is_said(const struct warnings *warnings, const char *text)
{
	for (size_t i = 0; i < warnings->count; i++) {
		if (text_equal(warnings->items[i].text, text))
			return true;
	}
	return false;
}

/* Takes `shown`. */
static void take(struct warnings *warnings, const char *kind, struct text *shown)
{
	memory_grow(&warnings->items, &warnings->capacity, warnings->count,
	            sizeof *warnings->items);
	warnings->items[warnings->count++] =
	        (struct warning){ .kind = kind, .text = memory_copy_text(text_string(shown)) };
	text_release(shown);
}

static void add(struct warnings *warnings, const char *kind, bool once, const char *format,
                va_list args)
{
	struct text said = { 0 }, shown = { 0 };

	text_vprintf(&said, format, args);
	text_put_printable(&shown, text_string(&said));
	text_release(&said);
	if (once && is_said(warnings, text_string(&shown)))
		text_release(&shown);
	else
		take(warnings, kind, &shown);
}

void warnings_add(struct warnings *warnings, const char *kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(warnings, kind, false, format, args);
	va_end(args);
}

void warnings_add_once(struct warnings *warnings, const char *kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(warnings, kind, true, format, args);
	va_end(args);
}

void warnings_add_lines(struct warnings *warnings, const char *kind, const char *lines)
{
	while (*lines) {
		struct text line = { 0 }, shown = { 0 };
		size_t length = strcspn(lines, "\n");
		text_put_bytes(&line, lines, length);
		text_put_printable(&shown, text_string(&line));
		take(warnings, kind, &shown);
		text_release(&line);
		lines += length + (lines[length] == '\n');
	}
}

static size_t place_of(const char *kind, const char *const *kinds)
{
	size_t place = 0;

	while (kinds[place] != NULL && !text_equal(kind, kinds[place]))
		place++;
	return place;
}

/* By insertion, which keeps the order of those that weigh the same; they are few. */
void warnings_rank(struct warnings *warnings, const char *const *kinds)
{
	struct warning *items = warnings->items;

	for (size_t i = 0; i < warnings->count; i++) {
		struct warning moved = items[i];
		size_t at = i;
		moved.gravity = place_of(moved.kind, kinds);
		for (; at > 0 && items[at - 1].gravity > moved.gravity; at--)
			items[at] = items[at - 1];
		items[at] = moved;
	}
}

bool warnings_have(const struct warnings *warnings, const char *kind)
{
	for (size_t i = 0; i < warnings->count; i++) {
		if (text_equal(warnings->items[i].kind, kind))
			return true;
	}
	return false;
}

void warnings_put(const struct warnings *warnings, struct text *text)
{
	for (size_t i = 0; i < warnings->count; i++)
		text_printf(text, "%s\n", warnings->items[i].text);
}

void warnings_release(struct warnings *warnings)
{
	for (size_t i = 0; i < warnings->count; i++)
		free(warnings->items[i].text);
	free(warnings->items);
	*warnings = (struct warnings){ 0 };
}
