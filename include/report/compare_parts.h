/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_COMPARE_PARTS_H
#define MEMBENCH_REPORT_COMPARE_PARTS_H

#include "report/compare.h"
#include "report/fields.h"

/* What the formats of a comparison share. */

void compare_json(const struct comparison *comparison, struct text *text);
void compare_csv(const struct comparison *comparison, struct text *text);

/* What was found of a level, or of one size. */
struct finding_view {
	const struct comparison *comparison;
	const struct compare_pair *pair;
	const struct effect *effect;
	const struct level_finding *level; /* NULL of a size */
	bool is_detail;                    /* people read what stands behind the answer */
};

/* What differs, by how much and how surely: of a size without Holm's p and mde. */
void finding_fields(struct fields *fields, const struct finding_view *view);
/* Verdict and control of a level; nothing of a size. */
void verdict_fields(struct fields *fields, const struct finding_view *view);

/* For people, a row for each level of a pair, or for each size. */
void compare_level_rows(struct fields *fields, const struct comparison *comparison,
                        const struct compare_pair *pair, bool is_detail, bool colour);
void compare_size_rows(struct fields *fields, const struct comparison *comparison,
                       const struct compare_pair *pair);

extern const char *const size_use_names[]; /* by enum size_use; "used" ... */

/* "10 v 10 runs, 1 boot each (interleaved; unit: run; scope: these boots)". */
void compare_put_design(const struct comparison *comparison,
                        const struct compare_pair *pair, struct text *text);
/* "2K-16K,64K": sizes of a level, ranges where no other size lies between. */
void compare_put_sizes(const struct comparison *comparison,
                       const struct compare_level *level, struct text *text);
/* "faster", "same (±1 %)". */
void compare_put_verdict(const struct level_finding *finding, struct text *text);
/* A p as people read it; "~" where it is asymptotic. */
void compare_put_p(double p, bool is_asymptotic, struct text *text);
/* The same as a field; programs get the number. */
void field_p(struct fields *fields, const char *name, const char *title, double p,
             bool is_asymptotic);
void compare_put_kruskal(const struct comparison *comparison, struct text *text);
void compare_put_gate(const struct comparison *comparison, struct text *text);

#endif
