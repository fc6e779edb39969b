/* SPDX-License-Identifier: MIT */
/* cli: the values of options, one parser for each type of field. Knows no command. */
#include "cli/options.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/units.h"

#define NAME_BYTES 64 /* "--levels-by" and the like */

static const char *option_label(const struct option *option, char label[NAME_BYTES])
{
	(void)snprintf(label, NAME_BYTES, "--%s", option->name);
	return label;
}

int option_flag(const char *text, const struct option *option, void *field,
                struct error *err)
{
	(void)text, (void)option, (void)err;
	*(bool *)field = true;
	return 0;
}

int option_text(const char *text, const struct option *option, void *field,
                struct error *err)
{
	(void)option, (void)err;
	*(const char **)field = text;
	return 0;
}

int option_size(const char *text, const struct option *option, void *field,
                struct error *err)
{
	char label[NAME_BYTES];
	return size_parse(text, option_label(option, label), field, err);
}

int option_sizes(const char *text, const struct option *option, void *field,
                 struct error *err)
{
	char label[NAME_BYTES];
	size_list_release(field);
	return size_list_parse(text, option_label(option, label), field, err);
}

int option_duration(const char *text, const struct option *option, void *field,
                    struct error *err)
{
	char label[NAME_BYTES];
	return duration_parse(text, option_label(option, label), field, err);
}

int option_count(const char *text, const struct option *option, void *field,
                 struct error *err)
{
	char label[NAME_BYTES];
	return count_parse(text, option_label(option, label), (uint64_t)option->low,
	                   (uint64_t)option->high, field, err);
}

static int option_real(const char *text, const struct option *option, double scale,
                       double *value, struct error *err)
{
	const char *unit = scale < 1 ? "%" : "";

	if (number_parse(text, value) != 0 || *value < option->low || *value > option->high)
		return error_set(err, "--%s: '%s' is not a number from %g%s to %g%s",
		                 option->name, text, option->low, unit, option->high, unit);
	*value *= scale;
	return 0;
}

int option_number(const char *text, const struct option *option, void *field,
                  struct error *err)
{
	return option_real(text, option, 1, field, err);
}

/* What stands before a final %, in `digits`; NULL where there is no %. */
static const char *before_percent(const char *text, char digits[NAME_BYTES])
{
	size_t length = strlen(text);

	if (length == 0 || text[length - 1] != '%' || length >= NAME_BYTES)
		return NULL;
	memcpy(digits, text, length - 1);
	digits[length - 1] = '\0';
	return digits;
}

int option_percent(const char *text, const struct option *option, void *field,
                   struct error *err)
{
	char digits[NAME_BYTES];
	const char *number = before_percent(text, digits);

	return option_real(number ? number : text, option, 0.01, field, err);
}

int option_probability(const char *text, const struct option *option, void *field,
                       struct error *err)
{
	char digits[NAME_BYTES];
	const char *number = before_percent(text, digits);
	double *value = field;
	bool is_number = number_parse(number ? number : text, value) == 0;

	if (is_number && number != NULL)
		*value /= 100;
	if (is_number && *value >= option->low && *value <= option->high)
		return 0;
	return error_set(err, "--%s: '%s' is not a probability from %g to %g; write it like 0.05 or 5%%",
	                 option->name, text, option->low, option->high);
}

int option_rate(const char *text, const struct option *option, void *field,
                struct error *err)
{
	static const struct { const char *suffix; double mb_per_s; } units[] = {
		{ "", 1 }, { "M", 1 }, { "MB/s", 1 }, { "G", 1e3 }, { "GB/s", 1e3 },
		{ "T", 1e6 }, { "TB/s", 1e6 },
	};
	size_t length = strspn(text, "0123456789.");
	char digits[NAME_BYTES];
	double *value = field;

	(void)snprintf(digits, sizeof digits, "%.*s", (int)length, text);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (text_equal(text + length, units[i].suffix) &&
		    number_parse(digits, value) == 0 && *value > 0) {
			*value *= units[i].mb_per_s;
			return 0;
		}
	}
	return error_set(err, "--%s: '%s' is not a rate; write it like 238G, 238GB/s or 238000 "
	                 "(MB/s)", option->name, text);
}

int option_choice(const char *text, const struct option *option, void *field,
                  struct error *err)
{
	struct text known = { 0 };
	unsigned i = 0;

	while (option->choices[i] != NULL && !text_equal(option->choices[i], text))
		i++;
	if (option->choices[i] != NULL) {
		*(unsigned *)field = i;
		return 0;
	}
	for (i = 0; option->choices[i] != NULL; i++)
		text_printf(&known, "%s%s", i == 0 ? "" : option->choices[i + 1] ? ", " : " or ",
		            option->choices[i]);
	(void)error_set(err, "--%s: '%s' is not known; use %s", option->name, text,
	                text_string(&known));
	text_release(&known);
	return -1;
}
