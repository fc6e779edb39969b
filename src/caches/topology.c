/* SPDX-License-Identifier: MIT */
/* caches: how CPUs hang together, as Linux's files tell. Chooses none of them. */
#include "caches/topology.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "caches/sysfs.h"
#include "platform/core_kinds.h"

#define CPUS  "sys/devices/system/cpu"
#define NODES "sys/devices/system/node"

enum { PATH_BYTES = 1024, LINE_BYTES = 4097 }; /* a sysfs file is at most a page */

MEMBENCH_PRINTF(3, 4)
static bool read_line(char line[LINE_BYTES], const char *root, const char *format, ...)
{
	char path[PATH_BYTES];
	va_list args;
	int length = snprintf(path, sizeof path, "%s/", root);

	va_start(args, format);
	if (length > 0 && (size_t)length < sizeof path)
		(void)vsnprintf(path + length, sizeof path - (size_t)length, format, args);
	va_end(args);
	return file_read_line(path, line, LINE_BYTES) == 0;
}

static bool is_set(int parsed, struct cpu_set *set)
{
	if (parsed != 0)
		cpu_set_release(set);
	return set->count > 0;
}

unsigned topology_core(const char *root, unsigned cpu)
{
	struct cpu_set threads = { 0 };
	char line[LINE_BYTES];

	if ((read_line(line, root, CPUS "/cpu%u/topology/thread_siblings_list", cpu) &&
	     is_set(cpu_set_parse(line, &threads), &threads)) ||
	    (read_line(line, root, CPUS "/cpu%u/topology/thread_siblings", cpu) &&
	     is_set(cpu_set_parse_mask(line, &threads), &threads)))
		cpu = threads.cpus[0];
	cpu_set_release(&threads);
	return cpu;
}

/* Some systems say -1 where they do not know. */
static unsigned read_package(const char *root, unsigned cpu)
{
	char line[LINE_BYTES];

	if (!read_line(line, root, CPUS "/cpu%u/topology/physical_package_id", cpu))
		return 0;
	long package = strtol(line, NULL, 10);
	return package > 0 ? (unsigned)package : 0;
}

/* The first CPU that shares the largest-numbered cache; 0 where no cache is told of. */
static unsigned read_domain(const char *root, unsigned cpu)
{
	struct cache_list list = { 0 };
	unsigned domain = 0, level = 0;

	sysfs_read(root, cpu, &list);
	for (size_t i = 0; i < list.count; i++) {
		const struct cache *cache = &list.caches[i];
		if (cache->kind == CACHE_INSTRUCTION || cache->level < level ||
		    cache->shared_cpus.count == 0)
			continue;
		level = cache->level;
		domain = cache->shared_cpus.cpus[0];
	}
	cache_list_release(&list);
	return domain;
}

static void read_nodes(const char *root, struct cpu_facts *facts, size_t count)
{
	struct cpu_set nodes = { 0 };
	char line[LINE_BYTES];

	if (!read_line(line, root, NODES "/online") || !is_set(cpu_set_parse(line, &nodes), &nodes))
		return;
	for (size_t node = 0; node < nodes.count; node++) {
		struct cpu_set cpus = { 0 };
		if (read_line(line, root, NODES "/node%u/cpulist", nodes.cpus[node]) &&
		    is_set(cpu_set_parse(line, &cpus), &cpus)) {
			for (size_t i = 0; i < count; i++) {
				if (cpu_set_has(&cpus, facts[i].cpu))
					facts[i].node = nodes.cpus[node];
			}
		}
		cpu_set_release(&cpus);
	}
	cpu_set_release(&nodes);
}

void topology_read(const char *root, const struct cpu_set *cpus, struct cpu_facts *facts)
{
	struct core_kinds kinds;

	core_kinds_read(&kinds, root, cpus);
	for (size_t i = 0; i < cpus->count; i++) {
		unsigned cpu = cpus->cpus[i];
		facts[i] = (struct cpu_facts){
			.cpu = cpu, .core = topology_core(root, cpu),
			.package = read_package(root, cpu), .domain = read_domain(root, cpu),
			.speed = kinds.speeds[i], .is_slow = core_kinds_slow(&kinds, cpus, i),
		};
	}
	read_nodes(root, facts, cpus->count);
	core_kinds_release(&kinds);
}

void topology_choose(const char *root, const struct cpu_set *allowed, const struct cpu_set *busy,
                     enum cpu_place place, size_t count, unsigned *chosen)
{
	struct cpu_facts *facts = memory_zeroed(allowed->count, sizeof *facts);

	topology_read(root, allowed, facts);
	for (size_t i = 0; i < allowed->count; i++)
		facts[i].is_busy = cpu_set_has(busy, facts[i].cpu);
	cpu_order(facts, allowed->count, place);
	for (size_t i = 0; i < count && i < allowed->count; i++)
		chosen[i] = facts[i].cpu;
	free(facts);
}

void cpu_set_choose(struct cpu_set *chosen, const struct cpu_set *allowed,
                    const struct cpu_set *busy, size_t count)
{
	size_t most = count < allowed->count ? count : allowed->count;
	unsigned *cpus = memory_zeroed(most, sizeof *cpus);

	topology_choose("", allowed, busy, PLACE_CORES, most, cpus);
	for (size_t i = 0; i < most; i++)
		cpu_set_add(chosen, cpus[i]);
	free(cpus);
}
