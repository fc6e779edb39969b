/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_CACHE_H
#define MEMBENCH_CACHES_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform/platform.h"

enum cache_kind { CACHE_DATA, CACHE_INSTRUCTION, CACHE_UNIFIED };

enum { CACHE_LEVELS = 4 };     /* L1 to L4; z13 has four */
enum { CACHE_LINE_MAX = 4096 }; /* bytes; the longest line known is 256 (s390) */
#define CACHE_BYTES_MAX ((uint64_t)16 << 30) /* ten times the largest known: more is a slip */

/* One cache as one source describes it. Whatever that source does not say is 0 or empty. */
struct cache {
	unsigned level;            /* 1 .. CACHE_LEVELS */
	enum cache_kind kind;
	uint64_t bytes;            /* of one instance */
	unsigned line_bytes;
	unsigned instances;        /* of this kind of cache in the machine */
	unsigned sharers;          /* CPUs that share the instance of the CPU asked for */
	struct cpu_set shared_cpus; /* ... and which; may be empty where only the count is known */
};

/* Who says so, in the order in which they are believed. */
enum cache_source {
	SOURCE_SYSFS,       /* cpuN/cache/indexM */
	SOURCE_CPU_FILES,   /* cpuN/l1_dcache_size ...: SPARC */
	SOURCE_CPUINFO,     /* /proc/cpuinfo: s390 */
	SOURCE_CPUID,
	SOURCE_SYSCTL,      /* macOS, BSD */
	SOURCE_SYSCONF,
	SOURCE_COUNT
};
extern const char *const cache_source_names[SOURCE_COUNT]; /* "sysfs", ... */

/* What one source says of the caches that one CPU uses. Release with cache_list_release(). */
struct cache_list {
	struct cache *caches; /* by level; Data and Unified before Instruction */
	size_t count, capacity;
	unsigned last_of_any; /* the last level that some CPU of the machine has; 0: not known */
};

/* The list takes over cache->shared_cpus. */
void cache_list_add(struct cache_list *list, const struct cache *cache);
/* The cache that data of this level goes through (Data, else Unified); NULL if none. */
const struct cache *cache_list_data(const struct cache_list *list, unsigned level);
/* That one, or the cache of its instructions. */
const struct cache *cache_list_find(const struct cache_list *list, unsigned level,
                                    bool instructions);
/* "48K", "20M", "262144": the bytes, or 0 where that is no size a cache can have. */
uint64_t cache_bytes_parse(const char *text);
/* A whole number from 1 to `high`; else 0. */
unsigned cache_number_parse(const char *text, unsigned high);
/* "Data", "Instruction" or "Unified"; -1 on anything else. */
int cache_kind_parse(const char *text, enum cache_kind *kind);
void cache_list_release(struct cache_list *list);

#endif
