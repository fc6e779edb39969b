/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_FILTER_H
#define MEMBENCH_COMPARE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "samples/columns.h"

/* What --only lets pass: cells whose columns read so, one named twice either way. */
struct filter {
	const struct column *column;
	char *value;
};
struct filters {
	struct filter *items;
	size_t count, capacity;
};

/* `only` is COLUMN=VALUE[,...]; NULL lets all pass. Release also after a failure. */
int filters_init(struct filters *filters, const char *only, struct error *err);
void filters_release(struct filters *filters);
bool filters_pass(const struct filters *filters, const struct cell *cell,
                  struct text *scratch);

/* A column as text, in `text`, until that is used again. */
const char *filter_field(const struct column *column, const struct cell *cell,
                         struct text *text);
#endif
