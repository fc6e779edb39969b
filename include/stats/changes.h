/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_CHANGES_H
#define MEMBENCH_STATS_CHANGES_H

#include <stddef.h>

/*
 * Two kinds of things in a row: how often the kind changes from one to the next. Wald and
 * Wolfowitz (1940) count the runs of equal ones, one more than there are changes; with a
 * of one kind and b of the other, every order equally likely,
 *     P(2k runs)     = 2 C(a-1, k-1) C(b-1, k-1) / C(a+b, a)
 *     P(2k + 1 runs) = (C(a-1, k) C(b-1, k-1) + C(a-1, k-1) C(b-1, k)) / C(a+b, a)
 * Several rows that are drawn by themselves add up their changes.
 */
struct changes_row {
	size_t a, b; /* both at least 1 */
};

/*
 * P(changes <= `most`) of all rows together. Exact up to CHANGES_EXACT_MOST things, or
 * of one row; beyond that by the normal distribution with the mean and variance of the
 * count and a continuity correction.
 */
#define CHANGES_EXACT_MOST 4000
double changes_lower(const struct changes_row *rows, size_t count, size_t most);

/* The most that rows of these counts can have. */
size_t changes_most(const struct changes_row *rows, size_t count);

#endif
