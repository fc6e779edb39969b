/* SPDX-License-Identifier: MIT */
/* base: small files, in and out. Knows nobody. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

static int file_overwrite(const char *path, const void *data, size_t count)
{
	int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	if (descriptor < 0)
		return -1;
	int result = file_write_all(descriptor, data, count);
	int why = errno;
	if (close(descriptor) != 0 && result == 0)
		return -1;
	errno = why;
	return result;
}

/* The file behind links, or the path of one that is yet to be; NULL where it is neither. */
static char *replaceable(const char *path)
{
	struct stat status;
	char *real = realpath(path, NULL);

	if (real != NULL && stat(real, &status) == 0 && S_ISREG(status.st_mode))
		return real;
	free(real);
	if (lstat(path, &status) != 0 && errno == ENOENT)
		return memory_copy_text(path);
	return NULL;
}

/* A new file in the folder of `target`; its name into `name`, of the bytes given. */
static int open_beside(const char *target, char *name, size_t name_bytes)
{
	enum { ATTEMPTS = 100 }; /* a process that was killed may have left a name like ours */
	const char *slash = strrchr(target, '/');
	int folder = slash == NULL ? 0 : (int)(slash - target) + 1, descriptor = -1;

	for (int i = 0; i < ATTEMPTS; i++) {
		(void)snprintf(name, name_bytes, "%.*s.membench-%ld-%d", folder, target,
		               (long)getpid(), i);
		descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
		if (descriptor >= 0 || errno != EEXIST)
			break;
	}
	return descriptor;
}

/* Mode and, where the system allows it, owner of the file that stood there till now. */
static int inherit(int descriptor, const char *target)
{
	struct stat status;
	int old = open(target, O_WRONLY); /* it may be read-only, and stays so */

	if (old < 0)
		return errno == ENOENT ? 0 : -1;
	int result = fstat(old, &status);
	(void)close(old);
	if (result != 0)
		return -1;
	int given = fchown(descriptor, status.st_uid, status.st_gid);
	(void)given; /* only root may give files away */
	return fchmod(descriptor, status.st_mode & 07777);
}

static int write_beside(const char *target, const void *data, size_t count)
{
	size_t name_bytes = strlen(target) + 64;
	char *name = memory_zeroed(name_bytes, 1);
	int descriptor = open_beside(target, name, name_bytes), why = errno, result = -1;

	if (descriptor >= 0) {
		if (inherit(descriptor, target) == 0)
			result = file_write_all(descriptor, data, count);
		why = errno;
		if (close(descriptor) != 0 || result != 0 || rename(name, target) != 0) {
			why = result != 0 ? why : errno;
			result = -1;
			(void)unlink(name);
		}
	}
	free(name);
	errno = why;
	return result;
}

int file_replace(const char *path, const void *data, size_t count)
{
	char *target = replaceable(path);
	sigset_t all, before;

	if (target == NULL)
		return file_overwrite(path, data, count);
	(void)sigfillset(&all);
	(void)sigprocmask(SIG_BLOCK, &all, &before);
	int result = write_beside(target, data, count);
	int why = errno;
	/* The folder may be closed to us, or the file a mount of its own. */
	if (result != 0 && (why == EACCES || why == EPERM || why == EROFS || why == EBUSY)) {
		result = file_overwrite(target, data, count);
		why = errno;
	}
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	free(target);
	errno = why;
	return result;
}
