/* SPDX-License-Identifier: MIT */
/* compare: sessions that bear one id though they are two. Knows no configuration. */
#include "compare/compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "samples/file.h"

#define ROWS_MOST 1000 /* different ones under one id, run and size */

struct placed_row {
	struct cell *cell;
	struct compare_file *file;
	size_t order;  /* over all files */
	size_t number; /* of the session among those of its name, from 0 */
};

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int context_compare(const struct context *a, const struct context *b)
{
	const char *const pairs[][2] = {
		{ a->session, b->session }, { a->boot, b->boot }, { a->host, b->host },
		{ a->label, b->label }, { a->op, b->op }, { a->kernel, b->kernel },
		{ a->convention, b->convention },
	};
	int order = ORDER(a->threads, b->threads);

	if (order == 0)
		order = ORDER(a->page_bytes, b->page_bytes);
	for (size_t i = 0; order == 0 && i < sizeof pairs / sizeof *pairs; i++)
		order = strcmp(pairs[i][0], pairs[i][1]);
	return order;
}

static int key_compare(const struct placed_row *left, const struct placed_row *right)
{
	const struct cell *a = left->cell, *b = right->cell;
	int order = a->context == b->context ? 0 : context_compare(a->context, b->context);

	if (order == 0)
		order = ORDER(a->run, b->run);
	return order ? order : ORDER(a->block_bytes, b->block_bytes);
}

static int row_compare(const void *a, const void *b)
{
	const struct placed_row *left = a, *right = b;
	int order = key_compare(left, right);
	return order ? order : ORDER(left->order, right->order);
}

static bool is_identical(const struct cell *a, const struct cell *b)
{
	struct text left = { 0 }, right = { 0 };

	if (a->ns_q1 != b->ns_q1)
		return false;
	file_row(a, &left);
	file_row(b, &right);
	bool equal = text_equal(text_string(&left), text_string(&right));
	text_release(&left);
	text_release(&right);
	return equal;
}

static void session_rename(struct placed_row *row)
{
	struct context context = *row->cell->context;
	struct text session = { 0 };

	text_printf(&session, "%s (%zu)", context.session, row->number + 1);
	context.session = text_string(&session);
	row->cell->context = cells_context(&row->file->cells, &context);
	text_release(&session);
}

static int too_many(const struct placed_row *row, struct error *err)
{
	return error_set(err, "%s: more than %d different rows of session '%.60s', run %" PRIu64
	                 ", block %" PRIu64 "; give each session an id of its own",
	                 row->file->path, ROWS_MOST, row->cell->context->session,
	                 row->cell->run, row->cell->block_bytes);
}

/* Rows of one key, as they stand in the files; `renamed` counts by file. */
static int rows_part(struct placed_row *rows, size_t count,
                     const struct compare_file *files, size_t *renamed, struct error *err)
{
	const struct cell *different[ROWS_MOST];
	size_t numbers = 0, at;

	for (size_t i = 0; i < count; i++) {
		for (at = 0; at < numbers && !is_identical(different[at], rows[i].cell); at++)
			continue;
		if (at == ROWS_MOST)
			return too_many(&rows[i], err);
		if (at == numbers)
			different[numbers++] = rows[i].cell;
		rows[i].number = at;
	}
	/* Named only now: until then rows are told apart by all that they hold. */
	for (size_t i = 0; i < count; i++) {
		if (rows[i].number == 0)
			continue;
		session_rename(&rows[i]);
		renamed[rows[i].file - files]++;
	}
	return 0;
}

static void note_parted(struct compare_file *file, size_t count)
{
	if (count > 0)
		text_printf(&file->notes, "%s: %zu row%s the session, run and size of another and "
		            "hold%s other values: two sessions of one name, kept apart by their "
		            "order\n", file->path, count, count == 1 ? " bears" : "s bear",
		            count == 1 ? "s" : "");
}

static size_t rows_place(struct compare_file *files, size_t count, struct placed_row *rows)
{
	size_t total = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < files[i].cells.count; j++, total++)
			rows[total] = (struct placed_row){ &files[i].cells.items[j], &files[i],
				                           total, 0 };
	}
	return total;
}

int compare_part_sessions(struct compare_file *files, size_t count, struct error *err)
{
	size_t total = 0, *renamed = memory_zeroed(count, sizeof *renamed);
	int result = 0;

	for (size_t i = 0; i < count; i++)
		total += files[i].cells.count;
	struct placed_row *rows = memory_zeroed(total, sizeof *rows);
	total = rows_place(files, count, rows);
	qsort(rows, total, sizeof *rows, row_compare);
	for (size_t first = 0, end; result == 0 && first < total; first = end) {
		for (end = first + 1; end < total && key_compare(&rows[first], &rows[end]) == 0;)
			end++;
		if (end - first > 1)
			result = rows_part(rows + first, end - first, files, renamed, err);
	}
	for (size_t i = 0; i < count; i++)
		note_parted(&files[i], renamed[i]);
	free(renamed);
	free(rows);
	return result;
}
