/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_FILE_H
#define MEMBENCH_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

/*
 * For reading; NULL where there is none or it is no regular file: a FIFO or a device in
 * somebody's tree could keep the reader waiting for ever.
 */
FILE *file_open_regular(const char *path);

/*
 * Read a small text file (sysfs, procfs) into `text`, NUL-terminated, at most
 * `text_bytes` - 1 bytes of it. Returns the number of bytes, or -1 where it cannot be read.
 */
long file_read(const char *path, char *text, size_t text_bytes);

/* The first line of it without its newline; 0, or -1 where there is none. */
int file_read_line(const char *path, char *line, size_t line_bytes);

/*
 * Whether `path` could be opened for writing, or be created where there is nothing, as far
 * as that shows without touching anything; -1 and errno where not.
 */
int file_may_write(const char *path);

/* Write all of it, whatever pieces write() takes and signals interrupt; -1 and errno. */
int file_write_all(int descriptor, const void *data, size_t count);

/*
 * Make `data` the whole content of the file at `path`: written beside it under another name
 * first, so that whatever fails, and whatever signal comes, leaves the old file or the new
 * one and nothing else. Mode and owner stay. What is no regular file, or stands where it may
 * be written but not replaced, is written as it is. -1 and errno.
 */
int file_replace(const char *path, const void *data, size_t count);

#endif
