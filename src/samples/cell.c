/* SPDX-License-Identifier: MIT */
/* samples: the record of one timing and its owner. Knows neither files nor measuring. */
#include "samples/cell.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "platform/platform.h"

const char *const cell_level_names[] = { "L1", "L2", "L3", "L4", "DRAM", "beyond", "-", "?" };

size_t cell_flag_index(enum cell_flag flag)
{
	size_t index = 0;

	while (1u << index != (unsigned)flag)
		index++;
	return index;
}

enum cell_level cell_level(const char *name)
{
	enum cell_level level = CELL_L1;

	while (level < CELL_LEVELS && !text_equal(cell_level_names[level], name))
		level++;
	return level;
}

const char *const cell_flag_names[CELL_FLAG_COUNT + 1] = {
	"slowed", "preempted", "faulted", "unpinned", "incomplete", "two-states", NULL,
};

const char *const huge_sources[] = { "hugetlb", "thp", "hugetlb+thp", NULL };

#define CONTEXT_TEXTS 11

static void context_texts(struct context *context, const char **texts[CONTEXT_TEXTS])
{
	const char **const fields[CONTEXT_TEXTS] = {
		&context->label,   &context->session, &context->boot,   &context->host,
		&context->cpu,     &context->version, &context->op,   &context->kernel,
		&context->cpus,    &context->convention, &context->huge_source,
	};
	memcpy(texts, fields, sizeof fields);
}

static bool context_equal(const struct context *a, const struct context *b)
{
	struct context left = *a, right = *b;
	const char **lefts[CONTEXT_TEXTS], **rights[CONTEXT_TEXTS];

	if (a->schema != b->schema || a->threads != b->threads ||
	    a->page_bytes != b->page_bytes)
		return false;
	context_texts(&left, lefts);
	context_texts(&right, rights);
	for (size_t i = 0; i < CONTEXT_TEXTS; i++) {
		if (!text_equal(*lefts[i], *rights[i]))
			return false;
	}
	return true;
}

/* FNV-1a (Fowler, Noll, Vo) over all that tells contexts apart. */
static size_t context_hash(const struct context *context)
{
	struct context copy = *context;
	const char **texts[CONTEXT_TEXTS];
	uint64_t hash = 14695981039346656037u ^ context->threads ^ context->page_bytes << 8;

	context_texts(&copy, texts);
	for (size_t i = 0; i < CONTEXT_TEXTS; i++) {
		for (const char *at = *texts[i]; *at; at++)
			hash = (hash ^ (unsigned char)*at) * 1099511628211u;
		hash *= 1099511628211u;
	}
	return (size_t)(hash ^ hash >> 32);
}

/* The place of an equal context, or the free one where it belongs. */
static struct context_slot *cells_slot(const struct cells *cells,
                                       const struct context *context, size_t hash)
{
	size_t at = hash & (cells->slot_count - 1);

	while (cells->slots[at].context != NULL &&
	       (cells->slots[at].hash != hash ||
	        !context_equal(cells->slots[at].context, context)))
		at = (at + 1) & (cells->slot_count - 1);
	return &cells->slots[at];
}

/* Twice the room, and never more than half full. */
static void cells_slots_grow(struct cells *cells)
{
	struct context_slot *old = cells->slots;
	size_t old_count = cells->slot_count;

	cells->slot_count = old_count ? 2 * old_count : 16;
	cells->slots = memory_zeroed(cells->slot_count, sizeof *cells->slots);
	for (size_t i = 0; i < old_count; i++) {
		if (old[i].context != NULL)
			*cells_slot(cells, old[i].context, old[i].hash) = old[i];
	}
	free(old);
}

/* A context of its own, which shares with the latest one the strings that are alike. */
static const struct context *context_keep(struct cells *cells,
                                          const struct context *context)
{
	struct context *copy = arena_take(&cells->arena, sizeof *copy);
	struct context before = { 0 };
	const char **texts[CONTEXT_TEXTS], **befores[CONTEXT_TEXTS];

	if (cells->latest != NULL)
		before = *cells->latest;
	*copy = *context;
	context_texts(copy, texts);
	context_texts(&before, befores);
	for (size_t i = 0; i < CONTEXT_TEXTS; i++) {
		bool is_alike = *befores[i] != NULL && text_equal(*befores[i], *texts[i]);
		*texts[i] = is_alike ? *befores[i] : arena_copy_text(&cells->arena, *texts[i]);
	}
	cells->context_count++;
	return copy;
}

const struct context *cells_context(struct cells *cells, const struct context *context)
{
	/* Rows of one context stand together: the one of the latest row is likely. */
	if (cells->latest != NULL && context_equal(cells->latest, context))
		return cells->latest;
	if (2 * cells->context_count >= cells->slot_count)
		cells_slots_grow(cells);
	size_t hash = context_hash(context);
	struct context_slot *slot = cells_slot(cells, context, hash);
	if (slot->context == NULL)
		*slot = (struct context_slot){ hash, context_keep(cells, context) };
	return cells->latest = slot->context;
}

#define MANY_CELLS 65536

/* A million rows are 35,000 small pages; where faults are dear those cost as much as all
 * the reading. */
static void cells_grow(struct cells *cells)
{
	size_t before = cells->capacity;

	memory_grow(&cells->items, &cells->capacity, cells->count, sizeof *cells->items);
	if (cells->capacity > before && cells->capacity >= MANY_CELLS)
		platform_advise_huge(cells->items, cells->capacity * sizeof *cells->items);
}

void cells_add(struct cells *cells, const struct cell *cell)
{
	cells_grow(cells);
	cells->items[cells->count++] = *cell;
}

void cells_release(struct cells *cells)
{
	arena_release(&cells->arena);
	free(cells->slots);
	free(cells->items);
	*cells = (struct cells){ 0 };
}

double cell_rate(const struct cell *cell)
{
	return (double)cell->bytes / cell->ns_q1 * 1e3;
}
