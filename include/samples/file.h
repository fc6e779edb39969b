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

/* A file that grows by whole rows. Not one of them is lost or torn by what comes later. */
struct sample_writer {
	int descriptor;
	bool owned, regular;
	bool created;        /* by us: removed again where nothing came to be written */
	bool is_closed;      /* by its reader: nothing more is written */
	bool needs_header;   /* written with the first rows; till then an old file is whole */
	const char *path;    /* the caller's */
	uint64_t good_bytes; /* end of the last whole row, of a regular file */
};

enum open_mode { OPEN_NEW, OPEN_REPLACE, OPEN_APPEND };

/*
 * Open `path` before anything is measured. NEW fails where a regular file exists (names
 * --force and --append). REPLACE leaves the old contents until the first rows are there.
 * APPEND checks that the header is this version's and that the file ends with a whole row;
 * a torn last row is cut off, and `note` says so. Fails with status 2.
 */
int sample_writer_open(struct sample_writer *writer, const char *path, enum open_mode mode,
                       struct text *note, struct error *err);
/* What sample_writer_open() would refuse, and `note`, without creating or changing a thing. */
int sample_writer_check(const char *path, enum open_mode mode, struct text *note,
                        struct error *err);
/* A writer onto a descriptor that is already open, such as standard output. */
void sample_writer_attach(struct sample_writer *writer, int descriptor, const char *path);
/* Write rows as one. Where the disk is full the torn part is cut off again: status 1. */
int sample_writer_put(struct sample_writer *writer, const struct text *rows,
                      struct error *err);
/* `keep` says that the file should stand even where it holds no rows (a header then). */
int sample_writer_close(struct sample_writer *writer, bool keep, struct error *err);

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
