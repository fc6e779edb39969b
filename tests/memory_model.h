/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_MEMORY_MODEL_H
#define MEMBENCH_TESTS_MEMORY_MODEL_H

/*
 * A machine for the probe to measure: a private L2, a last cache in which a line lives so
 * long and no longer, and a clock that moves as they answer. The last cache drops a block at
 * random where it is full; whole blocks of 16K come and go, so that hundreds of megabytes are
 * simulated in milliseconds.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "caches/probe.h"

enum { MODEL_BLOCK = 16384, MODEL_LINES = MODEL_BLOCK / PROBE_LINE_BYTES };

struct model {
	/* Given. */
	uint64_t l2_bytes, cache_bytes;
	double life_ns;                         /* INFINITY: for ever */
	double l2_ns, hit_ns, miss_ns;          /* of a hop */
	double sweep_hit_ns, sweep_miss_ns;     /* of a line */
	double noise;                           /* of each walk and sweep, as a share */
	double taken_ns, freed_ns;              /* between these a neighbour has the last cache */
	struct random random;
	/* State. */
	double now_ns;
	uint64_t blocks;
	double *brought_ns;                     /* when a block was last touched; -1: not there */
	uint32_t *slots, slot_count;            /* of the last cache: the blocks in it */
	struct span span, swept;                /* of the walk; of the last sweep */
	bool is_sample;                         /* else all lines are walked */
};

static inline uint64_t model_now(void *context)
{
	struct model *model = context;
	return (uint64_t)(model->now_ns += 25);
}

static inline int model_map(void *context, uint64_t bytes, struct error *err)
{
	struct model *model = context;

	(void)err;
	model->blocks = bytes / MODEL_BLOCK + 1;
	model->brought_ns = memory_zeroed(model->blocks, sizeof *model->brought_ns);
	for (uint64_t i = 0; i < model->blocks; i++)
		model->brought_ns[i] = -1;
	model->slots = memory_zeroed(model->cache_bytes / MODEL_BLOCK, sizeof *model->slots);
	model->slot_count = 0;
	return 0;
}

static inline void model_unmap(void *context)
{
	struct model *model = context;

	free(model->brought_ns);
	free(model->slots);
}

/* Whether the last cache has what was touched then. */
static inline bool model_has(const struct model *model, double brought_ns)
{
	bool taken = model->now_ns >= model->taken_ns && model->now_ns < model->freed_ns;
	return brought_ns >= 0 && !taken && model->now_ns - brought_ns <= model->life_ns;
}

/* Whether it hits; it is there afterwards. */
static inline bool model_touch(struct model *model, uint64_t block)
{
	double *brought = &model->brought_ns[block];
	bool there = *brought >= 0, alive = model_has(model, *brought);

	if (!there && model->slot_count < model->cache_bytes / MODEL_BLOCK) {
		model->slots[model->slot_count++] = (uint32_t)block;
	} else if (!there) {
		uint64_t slot = random_below(&model->random, model->slot_count);
		model->brought_ns[model->slots[slot]] = -1;
		model->slots[slot] = (uint32_t)block;
	}
	*brought = model->now_ns;
	return alive;
}

static inline double model_noise(struct model *model)
{
	return 1 + model->noise * (2 * random_unit(&model->random) - 1);
}

static inline void model_link_all(void *context, const struct span *span, struct random *random)
{
	struct model *model = context;

	(void)random;
	model->span = *span;
	model->is_sample = false;
}

static inline void model_link_sample(void *context, const struct span *span, size_t lines,
                                     struct random *random)
{
	(void)lines;
	model_link_all(context, span, random);
	((struct model *)context)->is_sample = true;
}

static inline void model_sweep(void *context, const struct span *span)
{
	struct model *model = context;
	double noise = model_noise(model);

	model->swept = *span;
	for (uint64_t at = span->start_bytes; at < span->start_bytes + span->bytes;
	     at += MODEL_BLOCK)
		model->now_ns += noise * MODEL_LINES * (model_touch(model, at / MODEL_BLOCK)
		                                        ? model->sweep_hit_ns
		                                        : model->sweep_miss_ns);
}

/* Small footprints of which all is walked: L2, and behind it what hits once warm. */
static inline void walk_all(struct model *model, size_t hops)
{
	double in_l2 = (double)model->l2_bytes / (double)model->span.bytes;
	double share = in_l2 < 1 ? in_l2 * in_l2 * in_l2 : 1;
	double fits = model->span.bytes <= model->cache_bytes ? model->hit_ns : model->miss_ns;

	model->now_ns += model_noise(model) * (double)hops *
	                 (share * model->l2_ns + (1 - share) * fits);
}

/* What a line of a block takes that was swept: L2 holds the end of the sweep. */
static inline double model_hop_ns(const struct model *model, uint64_t block)
{
	uint64_t end = model->swept.start_bytes + model->swept.bytes;

	if (!model_has(model, model->brought_ns[block]))
		return model->miss_ns;
	return (block + 1) * MODEL_BLOCK + model->l2_bytes > end ? model->l2_ns : model->hit_ns;
}

static inline void model_walk(void *context, size_t hops)
{
	struct model *model = context;
	uint64_t first = model->span.start_bytes / MODEL_BLOCK;
	uint64_t blocks = model->span.bytes / MODEL_BLOCK;

	if (!model->is_sample) {
		walk_all(model, hops);
		return;
	}
	for (size_t i = 0; i < hops; i += PROBE_GROUP_LINES) {
		uint64_t block = first + random_below(&model->random, blocks);
		model->now_ns += PROBE_GROUP_LINES * model_noise(model) *
		                 model_hop_ns(model, block);
	}
}

static inline void model_wait(void *context, uint64_t ns)
{
	((struct model *)context)->now_ns += (double)ns;
}

/* Options for the probe, as on a machine with the memory for `largest_bytes`. */
static inline struct probe_options model_options(struct model *model, uint64_t largest_bytes)
{
	struct probe_machine unused = { .bytes = NULL };
	struct probe_options options;

	probe_options_default(&options, &unused);
	options.largest_bytes = largest_bytes;
	options.seed = random_next(&model->random);
	options.clock = (struct clock){ model_now, model };
	options.memory = (struct probe_memory){
		model_map, model_unmap, model_link_all, model_link_sample, model_sweep,
		model_walk, model_wait, model,
	};
	return options;
}

#endif
