/* SPDX-License-Identifier: MIT */
/*
 * measure: how much work makes a sample of the wanted length. Knows the pace; refuses to
 * know what the samples are for.
 */
#include "measure/timing.h"

#include <math.h>

#include "base/memory.h"
#include "base/units.h"

#define MIN_SAMPLES           5 /* so that the first quartile is not the minimum */
#define PIECE_MIN_BYTES       (64 * KIB)
#define CALIBRATION_BYTES     (256 * KIB)
#define HOP_UNIT_BYTES        (8 * CHAIN_LINE_BYTES) /* what a kernel does in a turn */
#define WARM_PART             4 /* at most one part in so many of a slice is not timed */
/* Of 16M in an L3 that a guest shares, chases hit .22, .98 and 1.00 after 1, 2 and 3 passes
 * (Emerald Rapids): a line must miss the inner cache twice before that L3 keeps it. */
#define WARM_PASSES           2

/* The least of a few samples as the task stands, in nanoseconds. */
static double sample_time(struct task *task, struct rig *rig, uint64_t warm)
{
	enum { TRIES = 3 };
	uint64_t least = UINT64_MAX;

	uint64_t taken = slice_run(rig, task, warm, TRIES);
	for (size_t i = 0; i < taken; i++) {
		uint64_t span = slice_span(rig, i);
		least = span < least ? span : least;
	}
	/* Asked to stop: any length will do. */
	return taken > 0 ? (double)least : (double)rig->pace.sample_ns;
}

/* Nanoseconds that one pass over a byte of the block takes, from doubling passes. */
static double byte_time(struct task *task, struct rig *rig)
{
	double ns;

	if (task->kernel->way != WAY_WHOLE && task->block_bytes > CALIBRATION_BYTES)
		task->piece_bytes = CALIBRATION_BYTES;
	for (;;) {
		ns = sample_time(task, rig, 1);
		if (ns * 4 >= (double)rig->pace.sample_ns || task->passes >= (uint64_t)1 << 40)
			break;
		task->passes *= 4;
	}
	return ns / ((double)task->piece_bytes * (double)task->passes);
}

static uint64_t at_least(double value, uint64_t least)
{
	return value > (double)least ? (uint64_t)(value + 0.5) : least;
}

/* Piece and passes for a sample that moves about `bytes`. */
static void task_shape(struct task *task, double bytes)
{
	uint64_t unit = op_facts[task->kernel->op].unit_bytes;
	uint64_t piece = at_least(bytes, PIECE_MIN_BYTES);

	task->piece_bytes = task->block_bytes;
	task->passes = at_least(bytes / (double)task->block_bytes, 1);
	if (task->kernel->way == WAY_WHOLE || piece * 2 > task->block_bytes)
		return;
	uint64_t pieces = task->block_bytes / piece;
	task->piece_bytes = task->block_bytes / pieces / (64 * unit) * (64 * unit);
	task->passes = 1;
}

static void task_volume(struct task *task, const struct rig *rig)
{
	task->passes = at_least((double)rig->pace.volume_bytes / (double)task->block_bytes, 1);
	task->wanted = task->per_slice = 1;
	task->warm_samples = 1;
	task->ns = memory_zeroed(1, sizeof *task->ns);
	task->capacity = 1;
}

/* Footprints that live in a cache which others may share, so that only use keeps them. */
static bool is_warmed(const struct task *task, const struct pace *pace)
{
	uint64_t bytes = task->block_bytes * op_facts[task->kernel->op].arrays;
	return bytes > pace->warm_above_bytes && bytes <= pace->warm_up_to_bytes;
}

/*
 * Untimed samples that bring the block back into the cache: one pass, in at most a part of
 * a slice; or as many passes as a shared cache wants before it keeps a line, however long.
 */
static uint64_t warm_samples(const struct task *task, const struct pace *pace,
                             double per_byte)
{
	double pass = per_byte * (double)task->piece_bytes;
	uint64_t pieces = task->block_bytes / task->piece_bytes;

	if (is_warmed(task, pace))
		return WARM_PASSES * pieces;
	return (uint64_t)fmin((double)pieces, (double)pace->slice_ns / WARM_PART / pass);
}

/*
 * The shape, and what a byte then takes. A block that was not in its cache yet seems slow
 * and would get samples that are too short, so it is timed again as slices will run it.
 */
static double task_settle(struct task *task, struct rig *rig)
{
	double per_byte = byte_time(task, rig);

	for (int i = 0; i < 2; i++) {
		task_shape(task, (double)rig->pace.sample_ns / per_byte);
		task->cursor = 0;
		double ns = sample_time(task, rig, warm_samples(task, &rig->pace, per_byte));
		per_byte = ns / ((double)task->piece_bytes * (double)task->passes);
	}
	task_shape(task, (double)rig->pace.sample_ns / per_byte);
	return per_byte;
}

/* Samples to be taken, so many in each of so many slices. */
static void task_count(struct task *task, double rounds, double samples)
{
	task->wanted = at_least(samples, MIN_SAMPLES);
	task->per_slice = (task->wanted + (uint64_t)rounds - 1) / (uint64_t)rounds;
	task->faults = task->switches = 0;
	task->capacity = (size_t)(task->wanted + task->per_slice);
	task->ns = memory_zeroed(task->capacity, sizeof *task->ns);
}

/* Link it, be it for the only time, and see what each slice then takes before its samples. */
static double chase_prepare_time(struct task *task, struct rig *rig)
{
	(void)slice_run(rig, task, 0, 0);
	uint64_t start = rig->clock->now_ns(rig->clock->context);
	(void)slice_run(rig, task, 1, 0);
	return (double)(rig->clock->now_ns(rig->clock->context) - start);
}

/* A sample is a number of hops, whatever the block; what one takes is seen from growing
 * numbers of them, and again from such as samples will have. */
static double chase_settle(struct task *task, struct rig *rig)
{
	double wanted = (double)rig->pace.sample_ns, ns;

	for (task->piece_bytes = HOP_UNIT_BYTES;; task->piece_bytes *= 4) {
		ns = sample_time(task, rig, 0);
		if (ns * 4 >= wanted || task->piece_bytes >> 40 > 0)
			break;
	}
	for (int i = 0; i < 2; i++) {
		double units = (double)task->piece_bytes / HOP_UNIT_BYTES * wanted / ns;
		task->piece_bytes = at_least(units, 1) * HOP_UNIT_BYTES;
		ns = sample_time(task, rig, 0);
	}
	return ns;
}

static void chase_calibrate(struct task *task, struct rig *rig)
{
	const struct pace *pace = &rig->pace;
	double prepare = chase_prepare_time(task, rig), ns = chase_settle(task, rig);
	double timed = (double)pace->slice_ns;

	if (is_warmed(task, pace) && pace->chase_ns > 0)
		timed = fmin(timed, (double)pace->chase_ns);
	double rounds = fmax(floor((double)pace->budget_ns / (prepare + timed)), 1);
	task->warm_samples = 1;
	task_count(task, rounds, rounds * timed / ns);
}

void task_calibrate(struct task *task, struct rig *rig)
{
	const struct pace *pace = &rig->pace;

	chase_init(task, rig);
	if (pace->volume_bytes) {
		task_volume(task, rig);
		return;
	}
	if (task->chase.cursors != NULL) {
		chase_calibrate(task, rig);
		return;
	}
	double per_byte = task_settle(task, rig);
	double sample = per_byte * (double)task->piece_bytes * (double)task->passes;
	task->warm_samples = warm_samples(task, pace, per_byte);
	double warm = (double)task->warm_samples * per_byte * (double)task->piece_bytes;
	double budget = (double)pace->budget_ns;
	double least = fmax((double)pace->slice_ns, WARM_PART * warm);
	double rounds = fmax(floor(budget / least), 1);
	double slice = budget / rounds;
	double timed = fmax(slice - warm, slice - slice / WARM_PART);
	task->cursor = 0;
	task_count(task, rounds, rounds * timed / sample);
}
