/* SPDX-License-Identifier: MIT */
/* cli: what would be measured, when, and where it would go. Measures nothing. */
#include "cli/run.h"

#include <inttypes.h>

#include "base/units.h"
#include "measure/spacing.h"
#include "session/command.h"
#include "session/kernels.h"

#define TIMES_SHOWN 20

static void put_times(const struct session *session, double seconds, struct text *text)
{
	const struct session_options *given = session->options;
	const struct spacing spacing = { given->runs, given->over, session->seed };
	double over = (double)given->over * 1e-9, gap = (double)spacing_gap_ns(&spacing) * 1e-9;

	text_printf(text, "%" PRIu64 " runs of %zu cells, ", given->runs, session->plan.count);
	if (given->command == NULL)
		text_printf(text, "about %.1f s each, ", seconds);
	text_printf(text, "over %g s, seed %" PRIu64 "\nThey begin after", over, session->seed);
	for (uint64_t run = 1; run <= given->runs && run <= TIMES_SHOWN; run++)
		text_printf(text, " %.1f", (double)spacing_due_ns(&spacing, run) * 1e-9);
	text_printf(text, "%s s\nUp to %" PRIu64 " more where the core was slowed, %g s in all\n",
	            given->runs > TIMES_SHOWN ? " ..." : "", given->runs, 2 * over);
	if (seconds > gap)
		text_printf(text, "A run takes longer than the %.2g s that --over leaves for each: "
		            "they would follow one another\n", gap);
}

/* What each command moves, and all of them: what a disk is to bear. */
static void put_command(const struct session *session, struct text *text)
{
	const struct session_options *given = session->options;
	const struct plan *plan = &session->plan;
	char block[SIZE_TEXT_BYTES], each[SIZE_TEXT_BYTES], all[SIZE_TEXT_BYTES];
	double total = 0;

	for (size_t i = 0; i < plan->count; i++)
		total += (double)command_bytes(given->volume, plan->cells[i].block_bytes);
	text_printf(text, "%s moves %s each time, %s in all: all of that is written, where it "
	            "writes\n", text_string(&session->command_name), size_format(given->volume, each),
	            size_format_short(total * (double)given->runs, all));
	for (size_t i = 0; i < plan->count; i++) {
		uint64_t bytes = command_bytes(given->volume, plan->cells[i].block_bytes);
		text_printf(text, "BLOCK=%" PRIu64 " COUNT=%" PRIu64 " VOLUME=%" PRIu64 " (%s)\n",
		            plan->cells[i].block_bytes, bytes / plan->cells[i].block_bytes, bytes,
		            size_format(plan->cells[i].block_bytes, block));
	}
}

void run_dry(const struct session *session, const struct text *where, struct text *text)
{
	const struct session_options *given = session->options;
	const struct plan *plan = &session->plan;
	double seconds = session_run_seconds(session);
	char size[SIZE_TEXT_BYTES];

	if (given->over > 0)
		put_times(session, seconds, text);
	else if (given->command != NULL)
		text_printf(text, "%" PRIu64 " runs of %zu cells, seed %" PRIu64 "\n", given->runs,
		            plan->count, session->seed);
	else
		text_printf(text, "%" PRIu64 " runs of %zu cells, about %.1f s, seed %" PRIu64 "\n",
		            given->runs, plan->count, (double)given->runs * seconds, session->seed);
	text_put(text, text_string(where));
	if (given->command != NULL) {
		put_command(session, text);
		return;
	}
	session_describe_trials(session, text);
	for (size_t i = 0; i < plan->count; i++)
		text_printf(text, "%s %s %s\n", op_names[plan->cells[i].kernel->op],
		            plan->cells[i].name,
		            size_format(plan->cells[i].block_bytes, size));
}
