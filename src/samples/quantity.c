/* SPDX-License-Identifier: MIT */
/* samples: rates as people read them. Knows no format. */
#include "samples/quantity.h"

#include <math.h>

#include "base/text.h"
#include "kernels/kernel.h"

enum quantity quantity_of(const struct context *context)
{
	const char *line = op_facts[OP_LATENCY].convention;
	return text_equal(context->convention, line) ? QUANTITY_LATENCY : QUANTITY_RATE;
}

const char *quantity_unit(enum quantity quantity)
{
	static const char *const units[] = { [QUANTITY_RATE] = "MB/s",
		                             [QUANTITY_LATENCY] = "ns" };
	return units[quantity];
}

/* 10^6 bytes a second are 10^-3 a nanosecond. */
double quantity_value(const struct context *context, double mb_per_s)
{
	double bytes = (double)(op_facts[OP_LATENCY].unit_bytes * context->threads);
	return quantity_of(context) == QUANTITY_RATE ? mb_per_s : bytes * 1e3 / mb_per_s;
}

double quantity_change(enum quantity quantity, double change)
{
	if (quantity == QUANTITY_RATE)
		return change;
	return isfinite(change) ? 1 / (1 + change) - 1 : -change;
}

double cell_ns(const struct cell *cell)
{
	if (quantity_of(cell->context) != QUANTITY_LATENCY)
		return (double)NAN;
	return quantity_value(cell->context, cell->mb_per_s);
}

double cell_cycles(const struct cell *cell)
{
	return cell_ns(cell) * cell->clock_ghz;
}

static const struct derived derived[] = {
	{ "ns", cell_ns, 3 },
	{ "cycles", cell_cycles, 2 },
};

const struct derived *derived_find(const char *name)
{
	for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) {
		if (text_equal(derived[i].name, name))
			return &derived[i];
	}
	return NULL;
}
