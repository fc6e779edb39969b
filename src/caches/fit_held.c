/* SPDX-License-Identifier: MIT */
/* caches: capacities from what a swept cache still holds. Looks for no rise. */
#include "caches/fit_held.h"

#include <math.h>

#define LEAST_SHARE 0.33 /* of lines still there: of fewer, noise makes too much */
#define OPEN_ABOVE 1.25  /* times the last plateau: still on it */

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
 * Behind the last cache what is held and what a miss takes depend on each other: once
 * round, since noise at the end of the curve grows with each round.
 */
static double held_bytes(const struct fit *fit, const struct trace *trace, size_t index)
{
	double held = most_held(fit, trace, index, fit->plateaus[index + 1].value);
	double hit = hit_value(&fit->plateaus[index]);

	if (index + 2 < fit->count || fit->more > 0)
		return held;
	return most_held(fit, trace, index, miss_value(trace, hit, held));
}

void fit_held(struct fit *fit, const struct trace *trace)
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

void fit_open(struct fit *fit, const struct trace *trace)
{
	double most = OPEN_ABOVE * fit->plateaus[fit->count - 1].value;

	for (size_t i = 0; i < trace->count; i++) {
		double octave = trace_octave(trace, (double)i);
		if (octave >= trace->hot_octave && trace_value(trace, trace->levels[i]) <= most)
			fit->open_bytes = exp2(octave);
	}
}
