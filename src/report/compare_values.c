/* SPDX-License-Identifier: MIT */
/* report: a comparison as CSV and as bare values. Computes nothing. */
#include "report/compare_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"

#define DIGITS 9 /* as many as tell values apart */

/* ---- CSV: a row for each level and each size of each pair ---- */

/* Kinds of doubt, each once. */
static void warning_kinds(const struct comparison *comparison, struct text *text)
{
	text_put(text, "");
	for (size_t i = 0; i < comparison->warnings.count; i++) {
		const char *kind = comparison->warnings.items[i].kind;
		bool known = false;
		for (size_t j = 0; j < i; j++)
			known = known || text_equal(comparison->warnings.items[j].kind, kind);
		if (!known)
			text_printf(text, "%s%s", text->length ? ";" : "", kind);
	}
}

static void csv_row(struct fields *fields, const struct finding_view *view,
                    const char *level, const char *sizes)
{
	const struct comparison *comparison = view->comparison;
	struct text kinds = { 0 };

	warning_kinds(comparison, &kinds);
	field_text(fields, "a", NULL, comparison->configurations[view->pair->a].label);
	field_text(fields, "b", NULL, comparison->configurations[view->pair->b].label);
	field_text(fields, "what", NULL, view->level != NULL ? "level" : "size");
	field_text(fields, "level", NULL, level);
	field_text(fields, "sizes", NULL, sizes);
	finding_fields(fields, view);
	verdict_fields(fields, view);
	field_text(fields, "unit", NULL, compare_unit_names[view->pair->unit]);
	field_text(fields, "scope", NULL, compare_scope_names[view->pair->scope]);
	field_text(fields, "conclusion", NULL, conclusion_name(comparison, view->pair));
	field_text(fields, "varied", NULL, text_string(&comparison->varied));
	field_text(fields, "forced", NULL, text_string(&comparison->forced));
	field_text(fields, "warnings", NULL, text_string(&kinds));
	fields_end(fields);
	text_release(&kinds);
}

static void csv_pair(struct fields *fields, const struct comparison *comparison,
                     const struct compare_pair *pair)
{
	char bytes[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		const struct compare_level *level = &comparison->levels[finding->level];
		struct finding_view view = { comparison, pair, &finding->effect, finding, false };
		struct text sizes = { 0 };
		compare_put_sizes(comparison, level, &sizes);
		csv_row(fields, &view, level->name, text_string(&sizes));
		text_release(&sizes);
	}
	for (size_t i = 0; i < pair->size_count; i++) {
		const struct compare_size *size = &comparison->sizes[pair->sizes[i].size];
		struct finding_view view = { comparison, pair, &pair->sizes[i].effect, NULL, false };
		csv_row(fields, &view, size->level, size_format(size->block_bytes, bytes));
	}
}

void compare_csv(const struct comparison *comparison, struct text *text)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid, .digits = DIGITS };
	struct effect none = { 0 };

	for (size_t i = 0; i < comparison->pair_count; i++)
		csv_pair(&fields, comparison, &comparison->pairs[i]);
	if (!fields.has_titles) {
		csv_row(&fields, &(struct finding_view){ comparison, comparison->pairs, &none,
		        NULL, false }, "", "");
		fields_end_none(&fields);
	}
	grid_csv(&grid, text);
	grid_release(&grid);
}

/* ---- Bare values ---- */

/* A field of a whole pair; NULL where `name` is none. */
static const char *pair_field(const struct comparison *comparison,
                              const struct compare_pair *pair, const char *name)
{
	if (text_equal(name, "conclusion"))
		return conclusion_name(comparison, pair);
	if (text_equal(name, "unit"))
		return compare_unit_names[pair->unit];
	if (text_equal(name, "scope"))
		return compare_scope_names[pair->scope];
	return text_equal(name, "gate") ? gate_names[comparison->gate] : NULL;
}

/* What "DRAM" or "64K" is: a level or a size, by its index. */
struct subject {
	bool is_level;
	size_t index;
};

static bool subject_match(const struct comparison *comparison, const char *name,
                          struct subject *subject)
{
	struct error ignored = { 0 };
	uint64_t bytes;

	for (size_t i = 0; i < comparison->level_count; i++) {
		*subject = (struct subject){ true, i };
		if (text_equal(comparison->levels[i].name, name))
			return true;
	}
	if (size_parse(name, "print", &bytes, &ignored) != 0)
		return false;
	for (size_t i = 0; i < comparison->size_count; i++) {
		*subject = (struct subject){ false, i };
		if (comparison->sizes[i].block_bytes == bytes)
			return true;
	}
	return false;
}

static int subject_unknown(const struct comparison *comparison, const char *name,
                           struct error *err)
{
	struct text known = { 0 };
	char bytes[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < comparison->level_count; i++)
		text_printf(&known, " %s", comparison->levels[i].name);
	for (size_t i = 0; i < comparison->size_count && known.length < 400; i++)
		text_printf(&known, " %s", size_format(comparison->sizes[i].block_bytes, bytes));
	(void)error_set(err, "--print: '%.20s' is neither a level nor a size here; there are%s",
	                name, text_string(&known));
	text_release(&known);
	return -1;
}

static bool view_of(const struct comparison *comparison, const struct compare_pair *pair,
                    struct subject subject, struct finding_view *view)
{
	for (size_t i = 0; subject.is_level && i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		*view = (struct finding_view){ comparison, pair, &finding->effect, finding, false };
		if (finding->level == subject.index)
			return true;
	}
	for (size_t i = 0; !subject.is_level && i < pair->size_count; i++) {
		*view = (struct finding_view){ comparison, pair, &pair->sizes[i].effect, NULL, false };
		if (pair->sizes[i].size == subject.index)
			return true;
	}
	return false;
}

/* The fields that --print knows; of a level all, and of a size but these few. */
static void value_fields(struct fields *fields, const struct finding_view *view)
{
	struct text sizes = { 0 };

	finding_fields(fields, view);
	field_number(fields, "confidence", NULL, view->effect->confidence, NULL);
	if (view->level != NULL)
		compare_put_sizes(view->comparison,
		                  &view->comparison->levels[view->level->level], &sizes);
	field_text(fields, "sizes", NULL, text_string(&sizes));
	verdict_fields(fields, view);
	text_release(&sizes);
}

static bool is_of_level(const char *name)
{
	static const char *const names[] = { "verdict", "control", "sizes", "p_holm", "mde" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (text_equal(names[i], name))
			return true;
	}
	return false;
}

/* Whether `name` is a field; all of them in words. */
static bool is_field(const struct comparison *comparison, const char *name, struct text *all)
{
	struct grid grid = { 0 };
	struct effect none = { 0 };
	bool found = false;

	value_fields(&(struct fields){ .grid = &grid },
	             &(struct finding_view){ comparison, comparison->pairs, &none, NULL, false });
	for (size_t i = 0; i < grid.column_count; i++) {
		text_printf(all, "%s%s", i == 0 ? "" : i + 1 < grid.column_count ? ", " : " or ",
		            grid.columns[i].title);
		found = found || text_equal(grid.columns[i].title, name);
	}
	grid_release(&grid);
	return found;
}

static int field_unknown(const struct comparison *comparison, const char *field,
                         struct error *err)
{
	struct text known = { 0 };

	(void)is_field(comparison, field, &known);
	(void)error_set(err, "--print: '%.60s' is not known; use conclusion, unit, scope, gate, or "
	                "LEVEL.FIELD such as DRAM.change, with %s", field, text_string(&known));
	text_release(&known);
	return -1;
}

static int print_subject(const struct comparison *comparison, const char *field,
                         const char *dot, struct text *text, struct error *err)
{
	char *name = memory_copy_text(field);
	struct fields fields = { .wanted = dot + 1, .value = text, .digits = DIGITS };
	struct text known = { 0 };
	struct subject subject;
	struct finding_view view;
	int result = 0;

	name[dot - field] = '\0';
	if (!is_field(comparison, dot + 1, &known))
		result = field_unknown(comparison, field, err);
	else if (!subject_match(comparison, name, &subject))
		result = subject_unknown(comparison, name, err);
	else if (!subject.is_level && is_of_level(dot + 1))
		result = error_set(err, "--print: %s is a size, and %s is of a level, such as "
		                   "DRAM.%s; a size has change, change_low, change_high, p and the "
		                   "like", name, dot + 1, dot + 1);
	free(name);
	text_release(&known);
	for (size_t i = 0; result == 0 && i < comparison->pair_count; i++) {
		if (view_of(comparison, &comparison->pairs[i], subject, &view))
			value_fields(&fields, &view);
		text_put(text, "\n");
	}
	return result;
}

/* Of one field, a line a pair. */
static int print_field(const struct comparison *comparison, const char *field,
                       struct text *text, struct error *err)
{
	const char *dot = strrchr(field, '.');

	if (dot != NULL)
		return print_subject(comparison, field, dot, text, err);
	for (size_t i = 0; i < comparison->pair_count; i++) {
		const char *value = pair_field(comparison, &comparison->pairs[i], field);
		if (value == NULL)
			return field_unknown(comparison, field, err);
		text_printf(text, "%s\n", value);
	}
	return 0;
}

/* Puts each line of `column` behind that of `text`, after a tab. */
static void paste(struct text *text, const struct text *column)
{
	struct text joined = { 0 };
	struct items left = items_of(text_string(text), '\n'),
	             right = items_of(text_string(column), '\n');

	for (const char *a = items_next(&left), *b = items_next(&right);
	     left.next != NULL && right.next != NULL;
	     a = items_next(&left), b = items_next(&right))
		text_printf(&joined, "%s\t%s\n", a, b);
	items_release(&left);
	items_release(&right);
	text_release(text);
	*text = joined;
}

int compare_report_print(const struct comparison *comparison, const char *list,
                         struct text *text, struct error *err)
{
	struct items fields = items_of(list, ',');
	int result = print_field(comparison, items_next(&fields), text, err);

	for (const char *field; result == 0 && (field = items_next(&fields)) != NULL;) {
		struct text column = { 0 };
		result = print_field(comparison, field, &column, err);
		paste(text, &column);
		text_release(&column);
	}
	items_release(&fields);
	return result;
}
