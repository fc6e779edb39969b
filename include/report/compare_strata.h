/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_COMPARE_STRATA_H
#define MEMBENCH_REPORT_COMPARE_STRATA_H

#include "base/text.h"
#include "compare/strata.h"
#include "report/format.h"

/* A verdict for each cell of two cards: as their table for people, and a record for each op,
 * number of threads and level for programs. */
void strata_report(const struct strata *strata, enum format format, struct text *text);

#endif
