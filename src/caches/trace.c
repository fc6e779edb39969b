/* SPDX-License-Identifier: MIT */
/* caches: a curve on an even grid of logarithms. Knows nothing of caches. */
#include "caches/trace.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define SMALLEST_BYTES 1024.0
#define FIRST_LEVEL_NS 1.5

static double find_ground(const struct curve *curve)
{
	for (size_t i = 0; curve->kind == CURVE_LATENCY && i < curve->count; i++) {
		if (curve->points[i].value <= 0)
			return FIRST_LEVEL_NS;
	}
	return 0;
}

static double point_level(const struct trace *trace, const struct curve_point *point)
{
	if (trace->kind == CURVE_BANDWIDTH)
		return -log2(point->value);
	return log2(point->value + trace->ground_ns);
}

double trace_value(const struct trace *trace, double level)
{
	if (trace->kind == CURVE_BANDWIDTH)
		return exp2(-level);
	return exp2(level) - trace->ground_ns;
}

double trace_octave(const struct trace *trace, double at)
{
	return trace->first_octave + at / TRACE_PER_OCTAVE;
}

static double middle(double a, double b, double c)
{
	return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/*
 * A point as it counts: in the hot part the middle of it and its neighbours, since neighbours
 * of the machine slow or spare single ones. A curve that only rises stays as it is.
 */
static struct curve_point settled_point(const struct curve *curve, size_t i)
{
	struct curve_point point = curve->points[i];

	if (curve->hot_bytes > 0 && point.bytes >= curve->hot_bytes && i > 0 &&
	    i + 1 < curve->count)
		point.value = middle(curve->points[i - 1].value, point.value,
		                     curve->points[i + 1].value);
	return point;
}

static double level_between(const struct trace *trace, const struct curve_point pair[2],
                            double octave)
{
	double low = log2(pair[0].bytes), high = log2(pair[1].bytes);
	double share = (octave - low) / (high - low);
	double start = point_level(trace, &pair[0]);

	share = share < 0 ? 0 : share > 1 ? 1 : share;
	return start + share * (point_level(trace, &pair[1]) - start);
}

static void fill_levels(struct trace *trace, const struct curve *curve)
{
	size_t right = 1;

	for (size_t i = 0; i < trace->count; i++) {
		double octave = trace_octave(trace, (double)i);
		while (right + 1 < curve->count && log2(curve->points[right].bytes) < octave)
			right++;
		const struct curve_point pair[2] = { settled_point(curve, right - 1),
			                             settled_point(curve, right) };
		trace->levels[i] = level_between(trace, pair, octave);
	}
}

static void fill_slopes(struct trace *trace)
{
	const size_t half = TRACE_PER_OCTAVE / 2;

	for (size_t i = 0; i < trace->count; i++) {
		size_t left = i > half ? i - half : 0;
		size_t right = i + half < trace->count ? i + half : trace->count - 1;
		trace->slopes[i] = trace->levels[right] - trace->levels[left];
	}
}

void trace_init(struct trace *trace, const struct curve *curve)
{
	double first = log2(fmax(curve->points[0].bytes, SMALLEST_BYTES));
	double octaves = log2(curve->points[curve->count - 1].bytes) - first;

	*trace = (struct trace){ .kind = curve->kind, .first_octave = first };
	trace->ground_ns = find_ground(curve);
	trace->hot_octave = curve->hot_bytes > 0 ? log2(curve->hot_bytes) : (double)INFINITY;
	trace->count = octaves > 0 ? (size_t)(octaves * TRACE_PER_OCTAVE) + 1 : 1;
	trace->levels = memory_zeroed(trace->count, sizeof *trace->levels);
	trace->slopes = memory_zeroed(trace->count, sizeof *trace->slopes);
	fill_levels(trace, curve);
	fill_slopes(trace);
}

void trace_release(struct trace *trace)
{
	free(trace->levels);
	free(trace->slopes);
}
