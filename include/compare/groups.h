/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_GROUPS_H
#define MEMBENCH_COMPARE_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/warnings.h"
#include "compare/units.h"
#include "samples/dataset.h"
#include "stats/describe.h"
#include "stats/kgroups.h"
#include "stats/test.h"
#include "stats/verdict.h"

/*
 * `membench utest`: groups of plain numbers, compared pair by pair. Directions are those of
 * the statistics: u_a counts a > b, shift is A - B, ratio A / B.
 */
enum group_test {
	GROUP_TEST_AUTO,       /* clustered, stratified or pooled, as the columns allow */
	GROUP_TEST_POOLED,     /* the U test; strata are ignored */
	GROUP_TEST_STRATIFIED, /* sum of U over strata, assumed independent */
	GROUP_TEST_VAN_ELTEREN,
	GROUP_TEST_CLUSTERED,  /* whole clusters permuted inside blocks */
};
extern const char *const group_test_names[]; /* "auto", "pooled" ...; ends with NULL */

enum alternative { ALTERNATIVE_TWO_SIDED, ALTERNATIVE_LESS, ALTERNATIVE_GREATER };
extern const char *const alternative_names[]; /* "two-sided", "less", "greater", NULL */

struct group_options {
	enum group_test test;
	enum alternative alternative;
	enum method method;
	bool continuity;
	double alpha;  /* intervals have confidence 1 - alpha */
	double margin; /* 0.01: equivalent within 1 % */
	double power;  /* 0.8, of the minimum detectable effect */
};

struct group_pair {
	size_t a, b;     /* groups */
	size_t n_a, n_b; /* units that permute: values, or clusters */
	struct test_result test;
	double p, p_floor, p_holm; /* of the alternative asked for; p_holm NaN: not tested */
	double a12, cliff;
	double shift, shift_low, shift_high; /* NaN or infinite where they do not exist */
	double ratio, ratio_low, ratio_high;
	double confidence;              /* achieved by both intervals */
	double near_low, near_high;     /* of the ratio, at confidence 1 - 2 alpha ... */
	double near_confidence;         /* ... and what that came to */
	double log_sd;       /* of units, for planning; NaN where there is none */
	enum verdict verdict;
	double mde;          /* relative: 0.03 is 3 %; NaN where there is none */
	size_t units_needed; /* a side, for a floor below alpha under Holm; 0: it is */
};

struct group_findings {
	const struct dataset *dataset;
	struct group_options options; /* `test` is the one that was done */
	struct describe *groups;
	size_t *group_units;
	double *drift_p;          /* of each group, Holm over those that can show it; else NaN */
	size_t group_count;
	struct group_pair *pairs; /* (1,2) (1,3) ... (2,3) ... */
	size_t pair_count;
	size_t tested_count;      /* pairs that Holm counts: those whose p is defined */
	bool has_kruskal;         /* three or more groups, and a test that has an omnibus */
	struct kruskal kruskal;   /* of values, or of cluster scores */
	struct warnings warnings;
};

/* Fails (status 2) where the data do not allow the test asked for. `dataset` is kept. */
int groups_compare(const struct dataset *dataset, const struct group_options *options,
                   struct group_findings *findings, struct error *err);
void groups_release(struct group_findings *findings);

/* What groups_compare() is made of: all pairs, then Holm and verdicts. */
enum unit_kind group_unit_kind(enum group_test test);
int group_pairs_run(struct group_findings *findings, struct error *err);
void group_pairs_judge(struct group_findings *findings);

/* Every cluster has the strata of all others: fails where one has not, and names it. */
int groups_check_clusters(const struct dataset *dataset, struct error *err);

/* What is doubtful about the findings; called by groups_compare(). */
void groups_warn(struct group_findings *findings);

#endif
