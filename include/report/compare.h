/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_COMPARE_H
#define MEMBENCH_REPORT_COMPARE_H

#include <stdbool.h>

#include "base/text.h"
#include "compare/compare.h"
#include "compare/sessions.h"
#include "report/grid.h"

/*
 * A comparison in every format. Same comparison, same bytes. Table and Markdown give the
 * answer: the levels, what follows, the doubts that weigh most, and what would tell more. Of
 * one pair the table has at most COMPARE_LINES lines of 80 columns. `verbose` adds sizes,
 * powers, the study's U test, what the answer holds for, and every doubt.
 */
#define COMPARE_LINES  20
#define COMPARE_DOUBTS 3
struct compare_layout {
	bool markdown, colour, verbose;
};
void compare_report_page(const struct comparison *comparison,
                         const struct compare_layout *layout, struct text *text);
void compare_report_csv(const struct comparison *comparison, struct text *text);
void compare_report_json(const struct comparison *comparison, struct text *text);

/* What --by session says: a table for people, Markdown, CSV, or JSON. */
enum sessions_format { SESSIONS_TABLE, SESSIONS_CSV, SESSIONS_JSON, SESSIONS_MARKDOWN };
void sessions_report(const struct sessions *sessions, enum sessions_format format,
                     struct text *text);

/*
 * One bare value a line, one line a pair: "conclusion", "unit", "scope", "gate", or
 * "DRAM.change", "L2.p", "64K.change": a level or size, and a field of it. An unknown value
 * is an empty line. Fails (status 2) where there is no such field, level or size.
 */
int compare_report_print(const struct comparison *comparison, const char *field,
                         struct text *text, struct error *err);

/* ---- Shared by the formats ---- */

/* Numbers of an effect, and of a level beyond it; p_holm and mde are NaN of sizes. */
struct finding_view {
	const struct effect *effect;
	const struct level_finding *level; /* NULL of a size */
};
struct finding_field {
	const char *name;
	bool is_count;
	double (*number)(struct finding_view view);
};
extern const struct finding_field finding_fields[]; /* in the order of JSON; name NULL ends */
extern const char *const size_use_names[];          /* by enum size_use; "used" ... */

/* "10 v 10 runs, 1 boot each (interleaved; unit: run; scope: these boots)". */
void compare_put_design(const struct comparison *comparison,
                        const struct compare_pair *pair, struct text *text);
/* "2K-16K,64K": sizes of a level, ranges where no other size lies between. */
void compare_put_sizes(const struct comparison *comparison,
                       const struct compare_level *level, struct text *text);
void compare_put_verdict(const struct level_finding *finding, struct text *text);
/* A p as people read it; "~" where it is asymptotic. */
void compare_put_p(double p, bool is_asymptotic, struct text *text);
void compare_put_kruskal(const struct comparison *comparison, struct text *text);
void compare_put_gate(const struct comparison *comparison, struct text *text);

/* The tables of one pair: levels as the README shows them, more on each, sizes. */
void compare_grid_levels(const struct comparison *comparison,
                         const struct compare_pair *pair, bool colour, struct grid *grid);
void compare_grid_details(const struct comparison *comparison,
                          const struct compare_pair *pair, struct grid *grid);
void compare_grid_sizes(const struct comparison *comparison,
                        const struct compare_pair *pair, struct grid *grid);

#endif
