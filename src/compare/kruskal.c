/* SPDX-License-Identifier: MIT */
/* compare: three or more configurations at once. Knows no pair but its blocks. */
#include "compare/findings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "stats/kgroups.h"

/* All configurations' runs, ranked together at each size. */
static void kruskal_level(const struct comparison *comparison, struct compare_level *level)
{
	size_t total = 0, count = 0, width = level->size_count;
	size_t *counts = memory_zeroed(comparison->configuration_count, sizeof *counts);

	for (size_t c = 0; c < comparison->configuration_count; c++)
		total += counts[c] = level->configurations[c].count;
	double *values = memory_zeroed(total * width, sizeof *values);
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		const double *rates = comparison->configurations[c].rates;
		for (size_t i = 0; i < counts[c] * width; i++)
			values[count++] = rates[level->configurations[c].runs[i / width] *
			                        comparison->size_count + level->sizes[i % width]];
	}
	kruskal_run(values, counts, comparison->configuration_count, width, NULL, &level->kruskal);
	level->has_kruskal = true;
	free(values);
	free(counts);
}

/* Runs of one machine and boot, or of boots that are each one configuration's. */
static bool one_block(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->pair_count; i++) {
		if (comparison->pairs[i].block_count > 1)
			return false;
	}
	return true;
}

void levels_kruskal(struct comparison *comparison)
{
	if (comparison->configuration_count < 3 || !one_block(comparison))
		return;
	for (size_t i = 0; i < comparison->level_count; i++)
		kruskal_level(comparison, &comparison->levels[i]);
}
