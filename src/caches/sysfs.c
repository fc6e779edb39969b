/* SPDX-License-Identifier: MIT */
/*
 * caches: what Linux's files say of caches. Knows neither CPUID nor clock, and trusts no
 * file to be there, whole or true.
 */
#include "caches/sysfs.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "caches/directory.h"

static int digit_value(char digit)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *at = digit ? strchr(digits, digit) : NULL;
	return at ? (int)((at - digits) % 16) : -1;
}

/* "00000000,0000000f": hexadecimal words of 32 bits, the highest first. */
static int map_parse(const char *text, struct cpu_set *set)
{
	size_t digits = 0;

	for (const char *at = text; *at; at++) {
		if (*at != ',' && digit_value(*at) < 0)
			return -1;
		digits += *at != ',';
	}
	/* From the last digit on, so that the set grows at its end. */
	const char *at = text + strlen(text);
	for (unsigned cpu = 0; digits > 0; digits--, cpu += 4) {
		while (*--at == ',')
			;
		for (unsigned bit = 0; bit < 4; bit++) {
			if ((unsigned)digit_value(*at) >> bit & 1)
				cpu_set_add(set, cpu + bit);
		}
	}
	return 0;
}

static void read_shared_cpus(struct directory *index, struct cpu_set *set)
{
	if (cpu_set_parse(directory_text(index, "shared_cpu_list"), set) == 0 && set->count > 0)
		return;
	cpu_set_release(set);
	if (map_parse(directory_text(index, "shared_cpu_map"), set) != 0)
		cpu_set_release(set);
}

/* How much of each entry is wanted: counting instances needs no sizes. */
enum detail { SHARING_ONLY, EVERYTHING };

static void read_index(struct directory *index, enum detail detail, struct cache_list *list)
{
	struct cache cache = { .level = directory_number(index, "level", CACHE_LEVELS) };

	if (cache.level == 0 || cache_kind_parse(directory_text(index, "type"), &cache.kind) != 0)
		return;
	if (detail == EVERYTHING) {
		cache.bytes = directory_size(index, "size");
		cache.line_bytes =
		        directory_number(index, "coherency_line_size", CACHE_LINE_MAX);
	}
	read_shared_cpus(index, &cache.shared_cpus);
	cache.sharers = (unsigned)cache.shared_cpus.count;
	cache_list_add(list, &cache);
}

/* What cpuN/cache lists. */
static void read_cpu(struct directory *cpus, unsigned cpu, enum detail detail,
                     struct cache_list *list)
{
	struct cpu_set indices = { 0 };
	size_t home = cpus->length;

	directory_enter_number(cpus, "cpu", cpu);
	directory_enter(cpus, "cache");
	size_t cache = cpus->length;
	directory_numbers(cpus, "index", &indices);
	for (size_t i = 0; i < indices.count; i++) {
		directory_enter_number(cpus, "index", indices.cpus[i]);
		read_index(cpus, detail, list);
		directory_return(cpus, cache);
	}
	directory_return(cpus, home);
	cpu_set_release(&indices);
}

static bool cpu_is_offline(struct directory *cpus, unsigned cpu)
{
	size_t home = cpus->length;

	directory_enter_number(cpus, "cpu", cpu);
	bool offline = text_equal(directory_text(cpus, "online"), "0");
	directory_return(cpus, home);
	return offline;
}

static const struct cache *find_alike(const struct cache_list *list,
                                      const struct cache *cache)
{
	return cache->kind == CACHE_INSTRUCTION
	               ? cache_list_instructions(list, cache->level)
	               : cache_list_data(list, cache->level);
}

/* Note in `lowest`, cache by cache of `list`, the lowest CPU that shares `cpu`'s own. */
static void note_instances(struct directory *cpus, unsigned cpu, struct cache_list *list,
                           struct cpu_set *lowest)
{
	struct cache_list own = { 0 };

	read_cpu(cpus, cpu, SHARING_ONLY, &own);
	unsigned last = own.count > 0 ? own.caches[own.count - 1].level : 0;
	list->last_of_any = last > list->last_of_any ? last : list->last_of_any;
	for (size_t i = 0; i < list->count; i++) {
		const struct cache *alike = find_alike(&own, &list->caches[i]);
		if (alike != NULL && alike->shared_cpus.count > 0)
			cpu_set_add(&lowest[i], alike->shared_cpus.cpus[0]);
	}
	cache_list_release(&own);
}

void sysfs_count_instances(const char *root, struct cache_list *list)
{
	struct cpu_set *lowest = memory_zeroed(list->count, sizeof *lowest);
	struct cpu_set numbers = { 0 };
	struct directory cpus;

	directory_open(&cpus, root, CPU_DIRECTORY);
	directory_numbers(&cpus, "cpu", &numbers);
	for (size_t i = 0; i < numbers.count && list->count > 0; i++)
		note_instances(&cpus, numbers.cpus[i], list, lowest);
	for (size_t i = 0; i < list->count; i++) {
		list->caches[i].instances = (unsigned)lowest[i].count;
		cpu_set_release(&lowest[i]);
	}
	directory_close(&cpus);
	cpu_set_release(&numbers);
	free(lowest);
}

void sysfs_read(const char *root, unsigned cpu, struct cache_list *list)
{
	struct directory cpus;

	directory_open(&cpus, root, CPU_DIRECTORY);
	read_cpu(&cpus, cpu, EVERYTHING, list);
	directory_close(&cpus);
}

void sysfs_cpus(const char *root, struct cpu_set *cpus)
{
	struct directory directory;

	directory_open(&directory, root, CPU_DIRECTORY);
	directory_numbers(&directory, "cpu", cpus);
	directory_close(&directory);
}

unsigned sysfs_first_cpu(const char *root)
{
	struct cpu_set numbers = { 0 };
	struct directory cpus;
	unsigned first = 0;

	directory_open(&cpus, root, CPU_DIRECTORY);
	directory_numbers(&cpus, "cpu", &numbers);
	/* From the last down, so that the lowest one that is online stays. */
	for (size_t i = numbers.count; i > 0; i--) {
		if (!cpu_is_offline(&cpus, numbers.cpus[i - 1]))
			first = numbers.cpus[i - 1];
	}
	directory_close(&cpus);
	cpu_set_release(&numbers);
	return first;
}
