/* SPDX-License-Identifier: MIT */
/*
 * measure: samples of a kernel. Knows kernels and clocks; refuses to know files, plans and
 * processes.
 */
#include "measure/timing.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/units.h"

/* A sample is long against what measuring it costs: one clock reading 1/400 of it, the
 * clock's tick 1/1000, the barrier between threads 1/100. */
#define SAMPLE_PER_CLOCK_COST 400
#define SAMPLE_PER_CLOCK_TICK 1000
#define SAMPLE_PER_BARRIER    100
/* A coarse clock gets shorter samples rather than a longer budget, down to 20 of its ticks. */
#define SAMPLES_PER_BUDGET    20
#define SAMPLE_TICKS_LEAST    20
#define SAMPLES_LEAST         5
#define WITNESS_READINGS      5 /* before a slice and again after it */

/* One slice as every thread carries it out. */
struct slice {
	struct rig *rig;
	const struct task *task;
	uint64_t warm_samples, samples;
	uint64_t *faults, *switches; /* one for each thread */
	atomic_size_t end; /* the sample before which thread 0 was asked to stop */
};

/* Thread 0 decides before all meet, so that all end before the same sample. */
static bool slice_ends(struct slice *slice, size_t thread, uint64_t sample)
{
	const volatile sig_atomic_t *stop = slice->rig->stop;

	if (thread == 0 && stop != NULL && *stop)
		atomic_store_explicit(&slice->end, (size_t)sample, memory_order_relaxed);
	team_meet(slice->rig->team);
	return atomic_load_explicit(&slice->end, memory_order_relaxed) <= sample;
}

static struct stream stream_at(const struct stream *stream, uint64_t cursor)
{
	struct stream here = *stream;
	here.dst += cursor;
	here.src += cursor;
	here.src2 += cursor;
	return here;
}

/* Where the next sample starts. What is left of a block that pieces do not divide is run
 * untimed, so that every byte of the block is used in each pass over it. */
static uint64_t cursor_next(const struct task *task, uint64_t cursor,
                            const struct stream *stream)
{
	uint64_t next = cursor + task->piece_bytes;

	if (task->chase.cursors != NULL)
		return 0;
	if (next + task->piece_bytes <= task->block_bytes)
		return next;
	if (next < task->block_bytes) {
		struct stream rest = stream_at(stream, next);
		task->kernel->run(&rest, (size_t)(task->block_bytes - next), 1);
	}
	return 0;
}

static uint64_t cursor_after(const struct task *task, uint64_t samples)
{
	if (task->chase.cursors != NULL)
		return 0;
	uint64_t pieces = task->block_bytes / task->piece_bytes;
	return (task->cursor / task->piece_bytes + samples) % pieces * task->piece_bytes;
}

static void slice_thread(void *context, size_t thread)
{
	struct slice *slice = context;
	struct rig *rig = slice->rig;
	const struct task *task = slice->task;
	struct stream stream =
	        buffer_stream(&rig->buffers[thread], task->kernel->op, task->block_bytes);
	uint64_t *starts = rig->starts + thread * rig->slice_capacity;
	uint64_t *stops = rig->stops + thread * rig->slice_capacity;
	uint64_t cursor = task->cursor;
	const void *stands = NULL; /* ours alone: no other thread may take its line */

	if (task->chase.cursors != NULL) {
		chase_prepare(task, rig, thread);
		stands = task->chase.cursors[thread];
		stream.cursor = &stands;
	}
	for (uint64_t i = 0; i < slice->warm_samples; i++) {
		struct stream here = stream_at(&stream, cursor);
		task->kernel->run(&here, (size_t)task->piece_bytes, 1);
		cursor = cursor_next(task, cursor, &stream);
	}
	struct thread_counts before = platform_thread_counts();
	for (uint64_t i = 0; i < slice->samples; i++) {
		struct stream here = stream_at(&stream, cursor);
		if (slice_ends(slice, thread, i))
			break;
		starts[i] = rig->clock->now_ns(rig->clock->context);
		task->kernel->run(&here, (size_t)task->piece_bytes, (size_t)task->passes);
		stops[i] = rig->clock->now_ns(rig->clock->context);
		cursor = cursor_next(task, cursor, &stream);
	}
	struct thread_counts after = platform_thread_counts();
	if (task->chase.cursors != NULL)
		task->chase.cursors[thread] = stands;
	slice->faults[thread] = after.minor_faults - before.minor_faults;
	slice->switches[thread] = after.involuntary_switches - before.involuntary_switches;
}

static void rig_reserve(struct rig *rig, uint64_t samples)
{
	size_t threads = team_count(rig->team);

	if (samples <= rig->slice_capacity)
		return;
	free(rig->starts);
	free(rig->stops);
	rig->starts = memory_zeroed((size_t)samples * threads, sizeof *rig->starts);
	rig->stops = memory_zeroed((size_t)samples * threads, sizeof *rig->stops);
	/* Written now, so that no page of them is faulted in while the clock runs. */
	for (size_t i = 0; i < samples * threads; i++)
		rig->starts[i] = rig->stops[i] = 1;
	rig->slice_capacity = (size_t)samples;
}

uint64_t slice_span(const struct rig *rig, size_t sample)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (size_t thread = 0; thread < team_count(rig->team); thread++) {
		size_t at = thread * rig->slice_capacity + sample;
		first = rig->starts[at] < first ? rig->starts[at] : first;
		last = rig->stops[at] > last ? rig->stops[at] : last;
	}
	return last > first ? last - first : 1;
}

uint64_t slice_run(struct rig *rig, struct task *task, uint64_t warm, uint64_t samples)
{
	size_t threads = team_count(rig->team);
	struct slice slice = { rig, task, warm, samples, NULL, NULL, (size_t)samples };

	if (task->chase.cursors != NULL) {
		chase_decide(task, rig, warm > 0);
		slice.warm_samples = 0;
	}
	rig_reserve(rig, samples);
	slice.faults = memory_zeroed(threads, sizeof *slice.faults);
	slice.switches = memory_zeroed(threads, sizeof *slice.switches);
	team_run(rig->team, slice_thread, &slice);
	for (size_t thread = 0; thread < threads; thread++) {
		task->faults += slice.faults[thread];
		task->switches += slice.switches[thread];
	}
	samples = atomic_load(&slice.end);
	task->cursor = cursor_after(task, warm + samples);
	if (task->chase.cursors != NULL)
		chase_advance(&task->chase,
		              samples * task->passes * (task->piece_bytes / CHAIN_LINE_BYTES));
	free(slice.faults);
	free(slice.switches);
	return samples;
}

enum { BARRIER_BATCHES = 20, BARRIER_MEETINGS = 50 };

/* Thread 0 leaves the least batch in `stops[0]`: a gap in one of them says nothing. */
static void barrier_thread(void *context, size_t thread)
{
	struct rig *rig = context;
	uint64_t least = UINT64_MAX;

	for (int batch = 0; batch < BARRIER_BATCHES; batch++) {
		uint64_t start = rig->clock->now_ns(rig->clock->context);
		for (int i = 0; i < BARRIER_MEETINGS; i++)
			team_meet(rig->team);
		uint64_t ns = rig->clock->now_ns(rig->clock->context) - start;
		least = ns < least ? ns : least;
	}
	if (thread == 0)
		rig->stops[0] = least;
}

static double barrier_cost_ns(struct rig *rig)
{
	if (team_count(rig->team) == 1)
		return 0;
	rig_reserve(rig, 1);
	team_run(rig->team, barrier_thread, rig);
	return (double)rig->stops[0] / BARRIER_MEETINGS;
}

void rig_init(struct rig *rig, struct team *team, struct buffer *buffers,
              const struct clock *clock, const struct pace *wanted)
{
	*rig = (struct rig){ .team = team, .buffers = buffers, .clock = clock, .pace = *wanted };
	rig->clock_facts = clock_probe(clock);
	double tick = rig->clock_facts.resolution_ns;
	double coarse = fmax((double)wanted->budget_ns / SAMPLES_PER_BUDGET,
	                     tick * SAMPLE_TICKS_LEAST);
	double least = fmax(rig->clock_facts.cost_ns * SAMPLE_PER_CLOCK_COST,
	                    fmin(tick * SAMPLE_PER_CLOCK_TICK, coarse));
	if (isinf(tick))
		return; /* rig_check() refuses it */
	least = fmax(least, barrier_cost_ns(rig) * SAMPLE_PER_BARRIER);
	if (least > (double)rig->pace.sample_ns)
		rig->pace.sample_ns = (uint64_t)least;
	if (rig->pace.slice_ns > rig->pace.budget_ns)
		rig->pace.slice_ns = rig->pace.budget_ns;
	if (rig->pace.slice_ns < 2 * rig->pace.sample_ns)
		rig->pace.slice_ns = 2 * rig->pace.sample_ns;
}

int rig_check(const struct rig *rig, struct error *err)
{
	double tick = rig->clock_facts.resolution_ns;
	double need = tick * SAMPLE_TICKS_LEAST * SAMPLES_LEAST;

	if (isinf(tick))
		return error_fail(err, "the clock stands still: nothing can be timed");
	if (rig->pace.volume_bytes || need <= (double)rig->pace.budget_ns)
		return 0;
	return error_fail(err, "the clock steps by %.3g ms: nothing can be timed in a budget of "
	                  "%.3g ms; give --budget %.0fms or more", tick * 1e-6,
	                  (double)rig->pace.budget_ns * 1e-6, ceil(need * 1e-6));
}

void rig_release(struct rig *rig)
{
	free(rig->starts);
	free(rig->stops);
	*rig = (struct rig){ 0 };
}

void task_init(struct task *task, const struct kernel *kernel, uint64_t block_bytes)
{
	*task = (struct task){ .kernel = kernel, .block_bytes = block_bytes,
		               .piece_bytes = block_bytes, .passes = 1 };
}

bool task_complete(const struct task *task)
{
	return task->wanted > 0 && task->count >= task->wanted;
}

static void task_witness(struct task *task, const struct rig *rig)
{
	for (int i = 0; i < WITNESS_READINGS && witness_fits(&rig->clock_facts); i++) {
		struct witness witness = witness_read(rig->clock, rig->clock_facts.cost_ns);
		memory_grow(&task->ghz, &task->reading_capacity, task->reading_count,
		            sizeof *task->ghz);
		memory_grow(&task->ipc, &task->ipc_capacity, task->reading_count,
		            sizeof *task->ipc);
		task->ghz[task->reading_count] = witness.clock_ghz;
		task->ipc[task->reading_count++] = witness.core_ipc;
	}
}

void task_slice(struct task *task, struct rig *rig)
{
	uint64_t left = task->wanted - task->count;
	uint64_t samples = left < task->per_slice ? left : task->per_slice;

	task_witness(task, rig);
	samples = slice_run(rig, task, task->warm_samples, samples);
	for (size_t i = 0; i < samples; i++)
		task->ns[task->count++] = slice_span(rig, i);
	task->slices++;
	task_witness(task, rig);
}

uint64_t task_sample_bytes(const struct task *task)
{
	return task->piece_bytes * task->passes * op_facts[task->kernel->op].counted;
}

void task_release(struct task *task)
{
	free(task->ns);
	free(task->ghz);
	free(task->ipc);
	chase_release(&task->chase);
	*task = (struct task){ 0 };
}
