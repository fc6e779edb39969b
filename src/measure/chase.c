/* SPDX-License-Identifier: MIT */
/* measure: chains of lines that latency's kernels follow. Knows no clock. */
#include "measure/chase.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "measure/timing.h"

/* One fast lap of 16M left .22 of its lines in an L3 that a guest shares, two .98 (Emerald
 * Rapids): a line must miss the inner cache twice before that L3 keeps it. */
#define WARM_LAPS 2

static bool is_relinked(const struct task *task)
{
	return task->block_bytes <= CHASE_RELINKED_BYTES;
}

void chase_init(struct task *task, struct rig *rig)
{
	struct chase *chase = &task->chase;

	if (!op_facts[task->kernel->op].is_chained)
		return;
	chase->cursors = memory_zeroed(team_count(rig->team), sizeof *chase->cursors);
	chase->id = ++rig->chase_count;
	if (!is_relinked(task))
		chase->word = 1 + rig->large_chase_count++ % (CHAIN_WORDS - 1);
}

void chase_release(struct chase *chase)
{
	free(chase->cursors);
	chase->cursors = NULL;
}

/* Another order for each cell, thread and time. */
static struct chain chain_for(const struct task *task, const struct rig *rig, size_t thread)
{
	struct random random = { rig->seed };

	random.state = random_next(&random) + task->chase.id;
	random.state = random_next(&random) + task->chase.links;
	random.state = random_next(&random) + thread;
	return chain_of(task->kernel->way, (size_t)task->block_bytes, random_next(&random));
}

void chase_decide(struct task *task, struct rig *rig, bool begins)
{
	struct chase *chase = &task->chase;
	uint64_t *owner = &rig->chain_owners[chase->word];

	chase->is_linked = *owner != chase->id || (begins && is_relinked(task));
	chase->is_warmed = begins && (is_relinked(task) ||
	                              task->block_bytes <= rig->pace.warm_up_to_bytes);
	*owner = chase->id;
	if (!chase->is_linked)
		return;
	chase->links++;
	chase->position = 0;
	chase->chain = chain_for(task, rig, 0);
}

void chase_prepare(const struct task *task, struct rig *rig, size_t thread)
{
	const struct chase *chase = &task->chase;
	const struct stream stream =
	        buffer_stream(&rig->buffers[thread], task->kernel->op, task->block_bytes);
	unsigned char *first = stream.dst + chase->word * sizeof(void *);
	struct chain chain = chain_for(task, rig, thread);

	if (chase->is_linked)
		chase->cursors[thread] = chain_link(&chain, first);
	for (int lap = 0; chase->is_warmed && lap < WARM_LAPS; lap++)
		chain_lap(&chain, first, chase->position);
}

void chase_advance(struct chase *chase, uint64_t hops)
{
	chase->position = (chase->position + hops) % chase->chain.links;
}

const char *chase_verify(const struct chase *chase, size_t thread)
{
	return chain_is_cycle(&chase->chain, chase->cursors[thread])
	               ? NULL
	               : "its lines are not one cycle";
}
