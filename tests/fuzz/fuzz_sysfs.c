/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the reader of Linux's files on any bytes. The input is a list of files: a
 * byte that picks the name, a byte for the length (0xFF: a directory), the content.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "caches/hierarchy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CPU "sys/devices/system/cpu/cpu"

static const char *const directories[] = {
	"proc", "sys", "sys/devices", "sys/devices/system", "sys/devices/system/cpu",
	CPU "0", CPU "0/cache", CPU "0/cache/index0", CPU "0/cache/index1",
	CPU "0/cache/index2", CPU "1", CPU "1/cache", CPU "1/cache/index0",
};

static const char *const names[] = {
	CPU "0/cache/index0/level", CPU "0/cache/index0/type", CPU "0/cache/index0/size",
	CPU "0/cache/index0/coherency_line_size", CPU "0/cache/index0/shared_cpu_list",
	CPU "0/cache/index0/shared_cpu_map", CPU "0/cache/index1/level",
	CPU "0/cache/index1/type", CPU "0/cache/index1/size",
	CPU "0/cache/index1/shared_cpu_list", CPU "0/cache/index2/level",
	CPU "0/cache/index2/type", CPU "0/cache/index2/size",
	CPU "0/cache/index2/shared_cpu_map", CPU "1/cache/index0/level",
	CPU "1/cache/index0/type", CPU "1/cache/index0/shared_cpu_list", CPU "0/online",
	CPU "0/l1_dcache_size", CPU "0/l1_dcache_line_size", CPU "0/l2_cache_size",
	"proc/cpuinfo",
};

enum { NAMES = sizeof names / sizeof *names, IS_DIRECTORY = 0xFF };

static char root[64]; /* of the one tree that lives as long as the process */

static void remove_tree(void)
{
	char path[512];

	for (size_t i = sizeof directories / sizeof *directories; i > 0; i--) {
		(void)snprintf(path, sizeof path, "%s/%s", root, directories[i - 1]);
		(void)rmdir(path);
	}
	(void)rmdir(root);
}

/* In memory where the system has such a place. */
static void make_tree(void)
{
	struct stat status;
	char path[512];

	if (root[0] != '\0')
		return;
	(void)snprintf(root, sizeof root, "%s/membench-fuzz-XXXXXX",
	               stat("/dev/shm", &status) == 0 ? "/dev/shm" : "/tmp");
	if (mkdtemp(root) == NULL)
		abort();
	for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
		(void)snprintf(path, sizeof path, "%s/%s", root, directories[i]);
		if (mkdir(path, 0700) != 0)
			abort();
	}
	(void)atexit(remove_tree);
}

static void put_file(const char *path, const uint8_t *content, size_t length)
{
	FILE *file = fopen(path, "w");
	if (file == NULL)
		abort();
	(void)fwrite(content, 1, length, file);
	(void)fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct report_sources sources = { .root = root };
	struct hierarchy hierarchy = { 0 };
	bool made[NAMES] = { false };
	char path[512];

	make_tree();
	while (size >= 2) {
		size_t name = data[0] % NAMES, length = data[1];
		bool directory = length == IS_DIRECTORY;
		/* A last file may be long: maps and lists are. */
		length = directory ? 0 : length == IS_DIRECTORY - 1 ? size - 2 : length;
		length = length < size - 2 ? length : size - 2;
		(void)snprintf(path, sizeof path, "%s/%s", root, names[name]);
		if (!made[name] && directory)
			(void)mkdir(path, 0700);
		else if (!made[name])
			put_file(path, data + 2, length);
		made[name] = true;
		data += 2 + length;
		size -= 2 + length;
	}
	hierarchy_report(&hierarchy, 0, &sources);
	hierarchy_decide(&hierarchy);
	hierarchy_release(&hierarchy);
	for (size_t i = 0; i < NAMES; i++) {
		(void)snprintf(path, sizeof path, "%s/%s", root, names[i]);
		if (made[i])
			(void)remove(path);
	}
	return 0;
}
