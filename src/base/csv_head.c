/* SPDX-License-Identifier: MIT */
/* base: how a CSV file is to be read, by its first bytes; and one that is read at once. */
#include "base/csv_head.h"

#include <string.h>

#include "base/file_kind.h"

static void skip_mark(struct csv_reader *reader)
{
	static const char mark[] = { '\xEF', '\xBB', '\xBF' };

	if (reader->end - reader->at >= sizeof mark &&
	    memcmp(reader->buffer + reader->at, mark, sizeof mark) == 0)
		reader->at += sizeof mark;
}

/* Old Macs ended their lines in CR alone, and some programs still do. */
static void find_line_ends(struct csv_reader *reader)
{
	const char *from = reader->buffer + reader->at;
	size_t count = reader->end - reader->at;

	reader->ends_in_cr = memchr(from, '\n', count) == NULL &&
	                     memchr(from, '\r', count) != NULL;
	csv_mend_ends(reader, reader->at);
}

void csv_mend_ends(struct csv_reader *reader, size_t from)
{
	for (size_t i = from; reader->ends_in_cr && i < reader->end; i++) {
		if (reader->buffer[i] == '\r')
			reader->buffer[i] = '\n';
	}
}

/* Of commas and tabs, whichever stands first on the first line; what was asked for where
 * neither does. */
static void find_separator(struct csv_reader *reader)
{
	const char *from = reader->buffer + reader->at;
	const char *end = memchr(from, '\n', reader->end - reader->at);
	size_t count = end ? (size_t)(end - from) : reader->end - reader->at;
	size_t at = 0;

	while (at < count && from[at] != ',' && from[at] != '\t')
		at++;
	if (at < count)
		reader->separator = from[at];
}

int csv_look(struct csv_reader *reader, struct error *err)
{
	const struct file_kind *kind =
	        file_kind_of(reader->buffer + reader->at, reader->end - reader->at);

	if (kind != NULL)
		return file_kind_refuse(kind, "", reader->name, err);
	skip_mark(reader);
	find_line_ends(reader);
	find_separator(reader);
	return 0;
}

const char *csv_foreign_separator(const struct csv_record *header)
{
	static const char *const names[][2] = { { ";", "';'" }, { "|", "'|'" } };

	for (size_t i = 0; i < 2 && header->count == 1; i++) {
		if (strchr(header->fields[0], names[i][0][0]) != NULL)
			return names[i][1];
	}
	return NULL;
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

int csv_each(const char *path, char separator, csv_row *row, void *context,
             const char *wanted, struct error *err)
{
	struct csv_reader reader;
	struct csv_record record;
	bool found = false;
	int more;

	if (csv_open(&reader, path, separator, err) != 0)
		return -1;
	while ((more = csv_next(&reader, &record, err)) > 0) {
		bool blank = record.count == 1 && record.fields[0][0] == '\0';
		more = blank ? 0 : row(&reader, &record, context, err);
		if (more < 0)
			break;
		found = found || more > 0;
	}
	if (more == 0 && !found)
		more = error_set(err, "%s:%zu:1: ends without %s", reader.name, reader.next_line,
		                 wanted);
	csv_close(&reader);
	return more;
}
