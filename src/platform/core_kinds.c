/* SPDX-License-Identifier: MIT */
/*
 * platform: which kinds of core there are, and which is the fastest, by whatever tells them
 * apart. Reads small files, and asks CPUID on each CPU only where one says that they differ.
 */
#include "platform/core_kinds.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "platform/features.h"

#define CPUS_PATH "sys/devices/system/cpu"
#define PATH_ROOM 1024
#define PART_BITS(midr) ((midr) >> 4 & 0xFFF)

/* Fills in a number for each CPU; false where it has none for one of them. */
typedef bool source_read(const char *root, const struct cpu_set *cpus, unsigned long *speeds);

static bool read_numbers(const char *root, const char *file, const struct cpu_set *cpus,
                         unsigned long *speeds)
{
	for (size_t i = 0; i < cpus->count; i++) {
		char path[PATH_ROOM], line[64], *end;
		(void)snprintf(path, sizeof path, "%s/" CPUS_PATH "/cpu%u/%s", root,
		               cpus->cpus[i], file);
		if (file_read_line(path, line, sizeof line) != 0)
			return false;
		speeds[i] = strtoul(line, &end, 0);
		if (end == line)
			return false;
	}
	return true;
}

static void read_list(const char *root, const char *name, struct cpu_set *set)
{
	char path[PATH_ROOM], line[4096];

	(void)snprintf(path, sizeof path, "%s/%s", root, name);
	if (file_read_line(path, line, sizeof line) != 0 || cpu_set_parse(line, set) != 0)
		cpu_set_release(set);
}

/* What CPUID says on the CPUs themselves; the caller's thread stays where it is. */
struct questions {
	const struct cpu_set *cpus;
	unsigned long *speeds;
	bool answered;
};

static void *ask_each(void *context)
{
	struct questions *questions = context;

	for (size_t i = 0; i < questions->cpus->count; i++) {
		if (!platform_pin(questions->cpus->cpus[i]))
			return NULL;
		questions->speeds[i] = features_core_speed();
		if (questions->speeds[i] == 0)
			return NULL;
	}
	questions->answered = true;
	return NULL;
}

/* Linux lists the efficiency cores of x86 hybrids; else the cores are asked. */
static bool read_hybrid(const char *root, const struct cpu_set *cpus, unsigned long *speeds)
{
	struct questions questions = { cpus, speeds, false };
	struct cpu_set small = { 0 };
	pthread_t thread;

	read_list(root, "sys/devices/cpu_atom/cpus", &small);
	for (size_t i = 0; i < cpus->count && small.count > 0; i++)
		speeds[i] = cpu_set_has(&small, cpus->cpus[i]) ? 1 : 2;
	bool listed = small.count > 0;
	cpu_set_release(&small);
	/* Not of a saved tree: the CPUs here are others. */
	if (listed || root[0] != '\0' || features_core_speed() == 0)
		return listed;
	if (pthread_create(&thread, NULL, ask_each, &questions) == 0)
		(void)pthread_join(thread, NULL);
	return questions.answered;
}

/* "processor : 4", and further down "CPU part : 0xd0b". */
static bool read_cpuinfo_parts(const char *root, const struct cpu_set *cpus,
                               unsigned long *speeds)
{
	char path[PATH_ROOM], line[256];
	size_t found = 0, at = cpus->count;
	unsigned cpu, part;

	(void)snprintf(path, sizeof path, "%s/proc/cpuinfo", root);
	FILE *file = file_open_regular(path);
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "processor : %u", &cpu) == 1)
			for (at = 0; at < cpus->count && cpus->cpus[at] != cpu;)
				at++;
		if (sscanf(line, "CPU part : %x", &part) == 1 && at < cpus->count) {
			speeds[at] = part;
			found++;
		}
	}
	if (file != NULL)
		(void)fclose(file);
	return found == cpus->count;
}

/*
 * Arm's parts: who makes a pair of kinds numbers the larger core higher (A53 d03 and A72
 * d08, A55 d05 and A76 d0b, A510 d46 and X3 d4e). It is the last to be asked.
 */
static bool read_part(const char *root, const struct cpu_set *cpus, unsigned long *speeds)
{
	if (!read_numbers(root, "regs/identification/midr_el1", cpus, speeds))
		return read_cpuinfo_parts(root, cpus, speeds);
	for (size_t i = 0; i < cpus->count; i++)
		speeds[i] = PART_BITS(speeds[i]);
	return true;
}

static const struct source {
	const char *name, *file; /* a number below each CPU's directory, or what reads it */
	source_read *read;
	double slow; /* of the fastest: below that it is another kind */
} sources[] = {
	{ "cpu_capacity", "cpu_capacity", NULL, 0.8 },
	{ "the cpufreq maximum", "cpufreq/cpuinfo_max_freq", NULL, 0.8 },
	{ "CPPC's highest performance", "acpi_cppc/highest_perf", NULL, 0.7 },
	{ "CPUID's core type", NULL, read_hybrid, 1 },
	{ "the CPU part", NULL, read_part, 1 },
};

static bool are_equal(const unsigned long *speeds, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (speeds[i] != speeds[0])
			return false;
	}
	return true;
}

void core_kinds_read(struct core_kinds *kinds, const char *root, const struct cpu_set *cpus)
{
	*kinds = (struct core_kinds){ .speeds = memory_zeroed(cpus->count, sizeof(long)) };
	for (size_t i = 0; i < sizeof sources / sizeof *sources && !kinds->differ; i++) {
		const struct source *source = &sources[i];
		if (cpus->count == 0 ||
		    !(source->file ? read_numbers(root, source->file, cpus, kinds->speeds)
		                   : source->read(root, cpus, kinds->speeds)))
			continue;
		kinds->differ = !are_equal(kinds->speeds, cpus->count);
		if (kinds->differ || kinds->source == NULL)
			kinds->source = source->name;
		kinds->slow_share = source->slow;
	}
	if (!kinds->differ)
		memset(kinds->speeds, 0, cpus->count * sizeof *kinds->speeds);
}

static unsigned long most_speed(const struct core_kinds *kinds, const struct cpu_set *cpus)
{
	unsigned long most = 0;

	for (size_t i = 0; i < cpus->count; i++)
		most = kinds->speeds[i] > most ? kinds->speeds[i] : most;
	return most;
}

bool core_kinds_slow(const struct core_kinds *kinds, const struct cpu_set *cpus, size_t at)
{
	return (double)kinds->speeds[at] < kinds->slow_share * (double)most_speed(kinds, cpus);
}

void core_kinds_fastest(const struct core_kinds *kinds, const struct cpu_set *cpus,
                        struct cpu_set *fastest)
{
	unsigned long most = most_speed(kinds, cpus);

	for (size_t i = 0; i < cpus->count; i++) {
		if (kinds->speeds[i] == most)
			cpu_set_add(fastest, cpus->cpus[i]);
	}
}

void core_kinds_release(struct core_kinds *kinds)
{
	free(kinds->speeds);
	*kinds = (struct core_kinds){ 0 };
}
