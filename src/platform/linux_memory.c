/* SPDX-License-Identifier: MIT */
/* platform: how much memory Linux still lets this process have. Takes none. */
#include "platform/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include "base/file.h"
#include "base/units.h"
#include "platform/linux_cgroup.h"

/* A line of /proc/meminfo in bytes; `unknown` where there is none. */
static uint64_t meminfo_bytes(const char *meminfo, const char *key, uint64_t unknown)
{
	const char *line = strstr(meminfo, key);

	return line == NULL ? unknown : strtoull(line + strlen(key), NULL, 10) * KIB;
}

/*
 * MemAvailable came with Linux 3.14. Before it, and where /proc is not mounted: what is
 * free, and the file cache as far as that is told.
 */
static struct memory_limit system_memory(void)
{
	char text[4096] = "";
	struct sysinfo facts;

	(void)file_read("/proc/meminfo", text, sizeof text);
	uint64_t available = meminfo_bytes(text, "MemAvailable:", UINT64_MAX);
	if (available != UINT64_MAX)
		return (struct memory_limit){ available, "available memory", false };
	if (sysinfo(&facts) != 0)
		return (struct memory_limit){ UINT64_MAX, "none", false };
	uint64_t cached = meminfo_bytes(text, "\nCached:", 0);
	uint64_t shared = meminfo_bytes(text, "\nShmem:", 0);
	return (struct memory_limit){
		((uint64_t)facts.freeram + facts.bufferram) * facts.mem_unit +
		        (cached > shared ? cached - shared : 0),
		"free memory", false,
	};
}

struct cgroup_kind {
	const char *controller; /* as /proc/self/cgroup lists it, ID:CONTROLLERS:PATH */
	const char *mounts[2];
	const char *limits[2], *usage, *stat; /* the second throttles instead of killing */
};

static const struct cgroup_kind cgroup_kinds[] = {
	{ "", { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" },
	  { "memory.max", "memory.high" }, "memory.current", "\ninactive_file " },
	{ "memory", { "/sys/fs/cgroup/memory", NULL },
	  { "memory.limit_in_bytes", "memory.high" }, "memory.usage_in_bytes", "\ntotal_inactive_file " },
};

/* The room in all the groups that were visited, of one kind. */
struct cgroup_room {
	const struct cgroup_kind *kind;
	uint64_t bytes;
};

/* File cache that the kernel drops before it kills counts as use but is not. */
static void look_at_group(void *context, const char *directory)
{
	struct cgroup_room *least = context;
	const struct cgroup_kind *kind = least->kind;
	uint64_t limit = cgroup_number(directory, kind->limits[0], UINT64_MAX);
	uint64_t high = cgroup_number(directory, kind->limits[1], UINT64_MAX);

	limit = high < limit ? high : limit;
	if (limit >= UINT64_MAX / 4)
		return;
	uint64_t usage = cgroup_number(directory, kind->usage, 0);
	uint64_t file = cgroup_stat(directory, "memory.stat", kind->stat);
	usage -= file < usage ? file : usage;
	uint64_t room = usage < limit ? limit - usage : 0;
	least->bytes = room < least->bytes ? room : least->bytes;
}

static uint64_t cgroup_available(void)
{
	struct cgroup_room least = { .bytes = UINT64_MAX };

	for (size_t i = 0; i < sizeof cgroup_kinds / sizeof *cgroup_kinds; i++) {
		least.kind = &cgroup_kinds[i];
		cgroup_each(least.kind->controller, least.kind->mounts, look_at_group, &least);
	}
	return least.bytes;
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

/* Where the system promises no more than it has, a mapping counts when it is made. */
static uint64_t commit_room(void)
{
	char text[4096] = "";

	if (file_read("/proc/sys/vm/overcommit_memory", text, sizeof text) <= 0 || text[0] != '2' ||
	    file_read("/proc/meminfo", text, sizeof text) <= 0)
		return UINT64_MAX;
	uint64_t limit = meminfo_bytes(text, "CommitLimit:", UINT64_MAX);
	uint64_t used = meminfo_bytes(text, "Committed_AS:", 0);
	if (limit == UINT64_MAX)
		return UINT64_MAX;
	return used < limit ? limit - used : 0;
}

size_t platform_memory_limits(struct memory_limit limits[PLATFORM_LIMITS])
{
	const struct memory_limit all[] = {
		system_memory(),
		{ cgroup_available(), "cgroup limit", false },
		{ commit_room(), "the commit limit (vm.overcommit_memory=2)", true },
		{ limit_room(RLIMIT_AS, 0), "ulimit -v", true },
		{ limit_room(RLIMIT_DATA, 5), "ulimit -d", true },
		{ SIZE_MAX > UINT32_MAX ? UINT64_MAX : SIZE_MAX / 2, "the address space", true },
	};
	_Static_assert(sizeof all <= PLATFORM_LIMITS * sizeof *limits, "room for all");

	memcpy(limits, all, sizeof all);
	return sizeof all / sizeof *all;
}
