/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_CSV_H
#define MEMBENCH_BASE_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

/*
 * RFC 4180 record by record, tolerant where spreadsheets differ: a UTF-8 byte order mark,
 * CR LF or CR alone, tabs for commas (what the first line has first), quoted fields with
 * separators, quotes and line breaks inside, a missing final newline. What is no text at
 * all (gzip, UTF-16, a spreadsheet) is refused with its kind and what would do. Knows
 * nothing of columns; what a field must hold is the caller's.
 */
#define CSV_BUFFER_BYTES 262144    /* grows to the longest record ... */
#define CSV_RECORD_MOST (16 << 20) /* ... of so many bytes to the end of its first line */
struct csv_reader {
	FILE *file;
	const char *name;   /* for messages; the caller's */
	char separator;     /* ',' or '\t' */
	size_t next_line;   /* physical line on which the next record starts, from 1 */
	bool owns_file, ends_in_cr;
	char *buffer;       /* the record: start..at; read ahead: at..end */
	size_t capacity, start, at, end;
	size_t out;         /* behind the record's last NUL, <= at */
	size_t *starts, start_capacity; /* of the fields, from the record's start */
	char **fields;
	size_t field_capacity;
};

/*
 * Fields live until the next call. An empty line is a record of one empty field. They lie
 * one behind the other, each with its NUL: fields[count] is where the next one would.
 */
struct csv_record {
	char **fields;
	size_t count;
	size_t line;     /* physical line on which the record starts, from 1 */
	bool cut;        /* the file ended inside this line: no final newline */
};

/* `path` "-" is standard input. Fails (status 2) where the file cannot be opened. */
int csv_open(struct csv_reader *reader, const char *path, char separator,
             struct error *err);
/* Reads from a stream that stays the caller's, CSV_BUFFER_BYTES at a time. */
void csv_attach(struct csv_reader *reader, FILE *file, const char *name, char separator);

/* 1 with a record, 0 at the end, -1 on malformed input (FILE:LINE:COLUMN: ...). */
int csv_next(struct csv_reader *reader, struct csv_record *record, struct error *err);
void csv_close(struct csv_reader *reader);

/* A record that is no blank line: 1 where it is a row, 0 where it is a header, or -1. */
typedef int csv_row(const struct csv_reader *reader, const struct csv_record *record,
                    void *context, struct error *err);
/* The whole file at `path`; one without a row fails with "PATH:LINE:1: ends without" and
 * `wanted`. */
int csv_each(const char *path, char separator, csv_row *row, void *context,
             const char *wanted, struct error *err);

/* "';'" or "'|'" where a header that has but one field seems to be separated by those. */
const char *csv_foreign_separator(const struct csv_record *header);

/* Append one field, quoted where RFC 4180 wants it. */
void csv_put(struct text *text, const char *field);

#endif
