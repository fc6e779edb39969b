/* SPDX-License-Identifier: MIT */
/* report: an SVG writer. Knows elements and escaping, not what is drawn. */
#include "report/svg.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Widths of a character as shares of the font's size, on the wide side of what the
 * sans-serif fonts of browsers and converters have. */
#define NARROW 0.58
#define WIDE   1.0 /* East Asian and symbols */

#define FIRST_WIDE 0x1100 /* Hangul Jamo: the first block that is set wide */

static const char ellipsis[] = "\xE2\x80\xA6";    /* U+2026 */

struct character {
	uint32_t code; /* 0 where the bytes are no UTF-8 */
	size_t length; /* 1 or more */
};

static struct character character_at(const char *string)
{
	static const unsigned char masks[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
	size_t length = text_character(string);
	uint32_t code = (uint32_t)((unsigned char)*string & masks[length]);

	for (size_t i = 1; i < length; i++)
		code = code << 6 | ((unsigned char)string[i] & 0x3Fu);
	return (struct character){ code, length ? length : 1 };
}

static bool is_xml(uint32_t code)
{
	return code == '\t' || code == '\n' || code == '\r' ||
	       (code >= 0x20 && code != 0x7F && code != 0xFFFE && code != 0xFFFF);
}

void svg_escape(struct text *text, const char *string)
{
	while (*string) {
		struct character character = character_at(string);
		if (!is_xml(character.code))
			text_put(text, TEXT_REPLACEMENT);
		else if (character.code == '&')
			text_put(text, "&amp;");
		else if (character.code == '<')
			text_put(text, "&lt;");
		else if (character.code == '>')
			text_put(text, "&gt;");
		else if (character.code == '"')
			text_put(text, "&quot;");
		else
			text_put_bytes(text, string, character.length);
		string += character.length;
	}
}

static void element_start(struct svg *svg, const char *element, const char *attributes,
                          va_list args)
{
	text_repeat(svg->text, " ", svg->depth);
	text_printf(svg->text, "<%s", element);
	if (attributes == NULL)
		return;
	text_put(svg->text, " ");
	text_vprintf(svg->text, attributes, args);
}

void svg_open(struct svg *svg, const char *element, const char *attributes, ...)
{
	va_list args;

	va_start(args, attributes);
	element_start(svg, element, attributes, args);
	va_end(args);
	text_put(svg->text, ">\n");
	svg->depth++;
}

void svg_close(struct svg *svg, const char *element)
{
	svg->depth--;
	text_repeat(svg->text, " ", svg->depth);
	text_printf(svg->text, "</%s>\n", element);
}

void svg_leaf(struct svg *svg, const char *element, const char *attributes, ...)
{
	va_list args;

	va_start(args, attributes);
	element_start(svg, element, attributes, args);
	va_end(args);
	text_put(svg->text, "/>\n");
}

void svg_content(struct svg *svg, const char *element, const char *content,
                 const char *attributes, ...)
{
	va_list args;

	va_start(args, attributes);
	element_start(svg, element, attributes, args);
	va_end(args);
	text_put(svg->text, ">");
	svg_escape(svg->text, content);
	text_printf(svg->text, "</%s>\n", element);
}

static double character_width(uint32_t code, double size)
{
	return size * (code >= FIRST_WIDE && (code < 0x2000 || code > 0x206F) ? WIDE : NARROW);
}

double svg_width(const char *string, double size)
{
	double width = 0;

	while (*string) {
		struct character character = character_at(string);
		width += character_width(character.code, size);
		string += character.length;
	}
	return width;
}

void svg_fit(struct text *text, const char *string, double size, double width)
{
	double used = svg_width(ellipsis, size);

	if (svg_width(string, size) <= width) {
		text_put(text, string);
		return;
	}
	for (;;) {
		struct character character = character_at(string);
		used += character_width(character.code, size);
		if (used > width)
			break;
		text_put_bytes(text, string, character.length);
		string += character.length;
	}
	text_put(text, ellipsis);
}
