/* SPDX-License-Identifier: MIT */
/* samples: the shape of a file that is to be added to. Changes nothing. */
#include "samples/frame.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/memory.h"
#include "samples/columns.h"
#include "samples/file.h"

#define HEAD_BYTES 4096 /* holds any header, quoted names and all */

#define REFUSED "so nothing is appended; "

static int frame_fail(const char *path, struct error *err)
{
	return error_fail(err, "%s: cannot be read: %s", path, strerror(errno));
}

/* ---- The header ---- */

static int names_differ(const char *path, const struct csv_record *header, size_t at,
                        struct error *err)
{
	if (at >= header->count || at >= column_count)
		return error_set(err, "%s:1:%zu: its header has %zu columns, not the %zu of this "
		                 "version, " REFUSED "choose another --output", path, at + 1,
		                 header->count, column_count);
	return error_set(err, "%s:1:%zu: its header is not the one this version writes (column "
	                 "%zu is '%.40s', not %s), " REFUSED "choose another --output", path,
	                 at + 1, at + 1, header->fields[at], columns[at].name);
}

static int names_check(struct frame *frame, const char *path,
                       const struct csv_record *header, struct error *err)
{
	size_t at = 0;

	while (at < column_count && at < header->count &&
	       text_equal(header->fields[at], columns[at].name))
		at++;
	if (at == header->count && at >= column_count_first) {
		frame->lacking = column_count - at;
		return 0;
	}
	return names_differ(path, header, at, err);
}

/* Rows are in commas and in UTF-8, which is not what whoever reads the file guesses then. */
static int bytes_check(const char *head, size_t bytes, const char *path, struct error *err)
{
	if (memchr(head, '\0', bytes) != NULL)
		return error_set(err, "%s:1:1: is UTF-16 or no text, " REFUSED "save it as UTF-8, or "
		                 "choose another --output", path);
	for (size_t i = 0; i < bytes; i++) {
		char byte = head[i];
		if (byte == ';' || byte == '\t' || byte == '|')
			return error_set(err, "%s:1:1: its fields are separated by %s, " REFUSED "save "
			                 "it with commas, or choose another --output", path,
			                 byte == '\t' ? "tabs" : byte == ';' ? "';'" : "'|'");
	}
	return 0;
}

/* The names in `head`, whose bytes end behind the first line or before it is whole. */
static int header_check(struct frame *frame, char *head, size_t bytes, const char *path,
                        struct error *err)
{
	struct csv_record record;
	struct csv_reader reader;
	FILE *file = fmemopen(head, bytes, "r");

	if (file == NULL)
		return frame_fail(path, err);
	csv_attach(&reader, file, path, ',');
	int result = csv_next(&reader, &record, err);
	if (result > 0)
		result = names_check(frame, path, &record, err);
	else if (result == 0)
		result = error_set(err, "%s:1:1: holds no header, " REFUSED "remove it, or choose "
		                   "another --output", path);
	csv_close(&reader);
	(void)fclose(file);
	return result;
}

/* A header that a crash cut short: all of the file, and the beginning of ours. */
static bool is_torn_header(const char *head, size_t bytes)
{
	struct text ours = { 0 };

	file_header(&ours);
	bool torn = bytes < ours.length && memcmp(head, ours.bytes, bytes) == 0;
	text_release(&ours);
	return torn;
}

static int head_read(struct frame *frame, int descriptor, const char *path,
                     struct error *err)
{
	char head[HEAD_BYTES];
	ssize_t got = pread(descriptor, head, sizeof head, 0);

	if (got < 0)
		return frame_fail(path, err);
	const char *line_end = memchr(head, '\n', (size_t)got);
	if (line_end == NULL && is_torn_header(head, (size_t)got))
		return 0;
	if (line_end == NULL && memchr(head, '\r', (size_t)got) != NULL)
		return error_set(err, "%s:1:1: its lines end in CR alone, " REFUSED "mend it with "
		                 "tr '\\r' '\\n'", path);
	size_t bytes = line_end != NULL ? (size_t)(line_end + 1 - head) : (size_t)got;
	frame->has_header = true;
	frame->ends_in_crlf = line_end > head && line_end[-1] == '\r';
	if (bytes_check(head, bytes, path, err) != 0)
		return -1;
	return header_check(frame, head, bytes, path, err);
}

/* ---- The end ---- */

/* Whether its last field is the one that we would write: 0.15 may be what is left of 0.153. */
static bool ends_as_written(const struct frame *frame, const struct cell *cell,
                            const char *tail, size_t bytes)
{
	struct text field = { 0 };

	column_format(&columns[column_count - frame->lacking - 1], cell, &field);
	bytes -= bytes > 0 && tail[bytes - 1] == '\r';
	bool same = bytes > field.length && tail[bytes - field.length - 1] == ',' &&
	            memcmp(tail + bytes - field.length, text_string(&field), field.length) == 0;
	text_release(&field);
	return same;
}

/*
 * A row that is whole but for its line end, as editors leave it. One cut within its last
 * field reads as a row only where nothing is left of that, or it is a list of flags cut
 * between two of them.
 */
static bool is_whole_row(const struct frame *frame, const char *tail, size_t bytes)
{
	struct text text = { 0 }, notes = { 0 };
	struct cells cells = { 0 };
	struct csv_reader reader;
	struct error err;

	file_header(&text);
	file_drop_last(&text, frame->lacking);
	text_put_bytes(&text, tail, bytes);
	text_put(&text, "\n");
	FILE *file = fmemopen(text.bytes, text.length, "r");
	if (file == NULL)
		return false;
	csv_attach(&reader, file, "", ',');
	bool whole = file_read_rows(&reader, &cells, &notes, &err) == 0 && cells.count == 1 &&
	             ends_as_written(frame, &cells.items[0], tail, bytes);
	csv_close(&reader);
	(void)fclose(file);
	cells_release(&cells);
	text_release(&text);
	text_release(&notes);
	return whole;
}

/* What follows the last line end, of `bytes` at the file's end; `length` is that of it. */
static int tail_look(int descriptor, uint64_t size, size_t bytes, char *tail,
                     size_t *length)
{
	if (pread(descriptor, tail, bytes, (off_t)(size - bytes)) != (ssize_t)bytes)
		return -1;
	*length = 0;
	while (*length < bytes && tail[bytes - 1 - *length] != '\n')
		++*length;
	return 0;
}

static void tail_judge(struct frame *frame, const char *tail, size_t length)
{
	frame->end = frame->bytes - length;
	if (length == 0 || !frame->has_header || !is_whole_row(frame, tail, length))
		return;
	frame->end = frame->bytes;
	frame->missing = frame->ends_in_crlf && tail[length - 1] != '\r' ? "\r\n" : "\n";
}

static int tail_read(struct frame *frame, int descriptor, const char *path,
                     struct error *err)
{
	size_t bytes = 0, length = 0;
	char *tail = NULL;
	int result = 0;

	while (result == 0 && length == bytes && bytes < frame->bytes &&
	       bytes < CSV_RECORD_MOST) {
		bytes = bytes ? 2 * bytes : HEAD_BYTES;
		bytes = bytes > frame->bytes ? (size_t)frame->bytes : bytes;
		free(tail);
		tail = memory_zeroed(bytes, 1);
		result = tail_look(descriptor, frame->bytes, bytes, tail, &length);
	}
	if (result == 0)
		tail_judge(frame, tail + bytes - length, length);
	free(tail);
	if (result == 0 && length < CSV_RECORD_MOST)
		return 0;
	return result != 0 ? frame_fail(path, err)
	                   : error_set(err, "%s: its last line has no end within 16 MiB, "
	                               REFUSED "choose another --output", path);
}

int frame_read(struct frame *frame, int descriptor, const char *path, struct error *err)
{
	struct stat facts;

	*frame = (struct frame){ .missing = "" };
	if (fstat(descriptor, &facts) != 0)
		return frame_fail(path, err);
	frame->bytes = (uint64_t)facts.st_size;
	if (frame->bytes == 0)
		return 0;
	if (head_read(frame, descriptor, path, err) != 0)
		return -1;
	return tail_read(frame, descriptor, path, err);
}
