/* SPDX-License-Identifier: MIT */
/*
 * caches: from points of speed against footprint to caches. Knows neither where the curve
 * comes from nor what anybody reports.
 *
 * A rise is a stretch of the trace where it climbs; two rises are told apart by a flatter
 * stretch between them. The constants were chosen on one half of 43 curves of other
 * people's machines and tried on the other half.
 */
#include "caches/fit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "caches/fit_held.h"
#include "caches/trace.h"
#include "stats/quantile.h"

#define CLIMB 0.3         /* octaves of time in one octave of size */
#define VALLEY 0.5        /* flatter than this share of both neighbours: a plateau */
#define HOT_VALLEY 4      /* steps of the trace, whose slopes are those of an octave */
#define LEAST_STEP 1.5    /* the second TLB costs up to 1.48 with pages of 4K */
#define OPEN_STEP 3.0     /* of a rise that the curve does not show the end of */
#define LEAST_PART 0.25   /* of a rise of two caches is each one's */
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

/* Over how much of a rise, in steps of the trace about `at`, it is flatter than that. */
static size_t valley_width(const struct trace *trace, const struct rise *rise, size_t at,
                           double slope)
{
	size_t first = at, last = at;

	while (first > rise->first && trace->slopes[first - 1] < slope)
		first--;
	while (last < rise->last && trace->slopes[last + 1] < slope)
		last++;
	return last - first + 1;
}

/*
 * Where inside a rise the curve is flattest against what climbs on either side; 0: nowhere.
 * In the hot part two points that neighbours slowed or spared make a dent; a cache that has
 * a plateau there is flat for an octave.
 */
static size_t find_valley(const struct trace *trace, const struct rise *rise)
{
	double least = VALLEY;
	size_t valley = 0;

	for (size_t i = rise->first + 1; i < rise->last; i++) {
		double beside = fmin(steepest(trace, rise->first, i - 1),
		                     steepest(trace, i + 1, rise->last));
		bool hot = trace_octave(trace, (double)i) >= trace->hot_octave;
		if (trace->slopes[i] / beside < least &&
		    (!hot || valley_width(trace, rise, i, VALLEY * beside) >= HOT_VALLEY)) {
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

/* The speed of the sizes between two rises: their median. */
static double plateau_level(const struct trace *trace, size_t first, size_t last)
{
	size_t count = last > first ? last - first + 1 : 1;

	return median_of(trace->levels + first, count);
}

/*
 * Which share of its climb the first of two caches has, where no plateau tells them apart:
 * half; in the hot part that up to where it is flattest against what climbs on either side.
 */
static double split_share(const struct trace *trace, const struct rise *rise)
{
	double least = (double)INFINITY, start = trace->levels[rise->first], share = 0.5;

	if (trace_octave(trace, (double)rise->last) < trace->hot_octave)
		return share;
	for (size_t i = rise->first + 1; i < rise->last; i++) {
		double part = (trace->levels[i] - start) / (trace->levels[rise->last] - start);
		double flat = trace->slopes[i] / fmin(steepest(trace, rise->first, i - 1),
		                                      steepest(trace, i + 1, rise->last));
		if (flat < least && part > LEAST_PART && part < 1 - LEAST_PART) {
			least = flat;
			share = part;
		}
	}
	return share;
}

/* Boundaries of one rise, and the value of the plateau before each. */
static void fit_rise(struct fit *fit, const struct trace *trace, const struct rise *rise,
                     size_t plateau_first)
{
	size_t at = fit->count;
	bool two = is_double(trace, rise);
	double share = two ? split_share(trace, rise) : 1;

	add_boundary(fit, trace, rise, 0, share);
	if (two)
		add_boundary(fit, trace, rise, share, 1);
	fit->plateaus[at].value =
	        trace_value(trace, plateau_level(trace, plateau_first, rise->first));
	if (fit->count > at + 1)
		fit->plateaus[at + 1].value = trace_value(trace, rise_level(trace, rise, share));
}

/*
 * Whether a rise is one of caches. Where the curve ends, a last slow point is no cache; the
 * hot part has its own rule, see fit_held().
 */
static bool is_step(const struct trace *trace, const struct rise *rise)
{
	bool open = rise->last + 1 == trace->count;
	bool hot = trace_octave(trace, (double)rise->first) >= trace->hot_octave;
	double least = open && !hot ? OPEN_STEP : LEAST_STEP;
	return trace->levels[rise->last] - trace->levels[rise->first] >= log2(least);
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
	fit_held(fit, &trace);
	fit_open(fit, &trace);
	free(rises.items);
	trace_release(&trace);
}
