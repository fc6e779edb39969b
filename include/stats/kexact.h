/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_KEXACT_H
#define MEMBENCH_STATS_KEXACT_H

#include <stddef.h>
#include <stdint.h>

#include "stats/test.h"

/*
 * P(H >= h) of Kruskal-Wallis over all ways to deal the ranks out to the groups, by one
 * programme over ascending scores: f[n_1 ... ][R_1 ... ] counts the ways to reach those
 * counts and rank sums in all groups but the largest. H orders as sum(R_i^2 / n_i), which
 * is compared as an integer. `ranks` are doubled midranks, group after group, `sums` their
 * sums by group. NaN where it would cost more than `cost_most` additions.
 */
double kexact_p(const struct sample *groups, size_t count, const int64_t *ranks,
                const int64_t *sums, double cost_most);

#endif
