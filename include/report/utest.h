/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_UTEST_H
#define MEMBENCH_REPORT_UTEST_H

#include "base/text.h"
#include "compare/groups.h"
#include "report/format.h"

/*
 * Groups of numbers compared; CSV has a row for each pair. In the table the groups of files
 * are lettered A, B ...; those of tidy data keep their names.
 */
void utest_report(const struct group_findings *findings, enum format format,
                  struct text *text);

#endif
