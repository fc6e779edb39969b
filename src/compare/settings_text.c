/* SPDX-License-Identifier: MIT */
/* compare: settings in words, and the notes on those that may differ. Refuses nothing. */
#include "compare/selection.h"

#include <string.h>

#include "base/units.h"
#include "samples/columns.h"

bool list_holds(const char *list, const char *name)
{
	size_t length = strlen(name);

	while (list != NULL && *list != '\0') {
		size_t item = strcspn(list, ",;");
		if (item == length && memcmp(list, name, length) == 0)
			return true;
		list += item + (list[item] != '\0');
	}
	return false;
}

const char *const setting_notes[] = { "host", "cpu", "version", "cpus", "huge_source", NULL };

void setting_list(struct text *list, const char *name)
{
	if (!list_holds(text_string(list), name))
		text_printf(list, "%s%s", list->length ? ";" : "", name);
}

/* Cells of a group that differ in one column, the first of each value. */
#define VALUES_MOST 64
struct values {
	const struct cell *cells[VALUES_MOST];
	size_t count;
};

static bool values_hold(const struct values *values, const struct column *column,
                        const struct cell *cell)
{
	for (size_t i = 0; i < values->count; i++) {
		if (!setting_differs(column, values->cells[i], cell))
			return true;
	}
	return false;
}

static bool is_unknown(const struct column *column, const struct cell *cell)
{
	const char *field = (const char *)cell->context + column->offset;

	return column->kind == COLUMN_TEXT && **(const char *const *)field == '\0';
}

/* What is not known is no value that differs. */
static void values_init(struct values *values, const struct column *column,
                        const struct group *group)
{
	values->count = 0;
	for (size_t i = 0; i < group->count && values->count < VALUES_MOST; i++) {
		if (i > 0 && group->cells[i]->context == group->cells[i - 1]->context)
			continue;
		if (!is_unknown(column, group->cells[i]) &&
		    !values_hold(values, column, group->cells[i]))
			values->cells[values->count++] = group->cells[i];
	}
}

/* A cell of `values` whose value `others` lack; NULL where they have them all. */
static const struct cell *values_beyond(const struct values *values,
                                        const struct values *others,
                                        const struct column *column)
{
	for (size_t i = 0; i < values->count; i++) {
		if (!values_hold(others, column, values->cells[i]))
			return values->cells[i];
	}
	return NULL;
}

static void note_difference(const struct column *column, const struct cell *cell,
                            const char *label, struct comparison *comparison)
{
	struct text text = { 0 }, value = { 0 };

	column_format(column, cell, &value);
	text_printf(&text, "Only in %s there is %s '%s': then what is being compared is not the "
	            "only difference. Measure all configurations with the same %s, or say --vary "
	            "%s.", label, column->name, text_string(&value), column->name, column->name);
	comparison_warn(comparison, column->name, &text);
	text_release(&value);
}

static void note_field(const struct selection *selection, const struct column *column,
                       struct comparison *comparison)
{
	struct values first, other;

	values_init(&first, column, &selection->groups[0]);
	for (size_t g = 1; g < selection->count; g++) {
		values_init(&other, column, &selection->groups[g]);
		if (first.count == 0 || other.count == 0)
			continue;
		const struct cell *mine = values_beyond(&first, &other, column);
		const struct cell *theirs = values_beyond(&other, &first, column);
		if (mine == NULL && theirs == NULL)
			continue;
		if (setting_may_differ(&comparison->options, column->name))
			setting_list(&comparison->varied, column->name);
		else
			note_difference(column, theirs != NULL ? theirs : mine,
			                selection->groups[theirs != NULL ? g : 0].label, comparison);
		return;
	}
}

/* A value as the header shows it: page sizes as sizes, all else as in the file. */
static void describe_value(const struct column *column, const struct cell *cell,
                           struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	text->length = 0;
	if (text_equal(column->name, "page_bytes"))
		text_put(text, size_format(cell->context->page_bytes, size));
	else
		column_format(column, cell, text);
}

/* All values of a field, joined by '/'. Returns how many there are. */
static size_t describe_field(const struct selection *selection, const char *name,
                             struct text *text)
{
	const struct column *column = columns_find(name);
	struct values values, all = { .count = 0 };

	for (size_t g = 0; g < selection->count; g++) {
		values_init(&values, column, &selection->groups[g]);
		for (size_t i = 0; i < values.count && all.count < VALUES_MOST; i++) {
			struct text value = { 0 };
			if (values_hold(&all, column, values.cells[i]))
				continue;
			describe_value(column, values.cells[i], &value);
			text_printf(text, "%s%s", all.count > 0 ? "/" : "", text_string(&value));
			all.cells[all.count++] = values.cells[i];
			text_release(&value);
		}
	}
	return all.count;
}

void settings_describe(const struct selection *selection, struct text *text)
{
	if (cell_level(selection->groups[0].cells[0]->level) == CELL_NONE) {
		text_put(text, "command ");
		(void)describe_field(selection, "kernel", text);
		return;
	}
	bool one_thread = selection->groups[0].cells[0]->context->threads == 1;

	(void)describe_field(selection, "op", text);
	text_put(text, ", ");
	(void)describe_field(selection, "kernel", text);
	text_put(text, ", ");
	size_t counts = describe_field(selection, "threads", text);
	text_put(text, counts == 1 && one_thread ? " thread, " : " threads, ");
	(void)describe_field(selection, "page_bytes", text);
	text_put(text, " pages");
}

void settings_note(const struct selection *selection, struct comparison *comparison)
{
	for (size_t i = 0; setting_notes[i] != NULL; i++)
		note_field(selection, columns_find(setting_notes[i]), comparison);
}

void settings_warn(struct comparison *comparison)
{
	struct text text = { 0 };

	if (comparison->forced.length == 0)
		return;
	text_printf(&text, "Forced: unlike in %s. Whatever differs below may be that; measure "
	            "again with like settings, or --vary what you mean to compare.",
	            text_string(&comparison->forced));
	comparison_warn(comparison, "forced", &text);
}
