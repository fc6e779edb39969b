/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_PROBE_MEMORY_H
#define MEMBENCH_CACHES_PROBE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/random.h"

enum {
	PROBE_LINE_BYTES = 64,   /* where lines are longer, some of ours share one */
	PROBE_GROUP_BYTES = 4096, /* lines of one group lie on one page, whatever its size */
	PROBE_GROUP_LINES = 8,   /* chased in a row on it: a TLB miss is an eighth of each */
};

/* Part of the mapping: multiples of a line; of a group where lines are sampled. */
struct span {
	uint64_t start_bytes, bytes;
};

/*
 * What the probe does to memory, as a value: a test stands in with a simulated one.
 * Everything but `map` happens inside what was mapped last.
 */
struct probe_memory {
	int (*map)(void *context, uint64_t bytes, struct error *err);
	void (*unmap)(void *context);
	/* All lines of the span into one random cycle; the walk stands at its start. */
	void (*link_all)(void *context, const struct span *span, struct random *random);
	/* `lines` of them, drawn at random, group by group; the span has twice as many. */
	void (*link_sample)(void *context, const struct span *span, size_t lines,
	                    struct random *random);
	/* Load from each line in order; no load waits for another. */
	void (*sweep)(void *context, const struct span *span);
	/* From line to line of the cycle; each hop waits for the one before. A multiple of 8. */
	void (*walk)(void *context, size_t hops);
	/* Touch nothing for so long. */
	void (*wait)(void *context, uint64_t ns);
	void *context;
};

/* This machine's, from platform_map(); fresh state is all zero. */
struct probe_machine {
	unsigned char *bytes;
	uint64_t mapped_bytes;
	uint64_t touched_bytes; /* from the start: pages that are there */
	void *at;
	uint64_t sink;          /* what was loaded, lest it be left out */
};
struct probe_memory probe_memory_of(struct probe_machine *machine);

#endif
