/* SPDX-License-Identifier: MIT */
/* platform: the control groups that this process is in. Knows nothing of what they limit. */
#include "platform/linux_cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

/* The path of a line "4:hugetlb,memory:/path", which is cut, where its controllers have this
 * one; NULL of others. */
static const char *group_path(char *line, const char *controller)
{
	char *controllers = strchr(line, ':'), *path = controllers;

	if (controllers == NULL || (path = strchr(controllers + 1, ':')) == NULL)
		return NULL;
	*path = '\0';
	return items_hold(controllers + 1, ',', controller) ? path + 1 : NULL;
}

/* From the group up to the root: each of them binds. */
static void visit_up(const char *mount, const char *group, cgroup_visit *visit, void *context)
{
	char path[4096];

	(void)snprintf(path, sizeof path, "%s%s", mount, group);
	while (strlen(path) >= strlen(mount)) {
		visit(context, path);
		char *slash = strrchr(path, '/');
		if (slash == NULL || slash == path)
			break;
		*slash = '\0';
	}
}

void cgroup_each(const char *controller, const char *const mounts[2], cgroup_visit *visit,
                 void *context)
{
	char line[4096];
	FILE *file = fopen("/proc/self/cgroup", "r");

	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		const char *path = group_path(line, controller);
		for (size_t i = 0; path != NULL && i < 2; i++) {
			if (mounts[i] != NULL)
				visit_up(mounts[i], path, visit, context);
		}
	}
	if (file != NULL)
		(void)fclose(file);
}

uint64_t cgroup_number(const char *directory, const char *name, uint64_t unknown)
{
	char path[4352], line[64], *end;

	(void)snprintf(path, sizeof path, "%s/%s", directory, name);
	if (file_read_line(path, line, sizeof line) != 0)
		return unknown;
	uint64_t value = strtoull(line, &end, 10);
	return end == line ? unknown : value; /* "max" */
}

uint64_t cgroup_stat(const char *directory, const char *name, const char *key)
{
	char path[4352], text[8192] = "\n";
	const char *line;

	(void)snprintf(path, sizeof path, "%s/%s", directory, name);
	if (file_read(path, text + 1, sizeof text - 1) <= 0 || (line = strstr(text, key)) == NULL)
		return 0;
	return strtoull(line + strlen(key), NULL, 10);
}

static void add_throttled(void *context, const char *directory)
{
	*(uint64_t *)context += cgroup_stat(directory, "cpu.stat", "\nnr_throttled ");
}

uint64_t platform_throttled(void)
{
	static const char *const unified[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	static const char *const split[] = { "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct" };
	uint64_t count = 0;

	cgroup_each("", unified, add_throttled, &count);
	cgroup_each("cpu", split, add_throttled, &count);
	return count;
}
