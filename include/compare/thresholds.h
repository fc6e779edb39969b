/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_THRESHOLDS_H
#define MEMBENCH_COMPARE_THRESHOLDS_H

/*
 * What decides in a comparison and does not come from its data: each with what it was chosen
 * on and tried on; the README's table of constants has the same. Those of time stand in
 * compare/schedule.h, of a clean row in measure/spacing.h.
 */

/* A cache holds within --margin, or within this part of DRAM's change (of the end of its
 * interval that is nearest to none, as logarithms) where that is more: by reason, since a
 * change of 18 % needs no control known to 1 %. */
#define CONTROL_PART 0.25

/* Runs of a side, and the part of its whole ones, that must be clean for a verdict: by
 * reason, of five runs quartiles are values. */
#define CLEAN_LEAST 5
#define CLEAN_PART  0.5

/* Cells preempted on one side beyond those on the other: by reason, most of one side. */
#define DISTURBED_SHARE 0.5

/* Clock or issue rate of the two sides, before it is worth a word: by reason, the default of
 * --margin. */
#define WITNESS_MOST 0.01

/* All questions about drift that one comparison asks, together (Holm). Tried on 300 simulated
 * comparisons in each of six designs (tests/unit/test_drift.c). */
#define DRIFT_ALPHA 0.05

/* One side spreads that much wider, as chance makes it in so many. Chosen on 100 simulated
 * comparisons of equal runs, 5 that spread 5 % against 15 that spread 0.5 %: 18 claimed a
 * difference. */
#define SPREAD_RATIO_LEAST 3
#define SPREAD_CHANCE_MOST 0.001

/* Huge pages obtained, and rounding: settings are unlike from there on. By reason. */
#define SHARE_TOLERANCE (0.05 + 1e-9)

#endif
