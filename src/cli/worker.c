/* SPDX-License-Identifier: MIT */
/* cli: the process of one run. Not for people: a session starts it and tells it everything. */
#include "cli/commands.h"

#include <unistd.h>

#include "measure/interrupt.h"
#include "measure/run.h"

static int worker_command(const struct command *command, int argc, char **argv,
                          struct error *err)
{
	struct run_job job;

	(void)command, (void)argc, (void)argv;
	interrupt_catch();
	int status = job_read(STDIN_FILENO, &job, err) == 0
	                     ? worker_run(&job, STDOUT_FILENO, interrupt_flag())
	                     : (int)err->status;
	job_release(&job);
	return status;
}

const struct command command_worker = {
	.name = RUN_COMMAND,
	.synopsis = "<JOB",
	.summary = NULL, /* not listed */
	.run = worker_command,
};
