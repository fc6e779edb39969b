/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_VECTORS_H
#define MEMBENCH_TESTS_VECTORS_H

/*
 * Rows of tests/data/stats (tab separated, lists by comma, groups by '|', runs by ';'; "."
 * is an empty side, "NA" not defined). Expected values there come from exact enumeration,
 * R and SciPy; none of them was made with this program. Failures name row and column and
 * are counted, so that one run shows all of them.
 */
#include "check.h"

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"

struct vectors {
	struct csv_reader reader;
	struct csv_record record;
	char **names;
	size_t name_count;
	size_t rows, values, failures;
};

struct numbers {
	double *values;
	size_t count, capacity;
};

static inline void vectors_open(struct vectors *vectors, const char *path)
{
	struct error err = { 0 };

	*vectors = (struct vectors){ .rows = 0 };
	if (csv_open(&vectors->reader, path, '\t', &err) != 0 ||
	    csv_next(&vectors->reader, &vectors->record, &err) != 1)
		fail_msg("%s (tests run from the top of the tree)", err.text);
	vectors->name_count = vectors->record.count;
	vectors->names = memory_zeroed(vectors->name_count, sizeof *vectors->names);
	for (size_t i = 0; i < vectors->name_count; i++)
		vectors->names[i] = memory_copy_text(vectors->record.fields[i]);
}

static inline bool vectors_next(struct vectors *vectors)
{
	struct error err = { 0 };

	if (csv_next(&vectors->reader, &vectors->record, &err) != 1)
		return false;
	assert_int_equal(vectors->record.count, vectors->name_count);
	vectors->rows++;
	return true;
}

static inline char *vectors_field(const struct vectors *vectors, const char *name)
{
	for (size_t i = 0; i < vectors->name_count; i++) {
		if (text_equal(vectors->names[i], name))
			return vectors->record.fields[i];
	}
	fail_msg("no column %s", name);
	return NULL;
}

static inline double field_number(const char *text)
{
	return text_equal(text, "NA") ? NAN : strtod(text, NULL);
}

static inline double vectors_number(const struct vectors *vectors, const char *name)
{
	return field_number(vectors_field(vectors, name));
}

/* |actual - expected| <= tolerance * scale; NaN (NA) equals NaN, infinities themselves. */
static inline void vectors_check(struct vectors *vectors, const char *what, double actual,
                                 double expected, double tolerance_scaled)
{
	vectors->values++;
	if (actual == expected || (isnan(actual) && isnan(expected)) ||
	    fabs(actual - expected) <= tolerance_scaled)
		return;
	vectors->failures++;
	print_error("line %zu %s: %.17g is not %.17g\n", vectors->record.line, what, actual,
	            expected);
}

static inline void vectors_near(struct vectors *vectors, const char *name, double actual,
                                double tolerance)
{
	double expected = vectors_number(vectors, name);
	vectors_check(vectors, name, actual, expected, tolerance * fabs(expected));
}

static inline void vectors_within(struct vectors *vectors, const char *name, double actual,
                                  double absolute)
{
	vectors_check(vectors, name, actual, vectors_number(vectors, name), absolute);
}

/* Appends the numbers of a comma list. */
static inline void numbers_add(struct numbers *numbers, const char *list)
{
	for (; list != NULL && !text_equal(list, "."); list = strchr(list, ',')) {
		list += *list == ',';
		memory_grow(&numbers->values, &numbers->capacity, numbers->count,
		            sizeof *numbers->values);
		numbers->values[numbers->count++] =
		        text_starts(list, "NA") ? NAN : strtod(list, NULL);
	}
}

/* A copy of part number `index` of `text` cut at `separator`; NULL past the last. */
static inline char *text_part(const char *text, char separator, size_t index)
{
	for (; index > 0 && text != NULL; index--) {
		text = strchr(text, separator);
		text = text ? text + 1 : NULL;
	}
	if (text == NULL)
		return NULL;
	char *copy = memory_copy_text(text), *end = strchr(copy, separator);
	if (end != NULL)
		*end = '\0';
	return copy;
}

/* The numbers of that part. */
static inline void numbers_part(struct numbers *numbers, const char *text, char separator,
                                size_t index)
{
	char *part = text_part(text, separator, index);

	assert_non_null(part);
	numbers_add(numbers, part);
	free(part);
}

static inline size_t text_parts(const char *text, char separator)
{
	size_t count = 1;

	for (; *text; text++)
		count += *text == separator;
	return count;
}

static inline void vectors_close(struct vectors *vectors, const char *path)
{
	print_message("           %s: %zu rows, %zu values, %zu failures\n", path,
	              vectors->rows, vectors->values, vectors->failures);
	size_t failures = vectors->failures, rows = vectors->rows;
	for (size_t i = 0; i < vectors->name_count; i++)
		free(vectors->names[i]);
	free(vectors->names);
	csv_close(&vectors->reader);
	assert_true(rows > 0);
	assert_int_equal(failures, 0);
}

#endif
