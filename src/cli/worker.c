/* SPDX-License-Identifier: MIT */
/*
 * cli: the process of one run. Not for people: `run` starts it with everything decided.
 * Knows how a session's decisions travel as arguments, its plan on standard input, and
 * nothing of files.
 */
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/units.h"
#include "measure/interrupt.h"
#include "measure/worker.h"

struct worker_options {
	const char *cpus;
	unsigned pages, order;
	uint64_t slice, budget, volume, warm_above, warm_up_to, chase, seed, run;
	bool verify, raw;
};

#define FIELD(name) .offset = offsetof(struct worker_options, name)

static const struct option options[] = {
	{ "cpus", 0, "LIST", "", "one thread on each", option_text, FIELD(cpus) },
	{ "pages", 0, "KIND", "auto", "", option_choice, FIELD(pages),
	  .choices = page_mode_names },
	{ "order", 0, "KIND", "shuffled", "", option_choice, FIELD(order),
	  .choices = visit_order_names },
	{ "slice", 0, "TIME", "4ms", "", option_duration, FIELD(slice) },
	{ "budget", 0, "TIME", "25ms", "", option_duration, FIELD(budget) },
	{ "volume", 0, "SIZE", NULL, "", option_size, FIELD(volume) },
	{ "warm-above", 0, "SIZE", NULL, "", option_size, FIELD(warm_above) },
	{ "warm-up-to", 0, "SIZE", NULL, "", option_size, FIELD(warm_up_to) },
	{ "chase", 0, "TIME", "1ms", "", option_duration, FIELD(chase) },
	{ "seed", 0, "N", "1", "", option_count, FIELD(seed), .high = 9e18 },
	{ "run", 0, "N", "1", "", option_count, FIELD(run), .high = 9e18 },
	{ "verify", 0, NULL, NULL, "", option_flag, FIELD(verify) },
	{ "raw", 0, NULL, NULL, "", option_flag, FIELD(raw) },
};

/* All of standard input; an interrupt meanwhile is the measurement's to heed. */
static void read_input(struct text *text)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read(STDIN_FILENO, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR)) {
		if (got > 0)
			text_put_bytes(text, bytes, (size_t)got);
	}
}

static int job_init(struct run_job *job, const struct worker_options *given,
                    struct error *err)
{
	*job = (struct run_job){
		.pages = (enum page_mode)given->pages,
		.order = (enum visit_order)given->order,
		.pace = { .sample_ns = 10000, .slice_ns = given->slice,
			  .budget_ns = given->budget, .volume_bytes = given->volume,
			  .warm_above_bytes = given->warm_above,
			  .warm_up_to_bytes = given->warm_up_to,
			  .chase_ns = given->chase },
		.seed = given->seed, .run = given->run,
		.verify = given->verify, .raw = given->raw,
	};
	if (cpu_set_parse(given->cpus, &job->cpus) != 0)
		return error_set(err, "worker: a good --cpus is needed; use `membench run`");
	struct text plan = { 0 };
	read_input(&plan);
	int result = plan_parse(text_string(&plan), &job->plan, err);
	text_release(&plan);
	return result;
}

static int worker_command(const struct command *command, int argc, char **argv,
                          struct error *err)
{
	struct worker_options given = { 0 };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	struct run_job job = { 0 };

	interrupt_catch();
	int status = options_parse(command, argc, argv, &given, &operands, err);
	if (status == 0)
		status = job_init(&job, &given, err);
	status = status == 0 ? worker_run(&job, STDOUT_FILENO, interrupt_flag())
	                     : (int)err->status;
	plan_release(&job.plan);
	cpu_set_release(&job.cpus);
	free(operands.items);
	return status;
}

const struct command command_worker = {
	.name = "worker",
	.synopsis = "... <PLAN",
	.summary = NULL, /* not listed */
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = worker_command,
};
