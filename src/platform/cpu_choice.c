/* SPDX-License-Identifier: MIT */
/* platform: which of the allowed CPUs to measure on. Pins nothing. */
#include "platform/platform.h"

/* Whether a core has given a thread already: siblings share its execution units. */
static bool core_used(const struct cpu_set *chosen, unsigned cpu)
{
	for (size_t i = 0; i < chosen->count; i++) {
		if (platform_core(chosen->cpus[i]) == platform_core(cpu))
			return true;
	}
	return false;
}

/* The fastest kind of core first, each core once, and the last of them: the system's own
 * work tends to run on the first. */
static bool cpu_better(const struct cpu_set *chosen, unsigned cpu, unsigned than)
{
	bool used = core_used(chosen, cpu), than_used = core_used(chosen, than);

	if (used != than_used)
		return !used;
	if (platform_cpu_capacity(cpu) != platform_cpu_capacity(than))
		return platform_cpu_capacity(cpu) > platform_cpu_capacity(than);
	return cpu > than;
}

void cpu_set_choose(struct cpu_set *chosen, const struct cpu_set *allowed, size_t count)
{
	while (chosen->count < count) {
		bool found = false;
		unsigned best = 0;
		for (size_t i = 0; i < allowed->count; i++) {
			unsigned cpu = allowed->cpus[i];
			if (cpu_set_has(chosen, cpu) || (found && !cpu_better(chosen, cpu, best)))
				continue;
			best = cpu;
			found = true;
		}
		if (!found)
			return;
		cpu_set_add(chosen, best);
	}
}
