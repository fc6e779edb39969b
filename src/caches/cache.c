/* SPDX-License-Identifier: MIT */
/* caches: caches as one source lists them. */
#include "caches/cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"

const char *const cache_source_names[SOURCE_COUNT] = {
	[SOURCE_SYSFS] = "sysfs",         [SOURCE_CPU_FILES] = "sparc-files",
	[SOURCE_CPUINFO] = "cpuinfo",     [SOURCE_CPUID] = "cpuid",
	[SOURCE_SYSCTL] = "sysctl",       [SOURCE_SYSCONF] = "sysconf",
};

/* By level, data first; of two alike the one that came first stays first. */
static bool cache_precedes(const struct cache *a, const struct cache *b)
{
	if (a->level != b->level)
		return a->level < b->level;
	return a->kind != CACHE_INSTRUCTION && b->kind == CACHE_INSTRUCTION;
}

void cache_list_add(struct cache_list *list, const struct cache *cache)
{
	size_t at = list->count;

	while (at > 0 && cache_precedes(cache, &list->caches[at - 1]))
		at--;
	memory_grow(&list->caches, &list->capacity, list->count, sizeof *list->caches);
	memmove(list->caches + at + 1, list->caches + at,
	        (list->count - at) * sizeof *list->caches);
	list->caches[at] = *cache;
	list->count++;
}

const struct cache *cache_list_find(const struct cache_list *list, unsigned level,
                                    bool instructions)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct cache *cache = &list->caches[i];
		if (cache->level == level && (cache->kind == CACHE_INSTRUCTION) == instructions)
			return cache;
	}
	return NULL;
}

const struct cache *cache_list_data(const struct cache_list *list, unsigned level)
{
	return cache_list_find(list, level, false);
}

void cache_list_release(struct cache_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		cpu_set_release(&list->caches[i].shared_cpus);
	free(list->caches);
	*list = (struct cache_list){ 0 };
}

uint64_t cache_bytes_parse(const char *text)
{
	struct error err;
	uint64_t bytes;

	if (size_parse(text, "size", &bytes, &err) != 0 || bytes > CACHE_BYTES_MAX)
		return 0;
	return bytes;
}

unsigned cache_number_parse(const char *text, unsigned high)
{
	uint64_t number;

	return whole_parse(text, 10, &number) == 0 && number <= high ? (unsigned)number : 0;
}

int cache_kind_parse(const char *text, enum cache_kind *kind)
{
	static const char *const kinds[] = { "Data", "Instruction", "Unified" };

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (text_equal(text, kinds[i])) {
			*kind = (enum cache_kind)i;
			return 0;
		}
	}
	return -1;
}
