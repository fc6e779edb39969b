/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_DESIGN_H
#define MEMBENCH_COMPARE_DESIGN_H

#include "compare/compare.h"

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

#endif
