/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SESSION_LIKE_H
#define MEMBENCH_SESSION_LIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "kernels/kernel.h"
#include "samples/cell.h"

/* One op, kernel and block of an earlier file, and the level that most of its rows have. */
struct like_cell {
	enum op op;
	const char *kernel;
	uint64_t block_bytes, footprint_bytes;
	size_t counts[CELL_LEVELS][2]; /* of rows, by level and edge */
	const char *level;             /* what most rows have; static */
	bool edge;
};

/*
 * What a new session takes from an earlier file, so that the two can be compared: all of
 * its cells, and the settings of its last session. Rows of other threads or pages than that
 * one's are not looked at. { 0 } is of no file. Release with like_release().
 */
struct like {
	const char *path;        /* the caller's; NULL: there is nothing to take */
	struct like_cell *cells; /* each once, in order of appearance */
	size_t count, capacity;
	uint64_t threads, page_bytes;
	uint64_t runs;           /* like_runs() */
	uint64_t volume_bytes;   /* 0: measured in short samples */
	const char *cpu, *cpus;  /* processor, and where its threads were: "0;2" or "" */
	bool takes_pool;         /* its huge pages are of the reserved ones */
	size_t others;           /* rows of other threads or pages */
	struct cells rows;       /* owns the strings */
	struct text notes;       /* lines: a torn last row */
};

/*
 * Reads `path`; a torn last row is not used, and noted. Fails (status 2) where it cannot be read or
 * holds no row, or has an op that this version has not.
 */
int like_read(const char *path, struct like *like, struct error *err);
/* What it stands on: from rows, one or more, which `like` takes over. */
int like_take(struct cells *rows, const char *path, struct like *like, struct error *err);
void like_release(struct like *like);

/* Whether a row has the threads and pages of the last session. */
bool like_is_alike(const struct like *like, const struct cell *row);
/* The most runs that one of its sessions was asked for: repeats of slowed ones left out. */
uint64_t like_runs(const struct like *like);

/* All block sizes, ascending. */
void like_sizes(const struct like *like, struct size_list *sizes);
/* "copy,read" */
void like_ops(const struct like *like, struct text *text);
/* "avx512,word": the kernels of all ops, each name once. */
void like_kernels(const struct like *like, struct text *text);
bool like_has(const struct like *like, enum op op, const char *kernel,
              uint64_t block_bytes);
/*
 * The cell whose level `cell` takes: of its op, kernel and block, else of any with the same
 * block and footprint, which decide the level; NULL where there is none.
 */
const struct like_cell *like_level(const struct like *like, const struct cell *cell);

#endif
