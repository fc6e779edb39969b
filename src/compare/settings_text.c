/* SPDX-License-Identifier: MIT */
/* compare: settings in words, and the notes on those that may differ. Refuses nothing. */
#include "compare/selection.h"

#include <string.h>

#include "base/units.h"
#include "samples/columns.h"

const char *const setting_notes[] = { "host", "cpu", "version", "cpus", NULL };

static void note_field(const struct selection *selection, const char *name,
                       struct comparison *comparison)
{
	const struct column *column = columns_find(name);
	const struct cell *model = selection->groups[0].cells[0];
	const struct cell *other = NULL;
	struct text text = { 0 }, values[2] = { { 0 }, { 0 } };

	for (size_t g = 0; g < selection->count && other == NULL; g++) {
		const struct group *group = &selection->groups[g];
		for (size_t i = 0; i < group->count && other == NULL; i++)
			other = setting_differs(column, model, group->cells[i]) ? group->cells[i] : NULL;
	}
	if (other == NULL)
		return;
	if (setting_may_differ(&comparison->options, name)) {
		setting_list(&comparison->varied, name);
		return;
	}
	column_format(column, model, &values[0]);
	column_format(column, other, &values[1]);
	text_printf(&text, "Not the same %s everywhere ('%s', '%s'): then what is being compared "
	            "is not the only difference. Measure all configurations with one %s, or "
	            "say --vary %s.", name, text_string(&values[0]), text_string(&values[1]),
	            name, name);
	comparison_warn(comparison, name, &text);
	text_release(&values[0]);
	text_release(&values[1]);
}

static void describe_field(const struct selection *selection, const char *name,
                           const char *lead, struct text *text)
{
	const struct column *column = columns_find(name);
	struct text all = { 0 }, value = { 0 };

	for (size_t g = 0; g < selection->count; g++) {
		const struct group *group = &selection->groups[g];
		for (size_t i = 0; i < group->count; i++) {
			if (i > 0 && group->cells[i]->context == group->cells[i - 1]->context)
				continue;
			value.length = 0;
			column_format(column, group->cells[i], &value);
			setting_list(&all, text_string(&value));
		}
	}
	text_put(text, lead);
	for (const char *at = text_string(&all); *at; at++)
		text_put_bytes(text, *at == ';' ? "/" : at, 1);
	text_release(&all);
	text_release(&value);
}

static void describe_pages(const struct selection *selection, struct text *text)
{
	const struct cell *model = selection->groups[0].cells[0];
	const struct column *column = columns_find("page_bytes");
	char size[SIZE_TEXT_BYTES];

	for (size_t g = 0; g < selection->count; g++) {
		const struct group *group = &selection->groups[g];
		for (size_t i = 0; i < group->count; i++) {
			if (setting_differs(column, model, group->cells[i])) {
				describe_field(selection, "page_bytes", ", ", text);
				text_put(text, "-byte pages");
				return;
			}
		}
	}
	text_printf(text, ", %s pages", size_format(model->context->page_bytes, size));
}

void settings_describe(const struct selection *selection, struct text *text)
{
	describe_field(selection, "op", "", text);
	describe_field(selection, "kernel", ", ", text);
	describe_field(selection, "threads", ", ", text);
	text_put(text, text_equal(text_string(text) + text->length - 3, ", 1") ? " thread"
	                                                                       : " threads");
	describe_pages(selection, text);
}

void settings_note(const struct selection *selection, struct comparison *comparison)
{
	for (size_t i = 0; setting_notes[i] != NULL; i++)
		note_field(selection, setting_notes[i], comparison);
}
