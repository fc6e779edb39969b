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
	double resolution_ns, cost_ns;
};
struct clock_facts clock_probe(const struct clock *clock);

#endif
