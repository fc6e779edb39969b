/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_SCHEDULE_H
#define MEMBENCH_COMPARE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/compare.h"

/*
 * When the runs of two sides were measured, and which of them stand together. Runs close
 * in time share the state of the machine, so that what differs between two stretches of
 * time is no difference between the sides. Knows times, never rates.
 *     interleaved  the sides change as often as random order makes them (not below its
 *                  2.5 % tail; stats/changes.h), and not once only: the unit is the run
 *     apart        on each side the runs lie SCHEDULE_APART_S apart on average and span
 *                  SCHEDULE_SPAN_S; runs closer than SCHEDULE_JOIN_S count as one. Whether
 *                  that is far enough their rates tell (compare/thresholds.h, SERIAL_Z_MOST)
 *     blocks       all else: runs of a side less than SCHEDULE_APART_S from one to the
 *                  next, with none of the other side between them, are one stretch
 * Equal times: the order with the fewest changes; inside a session that of its runs. Runs
 * without a time stand together at the end.
 */
#define SCHEDULE_APART_S 20  /* rank autocorrelation of DRAM rates on a busy guest: 0.76 */
#define SCHEDULE_SPAN_S  180 /* after 0.2 s, 0.27 after 9 s, 0.23 after 18 s, 0.10 after 36 s */
#define SCHEDULE_JOIN_S  2   /* by reason: runs of a session in a row are closer */

struct schedule_run {
	size_t place; /* boot, host or all: runs of two places have no order */
	double time;  /* seconds; NaN where unknown */
	const char *session;
	uint64_t run;
	size_t side;    /* 0 or 1 */
	size_t index;   /* the caller's */
	size_t stretch; /* out: numbered over both sides, place by place */
};

struct schedule {
	enum compare_design kind;
	size_t changes;        /* from a run of one side to one of the other */
	size_t stretch_count;
	size_t stretches[2];   /* of each side */
	bool has_joined;       /* a stretch of more than one run */
};

/* `runs` end in order of time, with their stretches: of interleaved runs each its own. */
void schedule_of(struct schedule_run *runs, size_t count, struct schedule *schedule);

#endif
