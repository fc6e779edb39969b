/* SPDX-License-Identifier: MIT */
/* base: RFC 4180 records. Knows nothing of columns or their meaning. */
#include "base/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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
	};
}

static int csv_get(struct csv_reader *reader)
{
	int byte = getc(reader->file);
	if (byte == '\n')
		reader->next_line++;
	return byte;
}

static int csv_peek(struct csv_reader *reader)
{
	int byte = getc(reader->file);
	if (byte != EOF)
		(void)ungetc(byte, reader->file);
	return byte;
}

static void csv_byte(struct csv_reader *reader, int byte)
{
	char character = (char)byte;
	text_put_bytes(&reader->bytes, &character, 1);
}

/* True where the bytes read so far end a record: LF, CR LF, or the end of the file. */
static bool csv_ends_record(struct csv_reader *reader, int byte)
{
	if (byte == '\r' && csv_peek(reader) == '\n')
		byte = csv_get(reader);
	return byte == '\n' || byte == EOF;
}

/* Inside quotes. Returns the byte that follows the closing quote, or EOF inside. */
static int csv_quoted(struct csv_reader *reader, bool *open)
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
		csv_byte(reader, byte);
	}
}

static int csv_fault(struct csv_reader *reader, size_t line, size_t column,
                     const char *what, struct error *err)
{
	return error_set(err, "%s:%zu:%zu: %s", reader->name, line, column, what);
}

static void csv_start_field(struct csv_reader *reader, struct csv_record *record)
{
	memory_grow(&reader->starts, &reader->start_capacity, record->count,
	            sizeof *reader->starts);
	reader->starts[record->count++] = reader->bytes.length;
}

/*
 * One field, its terminating NUL included. Returns 1 where more fields follow, 0 where the
 * record ends, -1 on a fault.
 */
static int csv_field(struct csv_reader *reader, struct csv_record *record,
                     struct error *err)
{
	bool open = false;
	int byte = csv_get(reader);

	csv_start_field(reader, record);
	if (byte == '"') {
		byte = csv_quoted(reader, &open);
		if (open)
			record->cut = true;
		else if (byte != (unsigned char)reader->separator && byte != '\n' &&
		         byte != '\r' && byte != EOF)
			return csv_fault(reader, record->line, record->count,
			                 "text after a closing quote; quote the whole field and "
			                 "double the quotes inside it", err);
	}
	for (;; byte = csv_get(reader)) {
		if (byte == 0)
			return csv_fault(reader, record->line, record->count,
			                 "a NUL byte; this is not a text file", err);
		if (byte == (unsigned char)reader->separator && byte != EOF)
			break;
		if (csv_ends_record(reader, byte)) {
			record->cut = record->cut || byte == EOF;
			csv_byte(reader, 0);
			return 0;
		}
		csv_byte(reader, byte);
	}
	csv_byte(reader, 0);
	return 1;
}

static void csv_skip_mark(struct csv_reader *reader)
{
	static const unsigned char mark[] = { 0xEF, 0xBB, 0xBF };

	if (csv_peek(reader) != mark[0])
		return;
	for (size_t i = 0; i < sizeof mark && csv_peek(reader) == mark[i]; i++)
		(void)csv_get(reader);
}

int csv_next(struct csv_reader *reader, struct csv_record *record, struct error *err)
{
	int more;

	if (reader->next_line == 1)
		csv_skip_mark(reader);
	*record = (struct csv_record){ .line = reader->next_line };
	reader->bytes.length = 0;
	if (csv_peek(reader) == EOF) {
		if (ferror(reader->file))
			return error_set(err, "%s: cannot be read: %s", reader->name, strerror(errno));
		return 0;
	}
	do
		more = csv_field(reader, record, err);
	while (more > 0);
	if (more < 0)
		return -1;
	memory_grow(&reader->fields, &reader->field_capacity, record->count,
	            sizeof *reader->fields);
	for (size_t i = 0; i < record->count; i++)
		reader->fields[i] = reader->bytes.bytes + reader->starts[i];
	record->fields = reader->fields;
	return 1;
}

void csv_close(struct csv_reader *reader)
{
	if (reader->owns_file)
		(void)fclose(reader->file);
	text_release(&reader->bytes);
	free(reader->starts);
	free(reader->fields);
	*reader = (struct csv_reader){ 0 };
}

void csv_put(struct text *text, const char *field)
{
	if (strpbrk(field, ",\"\r\n") == NULL) {
		text_put(text, field);
		return;
	}
	text_put(text, "\"");
	for (; *field; field++) {
		if (*field == '"')
			text_put(text, "\"");
		text_put_bytes(text, field, 1);
	}
	text_put(text, "\"");
}
