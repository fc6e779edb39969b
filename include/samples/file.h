/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_FILE_H
#define MEMBENCH_SAMPLES_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/csv.h"
#include "base/error.h"
#include "base/text.h"
#include "samples/cell.h"

/* The CSV file, out and in. Format: one header, one row a cell, RFC 4180, LF. */

void file_header(struct text *text);
void file_row(const struct cell *cell, struct text *text);
/* Lines of either as a file has them that was begun before the last so many columns were. */
void file_drop_last(struct text *lines, size_t count);

/*
 * A file that grows by whole rows, whoever else adds to it. Each put takes the file's lock,
 * looks at what is there by then, and adds behind it by one write: the header only where
 * the file is empty, line ends as the file has them. Not one row is lost or torn by what
 * comes later, be it ours or another's.
 */
struct sample_writer {
	int descriptor;
	bool owned, regular;
	bool created;      /* by us: removed again where nobody came to write to it */
	bool is_closed;    /* by its reader: nothing more is written */
	bool is_replacing; /* what it held when it was opened goes when the first rows are there */
	bool needs_header; /* of what is no regular file; others are looked at */
	const char *path;  /* the caller's */
	struct text *note; /* the caller's: what was mended, a line each, and may be NULL */
	uint64_t old_bytes; /* what it held when it was opened */
};

enum open_mode { OPEN_NEW, OPEN_REPLACE, OPEN_APPEND };

/*
 * Open `path` before anything is measured. NEW fails where a regular file exists (names
 * --force and --append). REPLACE leaves the old contents until the first rows are there,
 * and for good where others added to them meanwhile. APPEND checks that rows can be added
 * (samples/frame.h); a torn last row is cut off, and `note` says so: now and later, so it
 * has to live as long as the writer. Fails with status 2.
 */
int sample_writer_open(struct sample_writer *writer, const char *path, enum open_mode mode,
                       struct text *note, struct error *err);
/* What sample_writer_open() would refuse, and `note`, without creating or changing a thing. */
int sample_writer_check(const char *path, enum open_mode mode, struct text *note,
                        struct error *err);
/* A writer onto a descriptor that is already open, such as standard output. */
void sample_writer_attach(struct sample_writer *writer, int descriptor, const char *path);
/*
 * Write rows as one. Where the disk is full the torn part is cut off again: status 1. A
 * file that was moved or removed since is made anew at its path.
 */
int sample_writer_put(struct sample_writer *writer, const struct text *rows,
                      struct error *err);
/* A file that was made by us and is still empty is removed. */
int sample_writer_close(struct sample_writer *writer, struct error *err);

/*
 * Read every row of `path` ("-": standard input) into `cells`. Columns in any order, those
 * unknown are ignored, a repeated header (concatenated files) is passed over. A last line
 * that was cut is not used; `notes` names it. Anything else that is wrong is refused as
 * FILE:LINE:COLUMN: what was found, what would do (status 2).
 */
int file_read_cells(const char *path, struct cells *cells, struct text *notes,
                    struct error *err);
/* What it stands on, for a stream that is already open; `reader->name` is for messages. */
int file_read_rows(struct csv_reader *reader, struct cells *cells, struct text *notes,
                   struct error *err);

#endif
