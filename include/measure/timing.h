/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_TIMING_H
#define MEMBENCH_MEASURE_TIMING_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/kernel.h"
#include "measure/buffer.h"
#include "measure/chase.h"
#include "platform/clock.h"
#include "measure/summary.h"
#include "measure/team.h"
#include "measure/witness.h"

/*
 * The timing core: samples of about ten microseconds, taken in slices of a few
 * milliseconds, because longer ones always hold a gap in which the machine does something
 * else (figures in the README, "How it measures").
 */
struct pace {
	uint64_t sample_ns;    /* length aimed at, long against the clock and the barrier */
	uint64_t slice_ns;     /* one visit to a cell, its warming up included */
	uint64_t budget_ns;    /* all visits of one run to a cell */
	uint64_t volume_bytes; /* not 0: one sample a cell, this much moved by whole blocks */
	/* Footprints of a thread above the first and up to the second get two whole passes
	 * before each slice, which then lasts four times as long as these, if the budget
	 * holds that: fewer and longer visits, in about the same time. */
	uint64_t warm_above_bytes, warm_up_to_bytes;
	/* What of a slice of such a footprint is timed where its kernel follows a chain: so slow
	 * a walk must be over before neighbours have the lines of a shared cache. */
	uint64_t chase_ns;
};

/* What a team measures with. Buffers are one for each thread, all of the same shape. */
struct rig {
	struct team *team;
	struct buffer *buffers;
	const struct clock *clock;
	struct clock_facts clock_facts;
	struct pace pace;
	const volatile sig_atomic_t *stop; /* ends a slice between samples; NULL: nothing does */
	uint64_t *starts, *stops; /* of one slice: thread after thread, sample after sample */
	size_t slice_capacity;    /* samples a thread */
	uint64_t seed;            /* of chains */
	uint64_t chain_owners[CHAIN_WORDS]; /* whose chain lies in each word of the lines */
	uint64_t chase_count;
	unsigned large_chase_count;
};

/* Sets the pace from the clock's cost and, for more than one thread, the barrier's. */
void rig_init(struct rig *rig, struct team *team, struct buffer *buffers,
              const struct clock *clock, const struct pace *wanted);
/* Fails where five samples of 20 steps of the clock do not fit into the budget. */
int rig_check(const struct rig *rig, struct error *err);
void rig_release(struct rig *rig);

/*
 * One cell while it is being measured. A sample is `passes` over `piece_bytes` from the
 * cursor on: a small block many times, or a piece of a large one.
 */
struct task {
	const struct kernel *kernel;
	uint64_t block_bytes;
	uint64_t piece_bytes, passes, cursor;
	struct chase chase;        /* of a chain: `cursor` stays 0, a piece is so many hops */
	uint64_t warm_samples;     /* untimed, at the start of each slice */
	uint64_t wanted, per_slice; /* samples in all, and in one slice */
	uint64_t *ns;              /* what was taken: the span over all threads */
	size_t count, capacity;
	double *ghz, *ipc;         /* readings of the witness */
	size_t reading_count, reading_capacity, ipc_capacity;
	uint64_t slices, faults, switches; /* of all threads, inside slices */
};

void task_init(struct task *task, const struct kernel *kernel, uint64_t block_bytes);
/* Choose piece, passes and counts so that samples last as the pace says. */
void task_calibrate(struct task *task, struct rig *rig);
bool task_complete(const struct task *task);
/* One visit: warm up, then take the next samples. */
void task_slice(struct task *task, struct rig *rig);
/* Bytes that the op counts in one sample of one thread. */
uint64_t task_sample_bytes(const struct task *task);
void task_release(struct task *task);

/* One slice on all threads, its times then in the rig; the cursor moves on. Returns how
 * many samples were taken: fewer only where rig->stop came to be set. */
uint64_t slice_run(struct rig *rig, struct task *task, uint64_t warm, uint64_t samples);
/* Of a sample in it: from the first start to the last end, over the threads. */
uint64_t slice_span(const struct rig *rig, size_t sample);

#endif
