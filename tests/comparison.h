/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_COMPARISON_H
#define MEMBENCH_TESTS_COMPARISON_H

/* Two or three files of cells, their comparison, and what to ask it. Include after check.h. */
#include "compare/compare.h"

static const struct compare_options defaults = {
	.margin = 0.01, .alpha = 0.05, .power = 0.8, .gate = (double)NAN,
};

/* Cells made by hand. Each is a second after the one before in its file: runs of two files
 * that are filled alike are interleaved. */
struct hand {
	const char *label, *boot, *session, *kernel;
	uint64_t page_bytes;
	double huge_share;
	const char *huge_source; /* NULL: none */
};
static const struct hand hand_a = { "A", "boot-a", "s", "word", 4096, 0, NULL };
static const struct hand hand_b = { "B", "boot-b", "s", "word", 4096, 0, NULL };

static inline void add_cell(struct cells *cells, struct hand hand, uint64_t run,
                     const char *level, uint64_t block_bytes, double mb_per_s)
{
	struct context context = {
		.schema = 1, .label = hand.label, .session = hand.session, .boot = hand.boot,
		.host = "h", .cpu = "c", .version = "v", .op = "copy",
		.kernel = hand.kernel, .cpus = "0", .convention = "copied", .threads = 1,
		.page_bytes = hand.page_bytes,
		.huge_source = hand.huge_source ? hand.huge_source : "",
	};
	struct cell cell = {
		.context = cells_context(cells, &context), .block_bytes = block_bytes,
		.footprint_bytes = 2 * block_bytes, .huge_share = hand.huge_share, .run = run,
		.started_us = 1000000 * (int64_t)(cells->count + 1),
		.samples = 100, .bytes = block_bytes, .ns_q1 = 1, .mb_per_s = mb_per_s,
		.clock_ghz = (double)NAN, .core_ipc = (double)NAN, .cpu_share = (double)NAN,
	};
	(void)strcpy(cell.level, level);
	cells_add(cells, &cell);
}

/* Runs of L1 at 2K and DRAM at 64M; DRAM is `dram` times the usual, runs 0.1 % apart. */
static inline void add_runs(struct cells *cells, struct hand hand, uint64_t first, uint64_t count,
                     double dram)
{
	for (uint64_t run = first; run < first + count; run++) {
		double wave = 1 + 0.001 * (double)(run * 7 % 5);
		add_cell(cells, hand, run, "L1", 2048, 200000 * wave);
		add_cell(cells, hand, run, "DRAM", 67108864, 20000 * wave * dram);
	}
}

struct pair_of_files {
	struct compare_file files[3];
	struct comparison comparison;
	struct error err;
	size_t count;
};

static inline struct pair_of_files two_files(void)
{
	return (struct pair_of_files){
		.files = { { .path = "a.csv" }, { .path = "b.csv" }, { .path = "c.csv" } },
		.count = 2,
	};
}

static inline int compare(struct pair_of_files *pair, struct compare_options options)
{
	return compare_files(pair->files, pair->count, &options, &pair->comparison, &pair->err);
}

static inline void release(struct pair_of_files *pair)
{
	comparison_release(&pair->comparison);
	for (size_t i = 0; i < 3; i++)
		cells_release(&pair->files[i].cells);
}

static inline const struct level_finding *level_of(const struct pair_of_files *pair,
                                            const char *name)
{
	const struct compare_pair *first = &pair->comparison.pairs[0];

	for (size_t i = 0; i < first->level_count; i++) {
		if (strcmp(pair->comparison.levels[first->levels[i].level].name, name) == 0)
			return &first->levels[i];
	}
	fail_msg("no level %s", name);
	return NULL;
}

static inline bool warned(const struct pair_of_files *pair, const char *kind)
{
	for (size_t i = 0; i < pair->comparison.warnings.count; i++) {
		if (strcmp(pair->comparison.warnings.items[i].kind, kind) == 0)
			return true;
	}
	return false;
}

static inline const char *conclusion_of(const struct pair_of_files *pair)
{
	return conclusion_name(&pair->comparison, &pair->comparison.pairs[0]);
}

#endif
