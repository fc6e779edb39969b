/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_UTEST_WORDS_H
#define MEMBENCH_REPORT_UTEST_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "compare/groups.h"

/* The words of `membench utest` about two groups. */

#define UTEST_LABEL_BYTES 128

/* Groups of files are lettered A, B ... as long as there are letters. */
bool utest_lettered(const struct group_findings *findings);
/* "A", or the group's own name, printable. Returns `label`. */
const char *utest_label(const struct group_findings *findings, size_t group,
                        char label[UTEST_LABEL_BYTES]);

/* "= 0.0286", or "< 1e-300" where it is below that. */
void utest_put_p(struct text *text, double p, double log10_p);

/* Effect, test, verdict and what could be detected: a line each. */
void utest_sentences(const struct group_findings *findings, const struct group_pair *pair,
                     struct text *text);

#endif
