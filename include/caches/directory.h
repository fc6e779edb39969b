/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_DIRECTORY_H
#define MEMBENCH_CACHES_DIRECTORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "platform/platform.h"

#define CPU_DIRECTORY "sys/devices/system/cpu"

/* A sysfs file is at most a page; the shared_cpu_map of 8192 CPUs takes 2.3K. */
enum { DIRECTORY_TEXT_BYTES = 4097 };

/*
 * A place in a tree of small files, to read one after the other:
 *     directory_open(&cpus, root, CPU_DIRECTORY);
 *     size_t home = cpus.length;
 *     directory_enter_number(&cpus, "cpu", 3); ... directory_return(&cpus, home);
 *     directory_close(&cpus);
 */
struct directory {
	struct text path; /* with its final slash; what follows `length` is the last file */
	size_t length;
	char content[DIRECTORY_TEXT_BYTES];
};

void directory_open(struct directory *directory, const char *root, const char *name);
void directory_enter(struct directory *directory, const char *name);
void directory_enter_number(struct directory *directory, const char *prefix,
                            unsigned number);
void directory_return(struct directory *directory, size_t length);
void directory_close(struct directory *directory);

/* A path below it; lives until the next call. */
const char *directory_path(struct directory *directory, const char *name);
/*
 * A file's text without blanks around it, up to a NUL; "" where there is none or it is
 * longer than a sysfs file can be. Lives until the next call.
 */
const char *directory_text(struct directory *directory, const char *name);
/* A whole number from 1 to `high`, or a size up to CACHE_BYTES_MAX; else 0. */
unsigned directory_number(struct directory *directory, const char *name, unsigned high);
uint64_t directory_size(struct directory *directory, const char *name);
/* The numbers N of the entries `<prefix>N`. */
void directory_numbers(struct directory *directory, const char *prefix,
                       struct cpu_set *numbers);

#endif
