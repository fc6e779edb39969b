/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_UTEST_PARTS_H
#define MEMBENCH_REPORT_UTEST_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "report/fields.h"
#include "report/utest.h"

/* What the formats of `membench utest` share. */

#define UTEST_LABEL_BYTES 128

/* Groups of files are lettered A, B ... as long as there are letters. */
bool utest_lettered(const struct group_findings *findings);
/* "A", or the group's own name, printable. Returns `label`. */
const char *utest_label(const struct group_findings *findings, size_t group,
                        char label[UTEST_LABEL_BYTES]);

void utest_json(const struct group_findings *findings, struct text *text);
void utest_csv(const struct group_findings *findings, struct text *text);

/* A record of each group, in every format; and of each pair, for programs. */
void utest_groups(struct fields *fields, const struct group_findings *findings);
void utest_pairs(struct fields *fields, const struct group_findings *findings);

/* Effect, test, verdict and what could be detected: a line each. */
void utest_sentences(const struct group_findings *findings, const struct group_pair *pair,
                     struct text *text);

#endif
