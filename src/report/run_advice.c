/* SPDX-License-Identifier: MIT */
/* report: what a session cannot serve, and what to type for one that can. */
#include "report/run.h"

#include "base/units.h"

#define COMPARABLE_RUNS 5 /* the fewest a side for three levels under Holm at 5 % */

static unsigned fewest_arrays(const struct cells *cells)
{
	uint64_t fewest = UINT64_MAX;
	for (size_t i = 0; i < cells->count; i++) {
		uint64_t arrays = cells->items[i].footprint_bytes / cells->items[i].block_bytes;
		fewest = arrays < fewest ? arrays : fewest;
	}
	return (unsigned)fewest;
}

static bool reaches_dram(const struct cells *cells)
{
	for (size_t i = 0; i < cells->count; i++) {
		if (text_equal(cells->items[i].level, "DRAM"))
			return true;
	}
	return false;
}

static void advise_comparison(struct run_report *report, const char *last)
{
	text_printf(&report->notes, "To compare memory configurations: membench --sizes 2K-%s",
	            last);
	if (hierarchy_is_of_today(report->hierarchy)) {
		text_put(&report->notes, " --levels ");
		hierarchy_format(report->hierarchy, &report->notes);
	}
	text_put(&report->notes, " --runs 10 -o NAME.csv --label NAME\n");
}

void run_report_advise(struct run_report *report, enum levels_by by)
{
	const struct cells *cells = &report->cells;
	char reach[SIZE_TEXT_BYTES], enough[SIZE_TEXT_BYTES];

	if (cells->count == 0)
		return;
	size_t threads = (size_t)cells->items[0].context->threads;
	unsigned arrays = fewest_arrays(cells);
	bool dram = reaches_dram(cells), few = report->runs_asked < COMPARABLE_RUNS;
	uint64_t first = attribute_dram_block(report->hierarchy, by, arrays, threads, 1);
	uint64_t third = attribute_dram_block(report->hierarchy, by, arrays, threads, 3);

	if (!dram && first != 0)
		text_printf(&report->notes, "No size here reaches DRAM, which starts at blocks of "
		            "%s; --sizes 2K-%s has three that do.\n", size_format(first, reach),
		            size_format(third, enough));
	if (!dram && first == 0)
		text_put(&report->notes, "Where the last cache ends is not known, so no row is "
		                         "called DRAM; say it with --levels L1=32K,L2=1M,...\n");
	if ((!dram || few) && first != 0)
		advise_comparison(report, size_format(third, enough));
}
