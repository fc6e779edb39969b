/* SPDX-License-Identifier: MIT */
/*
 * machine: latency against footprint, measured. Knows nothing of caches, reports or fits;
 * the clock is a value.
 */
#include "machine/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/units.h"
#include "platform/platform.h"

enum {
	LINE_BYTES = 64,    /* a node each; where lines are longer, some share one */
	SMALLEST_BYTES = 2048,
	PARTS = 16,         /* of a point: gaps of the machine fall into a few of them, and the
	                     * lower quartile is free of these */
	UNROLL = 8,
};

struct node {
	struct node *next;
	unsigned char rest[LINE_BYTES - sizeof(struct node *)];
};

/* A mapping, the cycle in it so far, and where the walk stands. */
struct walk {
	struct node *nodes;
	size_t node_count;
	struct node *at;
	double hop_ns;      /* as last measured */
	struct random random;
};

void probe_options_default(struct probe_options *options)
{
	uint64_t room = platform_memory_limit().bytes / 4;

	*options = (struct probe_options){
		.largest_bytes = room < 128 * MIB ? room : 128 * MIB,
		.per_octave = 4,
		.mappings = 5,
		.point_ns = 1000000,
		.budget_ns = 750000000,
		.seed = 1,
		.clock = clock_monotonic(),
	};
}

static void walk_grow(struct walk *walk, size_t node_count)
{
	struct node *nodes = walk->nodes;

	for (size_t i = walk->node_count; i < node_count; i++) {
		struct node *before = &nodes[i ? random_below(&walk->random, i) : 0];
		nodes[i].next = i ? before->next : nodes;
		before->next = &nodes[i];
	}
	walk->node_count = node_count;
}

/* Each hop needs the one before it: the time is latency, not throughput. */
static void walk_hops(struct walk *walk, size_t hops)
{
	struct node *at = walk->at;

	for (size_t i = 0; i < hops; i += UNROLL) {
		at = at->next->next->next->next;
		at = at->next->next->next->next;
	}
	walk->at = at;
}

static double time_hops(struct walk *walk, size_t hops, const struct probe_options *options)
{
	uint64_t start = options->clock.now_ns(options->clock.context);
	walk_hops(walk, hops);
	uint64_t stop = options->clock.now_ns(options->clock.context);
	return (double)(stop - start) / (double)hops;
}

static size_t hops_in(const struct walk *walk, double ns)
{
	double hops = ns / fmax(walk->hop_ns, 0.1);
	return ((size_t)hops / UNROLL + 1) * UNROLL;
}

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static double measure_point(struct walk *walk, const struct probe_options *options)
{
	double part_ns = (double)options->point_ns / PARTS, parts[PARTS];
	size_t once = (walk->node_count / UNROLL + 1) * UNROLL;
	size_t warm = hops_in(walk, 4 * part_ns);

	/* The whole cycle once where that is quick, so that small caches hold it. */
	walk->hop_ns = time_hops(walk, warm < once ? warm : once, options);
	for (size_t i = 0; i < PARTS; i++)
		parts[i] = time_hops(walk, hops_in(walk, part_ns), options);
	qsort(parts, PARTS, sizeof *parts, compare_doubles);
	/* A part that went all the way round is no sample of the cycle: the least is true. */
	walk->hop_ns = parts[hops_in(walk, part_ns) > walk->node_count ? 0 : PARTS / 4];
	return walk->hop_ns;
}

/* Bytes of the point `index`, in whole lines. */
static uint64_t point_bytes(const struct probe_options *options, size_t index)
{
	double bytes = SMALLEST_BYTES * exp2((double)index / options->per_octave);
	return (uint64_t)(bytes / LINE_BYTES + 0.5) * LINE_BYTES;
}

static size_t count_points(const struct probe_options *options)
{
	size_t count = 0;
	while (point_bytes(options, count) <= options->largest_bytes)
		count++;
	return count;
}

/* One point after the other on fresh memory; `ns` takes them. */
static int measure_mapping(const struct probe_options *options, struct random *random,
                           double *ns, struct error *err)
{
	size_t count = count_points(options);
	size_t bytes = (size_t)point_bytes(options, count - 1);
	void *memory = platform_map(bytes, PAGES_AUTO, err);
	struct walk walk = { .nodes = memory, .at = memory, .hop_ns = 1 };

	if (memory == NULL)
		return -1;
	walk.random.state = random_next(random);
	for (size_t i = 0; i < count; i++) {
		walk_grow(&walk, (size_t)point_bytes(options, i) / LINE_BYTES);
		ns[i] = measure_point(&walk, options);
	}
	platform_unmap(memory, bytes);
	return 0;
}

/*
 * Mapping after mapping, as long as another one like the slowest so far fits. Each has its
 * row in `ns`; returns how many there are, or -1.
 */
static int measure_mappings(const struct probe_options *options, double *ns,
                            struct error *err)
{
	size_t count = count_points(options);
	struct random random = { options->seed };
	uint64_t start = options->clock.now_ns(options->clock.context), slowest = 0, now = start;
	int done = 0;

	while (done < (int)options->mappings) {
		if (done > 0 && now - start + slowest > options->budget_ns)
			break;
		if (measure_mapping(options, &random, ns + count * (size_t)done, err) != 0)
			return -1;
		uint64_t end = options->clock.now_ns(options->clock.context);
		slowest = end - now > slowest ? end - now : slowest;
		now = end;
		done++;
	}
	return done;
}

static double quantile(double *values, size_t count, double share)
{
	qsort(values, count, sizeof *values, compare_doubles);
	return values[(size_t)((double)(count - 1) * share)];
}

/* The least of each size into the curve, and how far above it the mappings usually lie. */
static void fill_curve(const struct probe_options *options, const double *ns, int mappings,
                       struct curve *curve)
{
	size_t count = count_points(options);
	double *spreads = memory_zeroed(count, sizeof *spreads);
	double *values = memory_zeroed((size_t)mappings, sizeof *values);

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < (size_t)mappings; j++)
			values[j] = ns[j * count + i];
		double median = quantile(values, (size_t)mappings, 0.5);
		spreads[i] = median / values[0];
		curve_add(curve, (double)point_bytes(options, i), values[0]);
	}
	curve->spread = quantile(spreads, count, 0.75);
	free(spreads);
	free(values);
}

/* A footprint is never slower than a larger one: what stands out above is disturbance. */
static void level_spikes(struct curve *curve)
{
	for (size_t i = curve->count - 1; i > 0; i--)
		curve->points[i - 1].value =
		        fmin(curve->points[i - 1].value, curve->points[i].value);
}

int probe_latency(const struct probe_options *options, struct curve *curve,
                  struct error *err)
{
	size_t count = count_points(options);

	if (options->largest_bytes < 64 * KIB)
		return error_fail(err, "caches cannot be measured: less than 256K of memory is free");
	double *ns = memory_zeroed(count * options->mappings, sizeof *ns);
	int mappings = measure_mappings(options, ns, err);
	curve->kind = CURVE_LATENCY;
	if (mappings > 0) {
		fill_curve(options, ns, mappings, curve);
		level_spikes(curve);
	}
	free(ns);
	return mappings > 0 ? 0 : -1;
}
