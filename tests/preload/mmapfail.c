/* SPDX-License-Identifier: MIT */
/*
 * Strict commit accounting, for LD_PRELOAD: an anonymous mapping of more than $COMMIT_LEFT
 * bytes is refused, whatever the system says is available.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *mmap(void *at, size_t bytes, int protection, int flags, int descriptor, off_t offset)
{
	const char *left = getenv("COMMIT_LEFT");

	if (left != NULL && (flags & MAP_ANONYMOUS) && bytes > strtoull(left, NULL, 10)) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	return (void *)syscall(SYS_mmap, at, bytes, protection, flags, descriptor, offset);
}
