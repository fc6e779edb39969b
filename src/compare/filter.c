/* SPDX-License-Identifier: MIT */
/* compare: --only, COLUMN=VALUE. Knows no configuration. */
#include "compare/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "samples/columns.h"

/* "op=copy", which is cut in two. */
static int filter_add(struct filters *filters, char *name, struct error *err)
{
	char *equals = strchr(name, '=');

	if (equals == NULL)
		return error_set(err, "--only: '%.60s' is not COLUMN=VALUE, such as op=copy", name);
	*equals = '\0';
	const struct column *column = columns_find(name);
	if (column == NULL)
		return columns_unknown("only", name, err);
	memory_grow(&filters->items, &filters->capacity, filters->count,
	            sizeof *filters->items);
	filters->items[filters->count++] =
	        (struct filter){ column, memory_copy_text(equals + 1) };
	return 0;
}

int filters_init(struct filters *filters, const char *only, struct error *err)
{
	*filters = (struct filters){ 0 };
	if (only == NULL || *only == '\0')
		return 0;
	struct items items = items_of(only, ',');
	int result = 0;
	for (char *item; result == 0 && (item = items_next(&items)) != NULL;)
		result = filter_add(filters, item, err);
	items_release(&items);
	return result;
}

void filters_release(struct filters *filters)
{
	for (size_t i = 0; i < filters->count; i++)
		free(filters->items[i].value);
	free(filters->items);
}

const char *filter_field(const struct column *column, const struct cell *cell,
                         struct text *text)
{
	text->length = 0;
	text_put(text, "");
	column_format(column, cell, text);
	return text_string(text);
}

static bool column_passes(const struct filters *filters, const struct column *column,
                          const struct cell *cell, struct text *scratch)
{
	const char *value = filter_field(column, cell, scratch);

	for (size_t i = 0; i < filters->count; i++) {
		if (filters->items[i].column == column &&
		    text_equal(value, filters->items[i].value))
			return true;
	}
	return false;
}

bool filters_pass(const struct filters *filters, const struct cell *cell,
                  struct text *scratch)
{
	for (size_t i = 0; i < filters->count; i++) {
		if (!column_passes(filters, filters->items[i].column, cell, scratch))
			return false;
	}
	return true;
}
