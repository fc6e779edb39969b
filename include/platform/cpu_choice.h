/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_CPU_CHOICE_H
#define MEMBENCH_PLATFORM_CPU_CHOICE_H

#include "platform/platform.h"

/* What the choice goes by, asked of the system once for each CPU: asking is what costs. */
struct cpu_facts {
	unsigned cpu, core;  /* core: the number of its first CPU */
	unsigned long speed; /* of its kind: larger is faster */
	bool is_busy;        /* with other programs */
};

/* cpu_set_choose() of these, in any order; each CPU once. Pure. */
void cpu_choose(const struct cpu_facts *facts, size_t fact_count, size_t count,
                struct cpu_set *chosen);

/*
 * The CPUs that worked for longer than they idled between two copies of Linux's /proc/stat,
 * and for 2 of its ticks (of 10 ms) at least: one alone may be anybody's moment. Those that
 * either copy lacks are none. Pure.
 */
void cpu_times_busy(const char *before, const char *after, struct cpu_set *busy);

#endif
