/* SPDX-License-Identifier: MIT */
/* samples: CSV in. Knows the columns, not what is done with them. */
#include "samples/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/units.h"
#include "samples/columns.h"
#include "samples/rules.h"

/* Which column each field of a record is; NULL for those of no interest. */
struct layout {
	const struct column **fields;
	size_t field_count, schema;
	struct text shared;            /* the shared fields of the latest row, NUL after NUL */
	const struct context *latest;  /* what they came to; NULL before the first row */
};

static size_t layout_find(const struct layout *layout, const struct column *column)
{
	for (size_t i = 0; i < layout->field_count; i++) {
		if (layout->fields[i] == column)
			return i;
	}
	return layout->field_count;
}

static int layout_missing(const struct csv_reader *reader, const struct csv_record *header,
                          const char *name, struct error *err)
{
	const char *separator = csv_foreign_separator(header);

	if (separator != NULL)
		return error_set(err, "%s:1:1: header not recognised; its separator is %s; save it "
		                 "with commas between fields and points in numbers", reader->name,
		                 separator);
	if (header->count == 1)
		return error_set(err, "%s:1:1: not CSV: header not recognised ('%.40s'); a membench "
		                 "file starts with 'schema,label,session,...' (membench -o FILE.csv "
		                 "writes one)", reader->name, header->fields[0]);
	return error_set(err, "%s:1:1: column %s missing (found %s, ...); is this a membench "
	                 "file?", reader->name, name, header->fields[0]);
}

static int layout_read(struct layout *layout, const struct csv_reader *reader,
                       const struct csv_record *header, struct error *err)
{
	layout->field_count = 0;
	layout->fields = memory_zeroed(header->count, sizeof *layout->fields);
	for (size_t i = 0; i < header->count; i++) {
		const struct column *column = columns_find(header->fields[i]);
		if (column != NULL && layout_find(layout, column) < i)
			return error_set(err, "%s:1:%zu: column %s appears twice", reader->name,
			                 i + 1, column->name);
		layout->fields[i] = column;
		layout->field_count = i + 1;
	}
	for (size_t i = 0; i < column_count_first; i++) {
		if (layout_find(layout, &columns[i]) == layout->field_count)
			return layout_missing(reader, header, columns[i].name, err);
	}
	layout->schema = layout_find(layout, columns_find("schema"));
	return 0;
}

/* A header again: the files were joined with cat. */
static bool is_header(const struct layout *layout, const struct csv_record *record)
{
	for (size_t i = 0; i < layout->field_count && i < record->count; i++) {
		if (layout->fields[i] != NULL &&
		    !text_equal(layout->fields[i]->name, record->fields[i]))
			return false;
	}
	return record->count == layout->field_count;
}

/* Before any other field: what the others mean depends on it. */
static int schema_check(const struct layout *layout, const struct csv_reader *reader,
                        const struct csv_record *record, struct error *err)
{
	size_t at = layout->schema;
	uint64_t schema;

	if (whole_parse(record->fields[at], 10, &schema) == 0 && schema >= 1 &&
	    schema <= SAMPLES_SCHEMA)
		return 0;
	return error_set(err, "%s:%zu:%zu: schema '%.20s' is not known; this version reads "
	                 "schemas 1 to %d", reader->name, record->line, at + 1, record->fields[at],
	                 SAMPLES_SCHEMA);
}

static bool is_shared(const struct layout *layout, size_t field)
{
	return field < layout->field_count && layout->fields[field] != NULL &&
	       layout->fields[field]->shared;
}

/* The end of the stretch of shared fields that starts at `first`. */
static size_t stretch_end(const struct layout *layout, size_t first)
{
	while (is_shared(layout, first))
		first++;
	return first;
}

/* Rows of one context stand together: mostly there is nothing new to parse. */
static bool is_latest(const struct layout *layout, const struct csv_record *record)
{
	const char *known = text_string(&layout->shared);
	size_t left = layout->shared.length;

	for (size_t i = 0, end; i < layout->field_count && layout->latest != NULL; i = end + 1) {
		end = stretch_end(layout, i);
		size_t bytes = (size_t)(record->fields[end] - record->fields[i]);
		if (bytes > left || memcmp(known, record->fields[i], bytes) != 0)
			return false;
		known += bytes;
		left -= bytes;
	}
	return layout->latest != NULL && left == 0;
}

static void keep_latest(struct layout *layout, const struct csv_record *record,
                        const struct context *context)
{
	layout->latest = context;
	layout->shared.length = 0;
	for (size_t i = 0, end; i < layout->field_count; i = end + 1) {
		end = stretch_end(layout, i);
		text_put_bytes(&layout->shared, record->fields[i],
		               (size_t)(record->fields[end] - record->fields[i]));
	}
}

static int field_refused(const struct layout *layout, const struct csv_reader *reader,
                         const struct csv_record *record, size_t at, const char *wanted,
                         struct error *err)
{
	const struct column *column = layout->fields[at];
	const char *value = record->fields[at];
	bool grouped = column->kind == COLUMN_NUMBER && value[0] != '\0' &&
	               value[strspn(value, "0123456789.,' ")] == '\0' &&
	               strpbrk(value, ",' ") != NULL;

	return error_set(err, "%s:%zu:%zu: %s is '%.60s', not %s%s", reader->name, record->line,
	                 at + 1, column->name, value, wanted,
	                 grouped ? "; save numbers with a decimal point and without thousands "
	                           "separators" : "");
}

static int row_parse(struct layout *layout, const struct csv_reader *reader,
                     const struct csv_record *record, struct cells *cells,
                     struct error *err)
{
	bool latest = is_latest(layout, record);
	struct context context = { .huge_source = "" };
	struct cell cell = { .cpu_share = (double)NAN };
	const char *why;

	for (size_t i = 0; i < layout->field_count; i++) {
		const struct column *column = layout->fields[i];
		if (column == NULL || (latest && column->shared))
			continue;
		if (column_parse(column, record->fields[i], &context, &cell, &why) != 0)
			return field_refused(layout, reader, record, i, why, err);
	}
	cell.context = latest ? layout->latest : &context;
	const struct rule *broken = rules_broken(&cell);
	if (broken != NULL)
		return field_refused(layout, reader, record,
		                     layout_find(layout, columns_find(broken->column)),
		                     broken->wanted, err);
	if (!latest)
		keep_latest(layout, record, cells_context(cells, &context));
	cell.context = layout->latest;
	cells_add(cells, &cell);
	return 0;
}

/* What does not begin with a schema is no row: notes of a program, as `2>&1` mixes them in. */
static int count_refused(const struct layout *layout, const struct csv_reader *reader,
                         const struct csv_record *record, struct error *err)
{
	size_t wanted = layout->field_count;
	uint64_t schema;

	if (layout->schema == 0 && whole_parse(record->fields[0], 10, &schema) != 0)
		return error_set(err, "%s:%zu:1: '%.40s' is no row of a membench file; where a "
		                 "program's messages got into it (2>&1), take these lines out, and "
		                 "save with --output", reader->name, record->line,
		                 record->fields[0]);
	return error_set(err, "%s:%zu:%zu: too %s fields (%zu, header has %zu)", reader->name,
	                 record->line, (record->count < wanted ? record->count : wanted) + 1,
	                 record->count < wanted ? "few" : "many", record->count, wanted);
}

static int record_read(struct layout *layout, const struct csv_reader *reader,
                       const struct csv_record *record, struct cells *cells,
                       struct error *err)
{
	if (record->count == 1 && record->fields[0][0] == '\0' && layout->field_count > 1)
		return 0;
	if (is_header(layout, record))
		return 0;
	if (record->count != layout->field_count)
		return count_refused(layout, reader, record, err);
	if (schema_check(layout, reader, record, err) != 0)
		return -1;
	return row_parse(layout, reader, record, cells, err);
}

/* What is left of a torn line may read well: 18000.00 cut to 18, two flags to one. So a
 * last line without its newline is never taken. */
static void torn_skip(const struct csv_reader *reader, const struct csv_record *record,
                      struct text *notes)
{
	text_printf(notes, "%s:%zu: the last line was cut short (no line end) and is not used\n",
	            reader->name, record->line);
}

static int rows_read(struct layout *layout, struct csv_reader *reader,
                     struct cells *cells, struct text *notes, struct error *err)
{
	struct csv_record record;
	size_t before = cells->count;
	int result;

	while ((result = csv_next(reader, &record, err)) > 0) {
		if (record.cut)
			torn_skip(reader, &record, notes);
		else if (record_read(layout, reader, &record, cells, err) != 0)
			return -1;
	}
	if (result == 0 && cells->count == before)
		return error_set(err, "%s:2:1: no rows after the header; was the run interrupted?",
		                 reader->name);
	return result;
}

int file_read_rows(struct csv_reader *reader, struct cells *cells, struct text *notes,
                   struct error *err)
{
	struct layout layout = { 0 };
	struct csv_record header;

	int result = csv_next(reader, &header, err);
	if (result == 0)
		result = error_set(err, "%s:1:1: is empty; a membench file starts with a header",
		                   reader->name);
	else if (result > 0)
		result = layout_read(&layout, reader, &header, err);
	if (result == 0)
		result = rows_read(&layout, reader, cells, notes, err);
	free(layout.fields);
	text_release(&layout.shared);
	return result;
}

int file_read_cells(const char *path, struct cells *cells, struct text *notes,
                    struct error *err)
{
	struct csv_reader reader;

	if (csv_open(&reader, path, ',', err) != 0)
		return -1;
	int result = file_read_rows(&reader, cells, notes, err);
	csv_close(&reader);
	return result;
}
