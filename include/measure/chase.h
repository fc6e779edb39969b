/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_CHASE_H
#define MEMBENCH_MEASURE_CHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/chain.h"

struct rig;
struct task;

/*
 * A cell whose kernel follows a chain: where the walk of each thread stands, and which of
 * the chains in the buffer is its own. A sample goes on where the last one ended: each begun
 * at the head would find its hundred lines in a cache.
 *
 * Chains up to CHASE_RELINKED_BYTES are linked anew for each slice, so that no prefetcher
 * learns a cycle which it sees again and again; larger ones, of which a run walks hardly a
 * lap, once, each in a word of its own of the lines they share.
 */
#define CHASE_RELINKED_BYTES ((uint64_t)8 << 20)

struct chase {
	const void **cursors; /* one for each thread; NULL: the kernel follows no chain */
	uint64_t id;          /* of the cell among those of its rig; never 0 */
	unsigned word;
	struct chain chain;   /* of the first thread; others have other seeds */
	uint64_t position;    /* in it, of all cursors */
	uint64_t links;       /* how often it was linked */
	bool is_linked, is_warmed; /* in the slice at hand: before it */
};

/* Nothing where the task's kernel follows no chain. Release the cursors after use. */
void chase_init(struct task *task, struct rig *rig);
void chase_release(struct chase *chase);

/*
 * Before a slice, on the thread that leads: what all threads then do in chase_prepare().
 * `begins`: a slice that counts, so that small chains are linked anew and footprints that a
 * cache may hold are warmed (struct pace) by two fast laps.
 */
void chase_decide(struct task *task, struct rig *rig, bool begins);
/* On each thread, untimed. */
void chase_prepare(const struct task *task, struct rig *rig, size_t thread);
/* Behind it: so many hops were made. */
void chase_advance(struct chase *chase, uint64_t hops);

/* What is wrong with a thread's chain, or NULL. */
const char *chase_verify(const struct chase *chase, size_t thread);

#endif
