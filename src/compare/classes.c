/* SPDX-License-Identifier: MIT */
/* compare: one level for each size, whatever the files say of it. Knows no rate. */
#include "compare/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"

/* How many rows of one group and size are of each class, with an edge and without. */
struct votes {
	size_t counts[CELL_LEVELS][2];
};

struct class {
	enum cell_level name;
	bool edge, known; /* false: the group has no such size */
};

static enum cell_level level_of(const struct cell *cell)
{
	enum cell_level level = cell_level(cell->level);

	return level < CELL_UNKNOWN ? level : CELL_UNKNOWN;
}

static void votes_count(const struct selection *selection, const struct group *group,
                        struct votes *votes)
{
	for (size_t i = 0; i < group->count; i++) {
		const struct cell *cell = group->cells[i];
		size_t size = selection_size(selection, cell->block_bytes);
		votes[size].counts[level_of(cell)][cell->edge]++;
	}
}

/* What most rows say; "?" only where all do. */
static struct class class_of(const struct votes *votes)
{
	struct class class = { CELL_UNKNOWN, false, false };
	size_t most = 0;

	for (size_t i = 0; i < 2 * CELL_UNKNOWN; i++) {
		size_t count = votes->counts[i / 2][i % 2];
		if (count <= most)
			continue;
		most = count;
		class = (struct class){ (enum cell_level)(i / 2), i % 2 == 1, true };
	}
	class.known = class.known ||
	              votes->counts[CELL_UNKNOWN][0] + votes->counts[CELL_UNKNOWN][1] > 0;
	return class;
}

static bool is_alike(const struct votes *votes, struct class class)
{
	size_t others = 0;

	for (size_t i = 0; i < 2 * CELL_LEVELS; i++)
		others += i == 2 * class.name + class.edge ? 0 : votes->counts[i / 2][i % 2];
	return others == 0;
}

/* Whether a group calls a size DRAM that all have. */
static bool serves_memory(const struct class *classes, size_t groups, size_t sizes,
                          size_t group)
{
	for (size_t i = 0; i < sizes; i++) {
		bool all = true;
		for (size_t g = 0; g < groups; g++)
			all = all && classes[g * sizes + i].known;
		if (all && classes[group * sizes + i].name == CELL_DRAM &&
		    !classes[group * sizes + i].edge)
			return true;
	}
	return false;
}

/* The first group's levels, unless they leave out the memory that another's have. */
static size_t group_chosen(const struct class *classes, size_t groups, size_t sizes)
{
	for (size_t g = 0; g < groups; g++) {
		if (serves_memory(classes, groups, sizes, g))
			return g;
	}
	return 0;
}

static void tell(const struct selection *selection, struct comparison *comparison,
                 size_t chosen, const bool *differ)
{
	char size[SIZE_TEXT_BYTES];
	struct text text = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < selection->size_count; i++) {
		if (differ[i])
			text_printf(&text, "%s%s", count++ ? ", " : "",
			            size_format(selection->sizes[i], size));
	}
	if (count == 0)
		return;
	text_printf(&comparison->classes, "Classed by the cache sizes of %s for all: rows differ "
	            "at %s; --levels L1=...,L2=... gives others.",
	            selection->groups[chosen].label, text_string(&text));
	text_release(&text);
	text_put(&text, text_string(&comparison->classes));
	comparison_warn(comparison, "levels-differ", &text);
}

/* The class of a size: the chosen group's; where that knows none, the first that does. */
static struct class size_class(const struct class *classes, size_t groups, size_t sizes,
                               size_t chosen, size_t size)
{
	struct class class = classes[chosen * sizes + size];

	for (size_t g = 0; g < groups && (!class.known || class.name == CELL_UNKNOWN); g++) {
		if (classes[g * sizes + size].known)
			class = classes[g * sizes + size];
	}
	return class;
}

void sizes_class(const struct selection *selection, struct comparison *comparison)
{
	size_t sizes = selection->size_count, groups = selection->count;
	struct votes *votes = memory_zeroed(groups * sizes, sizeof *votes);
	struct class *classes = memory_zeroed(groups * sizes, sizeof *classes);
	bool *differ = memory_zeroed(sizes, sizeof *differ);

	for (size_t g = 0; g < groups; g++)
		votes_count(selection, &selection->groups[g], &votes[g * sizes]);
	for (size_t i = 0; i < groups * sizes; i++)
		classes[i] = class_of(&votes[i]);
	size_t chosen = group_chosen(classes, groups, sizes);
	for (size_t i = 0; i < sizes; i++) {
		struct compare_size *size = &comparison->sizes[i];
		struct class class = size_class(classes, groups, sizes, chosen, i);
		(void)snprintf(size->level, sizeof size->level, "%s", cell_level_names[class.name]);
		size->edge = class.edge;
		size->block_bytes = selection->sizes[i];
		for (size_t g = 0; g < groups; g++)
			differ[i] = differ[i] || !is_alike(&votes[g * sizes + i], class);
	}
	tell(selection, comparison, chosen, differ);
	free(votes);
	free(classes);
	free(differ);
}
