/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_FIELDS_H
#define MEMBENCH_REPORT_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "report/grid.h"
#include "report/json.h"

/*
 * What is shown of a record, a line a field: its name for programs (JSON, CSV, --print), its
 * title for people (table, Markdown), its value and its unit. A kind of record is one
 * function, which every format runs:
 *     static void group_fields(struct fields *fields, const struct group *group)
 *     {
 *             field_text(fields, "name", "group", group->name);
 *             field_number(fields, "q1", "Q1", group->q1, "%.6g");
 *             json_number(fields->json, "sd", group->sd);            in JSON alone
 *             field_shown(fields, "spread", true, "%zu v %zu", ...); for people
 *     }
 * A name or a title of NULL leaves the field out there.
 */
struct fields {
	struct json *json;  /* the fields go into the object that is open there, */
	struct grid *grid;  /* or are cells of a row: of CSV, or */
	bool for_people;    /* of a table or Markdown; */
	const char *wanted; /* or of one field, by its name, */
	struct text *value; /* the bare value goes there */
	bool has_titles;    /* of the grid; set by fields_end() */
	int digits;         /* of numbers in CSV and bare values; 0: as in JSON */
};

/* NULL, 0, NaN: what is not known is null, "" or "-". */
void field_text(struct fields *fields, const char *name, const char *title,
                const char *value);
void field_count(struct fields *fields, const char *name, const char *title,
                 uint64_t value); /* 0 is a count like others */
void field_known(struct fields *fields, const char *name, const char *title,
                 uint64_t value); /* 0 is not known */
void field_bytes(struct fields *fields, const char *name, const char *title,
                 uint64_t value); /* 0 is not known; people read 48K */
/* `unit` is how people read it: "%.1f ns"; one that ends in "%%" shows a fraction. */
void field_number(struct fields *fields, const char *name, const char *title, double value,
                  const char *unit);
/* For programs: a p whose logarithm stands for it where a double is too small. */
void field_power(struct fields *fields, const char *name, double value, double log10_value);
/* For people: words, to the left, or to the right as numbers are. */
void field_shown(struct fields *fields, const char *title, bool right, const char *format, ...)
        MEMBENCH_PRINTF(4, 5);

/* Around the fields of one record: an object, or a row. */
void fields_begin(struct fields *fields);
void fields_end(struct fields *fields);
/* Instead of the end: it was none, for the titles of a table without rows. */
void fields_end_none(struct fields *fields);

#endif
