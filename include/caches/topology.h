/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_TOPOLOGY_H
#define MEMBENCH_CACHES_TOPOLOGY_H

#include "platform/cpu_choice.h"

/*
 * Where each of `cpus` sits, in their order, by Linux's files below `root` ("" for this
 * machine): its core (thread_siblings_list, or the mask of older kernels), package, NUMA node,
 * who shares its last cache, and kinds of core. Cores and caches go by their first CPU. What
 * is not told is alike for all, and each CPU is then a core. `facts` has room for them.
 */
void topology_read(const char *root, const struct cpu_set *cpus, struct cpu_facts *facts);

/*
 * The first `count` CPUs of those allowed in the order of `place` (platform/cpu_choice.h), of
 * which some are busy; into `chosen`, fewer where there are not so many.
 */
void topology_choose(const char *root, const struct cpu_set *allowed, const struct cpu_set *busy,
                     enum cpu_place place, size_t count, unsigned *chosen);
/* The same here and as a set, cores first. */
void cpu_set_choose(struct cpu_set *chosen, const struct cpu_set *allowed,
                    const struct cpu_set *busy, size_t count);

/* The first of the core that `cpu` is a thread of; `cpu` itself where unknown. */
unsigned topology_core(const char *root, unsigned cpu);

#endif
