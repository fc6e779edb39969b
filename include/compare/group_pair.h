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

/* What the kinds of tests share. */
int group_pair_clusters(const struct group_findings *findings,
                        const struct cluster_rows *rows, struct group_pair *pair,
                        struct error *err);
struct test_options group_pair_options(const struct group_findings *findings);
const char *group_pair_name(const struct group_findings *findings, size_t group);
/* The result, and the p and floor of the alternative asked for. */
void group_pair_take(const struct group_findings *findings, const struct test_result *test,
                     struct group_pair *pair);
/* Detectable change for units of this spread; NaN where the floor forbids it. */
double group_pair_mde(const struct group_findings *findings, const struct group_pair *pair,
                      double sd);

#endif
