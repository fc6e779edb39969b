/* SPDX-License-Identifier: MIT */
/* cli: where the rows of a session go. Opened before anything is measured. */
#include "cli/run.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static int raw_open(struct run_files *files, const struct run_options *options,
                    struct error *err)
{
	files->raw_path = options->raw;
	if (options->raw == NULL)
		return 0;
	if (!options->force && access(options->raw, F_OK) == 0)
		return error_set(err, "%s: exists already; use --force to replace it, or another "
		                 "--raw", options->raw);
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

int run_files_put(struct run_files *files, const struct text *rows, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < files->count; i++) {
		if (sample_writer_put(&files->outputs[i], rows, err) == 0)
			continue;
		/* A reader that went away has what it wanted: no error, and no more rows. */
		if (files->outputs[i].descriptor == STDOUT_FILENO && errno == EPIPE)
			files->is_reader_gone = true;
		else
			result = -1;
	}
	if (files->is_reader_gone)
		err->text[0] = '\0';
	if (files->raw != NULL && (fflush(files->raw) != 0 || ferror(files->raw)))
		result = error_fail(err, "%s: cannot be written: %s; its last line may be torn",
		                    files->raw_path, strerror(errno));
	return result;
}

void run_files_raw(struct run_files *files, const struct cell *cell, const uint64_t *ns,
                   uint64_t count)
{
	for (uint64_t i = 0; files->raw != NULL && i < count; i++)
		(void)fprintf(files->raw,
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
	if (files->raw != NULL && fclose(files->raw) != 0)
		result = error_fail(err, "%s: cannot be written: %s", files->raw_path,
		                    strerror(errno));
	return result;
}
