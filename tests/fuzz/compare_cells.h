/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_FUZZ_COMPARE_CELLS_H
#define MEMBENCH_TESTS_FUZZ_COMPARE_CELLS_H

/*
 * From bytes to options and to files of cells, such as the reader lets pass: few values
 * of each field, so that runs meet, boots are shared, rates tie and rows repeat.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/random.h"
#include "compare/compare.h"
#include "samples/rules.h"

#define FILES_MOST 4
#define CELLS_MOST 160 /* of all files: what sanitizers compare in a second or so */
#define COUNT(array) (sizeof (array) / sizeof *(array))

struct source {
	const uint8_t *bytes;
	size_t left;
};

/* 0 where the bytes have come to their end. */
static inline size_t source_take(struct source *source, size_t bound)
{
	if (source->left == 0)
		return 0;
	source->left--;
	return *source->bytes++ % bound;
}

#define PICK(source, table) (table)[source_take(source, COUNT(table))]

/* ---- Options ---- */

#define ANY_SETTING \
	"op,kernel,threads,page_bytes,huge_share,convention,host,cpu,version,cpus"

static const char *const by_choices[] = {
	NULL, NULL, NULL, NULL, "label", "boot", "kernel", "run", "huge_share", "page_bytes",
	"flags", "block_bytes", "mb_per_s", "no", "",
};
static const char *const vary_choices[] = {
	NULL, ANY_SETTING, ANY_SETTING, "page_bytes", "kernel,op", "huge_share", "no", "",
};
static const char *const only_choices[] = {
	NULL, NULL, NULL, NULL, NULL, "op=copy", "level=DRAM", "edge=0,flags=", "boot=", "run",
	"run=1", "no=1", "",
};
static const double margins[] = { 0.01, 0, 0.1, 1 };
static const double alphas[] = { 0.05, 0.01, 0.3, 0.49, 1e-9 };
static const double gates[] = { (double)NAN, 0, 0.03, 1 };
static const char *const gate_levels[] = { NULL, NULL, "DRAM", "L1", "no" };

static inline struct compare_options source_options(struct source *source)
{
	struct compare_options options = { .power = 0.8 };

	options.test = (enum compare_test)source_take(source, 2);
	options.by = PICK(source, by_choices);
	options.vary = PICK(source, vary_choices);
	options.only = PICK(source, only_choices);
	options.force = source_take(source, 2) != 0;
	options.edges = source_take(source, 2) != 0;
	options.margin = PICK(source, margins);
	options.alpha = PICK(source, alphas);
	options.gate = PICK(source, gates);
	options.gate_level = isnan(options.gate) ? NULL : PICK(source, gate_levels);
	return options;
}

/* ---- Cells ---- */

static const char *const names[] = {
	"A", "B", "", "3", "10", "2x", "(empty)", "C, \"c\"", "a.csv", "A (b.csv)", "<&>",
	"\xff\x1b[m", "03",
};
static const int64_t times_us[] = {
	0, INT64_C(1769860800000000), INT64_C(1769860801000000), INT64_C(1769774400000000),
};
static const char *const ops[] = { "copy", "read", "A", "2x" };
static const uint64_t numbers[] = { 1, 2, 4096, 2097152, 0, UINT64_MAX };
static const double shares[] = { 0, 1, (double)NAN, 0.5, 0.03, 0.06 };
static const double witnesses[] = { (double)NAN, 3.5, 5, 3, 0, 1e-300, 1e300 };

static const struct place {
	uint64_t block_bytes;
	const char *level;
} places[] = {
	{ 2048, "L1" }, { 4096, "L1" }, { 65536, "L2" }, { 1 << 20, "L3" }, { 67108864, "DRAM" },
	{ 134217728, "DRAM" }, { 8 << 20, "beyond" }, { 3000, "L2" }, { 1, "?" },
	{ 1 << 24, "L4" }, { UINT64_C(1) << 60, "DRAM" }, { UINT64_MAX, "DRAM" },
	{ 1 << 16, "L3" },
};

static const double rates[] = {
	20000, 20000.01, 20100, 20200, 19000, 200000, 40000, 1000, 0.01, 0, 1e-6, 5e-324, 1e15,
	1.7e308,
};

/* What the next cells have in common. */
struct draft {
	struct compare_file *files;
	size_t file, file_count, cell_count;
	struct context context;
	struct cell cell;
};

static inline void draft_add(struct draft *draft, const struct place *place, uint64_t run,
                             double rate)
{
	struct cells *cells = &draft->files[draft->file].cells;
	struct cell cell = draft->cell;

	cell.context = &draft->context;
	cell.block_bytes = place->block_bytes;
	cell.footprint_bytes = 2 * place->block_bytes;
	if (cell.level[0] == '\0')
		(void)strcpy(cell.level, place->level);
	cell.run = run;
	cell.position = draft->cell_count;
	cell.bytes = rate < 1 ? 1 : 1000000;
	cell.ns_q1 = fmin((double)cell.bytes / rate * 1e3, 1e300);
	cell.ns_min = cell.ns_median = cell.ns_max = cell.ns_q1;
	cell.ns_mean = fmin(cell.ns_q1, 1e18);
	cell.mb_per_s = rate;
	if (draft->cell_count == CELLS_MOST || rules_broken(&cell) != NULL)
		return;
	draft->cell_count++;
	cell.context = cells_context(cells, &draft->context);
	cells_add(cells, &cell);
}

static inline void draft_text(struct draft *draft, struct source *source)
{
	const char **const fields[] = {
		&draft->context.label,   &draft->context.session, &draft->context.boot,
		&draft->context.host,    &draft->context.cpu,     &draft->context.version,
		&draft->context.cpus,    NULL,                    &draft->context.op,
		&draft->context.kernel,  &draft->context.convention,
	};
	size_t field = source_take(source, COUNT(fields));

	if (fields[field] == NULL)
		draft->cell.started_us = PICK(source, times_us);
	else
		*fields[field] = field < 7 ? PICK(source, names) : PICK(source, ops);
}

static inline void draft_number(struct draft *draft, struct source *source)
{
	static const char *const levels[] = { "", "", "L1", "L2", "DRAM", "?", "beyond" };
	static const char *const sources[] = { "", "thp", "hugetlb", "hugetlb+thp" };

	switch (source_take(source, 9)) {
	case 0: draft->context.threads = PICK(source, numbers); break;
	case 1: draft->context.page_bytes = PICK(source, numbers); break;
	case 2: draft->cell.huge_share = PICK(source, shares); break;
	case 3: draft->cell.clock_ghz = PICK(source, witnesses); break;
	case 4: draft->cell.core_ipc = PICK(source, witnesses); break;
	case 5: draft->cell.edge = source_take(source, 2) != 0; break;
	case 6: draft->cell.flags = (unsigned)source_take(source, 1u << CELL_FLAG_COUNT); break;
	case 7: (void)strcpy(draft->cell.level, PICK(source, levels)); break;
	case 8: draft->context.huge_source = PICK(source, sources); break;
	}
}

static inline void draft_single(struct draft *draft, struct source *source)
{
	const struct place *place = &PICK(source, places);
	uint64_t run = source_take(source, 16);

	draft_add(draft, place, run == 15 ? UINT64_MAX : run, PICK(source, rates));
}

/* Many runs of some sizes: a rate, how far they lie apart, on how coarse a grid. */
static inline void draft_runs(struct draft *draft, struct source *source)
{
	uint64_t first = source_take(source, 8), count = source_take(source, 7);
	size_t sizes = source_take(source, 256);
	double rate = PICK(source, rates);
	double spread = (double)source_take(source, 16) / 256;
	double grid = source_take(source, 4) ? 1024 : 4;
	struct random random = { source_take(source, 256) };

	for (uint64_t run = first; run < first + count; run++) {
		for (size_t i = 0; i < 8; i++) {
			double drawn = floor(random_unit(&random) * grid) / grid;
			if (sizes >> i & 1)
				draft_add(draft, &places[i], run, rate * (1 + spread * drawn));
		}
	}
}

static inline void draft_repeat(struct draft *draft, struct source *source)
{
	struct cells *cells = &draft->files[draft->file].cells;
	const struct cells *from = &draft->files[source_take(source, FILES_MOST)].cells;
	size_t at = source_take(source, 256);

	if (at >= from->count || draft->cell_count == CELLS_MOST)
		return;
	struct cell cell = from->items[at];
	cell.context = cells_context(cells, cell.context);
	cells_add(cells, &cell);
	draft->cell_count++;
}

static inline void draft_file(struct draft *draft, struct source *source)
{
	draft->file = source_take(source, FILES_MOST);
	if (draft->file >= draft->file_count)
		draft->file_count = draft->file + 1;
}

/* Returns how many files there are, 1 ... FILES_MOST; some may have no cells, which no
 * reader gives: leave those out. */
static inline size_t source_cells(struct source *source, struct compare_file *files)
{
	static void (*const steps[])(struct draft *, struct source *) = {
		draft_text, draft_number, draft_single, draft_runs, draft_repeat, draft_file,
	};
	struct draft draft = {
		.files = files, .file_count = 1,
		.context = { 1, "", "s", "b", "h", "c", "v", "copy", "k", "0", "copied", "", 1, 4096 },
		.cell = { .samples = 100, .clock_ghz = (double)NAN, .core_ipc = (double)NAN },
	};

	while (source->left > 0)
		steps[source_take(source, COUNT(steps))](&draft, source);
	return draft.file_count;
}

#endif
