/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_FLEET_FLEET_H
#define MEMBENCH_FLEET_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/warnings.h"
#include "compare/compare.h"
#include "samples/cell.h"

/*
 * `membench fleet`: which of many hosts is slow. Cells -> hosts -> groups of hosts measured
 * alike -> a verdict for each host. The host is the unit: runs on one share its heat and its
 * luck with pages. `struct fleet` is the whole answer: each report is a pure function of it,
 * and it does not depend on the order of the files.
 */
struct fleet_options {
	double margin;      /* 0.05: a host that is slow lies below the centre by more */
	double expect;      /* MB/s instead of the hosts' own median; NaN: that */
	const char *level;  /* what is judged; NULL: the outermost */
	const char *only;   /* COLUMN=VALUE[,...] (compare/filter.h); NULL: all */
	bool confirm;       /* the last session of a host that has several is the second round */
	const struct compare_file *golden; /* a reference of the same settings; NULL: none */
};

/* Of each host two values: what is judged, as a rule DRAM, and its control, the innermost
 * cache: where both are slow it is the clock and not the memory. */
enum fleet_part { FLEET_JUDGED, FLEET_CONTROL, FLEET_PARTS };

struct fleet_rate {
	double log_rate; /* mean over the sizes of the median over runs of ln MB/s; NaN: one of
	                  * the sizes lacks */
	double error;    /* its standard error by the spread of the runs; 0 of fewer than 3 */
	size_t runs;     /* of the size that has fewest */
	double change;   /* rate / centre - 1; NaN without either */
	double distance; /* below the centre, in spreads; NaN likewise */
};

enum fleet_verdict {
	FLEET_ALIKE,
	FLEET_ODD,           /* beyond the fence, within the margin */
	FLEET_SLOW,          /* beyond both */
	FLEET_CONFIRMED,     /* slow in the second round as well */
	FLEET_NOT_CONFIRMED, /* slow in the first round alone */
	FLEET_CANNOT_TELL,
};
extern const char *const fleet_verdict_names[]; /* "alike" ... "cannot-tell" */

/* Of a host that is odd or slow. BUSY: half of its rows or more were preempted. CLOCK: the
 * control lost half as much, or only it is slow. */
enum fleet_cause { FLEET_NO_CAUSE, FLEET_MEMORY, FLEET_CLOCK, FLEET_BUSY };
extern const char *const fleet_cause_names[]; /* NULL, "memory", "clock", "busy" */

/* What the second round shows of a suspect. */
struct fleet_again {
	size_t runs, controls;
	double change;    /* against the median of the controls; NaN without any */
	double p, p_holm; /* exact, one-sided, against the control nearest to it; NaN likewise */
};

struct fleet_host {
	const char *name;
	const struct cell **cells; /* first round, then the second; the fleet's */
	size_t first_count, count;
	size_t session_count, boot_count;
	struct fleet_rate rates[FLEET_PARTS];
	double clock_ghz, huge_share; /* median, mean over the first round; NaN: unknown */
	size_t flagged[CELL_FLAG_COUNT];
	enum fleet_verdict verdict;
	enum fleet_cause cause;
	enum fleet_part by; /* what makes a slow host slow: of the control, only that */
	bool is_control;    /* of the second round */
	struct fleet_again again;
	struct text why;    /* a few words; "" of one that is alike */
};

struct fleet_level {
	char name[LEVEL_BYTES]; /* "" where there is none */
	uint64_t *sizes;        /* block sizes, ascending */
	size_t size_count;
	size_t hosts;           /* that have a value */
	double centre, spread;  /* of ln MB/s; NaN where not known. See fleet_judge(). */
	double fence;           /* spreads */
	bool is_given;          /* the centre: by --expect or --like */
};

/* Hosts that were measured alike, and of what two kinds show, one. */
struct fleet_group {
	struct text settings;    /* "read, avx512, 64 threads, 2M pages, Some CPU" */
	size_t origin;           /* the same of kinds of one group */
	bool has_kinds;          /* it is one of several */
	struct fleet_level levels[FLEET_PARTS];
	struct fleet_host *hosts; /* slowest first, by name where alike; those without a value
	                           * last */
	size_t host_count, capacity;
	size_t counts[FLEET_CANNOT_TELL + 1]; /* of each verdict */
	bool is_wide;            /* a host slower by the margin would lie inside the fence */
};

enum fleet_outcome { FLEET_NONE_SLOW, FLEET_SOME_SLOW, FLEET_UNCERTAIN };
extern const char *const fleet_outcome_names[]; /* "none-slow", "slow", "cannot-tell" */

struct fleet {
	struct fleet_options options;
	struct fleet_group *groups; /* the largest first */
	size_t group_count, group_capacity;
	const struct cell **cells;
	enum fleet_outcome outcome;
	struct text sentence;       /* "2 of 100 hosts are slow: n017, n042." */
	struct warnings warnings;
	struct text advice;         /* commands, a line each */
};

/* The files' cells must outlive the fleet. Fails (status 2) where there is no row, a row
 * without a host, or nothing that can be confirmed or is like the golden file. */
int fleet_init(struct fleet *fleet, const struct compare_file *files, size_t file_count,
               const struct fleet_options *options, struct error *err);
void fleet_release(struct fleet *fleet);

/* qsort() comparison of hosts: by name, digits by their number, n9 before n10. */
int fleet_by_name(const void *a, const void *b);

/* Whether this host is one of those that --print names. */
bool fleet_is_slow(const struct fleet_host *host);

#endif
