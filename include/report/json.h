/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_JSON_H
#define MEMBENCH_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/warnings.h"

/*
 * A writer of indented JSON (RFC 8259). Commas and indents are its business:
 *     json_open(&json, NULL, '{'); json_text(&json, "host", "a"); json_close(&json, '}');
 * `key` is NULL inside a list and for the outermost value. Where `json` is NULL nothing is
 * written, so that the fields of a record are one function for all formats.
 */
struct json {
	struct text *text; /* the caller's */
	unsigned depth;
	bool has_items; /* something already stands in the innermost object or list */
};

void json_open(struct json *json, const char *key, char bracket);  /* '{' or '[' */
void json_close(struct json *json, char bracket);                  /* '}' or ']' */
void json_text(struct json *json, const char *key, const char *value); /* NULL is null */
/* In digits that read back as the same double; NaN and infinities are null. */
void json_number(struct json *json, const char *key, double value);
/* 10 to that power, written out where a double would read 0: 1.8328e-357. */
void json_power(struct json *json, const char *key, double log10_value);
void json_count(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);
void json_known(struct json *json, const char *key, uint64_t value); /* 0 is null */
/* A list of their texts. */
void json_warnings(struct json *json, const char *key, const struct warnings *warnings);
/* A list of what stands in `lines`, each item up to `end`; the last needs none. */
void json_lines(struct json *json, const char *key, const char *lines, char end);

#endif
