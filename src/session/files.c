/* SPDX-License-Identifier: MIT */
/* session: where the rows of a session go. Opened before anything is measured. */
#include "session/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static bool is_same_file(const char *a, const char *b)
{
	struct stat left, right;

	if (stat(a, &left) != 0 || stat(b, &right) != 0)
		return text_equal(a, b);
	return S_ISREG(left.st_mode) && left.st_ino == right.st_ino &&
	       left.st_dev == right.st_dev;
}

/* An existing file is kept unless --force; a device is nobody's file. */
static int raw_allowed(const struct session_options *options, struct error *err)
{
	struct stat raw;

	if (options->output != NULL && is_same_file(options->output, options->raw))
		return error_set(err, "%s: cannot be both --output and --raw; name two files",
		                 options->raw);
	if (stat(options->raw, &raw) == 0 && S_ISREG(raw.st_mode) && !options->force)
		return error_set(err, "%s: exists already; use --force to replace it, or another "
		                 "--raw", options->raw);
	return 0;
}

static int raw_refused(const char *path, struct error *err)
{
	return error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

/* A row may be there in part: a regular file is cut back to the rows of whole runs. */
static int raw_failed(const struct session_files *files, struct error *err)
{
	int why = errno;
	bool whole = ftruncate(files->raw, (off_t)files->raw_bytes) == 0;

	return error_fail(err, "%s: cannot be written: %s; %s", files->raw_path, strerror(why),
	                  whole ? "what was written before is whole"
	                        : "its last line may be torn");
}

static int raw_write(struct session_files *files, const char *bytes, size_t count,
                     struct error *err)
{
	if (file_write_all(files->raw, bytes, count) != 0)
		return raw_failed(files, err);
	files->raw_bytes += count;
	return 0;
}

static int raw_open(struct session_files *files, const struct session_options *options,
                    struct error *err)
{
	static const char header[] = "session,op,kernel,block_bytes,run,sample,bytes,ns\n";

	files->raw_path = options->raw;
	if (options->raw == NULL)
		return 0;
	if (raw_allowed(options, err) != 0)
		return -1;
	/* A regular file that came to be since it was looked for is another session's. */
	struct stat there;
	bool may_be_there = options->force || (stat(options->raw, &there) == 0 &&
	                                       !S_ISREG(there.st_mode));
	files->raw = open(options->raw, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC |
	                                (may_be_there ? O_TRUNC : O_EXCL), 0666);
	if (files->raw < 0)
		return raw_refused(options->raw, err);
	return raw_write(files, header, strlen(header), err);
}

static enum open_mode mode_of(const struct session_options *options)
{
	return options->append  ? OPEN_APPEND
	       : options->force ? OPEN_REPLACE
	                        : OPEN_NEW;
}

int session_files_open(struct session_files *files, const struct session_options *options,
                       struct text *notes, struct error *err)
{
	*files = (struct session_files){ .raw = -1 };
	if (options->output != NULL &&
	    sample_writer_open(&files->outputs[files->count++], options->output,
	                       mode_of(options), notes, err) != 0)
		return -1;
	if (options->prints_rows)
		sample_writer_attach(&files->outputs[files->count++], STDOUT_FILENO,
		                     "standard output");
	return raw_open(files, options, err);
}

/* "to the new file a.csv", "over what a.csv holds": where what is written would go. */
static void put_target(const char *what, const char *path, bool append, struct text *where)
{
	struct stat facts;
	bool exists = stat(path, &facts) == 0, regular = exists && S_ISREG(facts.st_mode);

	text_printf(where, "%s to %s%s%s\n", what, exists ? "" : "the new file ", path,
	            !regular || facts.st_size == 0 ? "" : append ? ", behind what it holds"
	                                                         : ", instead of what it holds");
}

int session_files_check(const struct session_options *options, struct text *where,
                        struct text *notes, struct error *err)
{
	if (options->output != NULL &&
	    sample_writer_check(options->output, mode_of(options), notes, err) != 0)
		return -1;
	if (options->raw != NULL && raw_allowed(options, err) != 0)
		return -1;
	if (options->raw != NULL && file_may_write(options->raw) != 0)
		return raw_refused(options->raw, err);
	if (options->output != NULL)
		put_target("rows", options->output, options->append, where);
	if (options->raw != NULL)
		put_target("every sample", options->raw, false, where);
	return 0;
}

static int raw_put(struct session_files *files, struct error *err)
{
	struct text *rows = &files->raw_rows;

	if (files->raw < 0 || rows->length == 0)
		return 0;
	int result = raw_write(files, rows->bytes, rows->length, err);
	rows->length = 0;
	return result;
}

/* One sentence more, where a full disk spoils more than one file. */
static void add_trouble(struct error *err, const struct error *trouble, bool is_first)
{
	size_t length = is_first ? 0 : strlen(err->text);

	(void)snprintf(err->text + length, sizeof err->text - length, "%s%s",
	               is_first ? "" : "; ", trouble->text);
	err->status = trouble->status;
}

int session_files_put(struct session_files *files, const struct text *rows, struct error *err)
{
	struct error trouble = { 0 };
	int result = raw_put(files, err);

	for (size_t i = 0; i < files->count; i++) {
		struct sample_writer *output = &files->outputs[i];
		if (output->is_closed || sample_writer_put(output, rows, &trouble) == 0)
			continue;
		/* A reader that went away has what it wanted: no error, and no more rows. */
		if (output->descriptor == STDOUT_FILENO && errno == EPIPE) {
			output->is_closed = files->is_reader_gone = true;
			continue;
		}
		add_trouble(err, &trouble, result == 0);
		result = -1;
	}
	return result;
}

void session_files_raw(struct session_files *files, const struct cell *cell, const uint64_t *ns,
                       uint64_t count)
{
	for (uint64_t i = 0; files->raw >= 0 && i < count; i++)
		text_printf(&files->raw_rows,
		            "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		            "\n", cell->context->session, cell->context->op,
		            cell->context->kernel, cell->block_bytes, cell->run, i + 1,
		            cell->bytes, ns[i]);
}

int session_files_close(struct session_files *files, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < files->count; i++) {
		if (sample_writer_close(&files->outputs[i], err) != 0)
			result = -1;
	}
	text_release(&files->raw_rows);
	if (files->raw >= 0 && close(files->raw) != 0)
		result = error_fail(err, "%s: cannot be written: %s", files->raw_path,
		                    strerror(errno));
	return result;
}
