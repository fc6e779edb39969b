/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_SPACING_H
#define MEMBENCH_MEASURE_SPACING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * When the runs of a session begin and how many there are: pure functions, which no clock
 * and no process needs. Runs that follow one another share the state of the machine, which
 * lasts for seconds to minutes; runs spread over minutes do not. Times are nanoseconds from
 * the session's start, runs count from 1.
 */
struct spacing {
	uint64_t runs;    /* wanted: clean ones, where they are spread */
	uint64_t over_ns; /* spread over this time; 0: one after the other, `runs` and no more */
	uint64_t seed;    /* of the jitter */
};

/* From one run to the next, as a rule. */
uint64_t spacing_gap_ns(const struct spacing *spacing);
/* When a run is due: every gap, and up to a quarter of it later, drawn from the seed, so
 * that nothing periodic meets them all; the first at once. Repeats go on like that. */
uint64_t spacing_due_ns(const struct spacing *spacing, uint64_t run);
/*
 * When it begins after one that began at `before_ns`: when it is due, but never sooner than
 * three quarters of the gap later. What came late (a stopped process, a long run) is not
 * made up for by runs that follow one another.
 */
uint64_t spacing_start_ns(const struct spacing *spacing, uint64_t run,
                           uint64_t before_ns);
/*
 * Whether one more run is wanted after `done`, `clean` of them, at `now_ns`: all that were
 * planned; then, of runs that are spread, a repeat for each that is not clean, at most as
 * many again and until twice the time is over.
 */
bool spacing_wants(const struct spacing *spacing, uint64_t done, uint64_t clean,
                    uint64_t now_ns);
/*
 * The time over which so many runs can stand for the machine rather than for one of its
 * states: 24 s for each, and 3 minutes from the first to the last. On a
 * guest with busy neighbours 10 v 10 runs over 240 s each were called different in 5-8 % of
 * comparisons at 5 %, over 30 s each in 4-20 %, without a break in 16-31 %.
 */
uint64_t spacing_advised_minutes(uint64_t runs);

/*
 * What the core issued in each run. A run is clean where no row lies below CLEAN_SHARE of
 * the best rate of all; as that may rise, runs are judged anew each time. The share lies
 * in the valley between a core of its own (0.9 to 1, by its clock) and one whose sibling is
 * busy (0.5 to 0.8): 1-2 % of runs in each 0.02 from 0.80 to 0.90 on two guests. In
 * comparisons (scripts/sessions.c, 0.80 to 0.98) slowed rows come in below 0.88, and above
 * 0.9 the state of the clock parts rows (3.2 against 3.5 GHz), so that few are left.
 */
#define CLEAN_SHARE 0.9
struct issue_log {
	double best;     /* of any row, operations a nanosecond; 0 where none is known */
	double *slowest; /* row of each run; infinite where none is known */
	size_t count, capacity;
};
void issue_log_run(struct issue_log *log);              /* a run begins */
void issue_log_row(struct issue_log *log, double rate); /* of the latest run; NaN: unknown */
size_t issue_log_clean(const struct issue_log *log);
void issue_log_release(struct issue_log *log);

#endif
