/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_SAMPLE_FILES_H
#define MEMBENCH_TESTS_SAMPLE_FILES_H

/* Files of cells on disk, for a test. Include after check.h. */
#include <unistd.h>

#include "sample_cell.h"
#include "samples/file.h"

static inline void path_of(char *path, size_t bytes)
{
	(void)snprintf(path, bytes, "/tmp/membench-test-XXXXXX");
	int descriptor = mkstemp(path);
	assert_true(descriptor >= 0);
	close(descriptor);
}

static inline void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
}

static inline void read_text(const char *path, char *text, size_t bytes)
{
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	text[fread(text, 1, bytes - 1, file)] = '\0';
	fclose(file);
}

#endif
