/* SPDX-License-Identifier: MIT */
/* measure: runs as child processes. Knows messages; refuses to know what is measured. */
#include "measure/session.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "measure/interrupt.h"

#define WAIT_MS 200

struct child {
	pid_t pid;
	int descriptor; /* we read its messages here */
	int told;       /* how many interrupts were passed on */
	size_t cells, reported; /* what it is to report, and has */
	const struct session_listener *listener;
};

static int child_start(struct child *child, const char *program, char *const argv[],
                       struct error *err)
{
	int ends[2];

	if (pipe(ends) != 0)
		return error_fail(err, "a pipe to a run cannot be made: %s", strerror(errno));
	interrupt_hold(true);
	child->pid = fork();
	if (child->pid == 0) {
		(void)dup2(ends[1], STDOUT_FILENO);
		(void)close(ends[0]);
		(void)close(ends[1]);
		(void)execv(program, argv);
		_exit(127);
	}
	interrupt_hold(false);
	(void)close(ends[1]);
	child->descriptor = ends[0];
	if (child->pid > 0)
		return 0;
	(void)close(ends[0]);
	return error_fail(err, "a run cannot be started: %s", strerror(errno));
}

/* The first interrupt asks the child to stop in good order, the second ends it. */
static void child_tell(struct child *child)
{
	int count = *interrupt_flag();

	if (count > child->told)
		(void)kill(child->pid, count > 1 ? SIGKILL : SIGINT);
	child->told = count;
}

/* Until there is something to read: show that we wait, pass interrupts on. */
static void child_wait(struct child *child)
{
	struct pollfd ready = { .fd = child->descriptor, .events = POLLIN };

	while (poll(&ready, 1, WAIT_MS) <= 0) {
		child_tell(child);
		if (child->listener->waiting != NULL)
			child->listener->waiting(child->listener->context);
	}
}

/* 1 when all `count` bytes came, 0 at the end of the stream. */
static int child_read(struct child *child, void *data, size_t count)
{
	char *bytes = data;

	while (count > 0) {
		child_wait(child);
		ssize_t got = read(child->descriptor, bytes, count);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return 0;
		bytes += got;
		count -= (size_t)got;
	}
	return 1;
}

static int child_cell(struct child *child, const struct cell_message *cell)
{
	uint64_t *raw = memory_zeroed((size_t)cell->raw_count, sizeof *raw);
	int result = child_read(child, raw, (size_t)cell->raw_count * sizeof *raw);

	if (result > 0 && cell->cell < child->cells) {
		child->listener->cell_done(child->listener->context, cell, raw);
		child->reported++;
	}
	free(raw);
	return result;
}

/* Until the child closes its end. An error that it reports goes to `err`. */
static int child_listen(struct child *child, struct error *err)
{
	struct message message;
	int result = 0;

	while (child_read(child, &message, sizeof message) > 0) {
		switch (message.kind) {
		case MESSAGE_RUN:
			child->listener->run_started(child->listener->context,
			                             &message.about.run);
			break;
		case MESSAGE_CELL:
			(void)child_cell(child, &message.about.cell);
			break;
		case MESSAGE_ERROR:
			*err = message.about.error;
			result = -1;
			break;
		}
	}
	return result;
}

static int child_end(struct child *child)
{
	int how = 0;

	(void)close(child->descriptor);
	while (waitpid(child->pid, &how, 0) < 0 && errno == EINTR)
		continue;
	return how;
}

/* Whether it ended as a run should; fewer cells are in order only for who interrupts. */
static int child_judge(const struct child *child, int how, const char *program,
                       struct error *err)
{
	if (WIFSIGNALED(how))
		return error_fail(err, "the process of a run was killed by signal %d (%s)",
		                  WTERMSIG(how), strsignal(WTERMSIG(how)));
	if (WEXITSTATUS(how) == 127)
		return error_fail(err, "%s cannot be started as the process of a run", program);
	if (WEXITSTATUS(how) != 0)
		return error_fail(err, "the process of a run ended with status %d",
		                  WEXITSTATUS(how));
	if (child->reported < child->cells && !*interrupt_flag())
		return error_fail(err, "the process of a run ended after %zu of its %zu cells",
		                  child->reported, child->cells);
	return 0;
}

static int run_once(const char *program, char *const argv[], struct child *child,
                    bool *died, struct error *err)
{
	*died = false;
	if (child_start(child, program, argv, err) != 0)
		return -1;
	int result = child_listen(child, err);
	int how = child_end(child);
	if (result != 0)
		return -1;
	result = child_judge(child, how, program, err);
	*died = result != 0;
	return result;
}

int session_run(const char *program, char *const argv[], size_t cells,
                const struct session_listener *listener, struct error *err)
{
	enum { ATTEMPTS = 2 };
	int result = -1;
	bool died = true;

	for (int attempt = 1; died && attempt <= ATTEMPTS && !*interrupt_flag(); attempt++) {
		struct child child = { .listener = listener, .cells = cells };
		result = run_once(program, argv, &child, &died, err);
		if (died && !*interrupt_flag())
			listener->died(listener->context, err, attempt < ATTEMPTS);
	}
	return result;
}
