/* SPDX-License-Identifier: MIT */
/* caches: what Linux's files say of caches, none of which need be there, whole or true. */
#include "caches/sysfs.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"

#define CPUS   "sys/devices/system/cpu"
#define BLANKS " \t\r\n"

/* A sysfs file is at most a page; the shared_cpu_map of 8192 CPUs takes 2.3K. */
enum { FILE_BYTES = 4097 };

/* A folder of small files, and the text of the one that was read last. */
struct folder {
	struct text path;
	char content[FILE_BYTES];
};

MEMBENCH_PRINTF(2, 3)
static void folder_open(struct folder *folder, const char *format, ...)
{
	va_list args;

	folder->path = (struct text){ 0 };
	va_start(args, format);
	text_vprintf(&folder->path, format, args);
	va_end(args);
}

static void folder_close(struct folder *folder)
{
	text_release(&folder->path);
}

/* A file's text without blanks around it, up to a NUL; "" where there is none or it is
 * longer than a sysfs file can be. Lives until the next call. */
static const char *folder_text(struct folder *folder, const char *name)
{
	struct text path = { 0 };
	char *content = folder->content;

	text_printf(&path, "%s/%s", text_string(&folder->path), name);
	long length = file_read(text_string(&path), content, FILE_BYTES);
	text_release(&path);
	if (length < 0 || length == FILE_BYTES - 1)
		return "";
	size_t end = strlen(content);
	while (end > 0 && strchr(BLANKS, content[end - 1]) != NULL)
		content[--end] = '\0';
	return content + strspn(content, BLANKS);
}

/* The numbers N of the entries `<prefix>N`. */
static void folder_numbers(const struct folder *folder, const char *prefix,
                           struct cpu_set *numbers)
{
	DIR *stream = opendir(text_string(&folder->path));
	struct dirent *entry;
	uint64_t number;

	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		if (text_starts(entry->d_name, prefix) &&
		    whole_parse(entry->d_name + strlen(prefix), 10, &number) == 0 &&
		    number <= UINT32_MAX / 2)
			cpu_set_add(numbers, (unsigned)number);
	}
	if (stream != NULL)
		(void)closedir(stream);
}

static void read_shared_cpus(struct folder *index, struct cpu_set *set)
{
	if (cpu_set_parse(folder_text(index, "shared_cpu_list"), set) == 0 && set->count > 0)
		return;
	cpu_set_release(set);
	if (cpu_set_parse_mask(folder_text(index, "shared_cpu_map"), set) != 0)
		cpu_set_release(set);
}

/* How much of each entry is wanted: counting instances needs no sizes. */
enum detail { SHARING_ONLY, EVERYTHING };

static void read_index(struct folder *index, enum detail detail, struct cache_list *list)
{
	struct cache cache = { .level = 0 };

	cache.level = cache_number_parse(folder_text(index, "level"), CACHE_LEVELS);
	if (cache.level == 0 || cache_kind_parse(folder_text(index, "type"), &cache.kind) != 0)
		return;
	if (detail == EVERYTHING) {
		cache.bytes = cache_bytes_parse(folder_text(index, "size"));
		cache.line_bytes = cache_number_parse(folder_text(index, "coherency_line_size"),
		                                      CACHE_LINE_MAX);
	}
	read_shared_cpus(index, &cache.shared_cpus);
	cache.sharers = (unsigned)cache.shared_cpus.count;
	cache_list_add(list, &cache);
}

/* What cpuN/cache lists. */
static void read_cpu(const char *root, unsigned cpu, enum detail detail,
                     struct cache_list *list)
{
	struct cpu_set indices = { 0 };
	struct folder folder;

	folder_open(&folder, "%s/" CPUS "/cpu%u/cache", root, cpu);
	folder_numbers(&folder, "index", &indices);
	folder_close(&folder);
	for (size_t i = 0; i < indices.count; i++) {
		folder_open(&folder, "%s/" CPUS "/cpu%u/cache/index%u", root, cpu,
		            indices.cpus[i]);
		read_index(&folder, detail, list);
		folder_close(&folder);
	}
	cpu_set_release(&indices);
}

void sysfs_read(const char *root, unsigned cpu, struct cache_list *list)
{
	read_cpu(root, cpu, EVERYTHING, list);
}

/* Note in `lowest`, cache by cache of `list`, the lowest CPU that shares `cpu`'s own. */
static void note_instances(const char *root, unsigned cpu, struct cache_list *list,
                           struct cpu_set *lowest)
{
	struct cache_list own = { 0 };

	read_cpu(root, cpu, SHARING_ONLY, &own);
	unsigned last = own.count > 0 ? own.caches[own.count - 1].level : 0;
	list->last_of_any = last > list->last_of_any ? last : list->last_of_any;
	for (size_t i = 0; i < list->count; i++) {
		const struct cache *alike =
		        cache_list_find(&own, list->caches[i].level,
		                        list->caches[i].kind == CACHE_INSTRUCTION);
		if (alike != NULL && alike->shared_cpus.count > 0)
			cpu_set_add(&lowest[i], alike->shared_cpus.cpus[0]);
	}
	cache_list_release(&own);
}

void sysfs_count_instances(const char *root, struct cache_list *list)
{
	struct cpu_set *lowest = memory_zeroed(list->count, sizeof *lowest);
	struct cpu_set numbers = { 0 };

	sysfs_cpus(root, &numbers);
	for (size_t i = 0; i < numbers.count && list->count > 0; i++)
		note_instances(root, numbers.cpus[i], list, lowest);
	for (size_t i = 0; i < list->count; i++) {
		list->caches[i].instances = (unsigned)lowest[i].count;
		cpu_set_release(&lowest[i]);
	}
	cpu_set_release(&numbers);
	free(lowest);
}

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
	struct folder folder;

	folder_open(&folder, "%s/" CPUS "/cpu%u", root, cpu);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct cache cache = { .level = files[i].level, .kind = files[i].kind };
		cache.bytes = cache_bytes_parse(folder_text(&folder, files[i].size));
		cache.line_bytes =
		        cache_number_parse(folder_text(&folder, files[i].line), CACHE_LINE_MAX);
		if (cache.bytes > 0)
			cache_list_add(list, &cache);
	}
	folder_close(&folder);
}

/* The word behind ` key=` in a line, copied; "" where the line has no such key. */
static const char *line_value(const char *line, const char *key, char value[32])
{
	const char *at = strstr(line, key);
	size_t length = at != NULL ? strcspn(at + strlen(key), " \t\r\n") : 0;

	(void)snprintf(value, 32, "%.*s", length < 32 ? (int)length : 0,
	               length > 0 ? at + strlen(key) : "");
	return value;
}

static void read_cpuinfo_line(const char *line, struct cache_list *list)
{
	struct cache cache = { .level = 0 };
	char value[32];

	cache.level = cache_number_parse(line_value(line, " level=", value), CACHE_LEVELS);
	if (cache.level == 0 ||
	    cache_kind_parse(line_value(line, " type=", value), &cache.kind) != 0)
		return;
	cache.bytes = cache_bytes_parse(line_value(line, " size=", value));
	cache.line_bytes =
	        cache_number_parse(line_value(line, " line_size=", value), CACHE_LINE_MAX);
	cache_list_add(list, &cache);
}

bool sysfs_is_absent(const char *root, unsigned cpu)
{
	struct folder all, one;
	struct stat status;

	folder_open(&all, "%s/" CPUS, root);
	folder_open(&one, "%s/" CPUS "/cpu%u", root, cpu);
	bool absent = stat(text_string(&all.path), &status) == 0 &&
	              stat(text_string(&one.path), &status) != 0;
	absent = absent || text_equal(folder_text(&one, "online"), "0");
	folder_close(&all);
	folder_close(&one);
	return absent;
}

void sysfs_read_cpuinfo(const char *root, unsigned cpu, struct cache_list *list)
{
	struct folder proc;
	char line[512];

	folder_open(&proc, "%s/proc/cpuinfo", root);
	FILE *file = sysfs_is_absent(root, cpu) ? NULL
	                                        : file_open_regular(text_string(&proc.path));
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (text_starts(line, "cache") && strchr("0123456789", line[5]) != NULL)
			read_cpuinfo_line(line, list);
	}
	if (file != NULL)
		(void)fclose(file);
	folder_close(&proc);
}

void sysfs_cpus(const char *root, struct cpu_set *cpus)
{
	struct folder folder;

	folder_open(&folder, "%s/" CPUS, root);
	folder_numbers(&folder, "cpu", cpus);
	folder_close(&folder);
}

unsigned sysfs_first_cpu(const char *root)
{
	struct cpu_set numbers = { 0 };
	unsigned first = 0;

	sysfs_cpus(root, &numbers);
	/* From the last down, so that the lowest one that is online stays. */
	for (size_t i = numbers.count; i > 0; i--) {
		if (!sysfs_is_absent(root, numbers.cpus[i - 1]))
			first = numbers.cpus[i - 1];
	}
	cpu_set_release(&numbers);
	return first;
}
