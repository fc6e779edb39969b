/* SPDX-License-Identifier: MIT */
/* report: fields of a record to JSON, to a row, or to one bare value. Knows no record. */
#include "report/fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

#define DASH        "-"      /* what is not known, for people */
#define LOG10_LEAST (-300.0) /* below it a p is written from its logarithm */

/* The field without JSON: `words` are those of the audience that the row is for. */
static void put_words(struct fields *fields, const char *name, const char *title, bool right,
                      const char *words)
{
	const char *column = fields->for_people ? title : name;

	if (fields->wanted != NULL && name != NULL && text_equal(fields->wanted, name))
		text_put(fields->value, words);
	if (fields->grid == NULL || column == NULL)
		return;
	if (!fields->has_titles)
		grid_column(fields->grid, column, right);
	grid_put(fields->grid, "%s", words);
}

void field_text(struct fields *fields, const char *name, const char *title,
                const char *value)
{
	if (name != NULL)
		json_text(fields->json, name, value);
	put_words(fields, name, title, false,
	          value != NULL ? value : fields->for_people ? DASH : "");
}

void field_count(struct fields *fields, const char *name, const char *title, uint64_t value)
{
	char words[32];

	if (name != NULL)
		json_count(fields->json, name, value);
	(void)snprintf(words, sizeof words, "%" PRIu64, value);
	put_words(fields, name, title, true, words);
}

void field_known(struct fields *fields, const char *name, const char *title, uint64_t value)
{
	if (value > 0) {
		field_count(fields, name, title, value);
		return;
	}
	if (name != NULL)
		json_null(fields->json, name);
	put_words(fields, name, title, true, fields->for_people ? DASH : "");
}

void field_bytes(struct fields *fields, const char *name, const char *title, uint64_t value)
{
	char size[SIZE_TEXT_BYTES];

	if (fields->for_people && value > 0)
		put_words(fields, name, title, true, size_format_short((double)value, size));
	else
		field_known(fields, name, title, value);
}

/* As CSV and --print have it; nothing where there is no value. */
static void put_plain(const struct fields *fields, double value, struct text *words)
{
	char number[NUMBER_TEXT_BYTES];

	if (isfinite(value) && fields->digits > 0)
		text_printf(words, "%.*g", fields->digits, value);
	else if (isfinite(value))
		text_put(words, number_format(value, number));
}

static void put_shown(double value, const char *unit, struct text *words)
{
	size_t length = strlen(unit);
	bool is_percent = length > 2 && text_equal(unit + length - 2, "%%");

	if (isnan(value))
		text_put(words, DASH);
	else
		text_printf(words, unit, is_percent ? 100 * value : value);
}

void field_number(struct fields *fields, const char *name, const char *title, double value,
                  const char *unit)
{
	struct text words = { 0 };

	if (name != NULL)
		json_number(fields->json, name, value);
	if (!fields->for_people)
		put_plain(fields, value, &words);
	else if (title != NULL)
		put_shown(value, unit, &words);
	put_words(fields, name, title, true, text_string(&words));
	text_release(&words);
}

void field_power(struct fields *fields, const char *name, double value, double log10_value)
{
	struct text words = { 0 };
	struct json json = { .text = &words };

	if (isnan(log10_value) || log10_value >= LOG10_LEAST) {
		field_number(fields, name, NULL, value, NULL);
		return;
	}
	json_power(fields->json, name, log10_value);
	json_power(&json, NULL, log10_value);
	put_words(fields, name, NULL, true, text_string(&words));
	text_release(&words);
}

void field_shown(struct fields *fields, const char *title, bool right, const char *format, ...)
{
	struct text words = { 0 };
	va_list args;

	va_start(args, format);
	text_vprintf(&words, format, args);
	va_end(args);
	if (fields->for_people)
		put_words(fields, NULL, title, right, text_string(&words));
	text_release(&words);
}

void fields_begin(struct fields *fields)
{
	json_open(fields->json, NULL, '{');
}

void fields_end(struct fields *fields)
{
	json_close(fields->json, '}');
	fields->has_titles = true;
}

void fields_end_none(struct fields *fields)
{
	fields->has_titles = true;
	grid_clear(fields->grid);
}
