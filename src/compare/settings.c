/* SPDX-License-Identifier: MIT */
/* compare: may these configurations be compared at all? Looks at settings, not at rates. */
#include "compare/selection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "compare/thresholds.h"
#include "samples/columns.h"
#include "samples/sweep.h"

/* Unlike ones are refused; setting_notes are only told. */
static const char *const strict_fields[] = {
	"op", "kernel", "threads", "page_bytes", "convention",
};
#define COUNT(array) (sizeof (array) / sizeof *(array))

int settings_check_vary(const char *vary, struct error *err)
{
	while (vary != NULL && *vary != '\0') {
		char name[24];
		size_t length = 0;
		bool known = false;
		while (vary[length] != '\0' && vary[length] != ',')
			length++;
		(void)snprintf(name, sizeof name, "%.*s", (int)length, vary);
		for (size_t i = 0; i < COUNT(strict_fields); i++)
			known = known || text_equal(strict_fields[i], name);
		for (size_t i = 0; setting_notes[i] != NULL; i++)
			known = known || text_equal(setting_notes[i], name);
		if (!known && !text_equal(name, "huge_share"))
			return error_set(err, "--vary: '%s' is not a setting; use op, kernel, threads, "
			                 "page_bytes, huge_share, huge_source, convention, host, cpu, "
			                 "version or cpus, joined by commas", name);
		vary += length + (vary[length] == ',');
	}
	return 0;
}

/* A page size asked for is a share obtained, and from where: varying one varies all. */
bool setting_may_differ(const struct compare_options *options, const char *field)
{
	if (list_holds(options->vary, field) ||
	    (options->by != NULL && text_equal(options->by, field)))
		return true;
	return (text_equal(field, "huge_share") || text_equal(field, "huge_source")) &&
	       setting_may_differ(options, "page_bytes");
}

/* A group, and of each size the first cell: the others must be like it. */
struct checked {
	const struct group *group;
	const struct cell **models; /* by size; NULL where the group lacks it */
	size_t *sizes;              /* of each cell */
};

static void checked_init(struct checked *checked, const struct selection *selection,
                         const struct group *group)
{
	checked->group = group;
	checked->models = memory_zeroed(selection->size_count, sizeof *checked->models);
	checked->sizes = memory_zeroed(group->count, sizeof *checked->sizes);
	for (size_t i = 0; i < group->count; i++) {
		size_t size = selection_size(selection, group->cells[i]->block_bytes);
		checked->sizes[i] = size;
		if (checked->models[size] == NULL)
			checked->models[size] = group->cells[i];
	}
}

bool setting_differs(const struct column *column, const struct cell *a, const struct cell *b)
{
	const char *left = (const char *)a->context + column->offset;
	const char *right = (const char *)b->context + column->offset;

	if (a->context == b->context)
		return false;
	if (column->kind == COLUMN_COUNT)
		return *(const uint64_t *)left != *(const uint64_t *)right;
	return !text_equal(*(const char *const *)left, *(const char *const *)right);
}

/* What is unlike is noted where it may be, else where --force lets it through. */
static bool is_let_through(struct comparison *comparison, const char *field, bool may_differ)
{
	if (may_differ && setting_may_differ(&comparison->options, field))
		setting_list(&comparison->varied, field);
	else if (comparison->options.force)
		setting_list(&comparison->forced, field);
	else
		return false;
	return true;
}

/* Two cells of one size; of one group, or of two. */
struct difference {
	const struct column *column;
	const struct group *groups[2];
	const struct cell *cells[2];
};

static int refuse(const struct difference *difference, struct error *err)
{
	const char *name = difference->column->name;
	const char *const labels[2] = { difference->groups[0]->label,
		                        difference->groups[1]->label };
	struct text values[2] = { { 0 }, { 0 } };
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < 2; i++)
		column_format(difference->column, difference->cells[i], &values[i]);
	const char *left = text_string(&values[0]), *right = text_string(&values[1]);
	(void)size_format(difference->cells[0]->block_bytes, size);
	if (difference->groups[0] == difference->groups[1])
		(void)error_set(err, "%s: %s is '%.60s' and '%.60s' at size %s, so it is not one "
		                "configuration; --by %s compares them, --only %s=%.60s takes one",
		                labels[0], name, left, right, size, name, name, left);
	else
		(void)error_set(err, "%s differs: '%.60s' in %s, '%.60s' in %s (size %s); measure "
		                "one again with --like and the other file; --vary %s if that is "
		                "what you compare, --force to compare all the same", name, left,
		                labels[0], right, labels[1], size, name);
	text_release(&values[0]);
	text_release(&values[1]);
	return -1;
}

/*
 * Names that resolve `auto` differ where a launch found another cache; what counts is the
 * kernel that served the row. Rows of one session have one name for each kernel.
 */
static bool is_unlike(const struct column *column, const struct cell *a, const struct cell *b)
{
	return setting_differs(column, a, b) &&
	       !(text_equal(column->name, "kernel") && kernels_alike(a, b) &&
	         session_order(a->context, b->context) != 0);
}

/* One field of a group against the models of another, or, whatever --vary says, its own. */
static int check_field(const struct checked *models, const struct checked *checked,
                       const struct column *column, struct comparison *comparison,
                       struct error *err)
{
	for (size_t i = 0; i < checked->group->count; i++) {
		const struct difference difference = {
			column, { models->group, checked->group },
			{ models->models[checked->sizes[i]], checked->group->cells[i] },
		};
		if (difference.cells[0] != NULL &&
		    is_unlike(column, difference.cells[0], difference.cells[1]) &&
		    !is_let_through(comparison, column->name, models != checked))
			return refuse(&difference, err);
	}
	return 0;
}

/* Huge pages obtained: a mean over the runs of each size. */
struct share {
	double sum;
	size_t count;
};

static double share_mean(struct share share)
{
	return share.sum / (double)share.count;
}

static struct share *shares_of(const struct checked *checked, size_t size_count)
{
	struct share *shares = memory_zeroed(size_count, sizeof *shares);

	for (size_t i = 0; i < checked->group->count; i++) {
		double huge_share = checked->group->cells[i]->huge_share;
		if (isnan(huge_share))
			continue;
		shares[checked->sizes[i]].sum += huge_share;
		shares[checked->sizes[i]].count++;
	}
	return shares;
}

static int refuse_share(const struct group *groups[2], const struct share shares[2],
                        uint64_t block_bytes, struct error *err)
{
	char size[SIZE_TEXT_BYTES];

	return error_set(err, "huge_share differs: %.0f %% in %s, %.0f %% in %s (size %s, at "
	                 "most 5 points apart); --vary page_bytes if that is what you compare, "
	                 "--force to compare all the same", 100 * share_mean(shares[0]),
	                 groups[0]->label, 100 * share_mean(shares[1]), groups[1]->label,
	                 size_format(block_bytes, size));
}

static int check_share(const struct group *groups[2], const struct share shares[2],
                       uint64_t block_bytes, struct comparison *comparison,
                       struct error *err)
{
	if (shares[0].count == 0 || shares[1].count == 0 ||
	    fabs(share_mean(shares[0]) - share_mean(shares[1])) <= SHARE_TOLERANCE ||
	    is_let_through(comparison, "huge_share", true))
		return 0;
	return refuse_share(groups, shares, block_bytes, err);
}

static int check_shares(const struct checked *a, const struct checked *b,
                        const struct selection *selection,
                        struct comparison *comparison, struct error *err)
{
	const struct group *groups[2] = { a->group, b->group };
	struct share *left = shares_of(a, selection->size_count);
	struct share *right = shares_of(b, selection->size_count);
	int result = 0;

	for (size_t i = 0; i < selection->size_count && result == 0; i++) {
		const struct share shares[2] = { left[i], right[i] };
		result = check_share(groups, shares, selection->sizes[i], comparison, err);
	}
	free(left);
	free(right);
	return result;
}

static int check_strict(const struct selection *selection, const struct checked *checked,
                        struct comparison *comparison, struct error *err)
{
	for (size_t f = 0; f < COUNT(strict_fields); f++) {
		const struct column *column = columns_find(strict_fields[f]);
		for (size_t i = 0; i < selection->count; i++) {
			if (check_field(&checked[i], &checked[i], column, comparison, err) != 0 ||
			    (i > 0 && check_field(&checked[0], &checked[i], column, comparison,
			                          err) != 0))
				return -1;
		}
	}
	return 0;
}

/* Rows of commands are no rows of memory, whatever is forced. */
static int check_kinds(const struct selection *selection, struct comparison *comparison,
                       struct error *err)
{
	const struct group *first = &selection->groups[0];

	comparison->is_by_size = cell_level(first->cells[0]->level) == CELL_NONE;
	for (size_t g = 0; g < selection->count; g++) {
		const struct group *group = &selection->groups[g];
		for (size_t i = 0; i < group->count; i++) {
			const struct cell *cell = group->cells[i];
			if ((cell_level(cell->level) == CELL_NONE) != comparison->is_by_size)
				return error_set(err, "%s holds rows of memory, and %s rows of a command (op "
				                 "%.20s): those are not compared; --only op=... takes one "
				                 "kind", (comparison->is_by_size ? group : first)->label,
				                 (comparison->is_by_size ? first : group)->label,
				                 (comparison->is_by_size ? first->cells[0]
				                                         : cell)->context->op);
		}
	}
	return 0;
}

int settings_check(const struct selection *selection, struct comparison *comparison,
                   struct error *err)
{
	struct checked *checked = memory_zeroed(selection->count, sizeof *checked);

	for (size_t i = 0; i < selection->count; i++)
		checked_init(&checked[i], selection, &selection->groups[i]);
	int result = check_kinds(selection, comparison, err);
	if (result == 0)
		result = check_strict(selection, checked, comparison, err);
	for (size_t i = 1; i < selection->count && result == 0; i++)
		result = check_shares(&checked[0], &checked[i], selection, comparison, err);
	for (size_t i = 0; i < selection->count; i++) {
		free(checked[i].models);
		free(checked[i].sizes);
	}
	free(checked);
	if (result != 0)
		return -1;
	settings_note(selection, comparison);
	settings_describe(selection, &comparison->settings);
	return 0;
}
