/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_LINUX_CGROUP_H
#define MEMBENCH_PLATFORM_LINUX_CGROUP_H

#include <stdint.h>

#include "platform/platform.h"

/*
 * Calls `visit` with each directory from the process's group up to the root, in those
 * hierarchies whose line in /proc/self/cgroup (ID:CONTROLLERS:PATH) has `controller`: ""
 * is version 2. `mounts` are where they may be mounted; NULL is none.
 */
typedef void cgroup_visit(void *context, const char *directory);
void cgroup_each(const char *controller, const char *const mounts[2], cgroup_visit *visit,
                 void *context);

/* A file of one number; `unknown` where it is not there or says "max". */
uint64_t cgroup_number(const char *directory, const char *name, uint64_t unknown);
/* What follows `key`, "\nNAME ", in a file of lines; 0 where there is none. */
uint64_t cgroup_stat(const char *directory, const char *name, const char *key);

#endif
