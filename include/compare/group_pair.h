/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_GROUP_PAIR_H
#define MEMBENCH_COMPARE_GROUP_PAIR_H

#include "compare/group_data.h"
#include "compare/groups.h"

/*
 * Test and estimate the groups `pair->a` and `pair->b`. `rows` are those of all clusters;
 * only the clustered test looks at them. Fails where the groups have nothing in common, or
 * where an exact test was demanded that would take too long.
 */
int group_pair_run(const struct group_findings *findings, const struct cluster_rows *rows,
                   struct group_pair *pair, struct error *err);

/* Verdict, and what it would take; needs p_holm. */
void group_pair_judge(const struct group_findings *findings, struct group_pair *pair);

#endif
