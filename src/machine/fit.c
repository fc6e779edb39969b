/* SPDX-License-Identifier: MIT */
/*
 * machine: from points of speed against footprint to caches. Knows neither where the curve
 * comes from nor what anybody reports.
 *
 * A rise is a stretch of the trace where it climbs; two rises are told apart by a flatter
 * stretch between them. The constants were chosen on one half of 43 curves of other
 * people's machines and tried on the other half.
 */
#include "machine/fit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "machine/trace.h"

#define CLIMB 0.3         /* octaves of time in one octave of size */
#define VALLEY 0.5        /* flatter than this share of both neighbours: a plateau */
#define LEAST_STEP 1.5    /* the second TLB costs up to 1.48 with pages of 4K */
#define OPEN_STEP 3.0     /* of a rise that the curve does not show the end of */
#define LEAST_SHARE 0.33  /* of lines still there: of fewer, noise makes too much */
#define OPEN_ABOVE 1.25   /* times the last plateau: still on it */
#define SLACK_OCTAVES 0.4 /* that one cache's rise may be too wide for one */

struct rise {
	size_t first, last; /* in the trace */
};

struct rises {
	struct rise *items;
	size_t count, capacity;
};

static double steepest(const struct trace *trace, size_t first, size_t last)
{
	double slope = trace->slopes[first];
	for (size_t i = first + 1; i <= last; i++)
		slope = fmax(slope, trace->slopes[i]);
	return slope;
}

/* Where inside a rise the curve is flattest against what climbs on either side; 0: nowhere. */
static size_t find_valley(const struct trace *trace, const struct rise *rise)
{
	double least = VALLEY;
	size_t valley = 0;

	for (size_t i = rise->first + 1; i < rise->last; i++) {
		double beside = fmin(steepest(trace, rise->first, i - 1),
		                     steepest(trace, i + 1, rise->last));
		if (trace->slopes[i] / beside < least) {
			least = trace->slopes[i] / beside;
			valley = i;
		}
	}
	return valley;
}

static void rises_add(struct rises *rises, struct rise rise)
{
	memory_grow(&rises->items, &rises->capacity, rises->count, sizeof *rises->items);
	rises->items[rises->count++] = rise;
}

/* Cut at valleys until none is left; the parts come out in ascending order. */
static void split_rise(const struct trace *trace, struct rise rise, struct rises *rises)
{
	size_t valley;

	while ((valley = find_valley(trace, &rise)) > 0) {
		split_rise(trace, (struct rise){ rise.first, valley }, rises);
		rise.first = valley;
	}
	rises_add(rises, rise);
}

static void find_rises(const struct trace *trace, struct rises *rises)
{
	for (size_t i = 0; i < trace->count; i++) {
		struct rise rise = { i, i };
		if (trace->slopes[i] < CLIMB)
			continue;
		while (rise.last + 1 < trace->count && trace->slopes[rise.last + 1] >= CLIMB)
			rise.last++;
		split_rise(trace, rise, rises);
		i = rise.last;
	}
}

/* The size in octaves at which a rise first has done `share` of its climb. */
static double crossing(const struct trace *trace, const struct rise *rise, double share)
{
	double start = trace->levels[rise->first];
	double wanted = start + share * (trace->levels[rise->last] - start);
	size_t i = rise->first;

	while (i < rise->last && trace->levels[i + 1] < wanted)
		i++;
	if (i == rise->last)
		return trace_octave(trace, (double)i);
	double climb = trace->levels[i + 1] - trace->levels[i];
	double part = climb > 0 ? (wanted - trace->levels[i]) / climb : 0;
	return trace_octave(trace, (double)i + fmax(part, 0));
}

/*
 * How many capacities a footprint is when the curve has done `share` of a climb by `step`,
 * where the cache replaces at random: of S bytes over a capacity C, 1 - C/S are missed, so
 * the time is 1 + (step - 1)(1 - C/S).
 */
static double capacities(double step, double share)
{
	return 1 / (1 - (pow(step, share) - 1) / (step - 1));
}

/* A rise wider than random replacement makes it is two caches without a plateau between. */
static bool is_double(const struct trace *trace, const struct rise *rise)
{
	double climb = trace->levels[rise->last] - trace->levels[rise->first];
	double step = exp2(climb);
	double width = crossing(trace, rise, 0.85) - crossing(trace, rise, 0.15);

	if (climb < 2 * log2(LEAST_STEP))
		return false;
	return width > log2(capacities(step, 0.85) / capacities(step, 0.15)) + SLACK_OCTAVES;
}

static double rise_level(const struct trace *trace, const struct rise *rise, double share)
{
	double start = trace->levels[rise->first];
	return start + share * (trace->levels[rise->last] - start);
}

/* One boundary, in the part of the rise from `low` to `high` of its climb. */
static void add_boundary(struct fit *fit, const struct trace *trace, const struct rise *rise,
                         double low, double high)
{
	double share = high - low;
	double climb = share * (trace->levels[rise->last] - trace->levels[rise->first]);
	double from = crossing(trace, rise, low + 0.15 * share);
	double to = crossing(trace, rise, high - 0.15 * share);

	if (fit->count == FIT_CACHES_MAX) {
		fit->more++;
		fit->more_bytes = exp2(crossing(trace, rise, low + 0.5 * share));
		return;
	}
	fit->plateaus[fit->count++] = (struct plateau){
		.capacity_bytes = exp2(crossing(trace, rise, low + 0.5 * share)),
		.low_bytes = exp2(from),
		.high_bytes = exp2(to),
		.end_value = trace_value(trace, rise_level(trace, rise, low)),
		.step = exp2(climb),
		.confidence = (1 - exp2(-2 * climb)) * exp2((from - to) / 2) * share,
		.is_hot = crossing(trace, rise, low + 0.5 * share) >= trace->hot_octave,
	};
}

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

/* The speed of the sizes between two rises: their median. */
static double plateau_level(const struct trace *trace, size_t first, size_t last)
{
	size_t count = last > first ? last - first + 1 : 1;
	double *levels = memory_zeroed(count, sizeof *levels);

	for (size_t i = 0; i < count; i++)
		levels[i] = trace->levels[first + i];
	qsort(levels, count, sizeof *levels, compare_doubles);
	double level = (levels[(count - 1) / 2] + levels[count / 2]) / 2;
	free(levels);
	return level;
}

/* Boundaries of one rise, and the value of the plateau before each. */
static void fit_rise(struct fit *fit, const struct trace *trace, const struct rise *rise,
                     size_t plateau_first)
{
	size_t at = fit->count;
	bool two = is_double(trace, rise);

	add_boundary(fit, trace, rise, 0, two ? 0.5 : 1);
	if (two)
		add_boundary(fit, trace, rise, 0.5, 1);
	fit->plateaus[at].value =
	        trace_value(trace, plateau_level(trace, plateau_first, rise->first));
	if (fit->count > at + 1)
		fit->plateaus[at + 1].value = trace_value(trace, rise_level(trace, rise, 0.5));
}

/*
 * Whether a rise is one of caches. Where the curve ends, a last slow point is no cache; the
 * hot part has its own rule, see measure_held().
 */
static bool is_step(const struct trace *trace, const struct rise *rise)
{
	bool open = rise->last + 1 == trace->count;
	bool hot = trace_octave(trace, (double)rise->first) >= trace->hot_octave;
	double least = open && !hot ? OPEN_STEP : LEAST_STEP;
	return trace->levels[rise->last] - trace->levels[rise->first] >= log2(least);
}

static double hit_value(const struct plateau *plateau)
{
	return fmax(plateau->value, plateau->end_value);
}

/* The most that is held of a size, up to where the step is over, if a miss takes so long. */
static double most_held(const struct fit *fit, const struct trace *trace, size_t index,
                        double miss)
{
	const struct plateau *plateau = &fit->plateaus[index];
	double from = index > 0 ? log2(fit->plateaus[index - 1].capacity_bytes) : 0, most = 0;

	for (size_t i = 0; i < trace->count; i++) {
		double octave = trace_octave(trace, (double)i);
		double share = (miss - trace_value(trace, trace->levels[i])) /
		               (miss - hit_value(plateau));
		if (octave > from && octave <= log2(plateau->high_bytes) && share >= LEAST_SHARE)
			most = fmax(most, fmin(share, 1) * exp2(octave));
	}
	return most;
}

/* What a miss takes if `held` bytes still hit in the last octave: the mean of its points. */
static double miss_value(const struct trace *trace, double hit, double held)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = trace->count; i-- > 0 && count <= TRACE_PER_OCTAVE; count++) {
		double share = fmin(held / exp2(trace_octave(trace, (double)i)), 0.75);
		sum += (trace_value(trace, trace->levels[i]) - hit * share) / (1 - share);
	}
	return sum / (double)count;
}

/*
 * Behind the last cache what is held and what a miss takes depend on each other: once round, since
 * noise at the end of the curve grows with each round.
 */
static double held_bytes(const struct fit *fit, const struct trace *trace, size_t index)
{
	double held = most_held(fit, trace, index, fit->plateaus[index + 1].value);
	double hit = hit_value(&fit->plateaus[index]);

	if (index + 2 < fit->count || fit->more > 0)
		return held;
	return most_held(fit, trace, index, miss_value(trace, hit, held));
}

/* The capacities of the hot part; a last one that the curve hardly shows is taken back. */
static void measure_held(struct fit *fit, const struct trace *trace)
{
	for (size_t i = 0; i + 1 < fit->count; i++) {
		struct plateau *plateau = &fit->plateaus[i];
		double held = plateau->is_hot ? held_bytes(fit, trace, i) : 0;
		if (held <= 0)
			continue;
		if (i + 2 == fit->count && fit->more == 0 && held * 2 > fit->last_bytes) {
			*plateau = (struct plateau){ .value = plateau->value };
			fit->count--;
		} else {
			plateau->capacity_bytes = held;
			plateau->low_bytes = fmin(plateau->low_bytes, held);
			plateau->high_bytes = fmax(plateau->high_bytes, held);
		}
	}
}

/* The largest size that still runs like the last plateau. */
static void measure_open(struct fit *fit, const struct trace *trace)
{
	double most = OPEN_ABOVE * fit->plateaus[fit->count - 1].value;

	for (size_t i = 0; i < trace->count; i++) {
		double octave = trace_octave(trace, (double)i);
		if (octave >= trace->hot_octave && trace_value(trace, trace->levels[i]) <= most)
			fit->open_bytes = exp2(octave);
	}
}

void fit_curve(const struct curve *curve, struct fit *fit)
{
	struct rises rises = { 0 };
	struct trace trace;
	size_t plateau_first = 0;

	*fit = (struct fit){ 0 };
	if (curve->count < 3)
		return;
	trace_init(&trace, curve);
	fit->last_bytes = curve->points[curve->count - 1].bytes;
	fit->is_latency = curve->kind == CURVE_LATENCY && trace.ground_ns <= 0;
	find_rises(&trace, &rises);
	for (size_t i = 0; i < rises.count; i++) {
		const struct rise *rise = &rises.items[i];
		if (!is_step(&trace, rise))
			continue;
		fit_rise(fit, &trace, rise, plateau_first);
		plateau_first = rise->last;
	}
	fit->plateaus[fit->count++].value =
	        trace_value(&trace, plateau_level(&trace, plateau_first, trace.count - 1));
	measure_held(fit, &trace);
	measure_open(fit, &trace);
	free(rises.items);
	trace_release(&trace);
}
