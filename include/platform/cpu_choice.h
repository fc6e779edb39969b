/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_CPU_CHOICE_H
#define MEMBENCH_PLATFORM_CPU_CHOICE_H

#include "platform/platform.h"

/* What the choice goes by, asked of the system once for each CPU: asking is what costs.
 * CPUs of one group have one number in its field; all have one where nobody tells. */
struct cpu_facts {
	unsigned cpu, core;
	unsigned long speed; /* of its kind: larger is faster */
	bool is_busy;        /* with other programs */
	bool is_slow;        /* of a slower kind of core than the fastest */
	unsigned domain;     /* who shares the last cache */
	unsigned node, package;
};

/*
 * In which order threads get CPUs, so that the first n serve n threads. Each has all CPUs of
 * the fastest kind before those of slower ones, and of equals takes an idle one, and of
 * those the last: the system's own work tends to run on the first.
 *     cores     each core once before a sibling thread is taken: faster cores first
 *     spread    the same, and of these the one whose last cache serves the fewest so far,
 *               then whose node does, then whose package
 *     compact   all threads of a core, then its neighbours at the same last cache, node,
 *               package
 *     siblings  all threads of a core, core after core as `cores` has them
 */
enum cpu_place { PLACE_CORES, PLACE_SPREAD, PLACE_COMPACT, PLACE_SIBLINGS };
extern const char *const cpu_place_names[]; /* "cores" ..., NULL */

/* Sorts `facts`, given in any order, each CPU once. Pure. */
void cpu_order(struct cpu_facts *facts, size_t count, enum cpu_place place);

/*
 * The CPUs that worked for longer than they idled between two copies of Linux's /proc/stat,
 * and for 2 of its ticks (of 10 ms) at least: one alone may be anybody's moment. Those that
 * either copy lacks are none. Pure.
 */
void cpu_times_busy(const char *before, const char *after, struct cpu_set *busy);

#endif
