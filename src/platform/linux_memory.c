/* SPDX-License-Identifier: MIT */
/* platform: how much memory Linux still lets this process have. Takes none. */
#include "platform/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file.h"
#include "base/units.h"

static uint64_t meminfo_available(void)
{
	char text[4096];
	const char *line;

	if (file_read("/proc/meminfo", text, sizeof text) <= 0 ||
	    (line = strstr(text, "MemAvailable:")) == NULL)
		return UINT64_MAX;
	return strtoull(line + strlen("MemAvailable:"), NULL, 10) * KIB;
}

static uint64_t number_in(const char *directory, const char *name, uint64_t unknown)
{
	char path[4352], line[64], *end;

	(void)snprintf(path, sizeof path, "%s/%s", directory, name);
	if (file_read_line(path, line, sizeof line) != 0)
		return unknown;
	uint64_t value = strtoull(line, &end, 10);
	return end == line ? unknown : value; /* "max" */
}

/* File cache that the kernel drops before it kills: it counts as use but is not. */
static uint64_t reclaimable(const char *directory, const char *key)
{
	char path[4352], text[8192];
	const char *line;

	(void)snprintf(path, sizeof path, "%s/memory.stat", directory);
	if (file_read(path, text, sizeof text) <= 0 || (line = strstr(text, key)) == NULL)
		return 0;
	return strtoull(line + strlen(key), NULL, 10);
}

struct cgroup_kind {
	const char *marker; /* in /proc/self/cgroup, before the path */
	const char *mounts[2];
	const char *limit, *usage, *stat;
};

static const struct cgroup_kind cgroup_kinds[] = {
	{ "0::", { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" }, "memory.max",
	  "memory.current", "\ninactive_file " },
	{ "memory:", { "/sys/fs/cgroup/memory", NULL }, "memory.limit_in_bytes",
	  "memory.usage_in_bytes", "\ntotal_inactive_file " },
};

static uint64_t cgroup_room_at(const struct cgroup_kind *kind, const char *directory)
{
	uint64_t limit = number_in(directory, kind->limit, UINT64_MAX);
	if (limit >= UINT64_MAX / 4)
		return UINT64_MAX;
	uint64_t usage = number_in(directory, kind->usage, 0);
	uint64_t file = reclaimable(directory, kind->stat);
	usage -= file < usage ? file : usage;
	return usage < limit ? limit - usage : 0;
}

/* The least room from the group of this process up to the root: each of them binds. */
static uint64_t cgroup_room(const struct cgroup_kind *kind, const char *mount,
                            const char *group)
{
	uint64_t least = UINT64_MAX;
	char path[4096];

	(void)snprintf(path, sizeof path, "%s%s", mount, group);
	while (strlen(path) >= strlen(mount)) {
		uint64_t room = cgroup_room_at(kind, path);
		least = room < least ? room : least;
		char *slash = strrchr(path, '/');
		if (slash == NULL || slash == path)
			break;
		*slash = '\0';
	}
	return least;
}

static uint64_t cgroup_available(void)
{
	uint64_t least = UINT64_MAX;
	char line[4096];
	FILE *file = fopen("/proc/self/cgroup", "r");

	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		for (size_t i = 0; i < 4; i++) {
			const struct cgroup_kind *kind = &cgroup_kinds[i / 2];
			const char *mount = kind->mounts[i % 2];
			const char *at = strstr(line, kind->marker);
			if (at == NULL || mount == NULL)
				continue;
			uint64_t room = cgroup_room(kind, mount, at + strlen(kind->marker));
			least = room < least ? room : least;
		}
	}
	if (file != NULL)
		(void)fclose(file);
	return least;
}

/*
 * What a resource limit leaves: `field` of /proc/self/statm, from 0, is what counts as used
 * (0: all that is mapped, 5: data and stack, which since Linux 4.7 limits mappings too).
 */
static uint64_t limit_room(int resource, unsigned field)
{
	struct rlimit limit;
	char line[128], *at = line;

	if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	    file_read_line("/proc/self/statm", line, sizeof line) != 0)
		return UINT64_MAX;
	uint64_t used = 0;
	for (unsigned i = 0; i <= field; i++)
		used = strtoull(at, &at, 10);
	used *= platform_page_bytes();
	return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

struct memory_limit platform_memory_limit(void)
{
	const struct memory_limit limits[] = {
		{ meminfo_available(), "available memory" },
		{ cgroup_available(), "cgroup limit" },
		{ limit_room(RLIMIT_AS, 0), "ulimit -v" },
		{ limit_room(RLIMIT_DATA, 5), "ulimit -d" },
		{ SIZE_MAX / 2, "the address space" },
	};
	struct memory_limit least = { UINT64_MAX, "none" };

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		least = limits[i].bytes < least.bytes ? limits[i] : least;
	return least;
}
