/* SPDX-License-Identifier: MIT */
/* report: the last line of a session, one rate for each level. Lays no table out. */
#include "report/run.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/quantile.h"

static const char *const levels[] = { "L1", "L2", "L3", "L4", "DRAM" };

static bool is_of(const struct run_row *row, const char *op, const char *kernel,
                  const char *level)
{
	return !row->first->edge && text_equal(row->first->level, level) &&
	       text_equal(row->first->context->op, op) &&
	       text_equal(row->first->context->kernel, kernel);
}

/* Over the sizes of a level; NaN where the kernel has none there. */
static double median_rate(const struct run_rows *rows, const char *op, const char *kernel,
                          const char *level)
{
	double *rates = memory_zeroed(rows->count, sizeof *rates);
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++) {
		if (is_of(&rows->items[i], op, kernel, level))
			rates[count++] = rows->items[i].mb_per_s;
	}
	double median = median_of(rates, count);
	free(rates);
	return median;
}

/* The fastest kernel of the op in this level; NULL where no row is in it. */
static const char *fastest_kernel(const struct run_rows *rows, const char *op,
                                  const char *level, double *mb_per_s)
{
	const char *fastest = NULL;

	for (size_t i = 0; i < rows->count; i++) {
		const char *kernel = rows->items[i].first->context->kernel;
		double rate = median_rate(rows, op, kernel, level);
		if (isnan(rate) || (fastest != NULL && rate <= *mb_per_s))
			continue;
		fastest = kernel;
		*mb_per_s = rate;
	}
	return fastest;
}

static const struct context *context_of(const struct run_rows *rows, const char *op)
{
	size_t i = 0;

	while (!text_equal(rows->items[i].first->context->op, op))
		i++;
	return rows->items[i].first->context;
}

static void put_op(const struct run_rows *rows, const char *op, bool names_kernels,
                   const char *separator, struct text *text)
{
	size_t before = text->length;
	const struct context *context = context_of(rows, op);
	bool is_time = quantity_of(context) == QUANTITY_LATENCY;

	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
		double rate = 0;
		const char *kernel = fastest_kernel(rows, op, levels[i], &rate);
		if (kernel == NULL)
			continue;
		if (text->length > before)
			text_put(text, separator);
		else if (names_kernels)
			text_printf(text, "fastest %s: ", op);
		double shown = quantity_value(context, rate);
		text_printf(text, "%s %.3g", levels[i], is_time ? shown : shown / 1000);
		if (names_kernels)
			text_printf(text, " (%s)", kernel);
	}
	text_put(text, text->length == before ? "" : is_time ? " ns\n" : " GB/s\n");
}

void run_report_summary(const struct run_rows *rows, struct text *text)
{
	const char *separator = rows->unicode ? " · " : ", ";

	for (size_t i = 0; i < rows->count; i++) {
		const char *op = rows->items[i].first->context->op;
		bool is_new = true;
		for (size_t j = 0; j < i; j++)
			is_new = is_new && !text_equal(op, rows->items[j].first->context->op);
		if (is_new)
			put_op(rows, op, !rows->one_kernel, separator, text);
	}
}
