/* SPDX-License-Identifier: MIT */
/* cli: where the rows of a session go. Opened before anything is measured. */
#include "cli/run.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An existing file is kept unless --force; a device is nobody's file. */
static int raw_allowed(const struct run_files *files, const struct run_options *options,
                       struct error *err)
{
	struct stat raw, output;

	if (stat(options->raw, &raw) != 0 || !S_ISREG(raw.st_mode))
		return 0;
	if (options->output != NULL && fstat(files->outputs[0].descriptor, &output) == 0 &&
	    raw.st_ino == output.st_ino && raw.st_dev == output.st_dev)
		return error_set(err, "%s: cannot be both --output and --raw; name two files",
		                 options->raw);
	if (!options->force)
		return error_set(err, "%s: exists already; use --force to replace it, or another "
		                 "--raw", options->raw);
	return 0;
}

static int raw_open(struct run_files *files, const struct run_options *options,
                    struct error *err)
{
	files->raw_path = options->raw;
	if (options->raw == NULL)
		return 0;
	if (raw_allowed(files, options, err) != 0)
		return -1;
	files->raw = fopen(options->raw, "w");
	if (files->raw == NULL)
		return error_set(err, "%s: cannot be written: %s", options->raw, strerror(errno));
	(void)fputs("session,op,kernel,block_bytes,run,sample,bytes,ns\n", files->raw);
	return 0;
}

int run_files_open(struct run_files *files, const struct run_options *options,
                   struct text *notes, struct error *err)
{
	enum open_mode mode = options->append  ? OPEN_APPEND
	                      : options->force ? OPEN_REPLACE
	                                       : OPEN_NEW;

	*files = (struct run_files){ .count = 0 };
	if (options->output != NULL &&
	    sample_writer_open(&files->outputs[files->count++], options->output, mode, notes,
	                       err) != 0)
		return -1;
	if (options->format == FORMAT_CSV && options->print == NULL)
		sample_writer_attach(&files->outputs[files->count++], STDOUT_FILENO,
		                     "standard output");
	return raw_open(files, options, err);
}

static int raw_put(struct run_files *files, struct error *err)
{
	struct text *rows = &files->raw_rows;

	if (files->raw == NULL || rows->length == 0)
		return 0;
	size_t written = fwrite(rows->bytes, 1, rows->length, files->raw);
	bool whole = written == rows->length && fflush(files->raw) == 0;
	rows->length = 0;
	if (whole)
		return 0;
	return error_fail(err, "%s: cannot be written: %s; its last line may be torn",
	                  files->raw_path, strerror(errno));
}

int run_files_put(struct run_files *files, const struct text *rows, struct error *err)
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
		*err = trouble;
		result = -1;
	}
	return result;
}

void run_files_raw(struct run_files *files, const struct cell *cell, const uint64_t *ns,
                   uint64_t count)
{
	for (uint64_t i = 0; files->raw != NULL && i < count; i++)
		text_printf(&files->raw_rows,
		            "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
		            "\n", cell->context->session, cell->context->op,
		            cell->context->kernel, cell->block_bytes, cell->run, i + 1,
		            cell->bytes, ns[i]);
}

int run_files_close(struct run_files *files, bool keep, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < files->count; i++) {
		bool stands = keep && files->outputs[i].owned;
		if (sample_writer_close(&files->outputs[i], stands, err) != 0)
			result = -1;
	}
	text_release(&files->raw_rows);
	if (files->raw != NULL && fclose(files->raw) != 0)
		result = error_fail(err, "%s: cannot be written: %s", files->raw_path,
		                    strerror(errno));
	return result;
}
