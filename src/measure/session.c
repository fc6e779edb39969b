/* SPDX-License-Identifier: MIT */
/* measure: runs as child processes. Knows messages; refuses to know what is measured. */
#include "measure/session.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "measure/interrupt.h"

#define WAIT_MS    200  /* between two looks at a child that is silent */
#define HASTE_MS   25   /* the same once it was asked to stop */
#define GRACE_MS   150  /* of silence, for a child that was asked to stop */
#define STOPPED_MS 1000 /* for a child that someone else stopped: SIGSTOP, a debugger */
#define ENDING_MS  5000 /* for a child that was killed to be gone */

struct child {
	pid_t pid;
	int descriptor; /* we read its messages here */
	int told;       /* how many interrupts were passed on */
	size_t cells, reported; /* what it is to report, and has */
	bool is_ready;  /* it has touched its memory, and measures */
	bool is_refused; /* it said that it gets no memory */
	bool is_stopped, is_gone;
	int how;        /* its status once it is gone */
	uint64_t silent_ms, stopped_ms;
	const char *fault; /* why we ended it; NULL where we did not */
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
	int why = errno;
	(void)close(ends[0]);
	return error_fail(err, "a run cannot be started: %s%s", strerror(why), why != EAGAIN ? "" :
	                  "; a limit on processes does that (ulimit -u, pids.max), or a deadline "
	                  "scheduler without reset on fork (chrt --reset-on-fork)");
}

/* The first interrupt asks the child to stop in good order, the second ends it. */
static void child_tell(struct child *child)
{
	int count = *interrupt_flag();

	if (count > child->told) {
		(void)kill(child->pid, count > 1 ? SIGKILL : SIGINT);
		child->silent_ms = 0;
	}
	child->told = count;
}

/* Whether it was stopped, or is gone: without waiting for either. */
static void child_look(struct child *child)
{
	int how;

	while (!child->is_gone &&
	       waitpid(child->pid, &how, WNOHANG | WUNTRACED | WCONTINUED) == child->pid) {
		child->is_stopped = WIFSTOPPED(how);
		child->is_gone = WIFEXITED(how) || WIFSIGNALED(how);
		child->how = how;
	}
}

/* A child that says nothing for too long is ended. Time in which we were stopped ourselves
 * (Ctrl-Z) does not count: only waits that ran out do. */
static void child_watch(struct child *child, uint64_t waited_ms)
{
	uint64_t patience_ms = child->listener->patience_ms;

	child_look(child);
	child->silent_ms += waited_ms;
	child->stopped_ms = child->is_stopped ? child->stopped_ms + waited_ms : 0;
	if (child->fault != NULL)
		return;
	if (child->told > 0 && child->silent_ms >= GRACE_MS)
		child->fault = "did not stop when it was asked to";
	else if (child->stopped_ms >= STOPPED_MS)
		child->fault = "was stopped from outside and did not go on";
	else if (patience_ms > 0 && child->silent_ms >= patience_ms)
		child->fault = "reported nothing for far longer than its plan takes";
	if (child->fault == NULL)
		return;
	(void)kill(child->pid, SIGKILL);
	child->silent_ms = 0;
}

/*
 * Until there is something to read: show that we wait, pass interrupts on. False where
 * even a killed child keeps its end open, as one that waits for a broken device does.
 */
static bool child_wait(struct child *child)
{
	struct pollfd ready = { .fd = child->descriptor, .events = POLLIN };

	for (;;) {
		int wait_ms = child->told > 0 ? HASTE_MS : WAIT_MS;
		int result = poll(&ready, 1, wait_ms);
		if (result > 0) {
			child->silent_ms = 0;
			return true;
		}
		child_tell(child);
		child_watch(child, result == 0 ? (uint64_t)wait_ms : 0);
		if (child->fault != NULL && child->silent_ms >= ENDING_MS)
			return false;
		if (child->listener->waiting != NULL)
			child->listener->waiting(child->listener->context);
	}
}

/* 1 when all `count` bytes came, 0 at the end of the stream. */
static int child_read(struct child *child, void *data, size_t count)
{
	char *bytes = data;

	while (count > 0) {
		if (!child_wait(child))
			return 0;
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
			child->is_ready = true;
			child->listener->run_started(child->listener->context,
			                             &message.about.run);
			break;
		case MESSAGE_CELL:
			(void)child_cell(child, &message.about.cell);
			break;
		case MESSAGE_NO_MEMORY:
		case MESSAGE_ERROR:
			child->is_refused = message.kind == MESSAGE_NO_MEMORY;
			*err = message.about.error;
			result = -1;
			break;
		}
	}
	return result;
}

/* It has closed its end, so it is as good as gone; one that is not is ended. */
static void child_end(struct child *child)
{
	(void)close(child->descriptor);
	child_look(child);
	for (int waited_ms = 0; !child->is_gone && waited_ms < ENDING_MS; waited_ms++) {
		if (waited_ms == GRACE_MS)
			(void)kill(child->pid, SIGKILL);
		(void)poll(NULL, 0, 1);
		child_look(child);
	}
}

/* Whether it ended as a run should; fewer cells are in order only for who interrupts. */
static int child_judge(const struct child *child, const char *program, struct error *err)
{
	int how = child->how;

	if (child->told > 0 && (child->fault != NULL || WIFSIGNALED(how)))
		return 0;
	if (child->fault != NULL)
		return error_fail(err, "the process of a run %s and was ended", child->fault);
	if (WIFSIGNALED(how))
		return error_fail(err, "the process of a run was killed by signal %d (%s)%s",
		                  WTERMSIG(how), strsignal(WTERMSIG(how)),
		                  child->is_ready            ? ""
		                  : WTERMSIG(how) == SIGBUS  ? ": a limit on huge pages binds"
		                  : WTERMSIG(how) == SIGKILL ? ": a memory limit binds, or someone did it"
		                                             : " before it had all its memory");
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

/* What kills a process that touches memory it cannot have: a cgroup's limit, a pool's. */
static bool lacked_memory(const struct child *child)
{
	if (child->is_refused)
		return true;
	return child->fault == NULL && !child->is_ready && WIFSIGNALED(child->how) &&
	       (WTERMSIG(child->how) == SIGKILL || WTERMSIG(child->how) == SIGBUS);
}

static int run_once(const char *program, char *const argv[], struct child *child,
                    bool *died, struct error *err)
{
	*died = false;
	if (child_start(child, program, argv, err) != 0)
		return -1;
	int result = child_listen(child, err);
	child_end(child);
	if (result != 0)
		return child->is_refused ? SESSION_NO_MEMORY : -1;
	result = child_judge(child, program, err);
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
		if (died && attempt == ATTEMPTS && lacked_memory(&child))
			return SESSION_NO_MEMORY;
		if (died && !*interrupt_flag())
			listener->died(listener->context, err, attempt < ATTEMPTS);
	}
	return result;
}
