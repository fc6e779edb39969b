/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_HIERARCHY_H
#define MEMBENCH_MACHINE_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "machine/cache.h"
#include "machine/fit.h"

enum belief { BELIEF_UNKNOWN, BELIEF_REPORTED, BELIEF_MEASURED, BELIEF_GIVEN };
extern const char *const belief_names[]; /* "unknown", "reported", "measured", "given" */

/* One level of the data path. Sizes of one instance in bytes; 0 is unknown. */
struct level {
	unsigned number;              /* 1 .. CACHE_LEVELS */
	uint64_t reported_bytes;      /* by the first source that names a size */
	enum cache_source source;     /* that one; only where reported_bytes is not 0 */
	unsigned line_bytes, instances, sharers; /* from the first source that knows each */
	struct cpu_set shared_cpus;
	uint64_t measured_bytes;
	double latency_ns;            /* NaN where not measured */
	double confidence;            /* of measured_bytes, 0..1 */
	uint64_t believed_bytes;
	enum belief belief;
	char reason[192];             /* "reported 508M, measured 22M: measured, effective" */
};

/*
 * The caches of one CPU: what each source reports, what the clock shows, and what of it
 * is believed. Release with hierarchy_release().
 */
struct hierarchy {
	struct cache_list reported[SOURCE_COUNT];
	bool is_measured;
	struct fit measured;
	struct level levels[CACHE_LEVELS]; /* those of which anything is known, ascending */
	size_t level_count;
	double memory_latency_ns;          /* NaN where not measured */
	char hypervisor[16];               /* "KVMKVMKVM", "yes" where it has no name, else "" */
};

/* What this machine reports of the caches of `cpu`; costs microseconds. */
void hierarchy_read(struct hierarchy *hierarchy, unsigned cpu);
/*
 * The same, and measured on `cpu` as well: 0.6 s. Where it cannot be measured, what is
 * reported stands in `hierarchy` and the sentence in `err`.
 */
int hierarchy_measure(struct hierarchy *hierarchy, unsigned cpu, struct error *err);
/*
 * What the user says, "L1=32K,L2=1M": the whole list, ascending. A level that it leaves
 * out does not exist: with this text all beyond 1M is memory. Fails on anything else.
 */
int hierarchy_give(struct hierarchy *hierarchy, const char *text, struct error *err);

/* Fill `levels` from `reported` and `measured`: what is believed, and why. Pure. */
void hierarchy_decide(struct hierarchy *hierarchy);
void hierarchy_release(struct hierarchy *hierarchy);

/* "L1=48K,L2=1M,L3=22M": the believed sizes in the form that hierarchy_give() reads;
 * "" where nothing is believed. So a session can hand its decision to its children. */
void hierarchy_format(const struct hierarchy *hierarchy, struct text *text);

#endif
