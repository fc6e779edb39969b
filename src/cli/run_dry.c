/* SPDX-License-Identifier: MIT */
/* cli: what would be measured, when, and where it would go. Measures nothing. */
#include "cli/run.h"

#include <inttypes.h>

#include "base/units.h"

#define TIMES_SHOWN 20

static void put_times(const struct run_setup *setup, double seconds, struct text *text)
{
	const struct run_options *given = setup->options;
	const struct spacing spacing = { given->runs, given->over, setup->seed };
	double over = (double)given->over * 1e-9, gap = (double)spacing_gap_ns(&spacing) * 1e-9;

	text_printf(text, "%" PRIu64 " runs of %zu cells, about %.1f s each, over %g s, seed %"
	            PRIu64 "\nThey begin after", given->runs, setup->plan.count, seconds, over,
	            setup->seed);
	for (uint64_t run = 1; run <= given->runs && run <= TIMES_SHOWN; run++)
		text_printf(text, " %.1f", (double)spacing_due_ns(&spacing, run) * 1e-9);
	text_printf(text, "%s s\nUp to %" PRIu64 " more where the core was slowed, %g s in all\n",
	            given->runs > TIMES_SHOWN ? " ..." : "", given->runs, 2 * over);
	if (seconds > gap)
		text_printf(text, "A run takes longer than the %.2g s that --over leaves for each: "
		            "they would follow one another\n", gap);
}

void run_dry(const struct run_setup *setup, const struct text *where, struct text *text)
{
	const struct run_options *given = setup->options;
	const struct plan *plan = &setup->plan;
	double seconds = run_setup_seconds(setup);
	char size[SIZE_TEXT_BYTES];

	if (given->over > 0)
		put_times(setup, seconds, text);
	else
		text_printf(text, "%" PRIu64 " runs of %zu cells, about %.1f s, seed %" PRIu64 "\n",
		            given->runs, plan->count, (double)given->runs * seconds, setup->seed);
	text_put(text, text_string(where));
	run_describe_trials(setup, text);
	for (size_t i = 0; i < plan->count; i++)
		text_printf(text, "%s %s %s\n", op_names[plan->cells[i].kernel->op],
		            plan->cells[i].name,
		            size_format(plan->cells[i].block_bytes, size));
}
