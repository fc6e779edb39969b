/* SPDX-License-Identifier: MIT */
/* base: small text files. Knows nobody. */
#include "base/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

FILE *file_open_regular(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return NULL;
	return fopen(path, "r");
}

long file_read(const char *path, char *text, size_t text_bytes)
{
	FILE *file = file_open_regular(path);

	text[0] = '\0';
	if (file == NULL)
		return -1;
	size_t length = fread(text, 1, text_bytes - 1, file);
	int failed = ferror(file);
	(void)fclose(file);
	text[length] = '\0';
	return failed ? -1 : (long)length;
}

int file_read_line(const char *path, char *line, size_t line_bytes)
{
	if (file_read(path, line, line_bytes) <= 0)
		return -1;
	line[strcspn(line, "\n")] = '\0';
	return 0;
}

/* Whether a name can be added to the directory that `path` lies in. */
static int may_create(const char *path)
{
	char *directory = memory_copy_text(path);
	char *slash = strrchr(directory, '/');

	if (slash != NULL)
		slash[slash == directory] = '\0';
	int result = access(slash != NULL ? directory : ".", W_OK | X_OK);
	int why = errno;
	free(directory);
	errno = why;
	return result;
}

int file_may_write(const char *path)
{
	size_t length = strlen(path);
	struct stat facts;
	bool exists = stat(path, &facts) == 0;

	if (!exists && errno != ENOENT)
		return -1;
	if (exists ? S_ISDIR(facts.st_mode) : length > 0 && path[length - 1] == '/') {
		errno = EISDIR;
		return -1;
	}
	return exists ? access(path, W_OK) : may_create(path);
}

int file_write_all(int descriptor, const void *data, size_t count)
{
	const char *bytes = data;

	while (count > 0) {
		ssize_t written = write(descriptor, bytes, count);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return -1;
		bytes += written;
		count -= (size_t)written;
	}
	return 0;
}
