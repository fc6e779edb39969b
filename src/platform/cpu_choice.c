/* SPDX-License-Identifier: MIT */
/* platform: which CPUs threads get first, and which are busy. Asks no system. */
#include "platform/cpu_choice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

const char *const cpu_place_names[] = { "cores", "spread", "compact", "siblings", NULL };

/* A CPU, and what it is sorted by, the first that differs; lower is earlier. */
enum { KEYS = 8 };
struct candidate {
	struct cpu_facts facts;
	unsigned rank; /* in its core: 0 is the thread to take first */
	unsigned load; /* 0: its core is idle, 1: a sibling is busy, 2: it is */
	unsigned long keys[KEYS];
};

static int order(unsigned long left, unsigned long right)
{
	return (left > right) - (left < right);
}

static int by_keys(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;
	int result = 0;

	for (size_t i = 0; result == 0 && i < KEYS; i++)
		result = order(left->keys[i], right->keys[i]);
	return result;
}

/* The threads of one core, the best of them first. */
static void judge_core(struct candidate *threads, size_t count)
{
	bool busy = false;

	for (size_t i = 0; i < count; i++)
		busy = busy || threads[i].facts.is_busy;
	for (size_t i = 0; i < count; i++) {
		threads[i].rank = (unsigned)i;
		threads[i].load = threads[i].facts.is_busy ? 2 : busy ? 1 : 0;
	}
}

static void judge_cores(struct candidate *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct cpu_facts *facts = &all[i].facts;
		const unsigned long keys[KEYS] = { facts->core, ~facts->speed, facts->is_busy,
			                           ~(unsigned long)facts->cpu };
		memcpy(all[i].keys, keys, sizeof keys);
	}
	qsort(all, count, sizeof *all, by_keys);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count; end++) {
			if (all[end].facts.core != all[first].facts.core)
				break;
		}
		judge_core(all + first, end - first);
	}
}

/* Cores and groups are sorted downwards as CPUs are. */
static void set_keys(struct candidate *candidate, enum cpu_place place)
{
	const struct cpu_facts *facts = &candidate->facts;
	const unsigned long slow = facts->is_slow, slower = ~facts->speed,
	                    core = ~(unsigned long)facts->core,
	                    cpu = ~(unsigned long)facts->cpu;
	const unsigned long keys[][KEYS] = {
		[PLACE_CORES] = { slow, candidate->rank, slower, candidate->load, cpu },
		[PLACE_SPREAD] = { slow, candidate->rank, slower, candidate->load, cpu },
		[PLACE_COMPACT] = { slow, facts->is_busy, ~(unsigned long)facts->package,
			            ~(unsigned long)facts->node, ~(unsigned long)facts->domain,
			            core, candidate->rank },
		[PLACE_SIBLINGS] = { slow, slower, candidate->load > 0, core, candidate->rank },
	};
	memcpy(candidate->keys, keys[place], sizeof candidate->keys);
}

/* Keys that count how many taken so far share its cache, its node, its package. */
enum { DOMAIN_KEY = 3, NODE_KEY, PACKAGE_KEY };

static void count_neighbour(struct candidate *candidate, const struct cpu_facts *taken)
{
	candidate->keys[DOMAIN_KEY] += candidate->facts.domain == taken->domain;
	candidate->keys[NODE_KEY] += candidate->facts.node == taken->node;
	candidate->keys[PACKAGE_KEY] += candidate->facts.package == taken->package;
}

/* Those that are not taken stay in the order of `cores`, which decides between equals. */
static void spread_out(struct candidate *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const unsigned long keys[KEYS] = { all[i].facts.is_slow, all[i].rank,
			                           all[i].facts.is_busy };
		memcpy(all[i].keys, keys, sizeof keys);
	}
	for (size_t taken = 0; taken < count; taken++) {
		size_t best = taken;
		for (size_t i = taken + 1; i < count; i++)
			best = by_keys(&all[i], &all[best]) < 0 ? i : best;
		const struct candidate chosen = all[best];
		memmove(all + taken + 1, all + taken, (best - taken) * sizeof *all);
		all[taken] = chosen;
		for (size_t i = taken + 1; i < count; i++)
			count_neighbour(&all[i], &chosen.facts);
	}
}

void cpu_order(struct cpu_facts *facts, size_t count, enum cpu_place place)
{
	struct candidate *all = memory_zeroed(count, sizeof *all);

	for (size_t i = 0; i < count; i++)
		all[i].facts = facts[i];
	judge_cores(all, count);
	for (size_t i = 0; i < count; i++)
		set_keys(&all[i], place);
	qsort(all, count, sizeof *all, by_keys);
	if (place == PLACE_SPREAD)
		spread_out(all, count);
	for (size_t i = 0; i < count; i++)
		facts[i] = all[i].facts;
	free(all);
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
