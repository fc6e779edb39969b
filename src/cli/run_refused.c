/* SPDX-License-Identifier: MIT */
/* cli: runs that do not come to their end: sizes that get no memory, and how long to wait. */
#include "cli/run.h"

#include <string.h>

#include "measure/buffer.h"

static uint64_t cell_need(const struct plan_cell *cell)
{
	return buffer_need_bytes(cell->block_bytes, op_facts[cell->kernel->op].arrays);
}

static void note_skipped(struct run_setup *setup, const struct plan_cell *cell,
                         const char *why)
{
	struct text line = { 0 };
	char size[SIZE_TEXT_BYTES];

	text_printf(&line, "skipped %s (%s): %s\n", size_format(cell->block_bytes, size),
	            op_names[cell->kernel->op], why);
	/* Several kernels move one size. */
	if (strstr(text_string(&setup->skipped), text_string(&line)) == NULL)
		text_put(&setup->skipped, text_string(&line));
	text_release(&line);
}

int run_drop_largest(struct run_setup *setup, struct error *err)
{
	struct plan *plan = &setup->plan;
	uint64_t most = plan_need_bytes(plan);
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++) {
		if (cell_need(&plan->cells[i]) == most)
			note_skipped(setup, &plan->cells[i], err->text);
		else
			plan->cells[kept++] = plan->cells[i];
	}
	plan->count = kept;
	err->text[0] = '\0';
	if (kept > 0)
		return 0;
	return error_fail(err, "no size is left to measure; give smaller --sizes");
}

/*
 * 20 times what the plan should take, and ten seconds: a machine may be busy or emulated. A
 * volume and the touching of memory count as a gigabyte a second, what slow machines do.
 */
uint64_t run_patience_ms(const struct run_setup *setup)
{
	const struct run_options *options = setup->options;
	double cells = (double)setup->plan.count;
	double bytes = (double)setup->threads * (double)plan_need_bytes(&setup->plan) +
	               cells * (double)options->volume;
	double ms = cells * (double)options->budget * 1e-6 + bytes * 1e-6;

	return (uint64_t)(10000 + 20 * ms * (options->verify ? 2 : 1));
}
