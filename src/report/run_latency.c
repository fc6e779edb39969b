/* SPDX-License-Identifier: MIT */
/* report: what latencies say beside their table. Measures nothing. */
#include "report/run.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/units.h"
#include "stats/quantile.h"

#define WHOLE_TOLERANCE 0.03 /* of L1's cycles: readings of the clock scatter by less */

/* What another order adds to the one that hides most, and what that consists of. */
static const struct order {
	const char *kernel, *name, *adds;
} orders[] = {
	{ "chase-random", "random order", "TLB and DRAM rows" },
	{ "chase-page", "a line of each page", "TLB and page walks" },
};

static const struct run_row *row_of(const struct run_rows *rows, const char *kernel,
                                    uint64_t block_bytes)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct run_row *row = &rows->items[i];
		if (row->quantity == QUANTITY_LATENCY && row->first->block_bytes == block_bytes &&
		    text_equal(row->first->context->kernel, kernel))
			return row;
	}
	return NULL;
}

/* Both at the largest block that either order has; NULL where they share none. */
static const struct run_row *largest_pair(const struct run_rows *rows, const char *kernel,
                                          const struct run_row **other)
{
	const struct run_row *largest = NULL;

	for (size_t i = 0; i < rows->count; i++) {
		const struct run_row *row = &rows->items[i];
		const struct run_row *pair = row_of(rows, kernel, row->first->block_bytes);
		if (row->quantity != QUANTITY_LATENCY || pair == NULL ||
		    !text_equal(row->first->context->kernel, "chase") ||
		    (largest && largest->first->block_bytes > row->first->block_bytes))
			continue;
		largest = row;
		*other = pair;
	}
	return largest;
}

static void put_orders(const struct run_rows *rows, struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		const struct run_row *other = NULL;
		const struct run_row *row = largest_pair(rows, orders[i].kernel, &other);
		if (row != NULL)
			text_printf(text, "At %s: %s %+.1f ns (%s).\n",
			            size_format(row->first->block_bytes, size), orders[i].name,
			            other->shown - row->shown, orders[i].adds);
	}
}

/* Over the sizes of L1; NaN where there is none, or no clock. */
static double l1_cycles(const struct run_rows *rows)
{
	double *cycles = memory_zeroed(rows->count, sizeof *cycles);
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct run_row *row = &rows->items[i];
		if (!row->first->edge && text_equal(row->first->level, "L1") && !isnan(row->cycles))
			cycles[count++] = row->cycles;
	}
	double median = median_of(cycles, count);
	free(cycles);
	return median;
}

void run_report_latency(const struct run_rows *rows, struct text *text)
{
	double cycles = l1_cycles(rows);

	put_orders(rows, text);
	if (fabs(cycles - round(cycles)) > WHOLE_TOLERANCE * cycles)
		text_printf(text, "L1 takes %.2f cycles, and a core takes a whole number: the clock "
		            "was read wrong, or other work slowed the loads. Trust ns no more than "
		            "cycles.\n", cycles);
}
