/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_HIERARCHY_H
#define MEMBENCH_CACHES_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "caches/cache.h"
#include "caches/cpuid.h"
#include "caches/fit.h"
#include "caches/probe.h"

enum belief { BELIEF_UNKNOWN, BELIEF_REPORTED, BELIEF_MEASURED, BELIEF_GIVEN };
extern const char *const belief_names[]; /* "unknown", "reported", "measured", "given" */

/* One level of the data path. Sizes of one instance in bytes; 0 is unknown. */
struct level {
	unsigned number;              /* 1 .. CACHE_LEVELS */
	bool is_reported;             /* some source lists it, be it without a size */
	uint64_t reported_bytes;      /* by the first source that names a size */
	enum cache_source source;     /* that one, else the first that lists it */
	bool is_too_small;            /* reported as below a page or no larger than the level
	                               * before: no reason to believe it */
	unsigned line_bytes, instances, sharers; /* from the first source that knows each */
	struct cpu_set shared_cpus;
	uint64_t measured_bytes;
	uint64_t low_bytes;           /* from here on the clock shows it to be full: 15 % of the
	                               * way to the next level; 0 where not measured */
	uint64_t fading_bytes;        /* up to here the clock still shows it: 85 % of the way to
	                               * the next level; 0 where not measured */
	uint64_t at_least_bytes;      /* reported, and the walk found no end of it up to here: no
	                               * size to believe; else 0 */
	bool is_uncertain;            /* not most mappings show a last cache within a factor of 1.5
	                               * of that size, nor do two: it is not believed, and low and
	                               * fading span what they show */
	bool is_hot;                  /* measured as programs meet it, see probe_latency() */
	bool is_confirmed;            /* single mappings show that size, or there are none */
	bool is_spoilt;               /* ... or it may not be held against the report */
	double life_ns;               /* half of the lines are gone after so long without use: of
	                               * a cache that others share; NaN where not measured */
	double life_longer_ns;        /* half were still there after so long; else NaN */
	double latency_ns;            /* NaN where not measured */
	double confidence;            /* of measured_bytes, 0..1 */
	uint64_t believed_bytes;
	enum belief belief;
	char reason[192];             /* "reported 508M, measured 22M (19M to 27M): measured" */
};

/*
 * The caches of one CPU: what each source reports, what the clock shows, and what of it
 * is believed. { 0 } knows nothing. Release with hierarchy_release().
 */
struct hierarchy {
	struct cache_list reported[SOURCE_COUNT];
	struct fit measured;                   /* count 0: not measured */
	double spread;                         /* of that measurement, see struct curve */
	struct probe_life life;                /* of lines in the last cache measured */
	uint64_t given_bytes[CACHE_LEVELS];    /* by the user; only where is_given */
	bool is_given;
	char hypervisor[16];                   /* "KVM", "yes" where nameless, else "" */
	uint64_t plateau_bytes;                /* of a thread: from here on the rates of a sweep
	                                        * fall no more (sweep_plateau()); 0: not known */
	/* What follows is hierarchy_decide()'s. */
	struct level levels[CACHE_LEVELS];     /* those of which anything is known, ascending */
	size_t level_count;
	double memory_latency_ns;              /* NaN where not measured */
};

/* Where reports come from, so that saved input and tests can stand in for this machine. */
struct report_sources {
	const char *root;                /* of sys/ and proc/; NULL: no files */
	const struct cpuid_table *cpuid; /* NULL: none */
	bool use_platform;               /* ask sysconf or sysctl */
};
/* Fill `reported` and `hypervisor` of an empty hierarchy; hierarchy_decide() comes after. */
void hierarchy_report(struct hierarchy *hierarchy, unsigned cpu,
                      const struct report_sources *sources);

/*
 * What this machine reports of the caches of `cpu`, decided upon: some milliseconds. For
 * tests, the environment variable MEMBENCH_HIDE takes a list of "sysfs", "cpuid" and
 * "sysconf", which then tell nothing.
 */
void hierarchy_read(struct hierarchy *hierarchy, unsigned cpu);
/*
 * The same, and measured on `cpu` as well: 0.8 s at most for each of up to `tries`; there is
 * another one as long as nothing is known of the last cache, as in moments in which others
 * have all of it. Where it cannot be measured, what is reported stands in `hierarchy` and the
 * sentence in `err`.
 */
int hierarchy_measure(struct hierarchy *hierarchy, unsigned cpu, unsigned tries,
                      struct error *err);

/*
 * What the user says, "L1=32K,L2=1M": the whole list, ascending. A level that it leaves
 * out does not exist: with this text all beyond 1M is memory. Fails on anything else.
 */
int hierarchy_give(struct hierarchy *hierarchy, const char *text, struct error *err);

/*
 * Fill `levels` from what is reported, measured and given. Measured: a reported size within a
 * factor of 1.5 is believed, else the measured one, of a shared cache (in the hot part of the
 * curve) in half octaves. A report that the clock does not support is never believed, however
 * far the curve reaches: "at least" where the curve found no end of it, else unknown. So is a last
 * cache of which single mappings show other sizes. Two
 * exceptions, of caches that differ little or that nobody shares: other work disturbed a
 * measurement of little confidence within a factor of 2; or all sources agree on a private
 * cache below the last, and it seems up to twice smaller (page colours may do that), or other
 * work disturbed, or not three in four of several mappings confirm the other size.
 * Not measured: the report, unless it is too small for its level. Pure; may be repeated.
 */
void hierarchy_decide(struct hierarchy *hierarchy);
void hierarchy_release(struct hierarchy *hierarchy);

/* Whether other work disturbed the measurement: sizes may then be smaller than they are. */
bool hierarchy_is_disturbed(const struct hierarchy *hierarchy);

/* NULL where nothing is known of that level. */
const struct level *hierarchy_level(const struct hierarchy *hierarchy, unsigned number);
/* The largest size that any source claims for any level, and which source; 0 if none. */
uint64_t hierarchy_largest_claim(const struct hierarchy *hierarchy,
                                 enum cache_source *source);
/*
 * "L1=48K,L2=1M,L3=22M": the believed sizes in the form that hierarchy_give() reads, so
 * that a session can hand its decision on; "" where nothing is believed. Measured sizes in
 * whole K.
 */
void hierarchy_format(const struct hierarchy *hierarchy, struct text *text);
/*
 * Whether another session can find other sizes: one is only measured, or the user gave them.
 * Sessions that are compared should then share hierarchy_format(). False where one has no
 * size, or no name: a list without it would deny that it exists.
 */
bool hierarchy_is_of_today(const struct hierarchy *hierarchy);

#endif
