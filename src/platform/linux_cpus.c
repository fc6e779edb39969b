/* SPDX-License-Identifier: MIT */
/* platform: which CPUs a thread may have on Linux, by asking. Knows no kinds of them. */
#include "platform/platform.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "platform/cpu_choice.h"

/* The calling thread's mask. It is as large as the kernel's, which only trying tells. */
struct mask {
	cpu_set_t *bits; /* NULL where it cannot be had */
	size_t bytes, cpus;
};

static struct mask mask_get(void)
{
	for (size_t cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
		struct mask mask = { CPU_ALLOC(cpus), CPU_ALLOC_SIZE(cpus), cpus };
		if (mask.bits == NULL || sched_getaffinity(0, mask.bytes, mask.bits) == 0)
			return mask;
		CPU_FREE(mask.bits);
		if (errno != EINVAL)
			break;
	}
	return (struct mask){ NULL, 0, 0 };
}

void platform_allowed_cpus(struct cpu_set *set)
{
	struct mask mask = mask_get();

	for (size_t cpu = 0; cpu < mask.cpus && mask.bits != NULL; cpu++) {
		if (CPU_ISSET_S(cpu, mask.bytes, mask.bits))
			cpu_set_add(set, (unsigned)cpu);
	}
	if (mask.bits != NULL)
		CPU_FREE(mask.bits);
}

static bool set_alone(unsigned cpu)
{
	size_t bytes = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *alone = CPU_ALLOC(cpu + 1);

	if (alone == NULL)
		return false;
	CPU_ZERO_S(bytes, alone);
	CPU_SET_S(cpu, bytes, alone);
	int failed = sched_setaffinity(0, bytes, alone);
	CPU_FREE(alone);
	return !failed;
}

bool platform_pin(unsigned cpu)
{
	return set_alone(cpu) && sched_getcpu() == (int)cpu;
}

bool platform_can_pin(unsigned cpu)
{
	struct mask before = mask_get();

	if (before.bits == NULL)
		return false;
	bool granted = set_alone(cpu);
	(void)sched_setaffinity(0, before.bytes, before.bits);
	CPU_FREE(before.bits);
	return granted;
}

static void read_list(const char *path, struct cpu_set *set)
{
	char line[4096];

	if (file_read_line(path, line, sizeof line) != 0 || cpu_set_parse(line, set) != 0)
		cpu_set_release(set);
}

void platform_other_cpus(struct cpu_set *set)
{
	struct cpu_set online = { 0 }, allowed = { 0 };

	platform_allowed_cpus(&allowed);
	read_list("/sys/devices/system/cpu/online", &online);
	for (size_t i = 0; i < online.count; i++) {
		unsigned cpu = online.cpus[i];
		if (!cpu_set_has(&allowed, cpu) && platform_can_pin(cpu))
			cpu_set_add(set, cpu);
	}
	cpu_set_release(&online);
	cpu_set_release(&allowed);
}

void platform_isolated_cpus(struct cpu_set *set)
{
	read_list("/sys/devices/system/cpu/isolated", set);
}

#define STAT_BYTES (1 << 20) /* lines of thousands of CPUs; what follows them is not needed */
#define LOOK_MS    20        /* two ticks of /proc/stat */

void platform_busy_cpus(struct cpu_set *set)
{
	char *before = memory_zeroed(2, STAT_BYTES), *after = before + STAT_BYTES;

	if (file_read("/proc/stat", before, STAT_BYTES) > 0) {
		(void)poll(NULL, 0, LOOK_MS);
		(void)file_read("/proc/stat", after, STAT_BYTES);
		cpu_times_busy(before, after, set);
	}
	free(before);
}
