/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_RUN_H
#define MEMBENCH_REPORT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "caches/attribute.h"
#include "report/fields.h"
#include "report/format.h"
#include "samples/cell.h"
#include "samples/columns.h"
#include "samples/quantity.h"
#include "session/result.h"

/*
 * Add what the user should know or do: no row reaches DRAM, too few runs for a comparison.
 * The notes end with what to type for a run that can serve one, as far as memory allows it,
 * or with what stands in the way.
 */
void run_report_advise(struct session_result *report, enum levels_by by);

/* CSV is the business of samples/file.h, which wrote each row when it was measured.
 * `unicode`: the reader's terminal shows it. */
void run_report_put(const struct session_result *report, enum format format, bool unicode,
                    struct text *text);
/*
 * Bare values: a line a cell, with the columns of that list ("block_bytes,mb_per_s") apart by
 * tabs. Where it has `median`, that of mb_per_s over the runs, it is a line for each size, and
 * other columns are those of its first run.
 */
#define PRINT_MEDIAN "median"
void run_report_print(const struct session_result *report, const char *names,
                      struct text *text);

/* One kernel, block and number of threads over its runs, as the table shows it. */
struct run_row {
	const struct cell *first;
	uint64_t runs;
	double mb_per_s; /* median over runs */
	double cpu_share; /* median over runs of a command; NaN of memory */
	enum quantity quantity; /* as which it is shown */
	double shown;    /* in that unit */
	double cycles;   /* of a load: median over runs; NaN where there are none */
	double cv;       /* standard deviation over mean; NaN below two runs */
	uint64_t flagged[CELL_FLAG_COUNT]; /* runs that carry each flag */
};
struct run_rows {
	struct run_row *items;
	size_t count, capacity;
	double largest[QUANTITY_COUNT]; /* that is shown in a row; 0 where none is of that kind */
	bool one_kernel; /* all rows have one op and kernel: then the header names them */
	bool unicode;    /* the reader's terminal shows it */
};
/* In the order in which kernels and blocks first appear, blocks ascending. */
void run_rows_init(struct run_rows *rows, const struct cells *cells);
void run_rows_release(struct run_rows *rows);
/* Such a flag stands in the head rather than in each row. */
bool run_rows_all_carry(const struct run_rows *rows, size_t flag);
/* Of a flag in the table, where its name would make rows wrap. */
extern const char run_flag_letters[CELL_FLAG_COUNT];

/* A record for each row; in the table with bars of so many columns, 0: without. */
void run_rows_fields(struct fields *fields, const struct run_rows *rows, size_t bar_columns);

/*
 * What latencies of several orders differ by at the largest size they share, and whether those
 * of L1 are no whole number of cycles, as every core's is: a line each.
 */
void run_report_latency(const struct run_rows *rows, struct text *text);

/*
 * "L1 223 · L2 48.1 · L3 16 · DRAM 7.81 GB/s": the median over the sizes of each level, edges
 * left out, a line for each op; of several kernels the fastest in each level, with its name.
 */
void run_report_summary(const struct run_rows *rows, struct text *text);

/* "cells": each with all its columns. */
void run_cells_json(struct json *json, const struct cells *cells);
void run_report_json(const struct session_result *report, struct text *text);

/* Three lines that say what was measured on what. */
void run_report_header(const struct session_result *report, const struct run_rows *rows,
                       struct text *text);

#endif
