/* SPDX-License-Identifier: MIT */
/* compare: three or more configurations at once. Knows no pair but its blocks. */
#include "compare/findings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "stats/cluster.h"
#include "stats/kgroups.h"

/* Scores of all configurations' runs, ranked together at each size. */
static void kruskal_level(const struct comparison *comparison, struct compare_level *level)
{
	size_t total = 0, count = 0, width = level->size_count;
	struct sample *groups = memory_zeroed(comparison->configuration_count, sizeof *groups);

	for (size_t c = 0; c < comparison->configuration_count; c++)
		total += level->configurations[c].count;
	double *values = memory_zeroed(total * width, sizeof *values);
	double *scores = memory_zeroed(total, sizeof *scores);
	int64_t *sums = memory_zeroed(total, sizeof *sums);
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		const struct level_values *runs = &level->configurations[c];
		groups[c] = (struct sample){ scores + count, runs->count };
		for (size_t i = 0; i < runs->count; i++, count++) {
			for (size_t j = 0; j < width; j++)
				values[count * width + j] =
				        comparison->configurations[c].rates[runs->runs[i] *
				        comparison->size_count + level->sizes[j]];
		}
	}
	cluster_scores(values, total, width, NULL, sums);
	for (size_t i = 0; i < total; i++)
		scores[i] = (double)sums[i];
	kruskal_run(groups, comparison->configuration_count, &level->kruskal);
	level->has_kruskal = true;
	free(values);
	free(scores);
	free(sums);
	free(groups);
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
