/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_CLOCK_H
#define MEMBENCH_PLATFORM_CLOCK_H

#include <stdint.h>

/* A clock is a value, so that a test moves it by hand. */
struct clock {
	uint64_t (*now_ns)(void *context);
	void *context;
};

/* POSIX CLOCK_MONOTONIC. */
struct clock clock_monotonic(void);

/* What the clock can do: the least step seen, and what one reading takes. */
struct clock_facts {
	double resolution_ns, cost_ns; /* both infinite of a clock that stands still */
};
/* Takes a tenth of a millisecond; of a clock that steps by more than a microsecond as long
 * as four of its steps, and four million readings at most. */
struct clock_facts clock_probe(const struct clock *clock);

/* Steps by more than this cannot time the points of a latency curve, a millisecond each. */
#define CLOCK_COARSE_NS 10000

#endif
