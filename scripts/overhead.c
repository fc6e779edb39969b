/* SPDX-License-Identifier: MIT */
/*
 * What a sample holds beside the work: the clock's readings and the start and end of the
 * kernel. The same work is timed in n samples and in n/2 samples of twice the length, by
 * the code that measures; the difference of their sums is n/2 times the overhead. Small
 * blocks: two samples of N passes and one of 2 N. Large blocks, where a sample is a piece:
 * all pieces of the block and all pairs of pieces, each piece by its own quartile, since
 * pieces are not equally fast. Many rounds, in turns; the median is shown.
 * Built and run by scripts/bench-overhead.sh; no test, as it times.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/units.h"
#include "measure/timing.h"
#include "platform/features.h"
#include "stats/quantile.h"

#define ROUNDS 101
#define VISITS 15
/* Order statistics this far from the middle hold the median with 95 %: 0.98 sqrt(ROUNDS). */
#define MARGIN 10

static const uint64_t blocks[] = {
	2 << 10,   4 << 10,   8 << 10, 16 << 10, 32 << 10, 64 << 10,  128 << 10,
	256 << 10, 512 << 10, 1 << 20, 2 << 20,  4 << 20,  8 << 20, 64 << 20,
};

/* The work of `samples` samples: each by its lower quartile over some visits. */
static double work_ns(struct rig *rig, struct task *task, size_t samples)
{
	uint64_t ns[VISITS];
	double sum = 0;

	(void)slice_run(rig, task, task->block_bytes / task->piece_bytes, VISITS * samples);
	for (size_t sample = 0; sample < samples; sample++) {
		for (size_t visit = 0; visit < VISITS; visit++)
			ns[visit] = slice_span(rig, visit * samples + sample);
		sum += summary_of(ns, VISITS).q1;
	}
	return sum;
}

/* The same work in samples twice as long. */
static struct task task_doubled(const struct task *task)
{
	struct task twice = *task;

	if (task->piece_bytes < task->block_bytes)
		twice.piece_bytes *= 2;
	else
		twice.passes *= 2;
	return twice;
}

static void block_report(struct rig *rig, const struct kernel *kernel, uint64_t block_bytes)
{
	double samples[ROUNDS], shares[ROUNDS];
	char size[SIZE_TEXT_BYTES];
	struct task once;

	task_init(&once, kernel, block_bytes);
	task_calibrate(&once, rig);
	size_t count = 2;
	if (once.piece_bytes < block_bytes) {
		while (block_bytes / count > once.piece_bytes)
			count *= 2;
		once.piece_bytes = block_bytes / count;
	}
	struct task twice = task_doubled(&once);
	for (int round = 0; round < ROUNDS; round++) {
		double before = work_ns(rig, &once, count);
		double doubled = work_ns(rig, &twice, count / 2);
		double after = work_ns(rig, &once, count);
		double work = (before + after) / 2;
		samples[round] = work / (double)count;
		shares[round] = 100 * 2 * (work - doubled) / work;
	}
	double sample = median_of(samples, ROUNDS);
	qsort(shares, ROUNDS, sizeof *shares, compare_doubles);
	printf("%6s %10.0f %8zu %8.2f %10.2f %8.2f .. %5.2f\n",
	       size_format(block_bytes, size), sample, count,
	       100 * rig->clock_facts.cost_ns / sample, shares[ROUNDS / 2],
	       shares[ROUNDS / 2 - MARGIN], shares[ROUNDS / 2 + MARGIN]);
	task_release(&once);
}

int main(void)
{
	const struct pace pace = { .sample_ns = 10000, .slice_ns = 4000000,
		                   .budget_ns = 25000000 };
	const struct kernel *kernel = kernels_auto(OP_COPY, features_detect());
	struct clock clock = clock_monotonic();
	struct cpu_set cpus = { 0 };
	struct buffer buffer;
	struct error err = { 0 };
	struct rig rig;

	platform_allowed_cpus(&cpus);
	struct team *team = team_new(1, &cpus, &err);
	if (team == NULL || buffer_map(&buffer, buffer_need_bytes(64 << 20, 2), PAGES_AUTO, &err) != 0) {
		(void)fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	buffer_fill(&buffer, 1);
	rig_init(&rig, team, &buffer, &clock, &pace);
	printf("copy, kernel %s; shares of a sample in %%; a reading of the clock: %.1f ns\n\n"
	       "%6s %10s %8s %8s %10s %17s\n", kernel->name, rig.clock_facts.cost_ns, "block",
	       "sample ns", "samples", "clock", "overhead", "95 % interval");
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		block_report(&rig, kernel, blocks[i]);
	rig_release(&rig);
	buffer_release(&buffer);
	team_free(team);
	cpu_set_release(&cpus);
	return 0;
}
