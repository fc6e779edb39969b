/* SPDX-License-Identifier: MIT */
/* samples: the columns of the file as one table. Knows no file. */
#include "samples/columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/nearest.h"
#include "base/time.h"
#include "base/units.h"

#define SHARED(name, kind, empty, meaning) \
	{ #name, kind, true, empty, 0, offsetof(struct context, name), meaning }
#define OWN(name, kind, empty, decimals, meaning) \
	{ #name, kind, false, empty, decimals, offsetof(struct cell, name), meaning }

const struct column columns[] = {
	SHARED(schema, COLUMN_COUNT, false,
	    "version of this format: 2; files of 1 are read as well"),
	SHARED(label, COLUMN_TEXT, true, "of the configuration, from --label"),
	SHARED(session, COLUMN_TEXT, true,
	    "one start of membench: the second it began in and 64 random "
	    "bits"),
	SHARED(boot, COLUMN_TEXT, true, "the kernel's boot id"),
	SHARED(host, COLUMN_TEXT, true, "name of the host"),
	SHARED(cpu, COLUMN_TEXT, true, "model of the processor"),
	SHARED(version, COLUMN_TEXT, true, "of membench, with compiler and flags"),
	{ "started", COLUMN_TIME, false, true, 0, offsetof(struct cell, started_us),
	  "UTC, of the run (of the session in schema 1)" },
	SHARED(op, COLUMN_TEXT, false, "copy, read, write, scale, add, triad, latency, or command"),
	SHARED(kernel, COLUMN_TEXT, false, "how it moved, as --kernel takes it back; the name of a command"),
	SHARED(threads, COLUMN_COUNT, false, "how many measured at once"),
	SHARED(cpus, COLUMN_TEXT, true, "that they were pinned to, joined by ;"),
	SHARED(page_bytes, COLUMN_COUNT, false, "size of page asked for"),
	OWN(huge_share, COLUMN_NUMBER, true, 3,
	    "part of the memory that got huge pages, 0 to 1"),
	SHARED(convention, COLUMN_TEXT, false,
	    "what counts as a byte: copied, read, written, stream, line "
	    "(64 bytes a load), or moved (--volume of a command)"),
	OWN(block_bytes, COLUMN_COUNT, false, 0, "of each array of a thread"),
	OWN(footprint_bytes, COLUMN_COUNT, false, 0, "of all arrays of a thread"),
	OWN(level, COLUMN_LEVEL, false, 0,
	    "the smallest cache that holds the footprint, DRAM, beyond "
	    "(between the last cache and DRAM), - (of a command) or ? (not known)"),
	OWN(edge, COLUMN_FLAG, false, 0, "1 where the footprint straddles two levels"),
	OWN(run, COLUMN_COUNT, false, 0, "1, 2 ... within the session"),
	OWN(position, COLUMN_COUNT, false, 0,
	    "in the order that the run visited its sizes in"),
	OWN(samples, COLUMN_COUNT, false, 0, "timed in this run"),
	OWN(bytes, COLUMN_COUNT, false, 0, "counted in each sample, of all threads"),
	OWN(ns_min, COLUMN_NUMBER, false, 2, "of a sample, the shortest"),
	OWN(ns_q1, COLUMN_NUMBER, false, 2, "of a sample, the first quartile"),
	OWN(ns_median, COLUMN_NUMBER, false, 2, "of a sample, the median"),
	OWN(ns_mean, COLUMN_NUMBER, false, 2, "of a sample, the mean"),
	OWN(ns_max, COLUMN_NUMBER, false, 2, "of a sample, the longest"),
	OWN(mb_per_s, COLUMN_NUMBER, false, 2, "bytes / ns_q1 in 10^6 bytes a second"),
	OWN(clock_ghz, COLUMN_NUMBER, true, 3,
	    "the core's clock, from dependent additions"),
	OWN(core_ipc, COLUMN_NUMBER, true, 3,
	    "independent additions a cycle: lower where a sibling is busy"),
	OWN(flags, COLUMN_FLAGS, true, 0, "doubts about the row, joined by ;"),
	/* From here on: not in files that were begun before the column was. */
	SHARED(huge_source, COLUMN_TEXT, true,
	    "hugetlb (the reserved pool), thp (transparent) or hugetlb+thp"),
	OWN(cpu_share, COLUMN_NUMBER, true, 3,
	    "CPU time of a command over its time; 1 is one CPU throughout"),
};
const size_t column_count = sizeof columns / sizeof *columns;
const size_t column_count_first = sizeof columns / sizeof *columns - 2;

const struct column *columns_find(const char *name)
{
	for (size_t i = 0; i < column_count; i++) {
		if (text_equal(columns[i].name, name))
			return &columns[i];
	}
	return NULL;
}

int columns_unknown(const char *option, const char *name, struct error *err)
{
	struct nearest nearest = { .given = name };
	struct text known = { 0 }, lead = { 0 };

	for (size_t i = 0; i < column_count; i++) {
		nearest_try(&nearest, columns[i].name);
		text_printf(&known, "%s%s", i ? ", " : "", columns[i].name);
	}
	nearest_put(&nearest, &lead);
	(void)error_set(err, "--%s: '%.60s' is not a column%sone of %s", option, name,
	                text_string(&lead), text_string(&known));
	text_release(&known);
	text_release(&lead);
	return -1;
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
		[COLUMN_TEXT] = "something", [COLUMN_LEVEL] = "L1 to L4, DRAM, beyond, - or ?",
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
