/* SPDX-License-Identifier: MIT */
/* report: what a session cannot serve, and what to type for one that can. */
#include "report/run.h"

#include <inttypes.h>
#include <string.h>

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

/* What a doubling sweep must hold: its first and third block in DRAM, and what there is
 * room for. */
struct reach {
	uint64_t first, third, most;
	uint64_t swept; /* the largest block without --sizes */
	const char *limit;
	const char *op; /* of all rows; NULL: of several, or the one that is measured unasked */
	size_t threads;
	const struct hierarchy *hierarchy;
};

static const char *one_op(const struct cells *cells)
{
	const char *op = cells->items[0].context->op;

	for (size_t i = 0; i < cells->count; i++) {
		if (!text_equal(cells->items[i].context->op, op))
			return NULL;
	}
	return text_equal(op, op_names[OP_COPY]) ? NULL : op;
}

static struct reach reach_of(const struct session_result *report, enum levels_by by)
{
	const struct cells *cells = &report->cells;
	unsigned arrays = fewest_arrays(cells);
	size_t threads = (size_t)cells->items[0].context->threads;

	return (struct reach){
		.first = attribute_dram_block(report->hierarchy, by, arrays, threads, 1),
		.third = attribute_dram_block(report->hierarchy, by, arrays, threads, 3),
		.most = report->most_block_bytes ? report->most_block_bytes : UINT64_MAX,
		.limit = report->limit, .op = one_op(cells), .threads = threads, .hierarchy = report->hierarchy,
		.swept = report->defaults.swept_bytes,
	};
}

static void advise_dram(const struct reach *reach, struct text *notes)
{
	char first[SIZE_TEXT_BYTES], last[SIZE_TEXT_BYTES];

	if (reach->first == 0) {
		text_put(notes, "Where the last cache ends is not known, so no row is called DRAM; "
		                "say it with --levels ");
		hierarchy_format(reach->hierarchy, notes);
		text_put(notes, ",L3=SIZE or the like.\n");
		return;
	}
	text_printf(notes, "No size here reaches DRAM, which starts at blocks of %s; ",
	            size_format(reach->first, first));
	if (reach->third <= reach->most)
		text_printf(notes, "--sizes 2K-%s has three that do.\n",
		            size_format(reach->third, last));
	else if (reach->first <= reach->most)
		text_printf(notes, "--sizes 2K-%s has %s, and %s allows no more.\n",
		            size_format(reach->most, last),
		            reach->most < 2 * reach->first ? "one that does" : "two that do",
		            reach->limit);
	else
		text_printf(notes, "%s allows no more than %s. Memory can be compared where there "
		            "is more%s.\n", reach->limit, size_format(reach->most, last),
		            reach->threads > 1 ? ", or with fewer --threads" : "");
}

static void advise_comparison(const struct reach *reach, struct text *notes)
{
	uint64_t last = reach->third < reach->most ? reach->third : reach->most;
	char size[SIZE_TEXT_BYTES];

	if (reach->first == 0 || reach->first > reach->most)
		return;
	text_put(notes, "To compare memory configurations, before and after the change:\n"
	                "    membench");
	if (reach->op != NULL)
		text_printf(notes, " --op %s", reach->op);
	if (last > reach->swept)
		text_printf(notes, " --sizes 2K-%s", size_format(last, size));
	if (reach->threads > 1)
		text_printf(notes, " --threads %zu", reach->threads);
	if (reach->hierarchy->is_given) {
		text_put(notes, " --levels ");
		hierarchy_format(reach->hierarchy, notes);
	}
	text_put(notes, " --over 4m --runs 10 -o before.csv\n"
	                "    membench --like before.csv --over 4m -o after.csv\n");
}

/* A file that can serve as one side, and what to type for the other. */
static void advise_like(const struct session_result *report, struct text *notes)
{
	if (report->output == NULL || (report->like != NULL && text_equal(report->like, report->output)))
		return;
	if (report->like != NULL)
		text_printf(notes, "To compare: membench compare %s %s\n", report->like,
		            report->output);
	else
		text_printf(notes, "To compare: change one thing, then\n"
		            "    membench %s--like %s --over 4m -o after.csv\n"
		            "    membench compare %s after.csv\n",
		            report->command != NULL ? "run --command '...' " : "", report->output,
		            report->output);
}

/* What a session that was told nothing leaves out to be quick, and the option for each. */
static void note_left_out(struct session_result *report)
{
	struct text text = { 0 };
	char block[SIZE_TEXT_BYTES], high[SIZE_TEXT_BYTES];
	const struct session_defaults *left = &report->defaults;
	uint64_t more = 4 * left->swept_bytes;

	more = more < report->most_block_bytes ? more : report->most_block_bytes;
	if (left->swept_bytes > 0 && more > left->swept_bytes)
		text_printf(&text, ", blocks above %s (--sizes 2K-%s)",
		            size_format(left->swept_bytes, block), size_format(more, high));
	if (left->runs > 0)
		text_printf(&text, ", %" PRIu64 " of %" PRIu64 " runs (--runs %" PRIu64 ")",
		            left->runs, report->runs_asked, report->runs_asked);
	if (left->kernels)
		text_put(&text, ", other kernels (--kernel best)");
	if (left->cpus > 0)
		text_printf(&text, ", %zu of %zu CPUs (--threads %zu)", left->cpus - 1, left->cpus,
		            left->cpus);
	if (text.length > 0)
		text_printf(&report->notes, "Left out to be quick: %s.\n",
		            text_string(&text) + strlen(", "));
	text_release(&text);
}

void run_report_advise(struct session_result *report, enum levels_by by)
{
	if (report->cells.count == 0)
		return;
	if (report->command != NULL) {
		advise_like(report, &report->notes);
		return;
	}
	struct reach reach = reach_of(report, by);
	bool dram = reaches_dram(&report->cells);

	bool few = report->runs_asked - report->defaults.runs < COMPARABLE_RUNS;

	if (report->defaults.swept_bytes > 0)
		note_left_out(report);
	/* Of a file that says what is DRAM other sizes would not be known. */
	if (!dram && report->like == NULL)
		advise_dram(&reach, &report->notes);
	if (report->like == NULL && (!dram || few))
		advise_comparison(&reach, &report->notes);
	else
		advise_like(report, &report->notes);
}
