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

/*
 * Runs far apart count as independent up to this serial_z(); 18 of 100 random orders lie above. Chosen
 * on 10 v 10 clean runs of two stretches of 240 s, one after the other, of two recorded
 * series (scripts/sessions.c, apart), beside weights of 1 and 2 and a second neighbour. DRAM
 * called at 0 %, then +3 % and +6 % found, without this question and with it:
 *     Emerald Rapids guest, rank correlation 0.0 after 24 s:  0.8, 66, 100 %   0.8, 57, 90 %
 *     Zen 5 guest, 0.5 after 24 s and 0.3 after 120 s:       28.7 %            7.6 %
 * The latter is 11.0 % in the first half of the series and 4.5 % in the second. What lasts
 * longer than a stretch no run inside it shows: only runs in turn are free of it.
 */
#define SERIAL_Z_MOST 0.9

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
