/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_FILES_H
#define MEMBENCH_SESSION_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "samples/cell.h"
#include "samples/file.h"
#include "session/options.h"

/* Where rows go: --output, --raw, and standard output with --format csv. */
struct session_files {
	struct sample_writer outputs[2];
	size_t count;
	int raw; /* its descriptor; -1: there is none */
	const char *raw_path;
	uint64_t raw_bytes;   /* of whole rows in it */
	struct text raw_rows; /* of the run at hand, which may yet be measured anew */
	bool is_reader_gone; /* of standard output: nobody reads what would come */
};
int session_files_open(struct session_files *files, const struct session_options *options,
                       struct text *notes, struct error *err);
/* What session_files_open() would refuse, without creating or changing a file; `where` says
 * where rows and samples would go, a line each. */
int session_files_check(const struct session_options *options, struct text *where,
                        struct text *notes, struct error *err);
int session_files_put(struct session_files *files, const struct text *rows,
                      struct error *err);
void session_files_raw(struct session_files *files, const struct cell *cell,
                       const uint64_t *ns, uint64_t count);
int session_files_close(struct session_files *files, struct error *err);

#endif
