/* SPDX-License-Identifier: MIT */
/* base: RFC 4180 records. Knows nothing of columns or their meaning. */
#include "base/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_head.h"
#include "base/memory.h"

#define NUL_FOUND "a NUL byte; this is not a text file"

int csv_open(struct csv_reader *reader, const char *path, char separator, struct error *err)
{
	if (text_equal(path, "-")) {
		csv_attach(reader, stdin, "standard input", separator);
		return 0;
	}
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return error_set(err, "%s: cannot be opened: %s", path, strerror(errno));
	csv_attach(reader, file, path, separator);
	reader->owns_file = true;
	return 0;
}

void csv_attach(struct csv_reader *reader, FILE *file, const char *name, char separator)
{
	*reader = (struct csv_reader){
		.file = file, .name = name, .separator = separator, .next_line = 1,
		.capacity = CSV_BUFFER_BYTES,
	};
	reader->buffer = memory_zeroed(reader->capacity, 1);
}

/*
 * Read more behind what is there; the record begun stays whole, moved to the front. One
 * byte is always left for the NUL of a last field that nothing follows.
 */
static bool csv_more(struct csv_reader *reader)
{
	size_t start = reader->start;

	memmove(reader->buffer, reader->buffer + start, reader->end - start);
	reader->start = 0;
	reader->at -= start;
	reader->out -= start;
	reader->end -= start;
	memory_grow(&reader->buffer, &reader->capacity, reader->end + 1, 1);
	size_t count = fread(reader->buffer + reader->end, 1,
	                     reader->capacity - 1 - reader->end, reader->file);
	reader->end += count;
	csv_mend_ends(reader, reader->end - count);
	return count > 0;
}

static int csv_peek(struct csv_reader *reader)
{
	bool more = reader->at < reader->end || csv_more(reader);
	return more ? (unsigned char)reader->buffer[reader->at] : EOF;
}

static int csv_get(struct csv_reader *reader)
{
	int byte = csv_peek(reader);

	if (byte != EOF)
		reader->at++;
	if (byte == '\n')
		reader->next_line++;
	return byte;
}

static int csv_fault(struct csv_reader *reader, const struct csv_record *record,
                     const char *what, struct error *err)
{
	return error_set(err, "%s:%zu:%zu: %s", reader->name, record->line,
	                 record->count ? record->count : 1, what);
}

/* A field that starts `offset` bytes into the record. */
static void csv_start_field(struct csv_reader *reader, struct csv_record *record,
                            size_t offset)
{
	if (record->count == reader->start_capacity)
		memory_grow(&reader->starts, &reader->start_capacity, record->count,
		            sizeof *reader->starts);
	reader->starts[record->count++] = offset;
}

/* ---- A record with quotes: byte by byte, written over itself without them ---- */

static void csv_put_byte(struct csv_reader *reader, int byte)
{
	reader->buffer[reader->out++] = (char)byte;
}

/* True where the bytes read so far end a record: LF, CR LF, or the end of the file. */
static bool csv_ends_record(struct csv_reader *reader, int byte)
{
	if (byte == '\r' && csv_peek(reader) == '\n')
		byte = csv_get(reader);
	return byte == '\n' || byte == EOF;
}

/* Inside quotes. Returns the byte that follows the closing quote, or EOF inside. */
static int csv_inside(struct csv_reader *reader, bool *open)
{
	*open = true;
	for (;;) {
		int byte = csv_get(reader);
		if (byte == EOF)
			return EOF;
		if (byte == '"') {
			byte = csv_get(reader);
			if (byte != '"') {
				*open = false;
				return byte;
			}
		}
		csv_put_byte(reader, byte);
	}
}

/* The field's first byte, or what follows its closing quote. -1 with *fault on a fault. */
static int csv_opening(struct csv_reader *reader, struct csv_record *record, bool *fault,
                       struct error *err)
{
	bool open = false;
	int byte = csv_get(reader);

	*fault = false;
	if (byte != '"')
		return byte;
	byte = csv_inside(reader, &open);
	if (open && reader->next_line > record->line)
		*fault = csv_fault(reader, record, "a quote that begins here is never closed; close "
		                   "it, or leave it out", err) != 0;
	else if (open)
		record->cut = true;
	else if (byte != (unsigned char)reader->separator && byte != '\n' && byte != '\r' &&
	         byte != EOF)
		*fault = csv_fault(reader, record, "text after a closing quote; quote the whole "
		                   "field and double the quotes inside it", err) != 0;
	return byte;
}

/*
 * One field, its terminating NUL included. Returns 1 where more fields follow, 0 where the
 * record ends, -1 on a fault.
 */
static int csv_field(struct csv_reader *reader, struct csv_record *record,
                     struct error *err)
{
	bool fault, ends = false;

	csv_start_field(reader, record, reader->out - reader->start);
	int byte = csv_opening(reader, record, &fault, err);
	for (; !fault; byte = csv_get(reader)) {
		if (byte == 0)
			return csv_fault(reader, record, NUL_FOUND, err);
		ends = csv_ends_record(reader, byte);
		if (ends || byte == (unsigned char)reader->separator)
			break;
		csv_put_byte(reader, byte);
	}
	if (fault)
		return -1;
	record->cut = record->cut || byte == EOF;
	csv_put_byte(reader, 0);
	return ends ? 0 : 1;
}

static int csv_quoted_record(struct csv_reader *reader, struct csv_record *record,
                             struct error *err)
{
	int more;

	do
		more = csv_field(reader, record, err);
	while (more > 0);
	return more;
}

/* ---- A line without quotes: cut at the separators where it lies ---- */

static void csv_cut(struct csv_reader *reader, struct csv_record *record, char *line,
                    const char *end)
{
	const char separator = reader->separator;

	csv_start_field(reader, record, 0);
	for (char *at = line; at < end; at++) {
		if (*at != separator)
			continue;
		*at = '\0';
		csv_start_field(reader, record, (size_t)(at + 1 - line));
	}
}

static int csv_plain_record(struct csv_reader *reader, struct csv_record *record,
                            size_t length, struct error *err)
{
	char *line = reader->buffer + reader->start, *end = line + length;
	const char *nul = memchr(line, '\0', length);

	record->cut = reader->start + length == reader->end;
	reader->at = reader->start + length + !record->cut;
	reader->next_line += !record->cut;
	if (!record->cut && length > 0 && end[-1] == '\r')
		end--;
	*end = '\0';
	reader->out = (size_t)(end + 1 - reader->buffer);
	csv_cut(reader, record, line, nul != NULL ? nul : end);
	return nul != NULL ? csv_fault(reader, record, NUL_FOUND, err) : 0;
}

/* Bytes up to the next line end, or to the end of the file; they are in the buffer then. */
static size_t csv_line_length(struct csv_reader *reader)
{
	size_t seen = 0;

	for (;;) {
		const char *from = reader->buffer + reader->start + seen;
		const char *line_end = memchr(from, '\n', reader->end - reader->start - seen);
		if (line_end != NULL)
			return seen + (size_t)(line_end - from);
		seen = reader->end - reader->start;
		if (seen > CSV_RECORD_MOST || !csv_more(reader))
			return seen;
	}
}

static int csv_record_read(struct csv_reader *reader, struct csv_record *record,
                           struct error *err)
{
	size_t length = csv_line_length(reader);

	if (length > CSV_RECORD_MOST)
		return csv_fault(reader, record, memchr(reader->buffer + reader->start, 0, length)
		                 ? NUL_FOUND :
		                 "no line end for 16 MiB; this is no CSV file", err);
	if (memchr(reader->buffer + reader->start, '"', length) != NULL)
		return csv_quoted_record(reader, record, err);
	return csv_plain_record(reader, record, length, err);
}

int csv_next(struct csv_reader *reader, struct csv_record *record, struct error *err)
{
	reader->start = reader->out = reader->at;
	if (reader->next_line == 1 && csv_peek(reader) != EOF && csv_look(reader, err) != 0)
		return -1;
	reader->start = reader->out = reader->at;
	*record = (struct csv_record){ .line = reader->next_line };
	if (csv_peek(reader) == EOF) {
		if (ferror(reader->file))
			return error_set(err, "%s: cannot be read: %s", reader->name, strerror(errno));
		return 0;
	}
	if (csv_record_read(reader, record, err) != 0)
		return -1;
	memory_grow(&reader->fields, &reader->field_capacity, record->count,
	            sizeof *reader->fields);
	for (size_t i = 0; i < record->count; i++)
		reader->fields[i] = reader->buffer + reader->start + reader->starts[i];
	reader->fields[record->count] = reader->buffer + reader->out;
	record->fields = reader->fields;
	return 1;
}

void csv_close(struct csv_reader *reader)
{
	if (reader->owns_file)
		(void)fclose(reader->file);
	free(reader->buffer);
	free(reader->starts);
	free(reader->fields);
	*reader = (struct csv_reader){ 0 };
}
