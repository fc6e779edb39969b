/* SPDX-License-Identifier: MIT */
/* caches: every source asked in turn. Knows no source from within, and decides nothing. */
#include "caches/hierarchy.h"
#include "caches/sysfs.h"
#include "platform/platform.h"

#if defined(__linux__)
#define PLATFORM_SOURCE SOURCE_SYSCONF
#else
#define PLATFORM_SOURCE SOURCE_SYSCTL
#endif

static void report_platform(struct cache_list *list)
{
	struct platform_cache caches[PLATFORM_CACHES];
	size_t count = platform_caches(caches);

	for (size_t i = 0; i < count; i++) {
		struct cache cache = {
			.level = caches[i].level,
			.kind = caches[i].is_instructions ? CACHE_INSTRUCTION
			        : caches[i].level == 1    ? CACHE_DATA
			                                  : CACHE_UNIFIED,
			.bytes = caches[i].bytes <= CACHE_BYTES_MAX ? caches[i].bytes : 0,
			.line_bytes = caches[i].line_bytes,
			.sharers = caches[i].sharers,
		};
		cache_list_add(list, &cache);
	}
}

void hierarchy_report(struct hierarchy *hierarchy, unsigned cpu,
                      const struct report_sources *sources)
{
	struct cache_list *lists = hierarchy->reported;

	if (sources->root != NULL) {
		sysfs_read(sources->root, cpu, &lists[SOURCE_SYSFS]);
		sysfs_count_instances(sources->root, &lists[SOURCE_SYSFS]);
		sysfs_read_cpu_files(sources->root, cpu, &lists[SOURCE_CPU_FILES]);
		sysfs_read_cpuinfo(sources->root, cpu, &lists[SOURCE_CPUINFO]);
	}
	if (sources->cpuid != NULL) {
		cpuid_decode(sources->cpuid, &lists[SOURCE_CPUID]);
		cpuid_hypervisor(sources->cpuid, hierarchy->hypervisor);
	}
	if (sources->use_platform)
		report_platform(&lists[PLATFORM_SOURCE]);
}
