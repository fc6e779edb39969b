/* SPDX-License-Identifier: MIT */
/* samples: CSV out, by whole rows. Knows the columns, not where the numbers come from. */
#include "samples/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lock.h"
#include "measure/interrupt.h"
#include "samples/frame.h"

/* Who holds the lock writes some kilobytes; one that was stopped holds it for longer. */
#define PATIENCE_NS         UINT64_C(10000000000)
#define PATIENCE_STOPPED_NS UINT64_C(100000000)

static int writer_fail(const struct sample_writer *writer, struct error *err)
{
	return error_fail(err, "%s: cannot be written: %s; what was written before is whole",
	                  writer->path, strerror(errno));
}

/* ---- A regular file, under its lock ---- */

static int lock_fail(const struct sample_writer *writer, struct error *err)
{
	long holder = file_lock_holder(writer->descriptor);

	if (holder > 0)
		return error_fail(err, "%s: cannot be written: process %ld holds its lock; what was "
		                  "written before is whole", writer->path, holder);
	return error_fail(err, "%s: cannot be written: another process holds its lock; what was "
	                  "written before is whole", writer->path);
}

static bool is_at_path(const struct sample_writer *writer)
{
	struct stat ours, named;

	if (fstat(writer->descriptor, &ours) != 0)
		return true;
	if (stat(writer->path, &named) != 0)
		return errno != ENOENT;
	return ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

/* The file that has the path by now: someone moved or removed ours, or saved over it. */
static int writer_reopen(struct sample_writer *writer, struct error *err)
{
	int descriptor = open(writer->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (descriptor < 0)
		return writer_fail(writer, err);
	(void)close(writer->descriptor);
	writer->descriptor = descriptor;
	writer->is_replacing = false;
	return 0;
}

/* The lock of the file at the path. Who just removed it as empty may make us come again. */
static int writer_lock(struct sample_writer *writer, struct error *err)
{
	enum { ATTEMPTS = 100 };

	for (int i = 0; i < ATTEMPTS; i++) {
		uint64_t patience = *interrupt_flag() ? PATIENCE_STOPPED_NS : PATIENCE_NS;
		if (file_lock(writer->descriptor, patience) != 0)
			return lock_fail(writer, err);
		if (!writer->owned || is_at_path(writer))
			return 0;
		file_unlock(writer->descriptor);
		if (writer_reopen(writer, err) != 0)
			return -1;
	}
	return error_fail(err, "%s: cannot be written: it is removed time and again",
	                  writer->path);
}

static void note_torn(const char *path, const struct frame *frame, const char *fate,
                      struct text *note)
{
	if (note == NULL)
		return;
	if (frame->end < frame->bytes)
		text_printf(note, "%s: the last row was cut short (%" PRIu64 " bytes); it %s "
		            "before appending\n", path, frame->bytes - frame->end, fate);
}

/* What it held when --force was given goes; what others added since does not. */
static int writer_empty(struct sample_writer *writer, struct frame *frame,
                        struct error *err)
{
	struct stat facts;

	writer->is_replacing = false;
	if (fstat(writer->descriptor, &facts) != 0)
		return writer_fail(writer, err);
	if ((uint64_t)facts.st_size == writer->old_bytes) {
		*frame = (struct frame){ .missing = "" };
		return ftruncate(writer->descriptor, 0) != 0 ? writer_fail(writer, err) : 0;
	}
	if (writer->note != NULL)
		text_printf(writer->note, "%s: another process wrote to it meanwhile; nothing of "
		            "it was replaced, and these rows follow\n", writer->path);
	return frame_read(frame, writer->descriptor, writer->path, err);
}

/* Where rows go from here; a torn last row is cut off, so that they do not run into it. */
static int writer_look(struct sample_writer *writer, struct frame *frame, struct error *err)
{
	int result = writer->is_replacing
	             ? writer_empty(writer, frame, err)
	             : frame_read(frame, writer->descriptor, writer->path, err);

	writer->needs_header = frame->end == 0;
	if (result != 0 || frame->end == frame->bytes)
		return result;
	note_torn(writer->path, frame, "was removed", writer->note);
	if (ftruncate(writer->descriptor, (off_t)frame->end) != 0)
		return writer_fail(writer, err);
	frame->bytes = frame->end;
	return 0;
}

/* ---- Rows, to whatever it is ---- */

static void put_lines(struct text *text, const struct text *lines, bool in_crlf)
{
	for (size_t i = 0; i < lines->length; i++) {
		if (in_crlf && lines->bytes[i] == '\n')
			text_put_bytes(text, "\r", 1);
		text_put_bytes(text, lines->bytes + i, 1);
	}
}

/* As one write; what fails leaves a regular file of `bytes` as it was. */
static int put_text(struct sample_writer *writer, const struct text *text, uint64_t bytes,
                    struct error *err)
{
	if (file_write_all(writer->descriptor, text->bytes, text->length) == 0)
		return 0;
	int why = errno;
	if (writer->regular && ftruncate(writer->descriptor, (off_t)bytes) != 0)
		return error_fail(err, "%s: cannot be written (%s), and its last row is torn",
		                  writer->path, strerror(why));
	errno = why;
	return writer_fail(writer, err);
}

static int put_rows(struct sample_writer *writer, const struct text *rows,
                    struct error *err)
{
	struct frame frame = { .missing = "" };
	struct text text = { 0 }, lines = { 0 };

	if (writer->regular && writer->owned && writer_look(writer, &frame, err) != 0)
		return -1;
	/* The shell's `>` does not append by itself. */
	if (writer->regular && !writer->owned)
		frame.bytes = (uint64_t)lseek(writer->descriptor, 0, SEEK_END);
	text_put(&text, frame.missing);
	if (writer->needs_header)
		file_header(&text);
	text_put_bytes(&lines, rows->bytes, rows->length);
	file_drop_last(&lines, frame.lacking);
	put_lines(&text, &lines, frame.ends_in_crlf);
	text_release(&lines);
	int result = put_text(writer, &text, frame.bytes, err);
	int why = errno;
	text_release(&text);
	writer->needs_header = writer->needs_header && result != 0;
	errno = why;
	return result;
}

int sample_writer_put(struct sample_writer *writer, const struct text *rows,
                      struct error *err)
{
	if (rows->length == 0)
		return 0;
	if (!writer->regular)
		return put_rows(writer, rows, err);
	if (writer_lock(writer, err) != 0)
		return -1;
	int result = put_rows(writer, rows, err);
	file_unlock(writer->descriptor);
	return result;
}

void sample_writer_attach(struct sample_writer *writer, int descriptor, const char *path)
{
	struct stat facts;

	*writer = (struct sample_writer){ .descriptor = descriptor, .path = path,
		                          .needs_header = true };
	writer->regular = fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* ---- Opening and closing ---- */

static int open_refused(const char *path, struct error *err)
{
	if (errno == EEXIST)
		return error_set(err, "%s: exists already; use --append to add a session to it, "
		                 "--force to replace it, or another --output", path);
	return error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

/* Refuse now what could not be added to later. */
static int open_append(struct sample_writer *writer, struct error *err)
{
	struct frame frame;

	if (writer_lock(writer, err) != 0)
		return -1;
	int result = writer_look(writer, &frame, err);
	file_unlock(writer->descriptor);
	return result;
}

int sample_writer_open(struct sample_writer *writer, const char *path, enum open_mode mode,
                       struct text *note, struct error *err)
{
	struct stat facts = { 0 };
	bool exists = stat(path, &facts) == 0;
	bool device = exists && !S_ISREG(facts.st_mode);
	int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (mode == OPEN_NEW ? O_EXCL : 0);

	*writer = (struct sample_writer){
		.path = path, .owned = true, .needs_header = true, .created = !exists,
		.regular = !device, .is_replacing = mode == OPEN_REPLACE && exists,
		.note = note, .old_bytes = (uint64_t)facts.st_size,
	};
	writer->descriptor = device ? open(path, O_WRONLY | O_CLOEXEC) : open(path, flags, 0666);
	if (writer->descriptor < 0)
		return open_refused(path, err);
	return writer->regular && mode == OPEN_APPEND ? open_append(writer, err) : 0;
}

/* Of a regular file that holds something: whether rows can be added. */
static int check_append(const char *path, struct text *note, struct error *err)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	struct frame frame;

	if (descriptor < 0)
		return open_refused(path, err);
	int result = frame_read(&frame, descriptor, path, err);
	if (result == 0)
		note_torn(path, &frame, "would be removed", note);
	(void)close(descriptor);
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
	return mode == OPEN_APPEND && regular ? check_append(path, note, err) : 0;
}

/* Under the lock, so that nobody writes to it between the look and the removal. */
static void remove_empty(struct sample_writer *writer)
{
	struct stat facts;

	if (file_lock(writer->descriptor, PATIENCE_STOPPED_NS) != 0)
		return;
	if (is_at_path(writer) && fstat(writer->descriptor, &facts) == 0 && facts.st_size == 0)
		(void)unlink(writer->path);
	file_unlock(writer->descriptor);
}

int sample_writer_close(struct sample_writer *writer, struct error *err)
{
	int descriptor = writer->descriptor;

	if (writer->created && writer->regular && descriptor >= 0)
		remove_empty(writer);
	writer->descriptor = -1;
	if (writer->owned && descriptor >= 0 && close(descriptor) != 0)
		return writer_fail(writer, err);
	return 0;
}
