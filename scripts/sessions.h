/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SCRIPTS_SESSIONS_H
#define MEMBENCH_SCRIPTS_SESSIONS_H

/* Recorded runs as two sides of a comparison, and what it says of them. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/simulated.h"
#include "base/memory.h"
#include "base/text.h"
#include "compare/compare.h"
#include "samples/file.h"

/* ---- Recorded runs ---- */

struct recorded_run {
	size_t start, count; /* of the cells of one run */
	double time;
};
struct recorded {
	struct cells cells;
	struct recorded_run *runs;
	size_t count;
	double best; /* issue rate */
};

static inline double issue_of(const struct cell *cell)
{
	return cell->clock_ghz * cell->core_ipc;
}

static inline bool begins_run(const struct cells *cells, size_t i)
{
	return i == 0 || cells->items[i].run != cells->items[i - 1].run ||
	       !text_equal(cells->items[i].context->session,
	                   cells->items[i - 1].context->session);
}

/* `run_s`: how long a run takes, where `started` is that of a session of many. */
static inline int recorded_read(struct recorded *recorded, const char *path, double run_s)
{
	struct text notes = { 0 };
	struct error err = { 0 };
	const struct cells *cells = &recorded->cells;

	*recorded = (struct recorded){ .best = 0 };
	if (file_read_cells(path, &recorded->cells, &notes, &err) != 0) {
		(void)fprintf(stderr, "sessions: %s\n", err.text);
		return -1;
	}
	text_release(&notes);
	recorded->runs = memory_zeroed(cells->count, sizeof *recorded->runs);
	for (size_t i = 0; i < cells->count; i++) {
		const struct cell *cell = &cells->items[i];
		if (begins_run(cells, i))
			recorded->runs[recorded->count++] = (struct recorded_run){
				i, 0, 1e-6 * (double)cell->started_us +
				      run_s * (double)(cell->run - 1) };
		recorded->runs[recorded->count - 1].count++;
		recorded->best = fmax(recorded->best, issue_of(cell));
	}
	return 0;
}

static inline void recorded_release(struct recorded *recorded)
{
	cells_release(&recorded->cells);
	free(recorded->runs);
}

/* Whether no row of the run was slowed, of the level alone where one is named. */
static inline bool run_is_clean(const struct recorded *recorded, size_t run, double clean)
{
	const struct recorded_run *at = &recorded->runs[run];

	for (size_t i = at->start; i < at->start + at->count; i++) {
		if (issue_of(&recorded->cells.items[i]) < clean * recorded->best)
			return false;
	}
	return true;
}

/* ---- Two sides of them ---- */

static inline void side_add(struct compare_file *file, const struct recorded *recorded,
                            size_t run, const char *label, double gain)
{
	const struct recorded_run *at = &recorded->runs[run];

	for (size_t i = at->start; i < at->start + at->count; i++) {
		struct cell cell = recorded->cells.items[i];
		struct context context = *cell.context;
		context.label = label;
		cell.context = cells_context(&file->cells, &context);
		cell.started_us = (int64_t)(1e6 * at->time);
		if (text_equal(cell.level, "DRAM"))
			cell.mb_per_s *= 1 + gain;
		cells_add(&file->cells, &cell);
	}
}

/* What one comparison said. */
struct answer {
	bool is_told;     /* DRAM had clean runs enough */
	bool dram, faster, any; /* DRAM called; faster; any level called or control moved */
	bool level[4];
	size_t left_out;
	enum compare_design design;
};

static inline size_t level_place(const char *name)
{
	return text_equal(name, "DRAM") ? 3 : (size_t)(name[1] - '1');
}

static inline struct answer answer_of(const struct comparison *comparison)
{
	const struct compare_pair *pair = &comparison->pairs[0];
	struct answer answer = { .is_told = false, .design = pair->design };

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		size_t place = level_place(comparison->levels[finding->level].name);
		bool differs = finding->verdict == LEVEL_FASTER || finding->verdict == LEVEL_SLOWER;
		bool called = differs || finding->control == CONTROL_MOVED;
		answer.any = answer.any || called;
		answer.level[place] = called;
		if (place != 3)
			continue;
		answer.dram = called;
		answer.faster = finding->verdict == LEVEL_FASTER;
		answer.is_told = !finding->is_busy;
	}
	return answer;
}

static inline struct answer compare_sides(struct compare_file files[2], double clean)
{
	const struct compare_options options = {
		.margin = 0.01, .alpha = 0.05, .power = 0.8, .gate = (double)NAN, .clean = clean,
		.force = true,
	};
	struct comparison comparison = { 0 };
	struct answer answer = { .is_told = false };
	struct error err = { 0 };

	if (compare_files(files, 2, &options, &comparison, &err) == 0)
		answer = answer_of(&comparison);
	else
		(void)fprintf(stderr, "sessions: %s\n", err.text);
	comparison_release(&comparison);
	cells_release(&files[0].cells);
	cells_release(&files[1].cells);
	files[0].cells = files[1].cells = (struct cells){ 0 };
	return answer;
}

struct sides {
	size_t runs[2][64];
	size_t count;
};

static inline struct answer compare_runs(const struct recorded *recorded, const struct sides *sides,
                                  double gain, double clean)
{
	struct compare_file files[2] = { { .path = "a.csv" }, { .path = "b.csv" } };

	for (size_t i = 0; i < sides->count; i++) {
		side_add(&files[0], recorded, sides->runs[0][i], "A", 0);
		side_add(&files[1], recorded, sides->runs[1][i], "B", gain);
	}
	return compare_sides(files, clean);
}

#endif
