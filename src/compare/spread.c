/* SPDX-License-Identifier: MIT */
/* compare: what runs and boots of one configuration differ by. Compares nothing. */
#include "compare/spread.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/oneway.h"

void boots_group(const struct comparison *comparison, size_t level, size_t first, size_t last,
                 struct grouped *grouped)
{
	const struct level_values *levels = comparison->levels[level].configurations;
	size_t most = 0, count = 0;

	for (size_t c = first; c <= last; c++)
		most += levels[c].count;
	double *logs = memory_zeroed(most, sizeof *logs);
	size_t *keys = memory_zeroed(most, sizeof *keys);
	for (size_t c = first; c <= last; c++) {
		const struct compare_run *runs = comparison->configurations[c].runs;
		for (size_t i = 0; i < levels[c].count; i++) {
			logs[count] = log(levels[c].values[i]);
			keys[count++] = (c - first) * comparison->boot_count +
			                runs[levels[c].runs[i]].boot;
		}
	}
	grouped_init(grouped, logs, keys, count, (last - first + 1) * comparison->boot_count);
	free(logs);
	free(keys);
}

void spread_of(const struct comparison *comparison, size_t level, struct spread *spread)
{
	size_t last = comparison->configuration_count - 1;
	struct grouped boots;
	struct oneway oneway;

	boots_group(comparison, level, 0, last, &boots);
	size_t *families = memory_zeroed(boots.count, sizeof *families);
	for (size_t i = 0; i < boots.count; i++)
		families[i] = i / comparison->boot_count;
	oneway_run(boots.items, families, boots.count, &oneway);
	*spread = (struct spread){ .runs = oneway.values, .boots = oneway.samples,
		                   .run_sd = oneway.within_sd, .boot_sd = oneway.component_sd,
		                   .run_df = oneway.within_df, .boot_df = oneway.between_df };
	free(families);
	grouped_release(&boots);
}
