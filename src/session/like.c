/* SPDX-License-Identifier: MIT */
/* session: what an earlier file says a new session should be like. Asks no machine. */
#include "session/like.h"

#include <math.h>
#include <stdlib.h>

#include "samples/file.h"

bool like_is_alike(const struct like *like, const struct cell *row)
{
	return row->context->threads == like->threads &&
	       row->context->page_bytes == like->page_bytes;
}

static bool is_same_cell(const struct like_cell *cell, const struct cell *row)
{
	return cell->block_bytes == row->block_bytes &&
	       text_equal(cell->kernel, row->context->kernel) &&
	       text_equal(op_names[cell->op], row->context->op);
}

static struct like_cell *find_cell(const struct like *like, const struct cell *row)
{
	for (size_t i = 0; i < like->count; i++) {
		if (is_same_cell(&like->cells[i], row))
			return &like->cells[i];
	}
	return NULL;
}

static int add_cell(struct like *like, const struct cell *row, struct error *err)
{
	unsigned op = 0;

	while (op < OP_COUNT && !text_equal(op_names[op], row->context->op))
		op++;
	if (text_equal(row->context->op, "command"))
		return error_set(err, "%s: holds rows of a command, %.60s; to run one like it, give "
		                 "--command 'CMD' as well", like->path, row->context->kernel);
	if (op == OP_COUNT)
		return error_set(err, "%s: op '%s' is not one that this version measures; take "
		                 "--op and --kernel instead of --like", like->path,
		                 row->context->op);
	memory_grow(&like->cells, &like->capacity, like->count, sizeof *like->cells);
	like->cells[like->count++] = (struct like_cell){
		.op = (enum op)op, .kernel = row->context->kernel,
		.block_bytes = row->block_bytes, .footprint_bytes = row->footprint_bytes,
	};
	return 0;
}

static int add_row(struct like *like, const struct cell *row, struct error *err)
{
	if (find_cell(like, row) == NULL && add_cell(like, row, err) != 0)
		return -1;
	find_cell(like, row)->counts[cell_level(row->level)][row->edge]++;
	return 0;
}

/* The level that most rows of the cell have. */
static void vote_level(struct like_cell *cell)
{
	size_t most = 0;

	for (size_t i = 0; i < 2 * CELL_LEVELS; i++) {
		if (cell->counts[i / 2][i % 2] <= most)
			continue;
		most = cell->counts[i / 2][i % 2];
		cell->level = cell_level_names[i / 2];
		cell->edge = i % 2 == 1;
	}
}

/*
 * The --volume that gives each block the passes it had: calibration rounds volume / block
 * to whole passes, at least 1 (measure/calibrate.c). The smallest block tells it best.
 */
static uint64_t find_volume(const struct like *like)
{
	const struct cells *rows = &like->rows;
	double low = 0, high = INFINITY, smallest = INFINITY, volume = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct cell *row = &rows->items[i];
		const struct like_cell *cell = find_cell(like, row);
		if (cell == NULL || !like_is_alike(like, row))
			continue;
		double block = (double)row->block_bytes;
		double moved = (double)row->bytes / op_facts[cell->op].counted /
		               (double)like->threads;
		if (row->samples != 1)
			return 0;
		low = moved > block ? fmax(low, moved - block / 2) : low;
		high = fmin(high, moved + block / 2 - 1);
		volume = block < smallest ? moved : volume;
		smallest = fmin(smallest, block);
	}
	return (uint64_t)fmax(fmin(fmax(volume, ceil(low)), floor(high)), 1);
}

int like_take(struct cells *rows, const char *path, struct like *like, struct error *err)
{
	*like = (struct like){ .path = path, .rows = *rows };
	*rows = (struct cells){ 0 };
	const struct cell *last = &like->rows.items[like->rows.count - 1];
	like->threads = last->context->threads;
	like->page_bytes = last->context->page_bytes;
	like->cpu = last->context->cpu;
	like->cpus = last->context->cpus;
	like->takes_pool = text_starts(last->context->huge_source, "hugetlb");
	for (size_t i = 0; i < like->rows.count; i++) {
		const struct cell *row = &like->rows.items[i];
		if (!like_is_alike(like, row))
			like->others++;
		else if (add_row(like, row, err) != 0)
			return -1;
	}
	for (size_t i = 0; i < like->count; i++)
		vote_level(&like->cells[i]);
	like->runs = like_runs(like);
	like->volume_bytes = find_volume(like);
	return 0;
}

int like_read(const char *path, struct like *like, struct error *err)
{
	struct cells rows = { 0 };
	struct text notes = { 0 };

	*like = (struct like){ 0 };
	int result = file_read_cells(path, &rows, &notes, err);
	if (result == 0)
		result = like_take(&rows, path, like, err);
	like->notes = notes;
	cells_release(&rows);
	return result;
}

void like_release(struct like *like)
{
	free(like->cells);
	cells_release(&like->rows);
	text_release(&like->notes);
	*like = (struct like){ 0 };
}

void like_sizes(const struct like *like, struct size_list *sizes)
{
	for (size_t i = 0; i < like->count; i++)
		size_list_add(sizes, like->cells[i].block_bytes);
}

void like_ops(const struct like *like, struct text *text)
{
	const char *comma = "";

	for (unsigned op = 0; op < OP_COUNT; op++) {
		size_t i = 0;
		while (i < like->count && like->cells[i].op != (enum op)op)
			i++;
		if (i == like->count)
			continue;
		text_printf(text, "%s%s", comma, op_names[op]);
		comma = ",";
	}
}

void like_kernels(const struct like *like, struct text *text)
{
	for (size_t i = 0; i < like->count; i++) {
		bool is_new = true;
		for (size_t j = 0; j < i; j++)
			is_new = is_new && !text_equal(like->cells[j].kernel, like->cells[i].kernel);
		if (is_new)
			text_printf(text, "%s%s", i > 0 ? "," : "", like->cells[i].kernel);
	}
}

bool like_has(const struct like *like, enum op op, const char *kernel,
              uint64_t block_bytes)
{
	for (size_t i = 0; i < like->count; i++) {
		const struct like_cell *cell = &like->cells[i];
		if (cell->block_bytes == block_bytes && cell->op == op &&
		    text_equal(cell->kernel, kernel))
			return true;
	}
	return false;
}

const struct like_cell *like_level(const struct like *like, const struct cell *cell)
{
	const struct like_cell *found = find_cell(like, cell);

	for (size_t i = 0; i < like->count && found == NULL; i++) {
		if (like->cells[i].block_bytes == cell->block_bytes &&
		    like->cells[i].footprint_bytes == cell->footprint_bytes)
			found = &like->cells[i];
	}
	return found;
}
