/* SPDX-License-Identifier: MIT */
/* report: a comparison as CSV and as bare values. Computes nothing. */
#include "report/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"

/* As many digits as tell it apart; nothing where there is no value. */
static void put_number(const struct finding_field *field, double value, struct text *text)
{
	if (isfinite(value))
		text_printf(text, field->is_count ? "%.0f" : "%.9g", value);
}

/* ---- CSV: a row for each level and each size of each pair ---- */

static const char *const trailing[] = { "verdict", "control", "unit", "scope",
	                                "conclusion", "varied", "forced", "warnings" };
#define TRAILING_COUNT (sizeof trailing / sizeof *trailing)

static void csv_columns(struct grid *grid)
{
	static const char *const leading[] = { "a", "b", "what", "level", "sizes" };

	for (size_t i = 0; i < sizeof leading / sizeof *leading; i++)
		grid_column(grid, leading[i], false);
	for (size_t i = 0; finding_fields[i].name != NULL; i++)
		grid_column(grid, finding_fields[i].name, true);
	for (size_t i = 0; i < TRAILING_COUNT; i++)
		grid_column(grid, trailing[i], false);
}

/* Kinds of doubt, each once. */
static void warning_kinds(const struct comparison *comparison, struct text *text)
{
	text_put(text, "");
	for (size_t i = 0; i < comparison->warning_count; i++) {
		const char *kind = comparison->warnings[i].kind;
		bool known = false;
		for (size_t j = 0; j < i; j++)
			known = known || text_equal(comparison->warnings[j].kind, kind);
		if (!known)
			text_printf(text, "%s%s", text->length ? ";" : "", kind);
	}
}

static void csv_numbers(struct finding_view view, struct grid *grid)
{
	for (size_t i = 0; finding_fields[i].name != NULL; i++) {
		struct text text = { 0 };
		put_number(&finding_fields[i], finding_fields[i].number(view), &text);
		grid_put(grid, "%s", text_string(&text));
		text_release(&text);
	}
}

static void csv_row(const struct comparison *comparison, const struct compare_pair *pair,
                    struct finding_view view, const char *const words[3],
                    struct grid *grid)
{
	bool has_control = view.level != NULL && view.level->control != CONTROL_NONE;
	struct text kinds = { 0 };

	grid_put(grid, "%s", comparison->configurations[pair->a].label);
	grid_put(grid, "%s", comparison->configurations[pair->b].label);
	for (size_t i = 0; i < 3; i++)
		grid_put(grid, "%s", words[i]);
	csv_numbers(view, grid);
	grid_put(grid, "%s", view.level ? level_verdict_names[view.level->verdict] : "");
	grid_put(grid, "%s", has_control ? control_names[view.level->control] : "");
	grid_put(grid, "%s", compare_unit_names[pair->unit]);
	grid_put(grid, "%s", compare_scope_names[pair->scope]);
	grid_put(grid, "%s", conclusion_name(comparison, pair));
	grid_put(grid, "%s", text_string(&comparison->varied));
	grid_put(grid, "%s", text_string(&comparison->forced));
	warning_kinds(comparison, &kinds);
	grid_put(grid, "%s", text_string(&kinds));
	text_release(&kinds);
}

static void csv_pair(const struct comparison *comparison, const struct compare_pair *pair,
                     struct grid *grid)
{
	char bytes[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		const struct compare_level *level = &comparison->levels[finding->level];
		struct text sizes = { 0 };
		compare_put_sizes(comparison, level, &sizes);
		const char *const words[] = { "level", level->name, text_string(&sizes) };
		csv_row(comparison, pair, (struct finding_view){ &finding->effect, finding }, words,
		        grid);
		text_release(&sizes);
	}
	for (size_t i = 0; i < pair->size_count; i++) {
		const struct compare_size *size = &comparison->sizes[pair->sizes[i].size];
		const char *const words[] = { "size", size->level,
			                      size_format(size->block_bytes, bytes) };
		csv_row(comparison, pair, (struct finding_view){ &pair->sizes[i].effect, NULL },
		        words, grid);
	}
}

void compare_report_csv(const struct comparison *comparison, struct text *text)
{
	struct grid grid = { 0 };

	csv_columns(&grid);
	for (size_t i = 0; i < comparison->pair_count; i++)
		csv_pair(comparison, &comparison->pairs[i], &grid);
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

static bool view_of(const struct compare_pair *pair, struct subject subject,
                    struct finding_view *view)
{
	for (size_t i = 0; subject.is_level && i < pair->level_count; i++) {
		*view = (struct finding_view){ &pair->levels[i].effect, &pair->levels[i] };
		if (pair->levels[i].level == subject.index)
			return true;
	}
	for (size_t i = 0; !subject.is_level && i < pair->size_count; i++) {
		*view = (struct finding_view){ &pair->sizes[i].effect, NULL };
		if (pair->sizes[i].size == subject.index)
			return true;
	}
	return false;
}

static bool is_field(const char *name)
{
	for (size_t i = 0; finding_fields[i].name != NULL; i++) {
		if (text_equal(finding_fields[i].name, name))
			return true;
	}
	return text_equal(name, "verdict") || text_equal(name, "control") ||
	       text_equal(name, "sizes") || text_equal(name, "confidence");
}

/* Fields that a size does not have. */
static bool is_of_level(const char *name)
{
	static const char *const names[] = { "verdict", "control", "sizes", "p_holm", "mde" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (text_equal(names[i], name))
			return true;
	}
	return false;
}

/* The value of a known field, or nothing. */
static void put_value(const struct comparison *comparison, struct finding_view view,
                      const char *name, struct text *text)
{
	for (size_t i = 0; finding_fields[i].name != NULL; i++) {
		if (text_equal(finding_fields[i].name, name))
			put_number(&finding_fields[i], finding_fields[i].number(view), text);
	}
	if (text_equal(name, "confidence"))
		text_printf(text, "%.9g", view.effect->confidence);
	if (view.level != NULL && text_equal(name, "sizes"))
		compare_put_sizes(comparison, &comparison->levels[view.level->level], text);
	if (view.level != NULL && text_equal(name, "verdict"))
		text_put(text, level_verdict_names[view.level->verdict]);
	if (view.level != NULL && text_equal(name, "control") &&
	    view.level->control != CONTROL_NONE)
		text_put(text, control_names[view.level->control]);
}

static int field_unknown(const char *field, struct error *err)
{
	struct text known = { 0 };

	for (size_t i = 0; finding_fields[i].name != NULL; i++)
		text_printf(&known, "%s, ", finding_fields[i].name);
	(void)error_set(err, "--print: '%.60s' is not known; use conclusion, unit, scope, gate, or "
	                "LEVEL.FIELD such as DRAM.change, with %sconfidence, sizes, verdict or control", field,
	                text_string(&known));
	text_release(&known);
	return -1;
}

static int print_subject(const struct comparison *comparison, const char *field,
                         const char *dot, struct text *text, struct error *err)
{
	char *name = memory_copy_text(field);
	struct subject subject;
	struct finding_view view;
	int result = 0;

	name[dot - field] = '\0';
	if (!is_field(dot + 1))
		result = field_unknown(field, err);
	else if (!subject_match(comparison, name, &subject))
		result = subject_unknown(comparison, name, err);
	else if (!subject.is_level && is_of_level(dot + 1))
		result = error_set(err, "--print: %s is a size, and %s is of a level, such as "
		                   "DRAM.%s; a size has change, change_low, change_high, p and the "
		                   "like", name, dot + 1, dot + 1);
	free(name);
	for (size_t i = 0; result == 0 && i < comparison->pair_count; i++) {
		if (view_of(&comparison->pairs[i], subject, &view))
			put_value(comparison, view, dot + 1, text);
		text_put(text, "\n");
	}
	return result;
}

int compare_report_print(const struct comparison *comparison, const char *field,
                         struct text *text, struct error *err)
{
	const char *dot = strrchr(field, '.');

	if (dot != NULL)
		return print_subject(comparison, field, dot, text, err);
	for (size_t i = 0; i < comparison->pair_count; i++) {
		const char *value = pair_field(comparison, &comparison->pairs[i], field);
		if (value == NULL)
			return field_unknown(field, err);
		text_printf(text, "%s\n", value);
	}
	return 0;
}
