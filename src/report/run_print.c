/* SPDX-License-Identifier: MIT */
/* report: `run --print`: bare values for scripts. */
#include "report/run.h"

#include <math.h>

#include "samples/quantity.h"

static void put_derived(double value, int decimals, struct text *text)
{
	if (!isnan(value))
		text_printf(text, "%.*f", decimals, value);
}

static void put_line(const char *names, const struct cell *cell, double median,
                     struct text *text)
{
	struct items items = items_of(names, ',');
	const char *separator = "";

	for (const char *name; (name = items_next(&items)) != NULL; separator = "\t") {
		text_put(text, separator);
		if (text_equal(name, PRINT_MEDIAN))
			text_printf(text, "%.2f", median);
		else if (columns_find(name) != NULL)
			column_format(columns_find(name), cell, text);
		else
			put_derived(derived_find(name)->value(cell), derived_find(name)->decimals, text);
	}
	text_put(text, "\n");
	items_release(&items);
}

void run_report_print(const struct session_result *report, const char *names,
                      struct text *text)
{
	struct run_rows rows;

	if (!items_hold(names, ',', PRINT_MEDIAN)) {
		for (size_t i = 0; i < report->cells.count; i++)
			put_line(names, &report->cells.items[i], 0, text);
		return;
	}
	run_rows_init(&rows, &report->cells);
	for (size_t i = 0; i < rows.count; i++)
		put_line(names, rows.items[i].first, rows.items[i].mb_per_s, text);
	run_rows_release(&rows);
}
