/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_CARD_H
#define MEMBENCH_REPORT_CARD_H

#include <stdbool.h>

#include "base/text.h"
#include "dimms/peak.h"
#include "report/format.h"
#include "samples/cell.h"

/*
 * A machine on one page: a row for each level and number of threads, a column for each of
 * these ops, the median over runs with its spread. Each is what `run` gives for that block.
 */
enum { CARD_READ, CARD_WRITE, CARD_COPY, CARD_LATENCY, CARD_OPS };
extern const char *const card_ops[CARD_OPS + 1]; /* ends with NULL */

struct card {
	const struct cells *cells;  /* of one session or more */
	const struct peak *peak;    /* of the memory's wires; NULL: not looked for */
	const char *system;         /* NULL: not told */
	uint64_t runs_asked;        /* 0: all that there are */
	struct text skipped, notes; /* lines */
};

/* CSV are the rows themselves. */
void card_report(const struct card *card, enum format format, struct text *text);

/* Bytes that are on their way at once at this rate where each takes so long, in lines of 64
 * bytes (Little 1961): MB/s x ns / 64000. */
double card_lines_in_flight(double mb_per_s, double ns);

#endif
