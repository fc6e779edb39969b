/* SPDX-License-Identifier: MIT */
/* platform: what starts this very program anew, on Linux. Starts nothing. */
#include "platform/platform.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

static const char self[] = "/proc/self/exe";

/* The path that it was started by, as the kernel keeps it: all that is known without /proc. */
static int started_path(struct platform_program *program)
{
	const char *started = NULL;
	unsigned long address = getauxval(AT_EXECFN);

	memcpy(&started, &address, sizeof started);
	if (started == NULL || strlen(started) >= sizeof program->path)
		return -1;
	(void)snprintf(program->path, sizeof program->path, "%s", started);
	return 0;
}

/* The file that this code was mapped from; "" where that cannot be told. */
static void mapped_path(char *path, size_t path_bytes)
{
	uintptr_t here = (uintptr_t)&self, low, high;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[PLATFORM_PATH_BYTES + 128];

	path[0] = '\0';
	while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
		const char *name = strchr(line, '/');
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &low, &high) != 2 || here < low ||
		    here >= high || name == NULL)
			continue;
		(void)snprintf(path, path_bytes, "%.*s", (int)strcspn(name, "\n"), name);
		break;
	}
	if (maps != NULL)
		(void)fclose(maps);
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat left, right;

	return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
	       left.st_ino == right.st_ino;
}

/*
 * Started as `ld.so [options] PROGRAM ...`, the process is the loader's, and what it was
 * started with up to PROGRAM starts it again. -1 where none of that is the file at `path`.
 */
static int loaded_program(struct platform_program *program, const char *path)
{
	long length = file_read("/proc/self/cmdline", program->line, sizeof program->line);

	for (long at = 0; at < length && program->leading_count < PLATFORM_LEADING;
	     at += (long)strlen(program->line + at) + 1) {
		program->leading[program->leading_count++] = program->line + at;
		if (program->leading_count > 1 && is_same_file(program->line + at, path))
			return 0;
	}
	program->leading_count = 0;
	return -1;
}

/*
 * The link stays this program when its path is renamed, removed or given to another. Under
 * an emulator or valgrind it is theirs, though they answer readlink() with ours: then the
 * path serves, which leads to another file than the link does.
 */
int platform_program(struct platform_program *program)
{
	char mapped[PLATFORM_PATH_BYTES];
	ssize_t length;

	*program = (struct platform_program){ .leading_count = 0 };
	length = readlink(self, program->path, sizeof program->path - 1);
	if (length < 0)
		return started_path(program);
	program->path[length] = '\0';
	mapped_path(mapped, sizeof mapped);
	if (mapped[0] != '\0' && !text_equal(mapped, program->path)) {
		(void)snprintf(program->path, sizeof program->path, "%s", self);
		return loaded_program(program, mapped);
	}
	struct stat named, linked;
	if (stat(program->path, &named) == 0 && stat(self, &linked) == 0 &&
	    (named.st_dev != linked.st_dev || named.st_ino != linked.st_ino))
		return 0;
	(void)snprintf(program->path, sizeof program->path, "%s", self);
	return 0;
}
