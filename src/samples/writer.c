/* SPDX-License-Identifier: MIT */
/* samples: CSV out, by whole rows. Knows the columns, not where the numbers come from. */
#include "samples/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/file.h"
#include "samples/columns.h"

void file_header(struct text *text)
{
	for (size_t i = 0; i < column_count; i++)
		text_printf(text, "%s%s", i ? "," : "", columns[i].name);
	text_put(text, "\n");
}

void file_row(const struct cell *cell, struct text *text)
{
	struct text field = { 0 };

	for (size_t i = 0; i < column_count; i++) {
		field.length = 0;
		text_put(&field, "");
		column_format(&columns[i], cell, &field);
		text_put(text, i ? "," : "");
		csv_put(text, text_string(&field));
	}
	text_put(text, "\n");
	text_release(&field);
}

static int writer_fail(const struct sample_writer *writer, struct error *err)
{
	return error_fail(err, "%s: cannot be written: %s; what was written before is whole",
	                  writer->path, strerror(errno));
}

static int put_text(struct sample_writer *writer, const struct text *text,
                    struct error *err)
{
	if (file_write_all(writer->descriptor, text_string(text), text->length) != 0) {
		int why = errno;
		if (writer->regular && ftruncate(writer->descriptor,
		                                 (off_t)writer->good_bytes) != 0)
			return error_fail(err, "%s: cannot be written (%s), and its last row is torn",
			                  writer->path, strerror(why));
		errno = why;
		return writer_fail(writer, err);
	}
	writer->good_bytes += text->length;
	return 0;
}

static int put_header(struct sample_writer *writer, struct error *err)
{
	struct text header = { 0 };

	if (!writer->needs_header)
		return 0;
	if (writer->owned && writer->regular && ftruncate(writer->descriptor, 0) != 0)
		return writer_fail(writer, err);
	file_header(&header);
	int result = put_text(writer, &header, err);
	writer->needs_header = result != 0;
	text_release(&header);
	return result;
}

int sample_writer_put(struct sample_writer *writer, const struct text *rows,
                      struct error *err)
{
	if (rows->length == 0)
		return 0;
	return put_header(writer, err) != 0 ? -1 : put_text(writer, rows, err);
}

void sample_writer_attach(struct sample_writer *writer, int descriptor, const char *path)
{
	struct stat facts;

	*writer = (struct sample_writer){ .descriptor = descriptor, .path = path,
		                          .needs_header = true };
	if (fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode)) {
		off_t here = lseek(descriptor, 0, SEEK_CUR);
		writer->regular = here >= 0;
		writer->good_bytes = here >= 0 ? (uint64_t)here : 0;
	}
}

/* Whether the file that is there starts with the very header that we would write. */
static int check_header(const struct sample_writer *writer, struct error *err)
{
	struct text header = { 0 };
	char found[1024];

	file_header(&header);
	ssize_t count = pread(writer->descriptor, found, sizeof found, 0);
	bool same = count >= (ssize_t)header.length && header.length <= sizeof found &&
	            memcmp(found, header.bytes, header.length) == 0;
	text_release(&header);
	if (same)
		return 0;
	return error_set(err, "%s:1:1: its header is not the one this version writes, so "
	                 "nothing is appended; choose another --output", writer->path);
}

/* Where the last whole row ends; `note` says so where there is more behind it. */
static uint64_t find_end(const struct sample_writer *writer, const char *fate,
                         struct text *note)
{
	uint64_t end = writer->good_bytes;
	char byte = '\0';

	while (end > 0 && pread(writer->descriptor, &byte, 1, (off_t)(end - 1)) == 1 &&
	       byte != '\n')
		end--;
	if (end < writer->good_bytes)
		text_printf(note, "%s: the last row was cut short (%" PRIu64 " bytes); it %s "
		            "before appending\n", writer->path, writer->good_bytes - end, fate);
	return end;
}

/* Cut a torn last row off, so that new rows do not run into it. */
static int mend_end(struct sample_writer *writer, struct text *note, struct error *err)
{
	uint64_t end = find_end(writer, "was removed", note);

	if (end < writer->good_bytes && ftruncate(writer->descriptor, (off_t)end) != 0)
		return writer_fail(writer, err);
	writer->good_bytes = end;
	return 0;
}

static int open_refused(const char *path, struct error *err)
{
	if (errno == EEXIST)
		return error_set(err, "%s: exists already; use --append to add a session to it, "
		                 "--force to replace it, or another --output", path);
	return error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

int sample_writer_open(struct sample_writer *writer, const char *path, enum open_mode mode,
                       struct text *note, struct error *err)
{
	static const int flags[] = {
		[OPEN_NEW] = O_EXCL, [OPEN_REPLACE] = 0, [OPEN_APPEND] = O_APPEND,
	};
	struct stat facts;
	bool exists = stat(path, &facts) == 0;
	bool device = exists && !S_ISREG(facts.st_mode);

	*writer = (struct sample_writer){ .path = path, .owned = true, .needs_header = true };
	writer->descriptor = device ? open(path, O_WRONLY | O_CLOEXEC)
	                            : open(path, O_RDWR | O_CREAT | O_CLOEXEC | flags[mode],
	                                   0666);
	if (writer->descriptor < 0)
		return open_refused(path, err);
	writer->created = !exists;
	writer->regular = !device;
	if (device || mode != OPEN_APPEND || !exists || facts.st_size == 0)
		return 0;
	writer->needs_header = false;
	writer->good_bytes = (uint64_t)facts.st_size;
	return check_header(writer, err) != 0 ? -1 : mend_end(writer, note, err);
}

/* Of a regular file that holds something: whether rows can be added. */
static int check_append(const char *path, uint64_t bytes, struct text *note,
                        struct error *err)
{
	struct sample_writer writer = { .path = path, .good_bytes = bytes,
		                        .descriptor = open(path, O_RDONLY | O_CLOEXEC) };

	if (writer.descriptor < 0)
		return open_refused(path, err);
	int result = check_header(&writer, err);
	if (result == 0)
		(void)find_end(&writer, "would be removed", note);
	(void)close(writer.descriptor);
	return result;
}

int sample_writer_check(const char *path, enum open_mode mode, struct text *note,
                        struct error *err)
{
	struct stat facts;
	bool exists = stat(path, &facts) == 0;
	bool regular = exists && S_ISREG(facts.st_mode);
	/* A link that leads nowhere is in the way of a new file, too. */
	bool taken = regular || (!exists && lstat(path, &facts) == 0);

	if (mode == OPEN_NEW && taken)
		errno = EEXIST;
	if ((mode == OPEN_NEW && taken) || file_may_write(path) != 0)
		return open_refused(path, err);
	if (mode != OPEN_APPEND || !regular || facts.st_size == 0)
		return 0;
	return check_append(path, (uint64_t)facts.st_size, note, err);
}

int sample_writer_close(struct sample_writer *writer, bool keep, struct error *err)
{
	int descriptor = writer->descriptor, result = 0;

	if (keep)
		result = put_header(writer, err);
	writer->descriptor = -1;
	if (writer->created && writer->regular && writer->needs_header)
		(void)unlink(writer->path);
	if (writer->owned && descriptor >= 0 && close(descriptor) != 0)
		return writer_fail(writer, err);
	return result;
}
