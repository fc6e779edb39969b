/* SPDX-License-Identifier: MIT */
/* platform: which of the allowed CPUs to measure on. Pins nothing. */
#include "platform/platform.h"

#include <stdlib.h>

#include "base/memory.h"
#include "platform/core_kinds.h"

/* What the choice goes by, asked of the system once for each CPU: asking is what costs. */
struct candidate {
	unsigned cpu, core;
	unsigned long speed;
	bool is_sibling; /* of a better thread of its core, whose execution units it shares */
};

static int order(unsigned long left, unsigned long right)
{
	return (left > right) - (left < right);
}

/* The fastest kind of core first, and of equals the last: the system's own work tends to
 * run on the first. */
static int by_speed(const struct candidate *left, const struct candidate *right)
{
	int faster = order(right->speed, left->speed);
	return faster != 0 ? faster : order(right->cpu, left->cpu);
}

static int by_core(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	int core = order(left->core, right->core);
	return core != 0 ? core : by_speed(left, right);
}

/* Each core once before a sibling is taken. */
static int by_choice(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	int sibling = order(left->is_sibling, right->is_sibling);
	return sibling != 0 ? sibling : by_speed(left, right);
}

void cpu_set_choose(struct cpu_set *chosen, const struct cpu_set *allowed, size_t count)
{
	struct candidate *candidates = memory_zeroed(allowed->count, sizeof *candidates);
	struct core_kinds kinds;

	core_kinds_read(&kinds, "", allowed);
	for (size_t i = 0; i < allowed->count; i++) {
		unsigned cpu = allowed->cpus[i];
		candidates[i] = (struct candidate){ .cpu = cpu, .core = platform_core(cpu),
			                            .speed = kinds.speeds[i] };
	}
	qsort(candidates, allowed->count, sizeof *candidates, by_core);
	for (size_t i = 1; i < allowed->count; i++)
		candidates[i].is_sibling = candidates[i].core == candidates[i - 1].core;
	qsort(candidates, allowed->count, sizeof *candidates, by_choice);
	for (size_t i = 0; i < count && i < allowed->count; i++)
		cpu_set_add(chosen, candidates[i].cpu);
	free(candidates);
	core_kinds_release(&kinds);
}
