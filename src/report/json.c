/* SPDX-License-Identifier: MIT */
/* report: a JSON writer. Knows text, not what is reported. */
#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/units.h"

/* One character of a string, and how many bytes of `value` it was. */
static size_t json_character(struct text *text, const char *value)
{
	size_t length = text_character(value);
	unsigned char byte = (unsigned char)*value;

	if (length == 0)
		text_put(text, TEXT_REPLACEMENT);
	else if (byte == '"' || byte == '\\')
		text_printf(text, "\\%c", byte);
	else if (byte < 0x20 || byte == 0x7F)
		text_printf(text, "\\u%04x", byte);
	else
		text_put_bytes(text, value, length);
	return length ? length : 1;
}

static void json_string(struct text *text, const char *value)
{
	text_put(text, "\"");
	while (*value)
		value += json_character(text, value);
	text_put(text, "\"");
}

/* What stands before a value; false where nothing is written. */
static bool json_next(struct json *json, const char *key)
{
	if (json == NULL)
		return false;
	if (json->has_items)
		text_put(json->text, ",");
	if (json->depth > 0)
		text_put(json->text, "\n");
	text_repeat(json->text, "  ", json->depth);
	if (key != NULL) {
		json_string(json->text, key);
		text_put(json->text, ": ");
	}
	json->has_items = true;
	return true;
}

void json_open(struct json *json, const char *key, char bracket)
{
	if (!json_next(json, key))
		return;
	text_put_bytes(json->text, &bracket, 1);
	json->depth++;
	json->has_items = false;
}

void json_close(struct json *json, char bracket)
{
	if (json == NULL)
		return;
	json->depth--;
	if (json->has_items) {
		text_put(json->text, "\n");
		text_repeat(json->text, "  ", json->depth);
	}
	text_put_bytes(json->text, &bracket, 1);
	json->has_items = true;
	if (json->depth == 0)
		text_put(json->text, "\n");
}

void json_text(struct json *json, const char *key, const char *value)
{
	if (value == NULL) {
		json_null(json, key);
		return;
	}
	if (json_next(json, key))
		json_string(json->text, value);
}

void json_number(struct json *json, const char *key, double value)
{
	char text[NUMBER_TEXT_BYTES];

	if (!isfinite(value)) {
		json_null(json, key);
		return;
	}
	if (json_next(json, key))
		text_put(json->text, number_format(value, text));
}

void json_power(struct json *json, const char *key, double log10_value)
{
	double exponent = floor(log10_value);

	if (!isfinite(log10_value)) {
		json_null(json, key);
		return;
	}
	if (json_next(json, key))
		text_printf(json->text, "%.11ge%.0f", pow(10, log10_value - exponent), exponent);
}

void json_count(struct json *json, const char *key, uint64_t value)
{
	if (json_next(json, key))
		text_printf(json->text, "%" PRIu64, value);
}

void json_bool(struct json *json, const char *key, bool value)
{
	if (json_next(json, key))
		text_put(json->text, value ? "true" : "false");
}

void json_null(struct json *json, const char *key)
{
	if (json_next(json, key))
		text_put(json->text, "null");
}

void json_known(struct json *json, const char *key, uint64_t value)
{
	if (value > 0)
		json_count(json, key, value);
	else
		json_null(json, key);
}

void json_lines(struct json *json, const char *key, const char *lines, char end)
{
	const char ends[] = { end, '\0' };

	json_open(json, key, '[');
	while (*lines) {
		struct text line = { 0 };
		size_t length = strcspn(lines, ends);
		text_put_bytes(&line, lines, length);
		json_text(json, NULL, text_string(&line));
		text_release(&line);
		lines += length + (lines[length] != '\0');
	}
	json_close(json, ']');
}

void json_warnings(struct json *json, const char *key, const struct warnings *warnings)
{
	json_open(json, key, '[');
	for (size_t i = 0; i < warnings->count; i++)
		json_text(json, NULL, warnings->items[i].text);
	json_close(json, ']');
}
