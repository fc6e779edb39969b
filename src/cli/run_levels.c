/* SPDX-License-Identifier: MIT */
/* cli: which level each cell of a run belongs to. Knows no file. */
#include "cli/run.h"

#include <math.h>
#include <stdio.h>

#include "machine/attribute.h"

/*
 * DRAM rows run at one rate. Of sessions on a virtual machine whose L3 neighbours share, a
 * row of memory ran at 0.91 to 1.19 times the larger ones, one that a cache still served,
 * since it had been squeezed while it was measured, at 1.44 to 1.72 times.
 */
#define CACHE_RATIO 1.25

static struct workload workload_of(const struct run_setup *setup, const struct cell *cell)
{
	return (struct workload){
		.block_bytes = cell->block_bytes, .footprint_bytes = cell->footprint_bytes,
		.threads = (size_t)setup->threads, .cpus = &setup->cpus,
	};
}

void run_cell_level(const struct run_setup *setup, struct cell *cell)
{
	if (run_like_level(setup, cell))
		return;
	const struct workload workload = workload_of(setup, cell);
	struct attribution where = attribute(
	        &setup->hierarchy, (enum levels_by)setup->options->levels_by, &workload);

	(void)snprintf(cell->level, sizeof cell->level, "%s", where.level);
	cell->edge = where.edge;
}

static bool is_dram(const struct cell *cell)
{
	return text_equal(cell->level, "DRAM") && !cell->edge;
}

/* The fastest DRAM row of this kernel that is larger; NULL where there is none. */
static const struct cell *larger_dram(const struct run_setup *setup,
                                      const struct cell *cells, const bool *is_done,
                                      size_t index)
{
	const struct plan_cell *plan = setup->plan.cells;
	const struct cell *fastest = NULL;

	for (size_t i = 0; i < setup->plan.count; i++) {
		if (is_done[i] && plan[i].kernel == plan[index].kernel && is_dram(&cells[i]) &&
		    cells[i].block_bytes > cells[index].block_bytes &&
		    (fastest == NULL || cells[i].mb_per_s > fastest->mb_per_s))
			fastest = &cells[i];
	}
	return fastest;
}

static void note_refuted(struct text *notes, const struct cell *cell,
                         const struct cell *larger)
{
	char size[SIZE_TEXT_BYTES], large[SIZE_TEXT_BYTES];

	text_printf(notes, "Blocks up to %s are not counted as DRAM: they ran at %.1f times the "
	            "rate of %s, so the last cache reaches further than the clock showed.\n",
	            size_format(cell->block_bytes, size), cell->mb_per_s / larger->mb_per_s,
	            size_format(larger->block_bytes, large));
}

void run_refute_dram(struct run_setup *setup, struct cell *cells, const bool *is_done)
{
	const struct cell *refuted = NULL, *against = NULL;

	if (setup->takes_levels)
		return;
	for (size_t i = 0; i < setup->plan.count; i++) {
		if (!is_done[i] || !is_dram(&cells[i]))
			continue;
		const struct cell *larger = larger_dram(setup, cells, is_done, i);
		if (larger == NULL || !(cells[i].mb_per_s > CACHE_RATIO * larger->mb_per_s))
			continue;
		if (refuted == NULL || cells[i].footprint_bytes > refuted->footprint_bytes) {
			refuted = &cells[i];
			against = larger;
		}
	}
	if (refuted == NULL)
		return;
	const struct workload workload = workload_of(setup, refuted);
	if (!attribute_refute(&setup->hierarchy, (enum levels_by)setup->options->levels_by,
	                      &workload))
		return;
	note_refuted(&setup->notes, refuted, against);
	for (size_t i = 0; i < setup->plan.count; i++) {
		if (is_done[i])
			run_cell_level(setup, &cells[i]);
	}
}
