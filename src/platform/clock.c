/* SPDX-License-Identifier: MIT */
/* platform: the clock and what it costs. Knows nothing of what is timed. */
#include "platform/clock.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static uint64_t monotonic_ns(void *context)
{
	struct timespec now;

	(void)context;
	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

struct clock clock_monotonic(void)
{
	return (struct clock){ monotonic_ns, NULL };
}

enum { BATCHES = 20, READINGS = 200 };

/* The steps between the readings of one batch; returns the mean of them. */
static double clock_steps(const struct clock *clock, uint64_t steps[READINGS])
{
	uint64_t start = clock->now_ns(clock->context), last = start;

	for (int i = 0; i < READINGS; i++) {
		uint64_t now = clock->now_ns(clock->context);
		steps[i] = now - last;
		last = now;
	}
	return (double)(last - start) / READINGS;
}

static int compare_steps(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return (a > b) - (a < b);
}

/*
 * A clock that sometimes stands still steps by whole ticks: the least step is the tick. One
 * that moves at every reading has finer ticks than a reading takes: steps differ by them.
 */
static uint64_t clock_tick(uint64_t steps[READINGS])
{
	qsort(steps, READINGS, sizeof *steps, compare_steps);
	uint64_t least = steps[0] > 0 ? steps[0] : UINT64_MAX;
	for (int i = 1; i < READINGS; i++) {
		uint64_t gap = steps[i] - steps[i - 1];
		if (gap > 0 && gap < least)
			least = gap;
	}
	return least;
}

enum { READINGS_MOST = 1 << 22 }; /* a tenth of a second at 25 ns each */

/* From step to step of a clock that mostly stands still: the least of them, as we may be
 * kept from reading for longer than one. */
static struct clock_facts clock_wait(const struct clock *clock)
{
	enum { STEPS = 4 };
	struct clock_facts facts = { (double)INFINITY, (double)INFINITY };
	uint64_t last = clock->now_ns(clock->context);
	int steps = 0, first = 0;

	for (int i = 1; i <= READINGS_MOST && steps < STEPS; i++) {
		uint64_t now = clock->now_ns(clock->context);
		if (now == last)
			continue;
		double tick = (double)(now - last);
		if (steps++ > 0 && tick < facts.resolution_ns)
			facts = (struct clock_facts){ tick, tick / (i - first) };
		last = now;
		first = i;
	}
	return facts;
}

#define SELDOM_NS 1000 /* a batch takes some microseconds, and may see no such step */

/* The best of several batches: a gap in one of them says nothing of the clock. */
struct clock_facts clock_probe(const struct clock *clock)
{
	struct clock_facts facts = { 1e9, 1e9 };
	uint64_t steps[READINGS];

	for (int batch = 0; batch < BATCHES; batch++) {
		double cost = clock_steps(clock, steps);
		double tick = (double)clock_tick(steps);
		facts.cost_ns = cost < facts.cost_ns ? cost : facts.cost_ns;
		facts.resolution_ns = tick < facts.resolution_ns ? tick : facts.resolution_ns;
	}
	return facts.resolution_ns > SELDOM_NS ? clock_wait(clock) : facts;
}
