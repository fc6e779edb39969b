/* SPDX-License-Identifier: MIT */
/* caches: the memory that the probe walks. Measures nothing and knows no clock but to wait. */
#include "caches/probe_memory.h"

#include <stdlib.h>

#include "base/memory.h"
#include "platform/clock.h"
#include "platform/platform.h"

enum {
	UNROLL = 8,
	TOUCH_BYTES = 4096, /* the smallest page there is */
};

struct node {
	struct node *next;
	unsigned char rest[PROBE_LINE_BYTES - sizeof(struct node *)];
};

static int machine_map(void *context, uint64_t bytes, struct error *err)
{
	struct probe_machine *machine = context;

	machine->bytes = platform_map((size_t)bytes, PAGES_AUTO, err);
	machine->mapped_bytes = bytes;
	machine->touched_bytes = 0;
	return machine->bytes != NULL ? 0 : -1;
}

static void machine_unmap(void *context)
{
	struct probe_machine *machine = context;

	platform_unmap(machine->bytes, (size_t)machine->mapped_bytes);
	machine->bytes = NULL;
}

/* Pages that nobody wrote to are one page of zeros, which any cache holds. */
static struct node *span_nodes(struct probe_machine *machine, const struct span *span)
{
	uint64_t end = span->start_bytes + span->bytes;

	for (; machine->touched_bytes < end; machine->touched_bytes += TOUCH_BYTES)
		machine->bytes[machine->touched_bytes] = 1;
	return (struct node *)(void *)(machine->bytes + span->start_bytes);
}

static void machine_link_all(void *context, const struct span *span, struct random *random)
{
	struct probe_machine *machine = context;
	struct node *nodes = span_nodes(machine, span);
	size_t count = (size_t)span->bytes / PROBE_LINE_BYTES;

	nodes[0].next = nodes;
	for (size_t i = 1; i < count; i++) {
		struct node *before = &nodes[random_below(random, i)];
		nodes[i].next = before->next;
		before->next = &nodes[i];
	}
	machine->at = nodes;
}

/* One line of each eighth of the group, in random order, after `last`. */
static struct node *link_group(struct node *group, struct node *last, struct random *random)
{
	enum { APART = PROBE_GROUP_BYTES / PROBE_LINE_BYTES / PROBE_GROUP_LINES };
	size_t order[PROBE_GROUP_LINES];

	for (size_t i = 0; i < PROBE_GROUP_LINES; i++)
		order[i] = i * APART + (size_t)random_below(random, APART);
	random_shuffle(random, order, PROBE_GROUP_LINES);
	for (size_t i = 0; i < PROBE_GROUP_LINES; i++) {
		last->next = &group[order[i]];
		last = last->next;
	}
	return last;
}

static void machine_link_sample(void *context, const struct span *span, size_t lines,
                                struct random *random)
{
	struct probe_machine *machine = context;
	struct node *nodes = span_nodes(machine, span), start = { .next = NULL }, *last = &start;
	size_t groups = lines / PROBE_GROUP_LINES, all = (size_t)span->bytes / PROBE_GROUP_BYTES;
	size_t *order = memory_zeroed(groups, sizeof *order);

	for (size_t i = 0; i < groups; i++) {
		size_t first = i * all / groups, next = (i + 1) * all / groups;
		order[i] = first + (size_t)random_below(random, next - first);
	}
	random_shuffle(random, order, groups);
	for (size_t i = 0; i < groups; i++)
		last = link_group(nodes + order[i] * (PROBE_GROUP_BYTES / PROBE_LINE_BYTES),
		                  last, random);
	last->next = start.next;
	machine->at = start.next;
	free(order);
}

static void machine_sweep(void *context, const struct span *span)
{
	struct probe_machine *machine = context;
	const struct node *nodes = span_nodes(machine, span);
	size_t count = (size_t)span->bytes / PROBE_LINE_BYTES;
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += nodes[i].rest[0];
	machine->sink += sum;
}

/* Each hop needs the one before it: the time is latency, not throughput. */
static void machine_walk(void *context, size_t hops)
{
	struct probe_machine *machine = context;
	struct node *at = machine->at;

	for (size_t i = 0; i < hops; i += UNROLL) {
		at = at->next->next->next->next;
		at = at->next->next->next->next;
	}
	machine->at = at;
}

/* Awake: a core that sleeps may empty its caches or hand them to others. */
static void machine_wait(void *context, uint64_t ns)
{
	struct clock clock = clock_monotonic();
	uint64_t start = clock.now_ns(clock.context);

	(void)context;
	while (clock.now_ns(clock.context) - start < ns)
		continue;
}

struct probe_memory probe_memory_of(struct probe_machine *machine)
{
	return (struct probe_memory){
		machine_map, machine_unmap, machine_link_all, machine_link_sample,
		machine_sweep, machine_walk, machine_wait, machine,
	};
}
