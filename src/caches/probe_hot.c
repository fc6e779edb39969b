/* SPDX-License-Identifier: MIT */
/* caches: footprints in the state in which a program meets them, and for how long. */
#include "caches/probe_hot.h"

#include <math.h>
#include <stdlib.h>

#include "stats/quantile.h"

enum {
	SWEEPS_LEAST = 3, /* a line must miss twice before some shared caches keep it */
	SWEEPS_MOST = 6,
	SAMPLE_LINES = 2048, /* on 256 pages: at most 0.3 ms, short against a life */
	PARTS_MOST = 16,     /* of the chase: their middle half is free of gaps of the machine */
	TICKS = 10,          /* of the clock, at least, in a part */
	QUICK_SHARE = 256,   /* of the budget: what takes less is tried twice */
	TRIES = 3,           /* of a short wait */
};

#define SHORT_WAIT_NS 5000000
#define LONGEST_MS UINT64_C(80)
#define FASTEST_HOP_NS 4.0
#define STILL_FASTER 0.8 /* of the best sweep so far: another one is worth it */

uint64_t probe_now(const struct probe *probe)
{
	return probe->options->clock.now_ns(probe->options->clock.context);
}

double probe_quantile(double *values, size_t count, double share)
{
	qsort(values, count, sizeof *values, compare_doubles);
	return quantile_below(values, count, share);
}

static void bring_in(const struct probe *probe, const struct span *span)
{
	const struct probe_memory *memory = &probe->options->memory;
	double best = (double)INFINITY;

	for (int i = 1; i <= SWEEPS_MOST; i++) {
		uint64_t start = probe_now(probe);
		memory->sweep(memory->context, span);
		double ns = (double)(probe_now(probe) - start);
		if (i >= SWEEPS_LEAST && ns > best * STILL_FASTER)
			break;
		best = fmin(best, ns);
	}
}

/* How many lines are sampled: half of the span's groups where it is small. */
static size_t sample_lines(const struct span *span)
{
	size_t half = (size_t)(span->bytes / PROBE_GROUP_BYTES / 2) * PROBE_GROUP_LINES;
	return half < SAMPLE_LINES ? half : SAMPLE_LINES;
}

/* The mean without a quarter of them at either end. */
static double middle_mean(double *values, size_t count)
{
	size_t out = count / 4;
	double sum = 0;

	qsort(values, count, sizeof *values, compare_doubles);
	for (size_t i = out; i < count - out; i++)
		sum += values[i];
	return sum / (double)(count - 2 * out);
}

/* The cycle once: a second round would meet lines that the first has brought in. */
static double chase(const struct probe *probe, size_t lines)
{
	const struct probe_memory *memory = &probe->options->memory;
	double parts[PARTS_MOST];
	double fit = (double)lines * FASTEST_HOP_NS / (TICKS * probe->tick_ns);
	size_t count = fit < 1 ? 1 : fit > PARTS_MOST ? PARTS_MOST : (size_t)fit;

	while (lines / count < PROBE_GROUP_LINES)
		count /= 2;
	size_t hops = lines / count / PROBE_GROUP_LINES * PROBE_GROUP_LINES;

	for (size_t i = 0; i < count; i++) {
		uint64_t start = probe_now(probe);
		memory->walk(memory->context, hops);
		uint64_t spent = probe_now(probe) - start;
		parts[i] = fmax((double)spent, probe->tick_ns / 2) / (double)hops;
	}
	return middle_mean(parts, count);
}

/* Without what was swept last: it may still be in the cache before the one in question. */
static struct span without_end(const struct probe *probe, const struct span *span)
{
	uint64_t out = span->bytes / 4;

	if (probe->hot_bytes > 0 && probe->hot_bytes < out)
		out = probe->hot_bytes;
	return (struct span){ span->start_bytes, span->bytes - out };
}

/* Link, bring in, wait and chase: ns a hop. */
static double try_once(struct probe *probe, const struct span *span, uint64_t wait_ns)
{
	const struct probe_memory *memory = &probe->options->memory;
	const struct span sampled = without_end(probe, span);
	size_t lines = sample_lines(&sampled);

	memory->link_sample(memory->context, &sampled, lines, &probe->random);
	bring_in(probe, span);
	if (wait_ns > 0)
		memory->wait(memory->context, wait_ns);
	return chase(probe, lines);
}

double probe_hot(struct probe *probe, const struct span *span)
{
	uint64_t start = probe_now(probe);
	double ns = try_once(probe, span, 0);

	if (probe_now(probe) - start > probe->options->budget_ns / QUICK_SHARE)
		return ns;
	return fmin(ns, try_once(probe, span, 0));
}

/* What share of the lines is still there after a wait: the median of some tries. */
static double share_after(struct probe *probe, const struct probe_life_of *of, uint64_t wait_ns)
{
	const struct span span = { 0, of->bytes };
	size_t count = wait_ns <= SHORT_WAIT_NS ? TRIES : 1;
	double shares[TRIES];

	for (size_t i = 0; i < count; i++)
		shares[i] = (of->miss_ns - try_once(probe, &span, wait_ns)) /
		            (of->miss_ns - of->hit_ns);
	return probe_quantile(shares, count, 0.5);
}

/* Between the last wait that left half of them there and the first that did not. */
static struct probe_life find_half(struct probe *probe, const struct probe_life_of *of)
{
	static const uint64_t waits_ms[] = { 1, 2, 5, 10, 20, 40, LONGEST_MS };
	double before = share_after(probe, of, 0), before_ms = 0;

	if (before < 0.5)
		return (struct probe_life){ 0, 0 };
	if (share_after(probe, of, LONGEST_MS * 1000000) >= 0.5)
		return (struct probe_life){ 0, LONGEST_MS * 1e6 };
	for (size_t i = 0; i < sizeof waits_ms / sizeof *waits_ms; i++) {
		double share = share_after(probe, of, waits_ms[i] * 1000000);
		double ms = (double)waits_ms[i];
		if (share < 0.5) {
			double part = (before - 0.5) / (before - share);
			return (struct probe_life){ (before_ms + part * (ms - before_ms)) * 1e6, 0 };
		}
		before = share;
		before_ms = ms;
	}
	return (struct probe_life){ 0, before_ms * 1e6 };
}

struct probe_life probe_life(const struct probe_options *options,
                             const struct probe_life_of *of)
{
	const struct probe_memory *memory = &options->memory;
	struct probe probe = { .options = options, .random = { options->seed } };
	struct probe_life life = { 0, 0 };
	struct error err;

	probe.tick_ns = clock_probe(&options->clock).resolution_ns;
	if (of->bytes < 2 * SAMPLE_LINES * PROBE_LINE_BYTES || of->miss_ns <= of->hit_ns ||
	    memory->map(memory->context, of->bytes, &err) != 0)
		return life;
	life = find_half(&probe, of);
	memory->unmap(memory->context);
	return life;
}
