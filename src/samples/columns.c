/* SPDX-License-Identifier: MIT */
/* samples: the columns of the file as one table. Knows no file. */
#include "samples/columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/time.h"
#include "base/units.h"

#define SHARED(name, kind, empty) \
	{ #name, kind, true, empty, 0, offsetof(struct context, name) }
#define OWN(name, kind, empty, decimals) \
	{ #name, kind, false, empty, decimals, offsetof(struct cell, name) }

const struct column columns[] = {
	SHARED(schema, COLUMN_COUNT, false),
	SHARED(label, COLUMN_TEXT, true),
	SHARED(session, COLUMN_TEXT, true),
	SHARED(boot, COLUMN_TEXT, true),
	SHARED(host, COLUMN_TEXT, true),
	SHARED(cpu, COLUMN_TEXT, true),
	SHARED(version, COLUMN_TEXT, true),
	{ "started", COLUMN_TIME, false, true, 0, offsetof(struct cell, started_us) },
	SHARED(op, COLUMN_TEXT, false),
	SHARED(kernel, COLUMN_TEXT, false),
	SHARED(threads, COLUMN_COUNT, false),
	SHARED(cpus, COLUMN_TEXT, true),
	SHARED(page_bytes, COLUMN_COUNT, false),
	OWN(huge_share, COLUMN_NUMBER, true, 3),
	SHARED(convention, COLUMN_TEXT, false),
	OWN(block_bytes, COLUMN_COUNT, false, 0),
	OWN(footprint_bytes, COLUMN_COUNT, false, 0),
	OWN(level, COLUMN_LEVEL, false, 0),
	OWN(edge, COLUMN_FLAG, false, 0),
	OWN(run, COLUMN_COUNT, false, 0),
	OWN(position, COLUMN_COUNT, false, 0),
	OWN(samples, COLUMN_COUNT, false, 0),
	OWN(bytes, COLUMN_COUNT, false, 0),
	OWN(ns_min, COLUMN_NUMBER, false, 2),
	OWN(ns_q1, COLUMN_NUMBER, false, 2),
	OWN(ns_median, COLUMN_NUMBER, false, 2),
	OWN(ns_mean, COLUMN_NUMBER, false, 2),
	OWN(ns_max, COLUMN_NUMBER, false, 2),
	OWN(mb_per_s, COLUMN_NUMBER, false, 2),
	OWN(clock_ghz, COLUMN_NUMBER, true, 3),
	OWN(core_ipc, COLUMN_NUMBER, true, 3),
	OWN(flags, COLUMN_FLAGS, true, 0),
	/* From here on: not in files that were begun before the column was. */
	SHARED(huge_source, COLUMN_TEXT, true),
};
const size_t column_count = sizeof columns / sizeof *columns;
const size_t column_count_first = sizeof columns / sizeof *columns - 1;

const struct column *columns_find(const char *name)
{
	for (size_t i = 0; i < column_count; i++) {
		if (text_equal(columns[i].name, name))
			return &columns[i];
	}
	return NULL;
}

static const void *column_field(const struct column *column, const struct cell *cell)
{
	const char *base = column->shared ? (const char *)cell->context : (const char *)cell;
	return base + column->offset;
}

double column_number(const struct column *column, const struct cell *cell)
{
	const void *field = column_field(column, cell);
	if (column->kind == COLUMN_COUNT)
		return (double)*(const uint64_t *)field;
	return *(const double *)field;
}

bool column_flag(const struct column *column, const struct cell *cell)
{
	return *(const bool *)column_field(column, cell);
}

static void flags_format(unsigned flags, struct text *text)
{
	const char *separator = "";
	for (size_t i = 0; i < CELL_FLAG_COUNT; i++) {
		if (!(flags & 1u << i))
			continue;
		text_printf(text, "%s%s", separator, cell_flag_names[i]);
		separator = ";";
	}
}

void column_format(const struct column *column, const struct cell *cell, struct text *text)
{
	const void *field = column_field(column, cell);
	char time[TIME_TEXT_BYTES];

	switch (column->kind) {
	case COLUMN_TEXT:
		text_put(text, *(const char *const *)field);
		break;
	case COLUMN_LEVEL:
		text_put(text, field);
		break;
	case COLUMN_COUNT:
		text_printf(text, "%" PRIu64, *(const uint64_t *)field);
		break;
	case COLUMN_NUMBER:
		if (!isnan(*(const double *)field))
			text_printf(text, "%.*f", column->decimals, *(const double *)field);
		break;
	case COLUMN_FLAG:
		text_put(text, column_flag(column, cell) ? "1" : "0");
		break;
	case COLUMN_FLAGS:
		flags_format(*(const unsigned *)field, text);
		break;
	case COLUMN_TIME:
		text_put(text, time_format(*(const int64_t *)field,
		                           cell->context->schema >= SCHEMA_OF_RUNS, time));
		break;
	}
}

static int flags_parse(const char *text, unsigned *flags)
{
	*flags = 0;
	while (*text) {
		size_t length = strcspn(text, ";"), known = 0;
		while (known < CELL_FLAG_COUNT &&
		       (strlen(cell_flag_names[known]) != length ||
		        memcmp(cell_flag_names[known], text, length) != 0))
			known++;
		if (known == CELL_FLAG_COUNT)
			return -1;
		*flags |= 1u << known;
		text += length + (text[length] == ';');
	}
	return 0;
}

static int level_parse(const char *text, char level[LEVEL_BYTES])
{
	size_t length = strlen(text);
	if (length == 0 || length >= LEVEL_BYTES)
		return -1;
	memcpy(level, text, length + 1);
	return 0;
}

static int measure_parse(const struct column *column, const char *text, double *value)
{
	*value = (double)NAN;
	if (*text == '\0' && column->may_be_empty)
		return 0;
	return number_parse(text, value) == 0 && *value >= 0 ? 0 : -1;
}

static int started_parse(const char *text, int64_t *us)
{
	*us = TIME_UNKNOWN;
	return *text == '\0' ? 0 : time_parse(text, us);
}

int column_parse(const struct column *column, const char *text, struct context *context,
                 struct cell *cell, const char **why)
{
	static const char *const expected[] = {
		[COLUMN_TEXT] = "something", [COLUMN_LEVEL] = "L1 to L4, DRAM, beyond or ?",
		[COLUMN_COUNT] = "a whole number >= 0", [COLUMN_NUMBER] = "a finite number >= 0",
		[COLUMN_FLAG] = "0 or 1", [COLUMN_FLAGS] = "flags that this version knows, joined by ;",
		[COLUMN_TIME] = "a time like 2026-01-31T12:00:00Z, or empty",
	};
	void *field = (column->shared ? (char *)context : (char *)cell) + column->offset;

	*why = expected[column->kind];
	switch (column->kind) {
	case COLUMN_TEXT:
		*(const char **)field = text;
		return *text || column->may_be_empty ? 0 : -1;
	case COLUMN_LEVEL:
		return level_parse(text, field);
	case COLUMN_COUNT:
		return whole_parse(text, 10, field);
	case COLUMN_NUMBER:
		return measure_parse(column, text, field);
	case COLUMN_FLAG:
		*(bool *)field = text[0] == '1';
		return text_equal(text, "0") || text_equal(text, "1") ? 0 : -1;
	case COLUMN_FLAGS:
		return flags_parse(text, field);
	case COLUMN_TIME:
		return started_parse(text, field);
	}
	return -1;
}
