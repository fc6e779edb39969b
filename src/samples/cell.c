/* SPDX-License-Identifier: MIT */
/* samples: the record of one timing and its owner. Knows neither files nor measuring. */
#include "samples/cell.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

const char *const cell_flag_names[CELL_FLAG_COUNT + 1] = {
	"slowed", "preempted", "faulted", "unpinned", "incomplete", NULL,
};

#define CONTEXT_TEXTS 11

static void context_texts(struct context *context, const char **texts[CONTEXT_TEXTS])
{
	const char **const fields[CONTEXT_TEXTS] = {
		&context->label,   &context->session, &context->boot,   &context->host,
		&context->cpu,     &context->version, &context->started, &context->op,
		&context->kernel,  &context->cpus,    &context->convention,
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

static const char *cells_string(struct cells *cells, const char *text)
{
	memory_grow(&cells->strings, &cells->string_capacity, cells->string_count,
	            sizeof *cells->strings);
	return cells->strings[cells->string_count++] = memory_copy_text(text);
}

const struct context *cells_context(struct cells *cells, const struct context *context)
{
	const char **texts[CONTEXT_TEXTS];

	/* The newest first: rows of one context stand together. */
	for (size_t i = cells->context_count; i-- > 0;) {
		if (context_equal(cells->contexts[i], context))
			return cells->contexts[i];
	}
	struct context *copy = memory_zeroed(1, sizeof *copy);
	*copy = *context;
	context_texts(copy, texts);
	for (size_t i = 0; i < CONTEXT_TEXTS; i++)
		*texts[i] = cells_string(cells, *texts[i]);
	memory_grow(&cells->contexts, &cells->context_capacity, cells->context_count,
	            sizeof *cells->contexts);
	return cells->contexts[cells->context_count++] = copy;
}

void cells_add(struct cells *cells, const struct cell *cell)
{
	memory_grow(&cells->items, &cells->capacity, cells->count, sizeof *cells->items);
	cells->items[cells->count++] = *cell;
}

void cells_release(struct cells *cells)
{
	for (size_t i = 0; i < cells->context_count; i++)
		free(cells->contexts[i]);
	for (size_t i = 0; i < cells->string_count; i++)
		free(cells->strings[i]);
	free(cells->contexts);
	free(cells->strings);
	free(cells->items);
	*cells = (struct cells){ 0 };
}

double cell_rate(const struct cell *cell)
{
	return (double)cell->bytes / cell->ns_q1 * 1e3;
}
