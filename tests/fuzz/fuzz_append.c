/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: rows added to a file of any bytes. The first byte says what stands before them:
 * nothing, a header, or one from before the last column. What was there stays, but for a
 * last line that was torn; what is added is one whole line.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "samples/file.h"

#include "../sample_cell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64]; /* of the one file that lives as long as the process */

static void remove_file(void)
{
	(void)unlink(path);
}

/* In memory where the system has such a place. */
static void make_file(void)
{
	struct stat status;

	if (path[0] != '\0')
		return;
	(void)snprintf(path, sizeof path, "%s/membench-fuzz-XXXXXX",
	               stat("/dev/shm", &status) == 0 ? "/dev/shm" : "/tmp");
	int descriptor = mkstemp(path);
	if (descriptor < 0 || close(descriptor) != 0)
		abort();
	(void)atexit(remove_file);
}

static void put_file(const struct text *content)
{
	FILE *file = fopen(path, "w");

	if (file == NULL || fwrite(content->bytes, 1, content->length, file) != content->length ||
	    fclose(file) != 0)
		abort();
}

static void make_input(const uint8_t *data, size_t size, struct text *content)
{
	if (data[0] % 3 != 0)
		file_header(content);
	if (data[0] % 3 == 2)
		file_drop_last(content, 1);
	text_put_bytes(content, (const char *)data + 1, size - 1);
}

static int add_row(struct error *err)
{
	struct cells cells = { 0 };
	struct cell cell = sample_cell(&cells);
	struct text row = { 0 }, note = { 0 };
	struct sample_writer writer;

	file_row(&cell, &row);
	int result = sample_writer_open(&writer, path, OPEN_APPEND, &note, err);
	if (result == 0 && (sample_writer_put(&writer, &row, err) != 0 ||
	                    sample_writer_close(&writer, err) != 0))
		abort();
	if (result != 0 && writer.descriptor >= 0)
		(void)close(writer.descriptor);
	text_release(&row);
	text_release(&note);
	cells_release(&cells);
	return result;
}

static size_t common_length(const struct text *left, const struct text *right)
{
	size_t length = 0;

	while (length < left->length && length < right->length &&
	       left->bytes[length] == right->bytes[length])
		length++;
	return length;
}

/* Of the old content a torn last line is gone at most, and the new one ends in our row. */
static void check(const struct text *before, const struct text *after)
{
	static const char mark[] = "slowed;incomplete";
	size_t kept = common_length(before, after);

	if (after->length == 0 || after->bytes[after->length - 1] != '\n' ||
	    strstr(after->bytes + (after->length < 64 ? 0 : after->length - 64), mark) == NULL)
		abort();
	/* The row may begin like the torn one that it replaces. */
	while (kept > 0 && kept < before->length && before->bytes[kept - 1] != '\n')
		kept--;
	if (kept < before->length &&
	    memchr(before->bytes + kept, '\n', before->length - kept) != NULL)
		abort();
}

static void read_back(struct text *content)
{
	FILE *file = fopen(path, "r");
	char bytes[4096];
	size_t count;

	if (file == NULL)
		abort();
	while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
		text_put_bytes(content, bytes, count);
	(void)fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text before = { 0 }, after = { 0 };
	struct error err = { .status = STATUS_DONE };

	if (size < 1)
		return 0;
	make_file();
	make_input(data, size, &before);
	put_file(&before);
	int result = add_row(&err);
	read_back(&after);
	text_put_bytes(&after, "", 1); /* a NUL behind it, for strstr() */
	after.length--;
	if (result == 0)
		check(&before, &after);
	else if (err.status != STATUS_BAD_INPUT || after.length != before.length)
		abort();
	text_release(&before);
	text_release(&after);
	return 0;
}
