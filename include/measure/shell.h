/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_SHELL_H
#define MEMBENCH_MEASURE_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "platform/clock.h"

/*
 * One command line, run by `/bin/sh -c` as a process group of its own and timed from before
 * it is started until its shell has ended. Standard input is empty. Ctrl-Z waits for its end.
 */
struct shell_job {
	const char *line;
	const struct shell_variable { const char *name, *value; } *variables; /* environment */
	size_t variable_count;
	struct clock clock;
	uint64_t timeout_ns; /* 0: none */
	/* Its output goes to our standard error; else standard output to /dev/null, and of
	 * standard error the end is kept. */
	bool is_shown;
	bool may_leave; /* what it leaves behind lives on: a server, say */
	void (*waiting)(void *context); /* several times a second; may be NULL */
	void *context;
};

enum shell_end {
	SHELL_DONE,
	SHELL_STATUS,      /* other than 0 */
	SHELL_SIGNAL,      /* killed by one */
	SHELL_TIMEOUT,
	SHELL_STOPPED,     /* by a signal, as one that asks the terminal for a password is */
	SHELL_INTERRUPTED, /* by a signal to us (measure/interrupt.h) since it began */
};

struct shell_result {
	enum shell_end end;
	int code;            /* the status, or the signal */
	uint64_t elapsed_ns;
	uint64_t cpu_ns;     /* user and system time of all that it waited for */
	bool has_left;       /* processes of its group outlived it, and were ended */
	struct text said;    /* the end of its standard error */
};

/*
 * Fails where no process can be started. Whatever else happens is the result's: who takes
 * too long, stops, or is interrupted gets SIGTERM, with its whole group, and after two
 * seconds, or at the next interrupt, SIGKILL. `result` starts empty; release it.
 */
int shell_run(const struct shell_job *job, struct shell_result *result, struct error *err);
void shell_result_release(struct shell_result *result);

/* "ended with status 3", "took longer than its --timeout and was ended", and, behind a
 * colon, the last lines that it said. */
void shell_explain(const struct shell_result *result, struct text *text);

#endif
