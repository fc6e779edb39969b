/* SPDX-License-Identifier: MIT */
/* measure: runs as child processes. Knows messages; refuses to know what is measured. */
#include "measure/run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "measure/child.h"
#include "measure/interrupt.h"

/* One process of a run, and what it said. */
struct hearing {
	struct child child;
	const struct run_listener *listener;
	size_t cells, reported; /* what it is to report, and has */
	bool is_ready;  /* it has touched its memory, and measures */
	bool is_refused; /* it said that it gets no memory */
};

static void hear_cell(struct hearing *hearing, const struct cell_message *cell)
{
	size_t raw_count = (size_t)cell->raw_count;
	uint64_t *raw = memory_zeroed(raw_count, sizeof *raw);

	if (child_read(&hearing->child, raw, raw_count * sizeof *raw) &&
	    cell->cell < hearing->cells) {
		hearing->listener->cell_done(hearing->listener->context, cell, raw);
		hearing->reported++;
	}
	free(raw);
}

/* Until the child closes its end. An error that it reports goes to `err`. */
static int hear(struct hearing *hearing, struct error *err)
{
	struct message message;
	int result = 0;

	while (child_read(&hearing->child, &message, sizeof message)) {
		switch (message.kind) {
		case MESSAGE_RUN:
			hearing->is_ready = true;
			hearing->listener->run_started(hearing->listener->context,
			                               &message.about.run);
			break;
		case MESSAGE_CELL:
			hear_cell(hearing, &message.about.cell);
			break;
		case MESSAGE_NO_MEMORY:
		case MESSAGE_ERROR:
			hearing->is_refused = message.kind == MESSAGE_NO_MEMORY;
			*err = message.about.error;
			result = -1;
			break;
		}
	}
	return result;
}

/* Whether it ended as a run should; fewer cells are in order only for who interrupts. */
static int judge(const struct hearing *hearing, const char *program, struct error *err)
{
	const struct child *child = &hearing->child;
	int how = child->how;

	if (child->told > 0 && (child->fault != NULL || WIFSIGNALED(how)))
		return 0;
	if (child->fault != NULL)
		return error_fail(err, "the process of a run %s and was ended", child->fault);
	if (WIFSIGNALED(how))
		return error_fail(err, "the process of a run was killed by signal %d (%s)%s",
		                  WTERMSIG(how), strsignal(WTERMSIG(how)),
		                  hearing->is_ready          ? ""
		                  : WTERMSIG(how) == SIGBUS  ? ": a limit on huge pages binds"
		                  : WTERMSIG(how) == SIGKILL ? ": a memory limit binds, or someone did it"
		                                             : " before it had all its memory");
	if (WEXITSTATUS(how) == 127)
		return error_fail(err, "%s cannot be started as the process of a run", program);
	if (WEXITSTATUS(how) != 0)
		return error_fail(err, "the process of a run ended with status %d",
		                  WEXITSTATUS(how));
	if (hearing->reported < hearing->cells && !*interrupt_flag())
		return error_fail(err, "the process of a run ended after %zu of its %zu cells",
		                  hearing->reported, hearing->cells);
	return 0;
}

/* What kills a process that touches memory it cannot have: a cgroup's limit, a pool's. */
static bool lacked_memory(const struct hearing *hearing)
{
	const struct child *child = &hearing->child;

	if (hearing->is_refused)
		return true;
	return child->fault == NULL && !hearing->is_ready && WIFSIGNALED(child->how) &&
	       (WTERMSIG(child->how) == SIGKILL || WTERMSIG(child->how) == SIGBUS);
}

static int start(struct child *child, const struct platform_program *program, struct error *err)
{
	char self[] = "membench", word[] = RUN_COMMAND, *argv[PLATFORM_LEADING + 2];
	size_t count = program->leading_count;

	memcpy(argv, program->leading, count * sizeof *argv);
	if (count == 0)
		argv[count++] = self;
	argv[count++] = word;
	argv[count] = NULL;
	return child_start(child, program->path, argv, err);
}

static int run_once(const struct platform_program *program, struct hearing *hearing,
                    bool *died, struct error *err)
{
	*died = false;
	if (start(&hearing->child, program, err) != 0)
		return -1;
	int result = hear(hearing, err);
	child_end(&hearing->child);
	if (result != 0)
		return hearing->is_refused ? RUN_NO_MEMORY : -1;
	result = judge(hearing, program->path, err);
	*died = result != 0;
	return result;
}

static int run_tries(const struct platform_program *program, const struct hearing *fresh,
                     struct error *err)
{
	enum { ATTEMPTS = 2 };
	const struct run_listener *listener = fresh->listener;
	int result = -1;
	bool died = true;

	for (int attempt = 1; died && attempt <= ATTEMPTS && !*interrupt_flag(); attempt++) {
		struct hearing hearing = *fresh;
		result = run_once(program, &hearing, &died, err);
		if (died && attempt == ATTEMPTS && lacked_memory(&hearing))
			return RUN_NO_MEMORY;
		if (died && !*interrupt_flag())
			listener->died(listener->context, err, attempt < ATTEMPTS);
	}
	return result;
}

int run_process(const struct platform_program *program, const struct run_job *job,
                const struct run_listener *listener, struct error *err)
{
	struct text text = { 0 };

	job_format(job, &text);
	const struct hearing fresh = {
		.child = { .input = text_string(&text), .input_bytes = text.length,
			   .patience_ms = listener->patience_ms,
			   .waiting = listener->waiting, .context = listener->context },
		.listener = listener, .cells = job->plan.count,
	};
	int result = run_tries(program, &fresh, err);
	text_release(&text);
	return result;
}
