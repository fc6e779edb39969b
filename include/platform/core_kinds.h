/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_CORE_KINDS_H
#define MEMBENCH_PLATFORM_CORE_KINDS_H

#include <stdbool.h>

#include "platform/platform.h"

/*
 * Kinds of core, by the first that tells the CPUs in question apart: cpu_capacity, the
 * cpufreq maximum, CPPC's highest performance, CPUID's core type (hybrids), the CPU part
 * (Arm). Cores that the system prefers to others of their kind count as faster too.
 */
struct core_kinds {
	const char *source;    /* static: who tells them apart, or that they do not differ; NULL
	                          where nobody tells */
	bool differ;
	double slow_share;     /* of the fastest's speed: below that it is another kind */
	unsigned long *speeds; /* of each of the CPUs: larger is faster; 0 unless they differ */
};

/* Below `root`, "" for this machine, whose CPUs are then asked too. Never fails. */
void core_kinds_read(struct core_kinds *kinds, const char *root, const struct cpu_set *cpus);
/* Those of `cpus`, the same as above, that are of the fastest kind: all where none differ. */
void core_kinds_fastest(const struct core_kinds *kinds, const struct cpu_set *cpus,
                        struct cpu_set *fastest);
/*
 * Whether CPU number `at` of the set is of a slower kind than the fastest: below 0.8 of its
 * speed (efficiency cores have 0.75 of the clock, and less of anything else; cores that are
 * preferred within a kind 1.1 times and less), 0.7 of CPPC's numbers, which spread wider
 * within a kind.
 */
bool core_kinds_slow(const struct core_kinds *kinds, const struct cpu_set *cpus, size_t at);
void core_kinds_release(struct core_kinds *kinds);

#endif
