/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_DESIGN_H
#define MEMBENCH_COMPARE_DESIGN_H

#include "compare/compare.h"
#include "stats/cluster.h"

/*
 * What permutes. Boots that hold both configurations are blocks, runs permute inside them;
 * unless these cannot reach alpha and the boots that hold one configuration each can, which
 * then are the test. Where no boot holds both the unit is the boot if there are enough for
 * the floor to reach alpha (4 v 4), with fewer the run. Hosts that hold both configurations
 * are blocks then: runs of two machines are not exchangeable. Counts decide, never rates.
 *
 * Where the unit is not the boot, time decides (compare/schedule.h): of interleaved runs
 * and those far apart the unit is the run, of blocks the block if there are enough for the
 * floor to reach alpha over the levels and pairs that Holm adjusts over. With fewer the
 * run permutes, and a stretch of time counts as one run: stats/oneway.h, oneway_bound().
 */
#define DESIGN_NO_BLOCK SIZE_MAX
struct design {
	enum compare_unit unit; /* RUN, BLOCK or BOOT */
	enum compare_design kind;
	enum compare_scope scope;
	bool has_few_blocks;    /* the unit is the run, and each block in time counts as one */
	/* Numbers of the blocks in time, place by place, of each run of A and B; DESIGN_NO_BLOCK
	 * of runs left out. Of boots as units: the boots. */
	size_t *stretch_of_run[2];
	size_t stretch_count;
	size_t stretches[2];    /* of A and B */
	size_t *block_of_boot;  /* DESIGN_NO_BLOCK: left out, for holding one configuration
	                         * only, or both where boots are the unit */
	size_t boot_count;      /* of the comparison */
	size_t block_count;
	size_t left_out[2];     /* runs of A and B in no block */
	size_t boots[2];        /* boots of A and B that are in one */
};
void design_init(struct design *design, const struct comparison *comparison, size_t a,
                 size_t b);
void design_release(struct design *design);

/* Smallest two-sided p of this many units in each block without ties: 2 / prod C(n, a). */
double design_floor(const struct cluster_data *data);

/*
 * ln rates of one pair over some sizes, in the shape that the tests take. B is the first
 * side, so that differences are B - A. A boot holds the cells of all its runs where all
 * boots have the same number of runs, else the mean of its runs at each size.
 */
struct units {
	struct cluster_data data;
	struct cluster_block *blocks;
	double *values;
	size_t *strata;
	size_t n_a, n_b;
};
/* `runs[side]` are the runs taken of A and B: indices into their configuration's runs. */
struct unit_request {
	const struct comparison *comparison;
	const struct design *design;
	size_t configurations[2]; /* A, B */
	const size_t *runs[2];
	size_t run_counts[2];
	const size_t *sizes;
	size_t size_count;
};
void units_init(struct units *units, const struct unit_request *request);
void units_release(struct units *units);

/*
 * ln of the geometric mean over the sizes of each run, in order of time, by stretches: those
 * of A first. Runs of one family are of one side and block of the permutation.
 */
struct stretches {
	struct sample *samples; /* some may be empty */
	size_t *families;
	size_t count;
	double *values;
};
void stretches_init(struct stretches *stretches, const struct unit_request *request);
void stretches_release(struct stretches *stretches);
/* How far one family's stretches lie apart, by what the design takes for the unit. */
struct stretch_spread {
	double sd;
	size_t df;
	size_t counts[2]; /* stretches of A and B that have values */
};
struct stretch_spread stretches_spread(const struct stretches *stretches,
                                       const struct design *design);

/* Standard deviation of unit means within configurations and blocks, N - blocks - 1
 * degrees of freedom; NaN where there are none. */
double units_sd(const struct units *units);
/* Mean over pairs of columns of the correlation within configurations; NaN: unknown. */
double units_correlation(const struct units *units);

/* How an effect is asked for: at 1 - alpha, in so many additions (stats/null.h).
 * COMPARE_POOLED needs the units to be runs. */
struct effect_request {
	enum compare_test test;
	double confidence;
	double cost_most;
};
/* What the two sides differ by. */
void effect_run(const struct units *units, struct effect_request request,
                struct effect *effect);
/* Only the interval of the change. */
void effect_interval(const struct units *units, struct effect_request request,
                     struct effect *effect);

#endif
