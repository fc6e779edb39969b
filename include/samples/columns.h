/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_COLUMNS_H
#define MEMBENCH_SAMPLES_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "samples/cell.h"

/* One table row per column of the file: writer, reader, JSON and --print all use it. */
enum column_kind { COLUMN_TEXT, COLUMN_LEVEL, COLUMN_COUNT, COLUMN_NUMBER, COLUMN_FLAG,
	           COLUMN_FLAGS, COLUMN_TIME };

struct column {
	const char *name;
	enum column_kind kind;
	bool shared;       /* the field is in struct context, else in struct cell */
	bool may_be_empty; /* a NaN, a text that is "", a time not known */
	int decimals;      /* of COLUMN_NUMBER */
	size_t offset;
	const char *meaning; /* half a line, for `membench man columns` */
};

extern const struct column columns[];
extern const size_t column_count;
extern const size_t column_count_first; /* that every file has; those behind them may lack */
const struct column *columns_find(const char *name); /* NULL where there is none */
/* -1: `name`, given with that option, is no column; the nearest, and all there are. */
int columns_unknown(const char *option, const char *name, struct error *err);

/* The field as the file holds it, unquoted; "" where unknown. */
void column_format(const struct column *column, const struct cell *cell,
                   struct text *text);
/* The other way. `context` receives shared fields, `cell` the others; text fields point
 * to `text`. -1 where it does not fit; *why then says what would ("a whole number"). */
int column_parse(const struct column *column, const char *text, struct context *context,
                 struct cell *cell, const char **why);
/* The value of a COLUMN_NUMBER or COLUMN_COUNT. */
double column_number(const struct column *column, const struct cell *cell);
/* The value of a COLUMN_FLAG. */
bool column_flag(const struct column *column, const struct cell *cell);

#endif
