/* SPDX-License-Identifier: MIT */
/* platform: which of the allowed CPUs to measure on. Pins nothing. */
#include "platform/cpu_choice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "platform/core_kinds.h"

struct candidate {
	struct cpu_facts facts;
	unsigned load;   /* 0: its core is idle, 1: a sibling is busy, 2: it is */
	bool is_sibling; /* of a better thread of its core, whose execution units it shares */
};

static int order(unsigned long left, unsigned long right)
{
	return (left > right) - (left < right);
}

/* The fastest kind of core first, of equals an idle one, and of those the last: the
 * system's own work tends to run on the first. */
static int by_speed(const struct candidate *left, const struct candidate *right)
{
	int faster = order(right->facts.speed, left->facts.speed);
	int idler = faster != 0 ? faster : order(left->load, right->load);
	return idler != 0 ? idler : order(right->facts.cpu, left->facts.cpu);
}

static int by_core(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	int core = order(left->facts.core, right->facts.core);
	return core != 0 ? core : by_speed(left, right);
}

/* Each core once before a sibling is taken. */
static int by_choice(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	int sibling = order(left->is_sibling, right->is_sibling);
	return sibling != 0 ? sibling : by_speed(left, right);
}

/* The threads of one core, the best of them first. */
static void judge_core(struct candidate *threads, size_t count)
{
	bool busy = false;

	for (size_t i = 0; i < count; i++)
		busy = busy || threads[i].facts.is_busy;
	for (size_t i = 0; i < count; i++) {
		threads[i].is_sibling = i > 0;
		threads[i].load = threads[i].facts.is_busy ? 2 : busy ? 1 : 0;
	}
}

void cpu_choose(const struct cpu_facts *facts, size_t fact_count, size_t count,
                struct cpu_set *chosen)
{
	struct candidate *candidates = memory_zeroed(fact_count, sizeof *candidates);

	for (size_t i = 0; i < fact_count; i++)
		candidates[i] = (struct candidate){ .facts = facts[i],
			                            .load = facts[i].is_busy ? 2 : 0 };
	qsort(candidates, fact_count, sizeof *candidates, by_core);
	for (size_t first = 0, end; first < fact_count; first = end) {
		for (end = first + 1; end < fact_count; end++) {
			if (candidates[end].facts.core != candidates[first].facts.core)
				break;
		}
		judge_core(candidates + first, end - first);
	}
	qsort(candidates, fact_count, sizeof *candidates, by_choice);
	for (size_t i = 0; i < count && i < fact_count; i++)
		cpu_set_add(chosen, candidates[i].facts.cpu);
	free(candidates);
}

void cpu_set_choose(struct cpu_set *chosen, const struct cpu_set *allowed,
                    const struct cpu_set *busy, size_t count)
{
	struct cpu_facts *facts = memory_zeroed(allowed->count, sizeof *facts);
	struct core_kinds kinds;

	core_kinds_read(&kinds, "", allowed);
	for (size_t i = 0; i < allowed->count; i++) {
		unsigned cpu = allowed->cpus[i];
		facts[i] = (struct cpu_facts){ cpu, platform_core(cpu), kinds.speeds[i],
			                       cpu_set_has(busy, cpu) };
	}
	cpu_choose(facts, allowed->count, count, chosen);
	free(facts);
	core_kinds_release(&kinds);
}

/* What /proc/stat counts of a CPU since the system started, in ticks of 10 ms. */
struct cpu_times {
	unsigned cpu;
	uint64_t busy, idle;
};

/* "cpu3 USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ..."; false of any other line. */
static bool line_times(const char *line, struct cpu_times *times)
{
	uint64_t ticks[8] = { 0 };
	size_t count = 0;
	char *end;

	if (!text_starts(line, "cpu") || !isdigit((unsigned char)line[3]))
		return false;
	times->cpu = (unsigned)strtoul(line + 3, &end, 10);
	for (; count < 8 && *end == ' '; count++)
		ticks[count] = strtoull(end, &end, 10);
	times->busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7];
	times->idle = ticks[3] + ticks[4];
	return count >= 5;
}

/* Of the next CPU at or behind *at, which goes on behind it; false where there is none. */
static bool next_times(const char **at, struct cpu_times *times)
{
	bool found = false;

	while (**at != '\0' && !found) {
		const char *end = *at + strcspn(*at, "\n");
		found = line_times(*at, times);
		*at = end + (*end == '\n');
	}
	return found;
}

/* Of two counts; the kernel's may go back a little. */
static uint64_t since(uint64_t before, uint64_t after)
{
	return after > before ? after - before : 0;
}

void cpu_times_busy(const char *before, const char *after, struct cpu_set *busy)
{
	struct cpu_times first = { 0 }, then = { 0 };
	bool more = next_times(&before, &first);

	/* Both ascend; a CPU that came or went meanwhile is in one of them alone. */
	while (more && next_times(&after, &then)) {
		while (more && first.cpu < then.cpu)
			more = next_times(&before, &first);
		uint64_t worked = since(first.busy, then.busy);
		if (more && first.cpu == then.cpu && worked >= 2 &&
		    worked > since(first.idle, then.idle))
			cpu_set_add(busy, then.cpu);
	}
}
