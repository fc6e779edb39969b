/* SPDX-License-Identifier: MIT */
/*
 * caches: caches that two architectures tell elsewhere than in cpuN/cache: SPARC in files
 * of its own, s390 in /proc/cpuinfo. Knows neither CPUID nor clock.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "base/units.h"
#include "caches/directory.h"
#include "caches/sysfs.h"

void sysfs_read_cpu_files(const char *root, unsigned cpu, struct cache_list *list)
{
	static const struct {
		const char *size, *line;
		unsigned level;
		enum cache_kind kind;
	} files[] = {
		{ "l1_dcache_size", "l1_dcache_line_size", 1, CACHE_DATA },
		{ "l1_icache_size", "l1_icache_line_size", 1, CACHE_INSTRUCTION },
		{ "l2_cache_size", "l2_cache_line_size", 2, CACHE_UNIFIED },
		{ "l3_cache_size", "l3_cache_line_size", 3, CACHE_UNIFIED },
	};
	struct directory cpus;

	directory_open(&cpus, root, CPU_DIRECTORY);
	directory_enter_number(&cpus, "cpu", cpu);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct cache cache = { .level = files[i].level, .kind = files[i].kind };
		cache.bytes = directory_size(&cpus, files[i].size);
		cache.line_bytes = directory_number(&cpus, files[i].line, CACHE_LINE_MAX);
		if (cache.bytes > 0)
			cache_list_add(list, &cache);
	}
	directory_close(&cpus);
}

/* The word behind ` key=` in a line, copied; "" where the line has no such key. */
static const char *line_value(const char *line, const char *key, char value[32])
{
	const char *at = strstr(line, key);

	value[0] = '\0';
	if (at != NULL) {
		at += strlen(key);
		size_t length = strcspn(at, " \t\r\n");
		if (length < 32)
			(void)snprintf(value, 32, "%.*s", (int)length, at);
	}
	return value;
}

static unsigned line_number(const char *line, const char *key, unsigned high)
{
	struct error err;
	uint64_t number;
	char value[32];

	if (count_parse(line_value(line, key, value), key, 1, high, &number, &err) != 0)
		return 0;
	return (unsigned)number;
}

static void read_cpuinfo_line(const char *line, struct cache_list *list)
{
	struct cache cache = { .level = line_number(line, " level=", CACHE_LEVELS) };
	char value[32];

	if (cache.level == 0 ||
	    cache_kind_parse(line_value(line, " type=", value), &cache.kind) != 0)
		return;
	cache.bytes = cache_bytes_parse(line_value(line, " size=", value));
	cache.line_bytes = line_number(line, " line_size=", CACHE_LINE_MAX);
	cache_list_add(list, &cache);
}

/* A CPU that is offline, or that a tree of CPUs lacks, has no share in /proc/cpuinfo. */
static bool cpu_is_absent(const char *root, unsigned cpu)
{
	struct directory cpus;
	struct stat status;

	directory_open(&cpus, root, CPU_DIRECTORY);
	bool absent = stat(directory_path(&cpus, ""), &status) == 0;
	directory_enter_number(&cpus, "cpu", cpu);
	absent = absent && stat(directory_path(&cpus, ""), &status) != 0;
	bool offline = text_equal(directory_text(&cpus, "online"), "0");
	directory_close(&cpus);
	return absent || offline;
}

void sysfs_read_cpuinfo(const char *root, unsigned cpu, struct cache_list *list)
{
	struct text path = { 0 };
	char line[512];

	text_printf(&path, "%s/proc/cpuinfo", root);
	FILE *file = cpu_is_absent(root, cpu) ? NULL
	                                     : file_open_regular(text_string(&path));
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (text_starts(line, "cache") && strchr("0123456789", line[5]) != NULL)
			read_cpuinfo_line(line, list);
	}
	if (file != NULL)
		(void)fclose(file);
	text_release(&path);
}
