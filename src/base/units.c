/* SPDX-License-Identifier: MIT */
/* base: sizes, durations and numbers as people write them. */
#include "base/units.h"

#include <ctype.h>
#include <float.h>
#include <stddef.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

#define SIZE_MAX_BYTES ((uint64_t)1 << 62) /* room to double and add without overflow */

#define DURATION_MOST_NS 1e15 /* 11 days; twice of it, in double or integer, is exact */

struct unit {
	const char *suffix;
	uint64_t scale;
};

static const struct unit size_units[] = {
	{ "", 1 },       { "B", 1 },      { "K", KIB },    { "KB", KIB },   { "KIB", KIB },
	{ "M", MIB },    { "MB", MIB },   { "MIB", MIB },  { "G", GIB },    { "GB", GIB },
	{ "GIB", GIB },
};

static const struct unit duration_units[] = {
	{ "", 1000000000 }, { "S", 1000000000 }, { "MS", 1000000 }, { "US", 1000 }, { "NS", 1 },
	{ "M", UINT64_C(60000000000) }, { "MIN", UINT64_C(60000000000) }, { "H", UINT64_C(3600000000000) },
};

static int unit_find(const struct unit *units, size_t count, const char *suffix,
                     uint64_t *scale)
{
	char upper[8] = "";

	if (strlen(suffix) >= sizeof upper)
		return -1;
	for (size_t i = 0; suffix[i]; i++)
		upper[i] = (char)toupper((unsigned char)suffix[i]);
	for (size_t i = 0; i < count; i++) {
		if (text_equal(units[i].suffix, upper)) {
			*scale = units[i].scale;
			return 0;
		}
	}
	return -1;
}

/* Only digits and one point: strtod() alone would take "0x1p3", "inf" and " 7". */
static size_t decimal_length(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	if (text[digits] == '.')
		digits += 1 + strspn(text + digits + 1, "0123456789");
	return isdigit((unsigned char)text[0]) ? digits : 0;
}

static int scaled_parse(const char *text, const struct unit *units, size_t unit_count,
                        double *value)
{
	size_t length = decimal_length(text);
	uint64_t scale = 0;

	if (length == 0 || unit_find(units, unit_count, text + length, &scale) != 0)
		return -1;
	*value = strtod(text, NULL) * (double)scale;
	return 0;
}

int size_parse(const char *text, const char *what, uint64_t *bytes, struct error *err)
{
	double value = 0;

	if (scaled_parse(text, size_units, sizeof size_units / sizeof *size_units, &value) != 0)
		return error_set(err, "%s: '%s' is not a size; sizes look like 2048, 48K, 1.5M or 2G",
		                 what, text);
	if (value > (double)SIZE_MAX_BYTES)
		return error_set(err, "%s: '%s' is more than this program can address", what, text);
	if (value < 1)
		return error_set(err, "%s: '%s' is less than one byte; give a size of 1 or more",
		                 what, text);
	if (value != floor(value))
		return error_set(err, "%s: '%s' is not a whole number of bytes", what, text);
	*bytes = (uint64_t)value;
	return 0;
}

const char *size_format(uint64_t bytes, char text[SIZE_TEXT_BYTES])
{
	static const struct { char letter; uint64_t scale; } scales[] = {
		{ 'G', GIB }, { 'M', MIB }, { 'K', KIB },
	};

	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		if (bytes < scales[i].scale)
			continue;
		/* Exact where eighths are enough for it, as in 1.5K or 2.125M. */
		if (bytes % (scales[i].scale / 8) != 0)
			continue;
		(void)snprintf(text, SIZE_TEXT_BYTES, "%.10g%c",
		               (double)bytes / (double)scales[i].scale, scales[i].letter);
		return text;
	}
	(void)snprintf(text, SIZE_TEXT_BYTES, "%" PRIu64, bytes);
	return text;
}

const char *size_format_short(double bytes, char text[SIZE_TEXT_BYTES])
{
	static const char units[] = "\0KMG";
	size_t unit = 0;

	(void)size_format((uint64_t)fmin(bytes, (double)SIZE_MAX_BYTES), text);
	if (bytes < 1024 || (fmod(bytes, 1024) == 0 && strlen(text) <= 5))
		return text;
	for (; bytes >= 999.5 && unit < 3; unit++)
		bytes /= 1024;
	(void)snprintf(text, SIZE_TEXT_BYTES, bytes < 999.5 ? "%.3g%.1s" : "%.0f%.1s", bytes,
	               &units[unit]);
	return text;
}

void size_list_add(struct size_list *list, uint64_t bytes)
{
	size_t at = 0;

	while (at < list->count && list->bytes[at] < bytes)
		at++;
	if (at < list->count && list->bytes[at] == bytes)
		return;
	memory_grow(&list->bytes, &list->capacity, list->count, sizeof *list->bytes);
	memmove(list->bytes + at + 1, list->bytes + at,
	        (list->count - at) * sizeof *list->bytes);
	list->bytes[at] = bytes;
	list->count++;
}

void size_list_release(struct size_list *list)
{
	free(list->bytes);
	*list = (struct size_list){ 0 };
}

static void range_add(struct size_list *list, const uint64_t ends[2], uint64_t per_octave)
{
	for (uint64_t step = 0;; step++) {
		double exact = (double)ends[0] * exp2((double)step / (double)per_octave);
		uint64_t bytes = (uint64_t)(exact + 0.5);
		if (step % per_octave != 0 && bytes > 64)
			bytes = (bytes + 32) / 64 * 64;
		if (exact > (double)ends[1])
			break;
		size_list_add(list, bytes);
	}
}

/* `text` is one item of a list, without commas: SIZE, LOW-HIGH or LOW-HIGH/POINTS. */
static int item_parse(char *text, const char *what, struct size_list *list,
                      struct error *err)
{
	uint64_t ends[2], per_octave = 1;
	char *slash = strchr(text, '/'), *dash = strchr(text, '-');

	if (dash == NULL || dash == text) {
		if (size_parse(text, what, &ends[0], err) != 0)
			return -1;
		size_list_add(list, ends[0]);
		return 0;
	}
	if (dash[1] == '\0' || dash[1] == '/')
		return error_set(err, "%s: '%s' lacks its upper end; ranges look like 2K-8M", what,
		                 text);
	if (slash != NULL) {
		*slash = '\0';
		if (count_parse(slash + 1, "points an octave (--sizes LOW-HIGH/POINTS)", 1, 64,
		                &per_octave, err) != 0)
			return -1;
	}
	*dash = '\0';
	if (size_parse(text, what, &ends[0], err) != 0 ||
	    size_parse(dash + 1, what, &ends[1], err) != 0)
		return -1;
	if (ends[0] > ends[1])
		return error_set(err, "%s: the range %s-%s runs backwards; write %s-%s", what, text,
		                 dash + 1, dash + 1, text);
	range_add(list, ends, per_octave);
	return 0;
}

int size_list_parse(const char *text, const char *what, struct size_list *list,
                    struct error *err)
{
	struct items items = items_of(text, ',');
	int result = 0;

	for (char *item; result == 0 && (item = items_next(&items)) != NULL;)
		result = item_parse(item, what, list, err);
	items_release(&items);
	return result;
}

int duration_parse(const char *text, const char *what, uint64_t *ns, struct error *err)
{
	double value = 0;

	if (scaled_parse(text, duration_units, sizeof duration_units / sizeof *duration_units,
	                 &value) != 0)
		return error_set(err, "%s: '%s' is not a duration; durations look like 30ms, 1.5s "
		                 "or 4m", what, text);
	if (value < 1 || value > DURATION_MOST_NS)
		return error_set(err, "%s: '%s' is out of range; durations go from 1ns to 1000000s",
		                 what, text);
	*ns = (uint64_t)(value + 0.5);
	return 0;
}

int whole_parse(const char *text, unsigned base, uint64_t *value)
{
	const char *at;

	text += base == 16 && text_starts(text, "0x") ? 2 : 0;
	*value = 0;
	for (at = text; *at != '\0'; at++) {
		unsigned digit = (unsigned)(*at - '0');
		if (digit > 9)
			digit = base == 16 ? (unsigned)text_hex_digit(*at) : base;
		/* 16 digits of either base fit 64 bits. */
		if (digit >= base || (at - text >= 16 && *value > (UINT64_MAX - digit) / base))
			return -1;
		*value = base * *value + digit;
	}
	return at > text ? 0 : -1;
}

int count_parse(const char *text, const char *what, uint64_t low, uint64_t high,
                uint64_t *value, struct error *err)
{
	if (whole_parse(text, 10, value) != 0 || *value < low || *value > high)
		return error_set(err, "%s: '%s' is not a whole number from %" PRIu64 " to %" PRIu64,
		                 what, text, low, high);
	return 0;
}

/*
 * Most numbers of a file are a few digits and a point. A whole number below 2^53 over a
 * power of ten up to 10^22 is two exact doubles, and their quotient is rounded once, so it
 * is what strtod() gives (Clinger 1990); but not where doubles are computed wider.
 */
#define SIMPLE_DIGITS 15

static bool simple_parse(const char *text, double *value)
{
	static const double powers[] = {
		1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	};
	uint64_t whole = 0;
	const char *at = text, *point;

	for (; *at >= '0' && *at <= '9' && at - text <= SIMPLE_DIGITS; at++)
		whole = 10 * whole + (uint64_t)(*at - '0');
	point = at;
	at += *at == '.';
	for (; *at >= '0' && *at <= '9' && at - text <= SIMPLE_DIGITS + 1; at++)
		whole = 10 * whole + (uint64_t)(*at - '0');
	bool has_point = *point == '.';
	ptrdiff_t digits = at - text - has_point;
	if (*at != '\0' || digits == 0 || digits > SIMPLE_DIGITS)
		return false;
	*value = (double)whole / powers[has_point ? at - point - 1 : 0];
	return FLT_EVAL_METHOD == 0;
}

int number_parse(const char *text, double *value)
{
	static const char allowed[] = "0123456789+-.eE";
	char *end = NULL;

	if (simple_parse(text, value))
		return 0;
	if (*text == '\0' || strspn(text, allowed) != strlen(text))
		return -1;
	*value = strtod(text, &end);
	return *end == '\0' && isfinite(*value) ? 0 : -1;
}

const char *number_format(double value, char text[NUMBER_TEXT_BYTES])
{
	int digits = DBL_DIG;

	do
		(void)snprintf(text, NUMBER_TEXT_BYTES, "%.*g", digits, value);
	while (digits++ < DBL_DECIMAL_DIG && strtod(text, NULL) != value);
	return text;
}
