/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_UTEST_H
#define MEMBENCH_REPORT_UTEST_H

#include "base/text.h"
#include "compare/groups.h"

/*
 * Groups of numbers compared, for people (table, Markdown) and for programs (JSON with 17
 * digits, CSV with a row for each pair). Pure functions. In the table the groups of files
 * are lettered A, B ...; those of tidy data keep their names.
 */
void utest_table(const struct group_findings *findings, struct text *text);
void utest_markdown(const struct group_findings *findings, struct text *text);
void utest_json(const struct group_findings *findings, struct text *text);
void utest_csv(const struct group_findings *findings, struct text *text);

#endif
