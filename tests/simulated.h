/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_SIMULATED_H
#define MEMBENCH_TESTS_SIMULATED_H

/*
 * Simulated sets whose truth is known. The rate of a cell is
 *     base(size) (1 + change(level)) exp(run sd z_run,level + within sd z_cell),
 * z standard normal: what hits a run hits all sizes of a level together. Nothing here was
 * measured.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "samples/cell.h"

struct simulated_size {
	uint64_t block_bytes;
	const char *level;
	bool edge;
	double mb_per_s; /* of the baseline */
};

enum { SIMULATED_L1, SIMULATED_L2, SIMULATED_L3, SIMULATED_DRAM, SIMULATED_LEVELS };

struct simulated {
	const struct simulated_size *sizes;
	size_t size_count;
	size_t runs, boots;                /* runs are dealt to the boots in turn */
	double change[SIMULATED_LEVELS];   /* from the baseline: 0.06 is 6 % faster */
	double run_sd[SIMULATED_LEVELS], boot_sd, within_sd;
	double factor;                     /* of a whole machine; 0 counts as 1 */
	unsigned gap_s;                    /* from run to run; 0: no time is known */
	struct context context;            /* boot is the first; others add a letter */
};

/* Copy rates of a machine of 2024, footprint classes. */
static const struct simulated_size simulated_modern[] = {
	{ 2048, "L1", false, 200000 },          { 4096, "L1", false, 210000 },
	{ 8192, "L1", false, 215000 },          { 16384, "L1", false, 210000 },
	{ 32768, "L2", true, 150000 },          { 65536, "L2", false, 105000 },
	{ 131072, "L2", false, 104000 },        { 262144, "L2", false, 100000 },
	{ 1048576, "L3", false, 55000 },        { 2097152, "L3", false, 53000 },
	{ 4194304, "L3", false, 52000 },        { 67108864, "DRAM", false, 21000 },
	{ 134217728, "DRAM", false, 20000 },    { 268435456, "DRAM", false, 19500 },
};
#define SIMULATED_MODERN_COUNT (sizeof simulated_modern / sizeof *simulated_modern)

/* The design of the study of 2000: 13 sizes, classed by block, a PowerBook's L1 and L2. */
static const struct simulated_size simulated_study[] = {
	{ 2048, "L1", false, 1850 },    { 4096, "L1", false, 1900 },
	{ 8192, "L1", false, 1880 },    { 16384, "L1", false, 1700 },
	{ 32768, "L1", false, 1500 },   { 65536, "L2", false, 620 },
	{ 131072, "L2", false, 610 },   { 262144, "L2", false, 600 },
	{ 524288, "L2", false, 560 },   { 1048576, "L2", false, 480 },
	{ 2097152, "DRAM", false, 161 }, { 4194304, "DRAM", false, 160 },
	{ 8388608, "DRAM", false, 159 },
};
#define SIMULATED_STUDY_COUNT (sizeof simulated_study / sizeof *simulated_study)

/* Box and Muller (1958). */
static inline double simulated_normal(struct random *random)
{
	double radius = sqrt(-2 * log(1 - random_unit(random)));
	return radius * cos(2 * 3.14159265358979323846 * random_unit(random));
}

static inline size_t simulated_level(const char *name)
{
	return strcmp(name, "DRAM") == 0 ? SIMULATED_DRAM : (size_t)(name[1] - '1');
}

static inline struct cell simulated_cell(const struct simulated_size *size, double mb_per_s)
{
	struct cell cell = {
		.block_bytes = size->block_bytes, .footprint_bytes = 2 * size->block_bytes,
		.huge_share = 1, .edge = size->edge, .samples = 200, .bytes = size->block_bytes,
		.clock_ghz = 4.1, .core_ipc = 4, .cpu_share = (double)NAN,
	};

	(void)strcpy(cell.level, size->level);
	cell.ns_q1 = (double)cell.bytes / mb_per_s * 1e3;
	cell.ns_min = cell.ns_q1 * 0.99;
	cell.ns_median = cell.ns_q1 * 1.005;
	cell.ns_mean = cell.ns_q1 * 1.02;
	cell.ns_max = cell.ns_q1 * 2;
	cell.mb_per_s = cell_rate(&cell);
	return cell;
}

/* All sizes of one run, in the order of the table. */
static inline void simulated_run(const struct simulated *set, struct random *random,
                                 struct cell model, const double *boots, struct cells *cells)
{
	double effects[SIMULATED_LEVELS];

	for (size_t level = 0; level < SIMULATED_LEVELS; level++)
		effects[level] = set->run_sd[level] * simulated_normal(random) + boots[level];
	for (size_t i = 0; i < set->size_count; i++) {
		size_t level = simulated_level(set->sizes[i].level);
		double noise = effects[level] + set->within_sd * simulated_normal(random);
		struct cell cell = simulated_cell(&set->sizes[i], set->sizes[i].mb_per_s *
		                                  (set->factor > 0 ? set->factor : 1) *
		                                  (1 + set->change[level]) * exp(noise));
		cell.context = model.context;
		cell.run = model.run;
		cell.started_us = model.started_us;
		cell.position = i + 1;
		cells_add(cells, &cell);
	}
}

static inline void simulated_add(const struct simulated *set, struct random *random,
                                 struct cells *cells)
{
	size_t boots = set->boots > 0 ? set->boots : 1;

	for (size_t boot = 0; boot < boots; boot++) {
		struct context context = set->context;
		double effects[SIMULATED_LEVELS];
		char name[80];
		(void)snprintf(name, sizeof name, "%s%.*s", context.boot, boot > 0,
		               &"?bcdefghijklmnopqrstuvwxyz"[boot % 26]);
		context.boot = name;
		struct cell model = { .context = cells_context(cells, &context) };
		for (size_t level = 0; level < SIMULATED_LEVELS; level++)
			effects[level] = set->boot_sd * simulated_normal(random);
		for (model.run = 1 + boot; model.run <= set->runs; model.run += boots) {
			model.started_us = 1000000 * (int64_t)(set->gap_s * model.run);
			simulated_run(set, random, model, effects, cells);
		}
	}
}

static inline struct context simulated_context(const char *label, const char *boot)
{
	return (struct context){
		.schema = 1, .label = label, .session = boot, .boot = boot, .host = "simulated",
		.cpu = "simulated", .version = "simulated",
		.op = "copy", .kernel = "word", .cpus = "0", .convention = "copied",
		.threads = 1, .page_bytes = 4096, .huge_source = "",
	};
}

#endif
