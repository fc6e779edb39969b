/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_VERDICT_H
#define MEMBENCH_STATS_VERDICT_H

#include <stdbool.h>

/*
 * Whether p is below alpha, by more than rounding: an exact p of 5 in 100 is not below .05,
 * whichever way it rounds. The one boundary of verdicts and of what a design can reach: a
 * smallest p that equals alpha is out of reach.
 */
bool verdict_reaches(double p, double alpha);

/*
 * One of three answers, in this order: equivalent where the interval lies inside the
 * margin, different where the (adjusted) p is below alpha, else cannot tell. A large p
 * alone is never evidence of no change.
 */
enum verdict { VERDICT_EQUIVALENT, VERDICT_DIFFERENT, VERDICT_CANNOT_TELL };
extern const char *const verdict_names[]; /* "equivalent", "different", "cannot tell" */

/*
 * Two one-sided tests at alpha (Schuirmann 1987): the interval of confidence 1 - 2 alpha
 * of the ratio lies inside [1 / (1 + margin), 1 + margin]: the same either way round, so
 * that A / B is equivalent where B / A is. False where an end is NaN or infinite, or where
 * `achieved` falls short of 1 - 2 alpha.
 */
struct equivalence {
	double low, high; /* of the ratio B / A */
	double achieved;  /* confidence of that interval */
	double margin;    /* 0.01 */
	double alpha;     /* 0.05: the interval is one of 90 % */
};
bool equivalence_holds(const struct equivalence *equivalence);

enum verdict verdict_of(bool equivalent, double p_adjusted, double alpha);

#endif
