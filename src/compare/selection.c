/* SPDX-License-Identifier: MIT */
/* compare: which cells belong to which configuration. Knows no statistic. */
#include "compare/selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "compare/filter.h"
#include "samples/columns.h"

static void group_add(struct group *group, const struct cell *cell)
{
	memory_grow(&group->cells, &group->capacity, group->count, sizeof *group->cells);
	group->cells[group->count++] = cell;
}

/* The group of this label, added where it is new; NULL where that is one too many. */
static struct group *group_of(struct selection *selection, const char *label)
{
	for (size_t i = 0; i < selection->count; i++) {
		if (text_equal(selection->groups[i].label, label))
			return &selection->groups[i];
	}
	if (selection->count == SELECTION_MOST)
		return NULL;
	memory_grow(&selection->groups, &selection->capacity, selection->count,
	            sizeof *selection->groups);
	selection->groups[selection->count] = (struct group){ .label = memory_copy_text(label) };
	return &selection->groups[selection->count++];
}

static const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (text_equal(path, "-"))
		return "standard input";
	return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* The one label of a group's cells; NULL where there are several. */
static const char *group_label(const struct group *group)
{
	const char *label = group->cells[0]->context->label;

	for (size_t i = 1; i < group->count; i++) {
		const char *other = group->cells[i]->context->label;
		if (other != label && !text_equal(other, label))
			return NULL;
	}
	return label;
}

static int label_check(const struct group *group, const struct compare_options *options,
                       const char **label, struct error *err)
{
	*label = group_label(group);
	if (*label != NULL && **label != '\0')
		return 0;
	if (*label != NULL || options->force) {
		*label = path_name(group->path);
		return 0;
	}
	return error_set(err, "%s: holds more than one label; --by label compares them, "
	                 "--only label=A,label=B takes the rows of A and B from every file",
	                 group->path);
}

/* Two groups of one name are told apart by their files, or else by their place. */
static void labels_part(struct selection *selection)
{
	for (size_t i = 1; i < selection->count; i++) {
		struct group *group = &selection->groups[i];
		size_t same = 0;
		struct text label = { 0 };
		for (size_t j = 0; j < i; j++)
			same += text_equal(selection->groups[j].label, group->label);
		if (same == 0)
			continue;
		text_printf(&label, "%s (%s)", group->label, path_name(group->path));
		for (size_t j = 0; j < i; j++) {
			if (text_equal(selection->groups[j].label, text_string(&label)))
				text_printf(&label, " %zu", i + 1);
		}
		free(group->label);
		group->label = memory_copy_text(text_string(&label));
		text_release(&label);
	}
}

static int nothing_left(const char *path, struct error *err)
{
	return error_set(err, "%s: --only leaves no row of it; it asks every file, so name a "
	                 "value of each: --only label=A,label=B", path);
}

static int file_group(struct group *group, const struct compare_file *file,
                      const struct compare_options *options,
                      const struct filters *filters, struct error *err)
{
	struct text scratch = { 0 };
	const char *label;

	*group = (struct group){ .path = file->path };
	for (size_t i = 0; i < file->cells.count; i++) {
		if (filters_pass(filters, &file->cells.items[i], &scratch))
			group_add(group, &file->cells.items[i]);
	}
	text_release(&scratch);
	if (group->count == 0)
		return nothing_left(file->path, err);
	if (label_check(group, options, &label, err) != 0)
		return -1;
	group->label = memory_copy_text(label);
	return 0;
}

static int by_files(struct selection *selection, const struct compare_file *files,
                    size_t file_count, const struct compare_options *options,
                    const struct filters *filters, struct error *err)
{
	if (file_count > SELECTION_MOST)
		return error_set(err, "%zu files; at most %d are compared at once; which of many "
		                 "hosts is slow says membench fleet", file_count, SELECTION_MOST);
	for (size_t i = 0; i < file_count; i++) {
		memory_grow(&selection->groups, &selection->capacity, selection->count,
		            sizeof *selection->groups);
		struct group *group = &selection->groups[selection->count++];
		if (file_group(group, &files[i], options, filters, err) != 0)
			return -1;
	}
	labels_part(selection);
	return 0;
}

/* Numbers by value, then names by their bytes: 3 < 10 < 2x. */
static int group_compare(const void *a, const void *b)
{
	const struct group *left = a, *right = b;
	double x = 0, y = 0;
	bool is_name[2] = { number_parse(left->label, &x) != 0,
		            number_parse(right->label, &y) != 0 };

	if (is_name[0] != is_name[1])
		return is_name[0] ? 1 : -1;
	if (!is_name[0] && x != y)
		return x < y ? -1 : 1;
	return strcmp(left->label, right->label);
}

static int by_column(struct selection *selection, const struct compare_file *files,
                     size_t file_count, const struct filters *filters,
                     const struct column *column, struct error *err)
{
	struct text text = { 0 };
	int result = 0;

	for (size_t i = 0; i < file_count; i++) {
		for (size_t j = 0; j < files[i].cells.count && result == 0; j++) {
			const struct cell *cell = &files[i].cells.items[j];
			if (!filters_pass(filters, cell, &text))
				continue;
			struct group *group = group_of(selection, filter_field(column, cell, &text));
			if (group == NULL)
				result = error_set(err, "--by %s makes more than %d configurations; %s",
				                   column->name, SELECTION_MOST,
				                   text_equal(column->name, "host")
				                   ? "which of many hosts is slow says membench fleet"
				                   : "choose another column");
			else
				group_add(group, cell);
		}
	}
	text_release(&text);
	if (selection->count > 0)
		qsort(selection->groups, selection->count, sizeof *selection->groups,
		      group_compare);
	for (size_t i = 0; i < selection->count; i++) {
		if (selection->groups[i].label[0] != '\0')
			continue;
		free(selection->groups[i].label);
		selection->groups[i].label = memory_copy_text("(empty)");
	}
	return result;
}

static int groups_make(struct selection *selection, const struct compare_file *files,
                       size_t file_count, const struct compare_options *options,
                       struct error *err)
{
	const struct column *column = options->by ? columns_find(options->by) : NULL;
	struct filters filters;
	int result = filters_init(&filters, options->only, err);

	if (result == 0 && options->by != NULL && column == NULL)
		result = columns_unknown("by", options->by, err);
	if (result == 0)
		result = column != NULL
		         ? by_column(selection, files, file_count, &filters, column, err)
		         : by_files(selection, files, file_count, options, &filters, err);
	filters_release(&filters);
	return result;
}

size_t selection_size(const struct selection *selection, uint64_t block_bytes)
{
	size_t low = 0, high = selection->size_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (selection->sizes[middle] < block_bytes)
			low = middle + 1;
		else
			high = middle;
	}
	return low < selection->size_count && selection->sizes[low] == block_bytes
	       ? low : selection->size_count;
}

static int size_add(struct selection *selection, uint64_t block_bytes, struct error *err)
{
	size_t at = selection->size_count;

	if (at == SELECTION_SIZES_MOST)
		return error_set(err, "more than %d block sizes; --only block_bytes=... takes one",
		                 SELECTION_SIZES_MOST);
	memory_grow(&selection->sizes, &selection->size_capacity, at,
	            sizeof *selection->sizes);
	for (; at > 0 && selection->sizes[at - 1] > block_bytes; at--)
		selection->sizes[at] = selection->sizes[at - 1];
	selection->sizes[at] = block_bytes;
	selection->size_count++;
	return 0;
}

static int sizes_find(struct selection *selection, struct error *err)
{
	for (size_t i = 0; i < selection->count; i++) {
		const struct group *group = &selection->groups[i];
		for (size_t j = 0; j < group->count; j++) {
			uint64_t block_bytes = group->cells[j]->block_bytes;
			if (selection_size(selection, block_bytes) == selection->size_count &&
			    size_add(selection, block_bytes, err) != 0)
				return -1;
		}
	}
	return 0;
}

int selection_init(struct selection *selection, const struct compare_file *files,
                   size_t file_count, const struct compare_options *options,
                   struct error *err)
{
	*selection = (struct selection){ 0 };
	if (groups_make(selection, files, file_count, options, err) != 0)
		return -1;
	if (selection->count == 0)
		return error_set(err, "--only leaves no row at all");
	for (size_t i = 0; i < selection->count; i++)
		qsort(selection->groups[i].cells, selection->groups[i].count,
		      sizeof *selection->groups[i].cells, selection_order);
	return sizes_find(selection, err);
}

void selection_release(struct selection *selection)
{
	for (size_t i = 0; i < selection->count; i++) {
		free(selection->groups[i].label);
		free(selection->groups[i].cells);
	}
	free(selection->groups);
	free(selection->sizes);
	*selection = (struct selection){ 0 };
}
