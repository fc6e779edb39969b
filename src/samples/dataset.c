/* SPDX-License-Identifier: MIT */
/* samples: plain numbers with their group. Knows no benchmark and no statistics. */
#include "samples/dataset.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"

#define FIELD_BYTES 64 /* no decimal double needs more, but for leading zeros */

/* What would do instead of `field`. */
static int number_refused(const char *field, const char *where, struct error *err)
{
	char pointed[FIELD_BYTES];
	char *comma, *end;
	double value;

	(void)snprintf(pointed, sizeof pointed, "%s", field);
	comma = strchr(pointed, ',');
	if (comma != NULL)
		*comma = '.';
	if (comma != NULL && number_parse(pointed, &value) == 0)
		return error_set(err,
		                 "%s: '%.40s' has a decimal comma; write %s, with a point",
		                 where, field, pointed);
	/* strtod() alone would take "0x1p3" and "inf". */
	(void)strtod(field, &end);
	if (*end == '\0' && strspn(field, "0123456789+-.eE") == strlen(field))
		return error_set(
			err,
			"%s: '%.40s' is out of the range of a double, which ends at "
			"1.8e308",
			where, field);
	return error_set(err,
	                 "%s: '%.40s' is not a finite number; one number a line is needed, "
	                 "such as 959 or 1.5e-3 (# starts a comment)",
	                 where, field);
}

/* 1e-400 reads as 0 without being 0. */
static bool vanished(const char *field, double value)
{
	size_t mantissa = strcspn(field, "eE");
	return value == 0 && strcspn(field, "123456789") < mantissa;
}

int dataset_number(const char *text, const char *where, double *value, struct error *err)
{
	char field[FIELD_BYTES];
	size_t start = strspn(text, " \t"), length = strlen(text + start);

	while (length > 0 && isspace((unsigned char)text[start + length - 1]))
		length--;
	if (length == 0)
		return error_set(err, "%s: empty where a number is needed", where);
	if (length >= sizeof field)
		return error_set(err, "%s: '%.40s...' is too long for a number", where,
		                 text + start);
	memcpy(field, text + start, length);
	field[length] = '\0';
	if (number_parse(field, value) != 0)
		return number_refused(field, where, err);
	if (vanished(field, *value))
		return error_set(
			err, "%s: '%.40s' is too small for a double; scale the numbers up",
			where, field);
	return 0;
}

size_t names_index(struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++) {
		size_t at = (names->last + i) % names->count;
		if (text_equal(names->items[at], name)) {
			names->last = at;
			return at;
		}
	}
	memory_grow(&names->items, &names->capacity, names->count, sizeof *names->items);
	names->items[names->count] = memory_copy_text(name);
	names->last = names->count;
	return names->count++;
}

static void names_release(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i]);
	free(names->items);
	*names = (struct names){ 0 };
}

void dataset_release(struct dataset *dataset)
{
	free(dataset->items);
	names_release(&dataset->groups);
	names_release(&dataset->strata);
	names_release(&dataset->blocks);
	names_release(&dataset->clusters);
	text_release(&dataset->notes);
	*dataset = (struct dataset){ 0 };
}

int dataset_put(struct dataset *dataset, struct observation observation,
                       const char *name, struct error *err)
{
	if (dataset->count >= DATASET_MOST)
		return error_set(
			err, "%s:%zu: more than %d numbers in all; take a sample of them",
			name, observation.line, DATASET_MOST);
	memory_grow(&dataset->items, &dataset->capacity, dataset->count,
	            sizeof *dataset->items);
	dataset->items[dataset->count++] = observation;
	return 0;
}

int dataset_claim_stdin(struct dataset *dataset, const char *path, struct error *err)
{
	if (!text_equal(path, "-"))
		return 0;
	if (dataset->stdin_used)
		return error_set(
			err,
			"-: standard input can be read once only; save one of the two "
			"in a file");
	dataset->stdin_used = true;
	return 0;
}
