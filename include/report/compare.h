/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_COMPARE_H
#define MEMBENCH_REPORT_COMPARE_H

#include <stdbool.h>

#include "base/text.h"
#include "compare/compare.h"
#include "compare/sessions.h"
#include "report/format.h"

/*
 * A comparison in every format. Same comparison, same bytes. Table and Markdown give the
 * answer: the levels, what follows, the doubts that weigh most, and what would tell more. Of
 * one pair the table has at most COMPARE_LINES lines of 80 columns. `verbose` adds sizes,
 * powers, the study's U test, what the answer holds for, and every doubt.
 */
#define COMPARE_LINES  20
#define COMPARE_DOUBTS 3
struct compare_layout {
	enum format format;
	bool colour, verbose; /* of the table */
};
void compare_report(const struct comparison *comparison, const struct compare_layout *layout,
                    struct text *text);

/* What --by session says. */
void sessions_report(const struct sessions *sessions, enum format format, struct text *text);

/*
 * Bare values, of several in `list` with tabs between, one line a pair: "conclusion", "unit",
 * "scope", "gate", or "DRAM.change", "L2.p", "64K.change": a level or size, and a field of
 * it. An unknown value is empty. Fails (status 2) where there is no such field, level or size.
 */
int compare_report_print(const struct comparison *comparison, const char *list,
                         struct text *text, struct error *err);

#endif
