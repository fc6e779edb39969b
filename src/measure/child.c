/* SPDX-License-Identifier: MIT */
/* measure: a process at the other end of two pipes. Knows not what passes through them. */
#include "measure/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/interrupt.h"

#define WAIT_MS    200  /* between two looks at a child that is silent */
#define HASTE_MS   25   /* the same once it was asked to stop */
#define GRACE_MS   150  /* of silence, for a child that was asked to stop */
#define STOPPED_MS 1000 /* for a child that someone else stopped: SIGSTOP, a debugger */
#define ENDING_MS  5000 /* for a child that was killed to be gone */

/* Each pipe as pipe() gives it: the end that is read, the end that is written. */
struct pipes {
	int input[2], output[2];
};

static void pipe_close(int ends[2])
{
	(void)close(ends[0]);
	(void)close(ends[1]);
}

static int pipes_open(struct pipes *pipes)
{
	if (pipe(pipes->input) != 0)
		return -1;
	if (pipe(pipes->output) == 0)
		return 0;
	int why = errno;
	pipe_close(pipes->input);
	errno = why;
	return -1;
}

static void become(struct pipes *pipes, const char *program, char *const argv[])
{
	(void)dup2(pipes->input[0], STDIN_FILENO);
	(void)dup2(pipes->output[1], STDOUT_FILENO);
	pipe_close(pipes->input);
	pipe_close(pipes->output);
	(void)execv(program, argv);
	_exit(127);
}

int child_start(struct child *child, const char *program, char *const argv[],
                struct error *err)
{
	struct pipes pipes;

	if (pipes_open(&pipes) != 0)
		return error_fail(err, "a pipe to a run cannot be made: %s", strerror(errno));
	interrupt_hold(true);
	child->pid = fork();
	if (child->pid == 0)
		become(&pipes, program, argv);
	int why = errno;
	interrupt_hold(false);
	(void)close(pipes.input[0]);
	(void)close(pipes.output[1]);
	child->to = pipes.input[1];
	child->from = pipes.output[0];
	/* A child that does not read must not keep us from looking at it. */
	(void)fcntl(child->to, F_SETFL, O_NONBLOCK);
	if (child->pid > 0)
		return 0;
	(void)close(child->to);
	(void)close(child->from);
	return error_fail(err, "a run cannot be started: %s%s", strerror(why), why != EAGAIN ? "" :
	                  "; a limit on processes does that (ulimit -u, pids.max), or a deadline "
	                  "scheduler without reset on fork (chrt --reset-on-fork)");
}

/* What the pipe takes now. One that went away without reading shows in how it ended. */
static void child_feed(struct child *child)
{
	ssize_t put = write(child->to, child->input, child->input_bytes);

	if (put > 0) {
		child->input += put;
		child->input_bytes -= (size_t)put;
	}
	if (child->input_bytes > 0 && (put >= 0 || errno == EAGAIN || errno == EINTR))
		return;
	(void)close(child->to);
	child->to = -1;
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
	child_look(child);
	child->silent_ms += waited_ms;
	child->stopped_ms = child->is_stopped ? child->stopped_ms + waited_ms : 0;
	if (child->fault != NULL)
		return;
	if (child->told > 0 && child->silent_ms >= GRACE_MS)
		child->fault = "did not stop when it was asked to";
	else if (child->stopped_ms >= STOPPED_MS)
		child->fault = "was stopped from outside and did not go on";
	else if (child->patience_ms > 0 && child->silent_ms >= child->patience_ms)
		child->fault = "reported nothing for far longer than its plan takes";
	if (child->fault == NULL)
		return;
	(void)kill(child->pid, SIGKILL);
	child->silent_ms = 0;
}

/*
 * Until there is something to read: feed it, show that we wait, pass interrupts on. False
 * where even a killed child keeps its end open, as one that waits for a broken device does.
 */
static bool child_wait(struct child *child)
{
	for (;;) {
		struct pollfd ends[] = { { .fd = child->from, .events = POLLIN },
			                 { .fd = child->to, .events = POLLOUT } };
		int wait_ms = child->told > 0 ? HASTE_MS : WAIT_MS;
		int ready = poll(ends, 2, wait_ms);
		if (ready > 0 && ends[1].revents != 0)
			child_feed(child);
		if (ready > 0 && ends[0].revents != 0) {
			child->silent_ms = 0;
			return true;
		}
		child_tell(child);
		child_watch(child, ready == 0 ? (uint64_t)wait_ms : 0);
		if (child->fault != NULL && child->silent_ms >= ENDING_MS)
			return false;
		if (child->waiting != NULL)
			child->waiting(child->context);
	}
}

bool child_read(struct child *child, void *data, size_t count)
{
	char *bytes = data;

	while (count > 0) {
		if (!child_wait(child))
			return false;
		ssize_t got = read(child->from, bytes, count);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		bytes += got;
		count -= (size_t)got;
	}
	return true;
}

/* It has closed its end, so it is as good as gone; one that is not is ended. */
void child_end(struct child *child)
{
	(void)close(child->from);
	if (child->to >= 0)
		(void)close(child->to);
	child_look(child);
	for (int waited_ms = 0; !child->is_gone && waited_ms < ENDING_MS; waited_ms++) {
		if (waited_ms == GRACE_MS)
			(void)kill(child->pid, SIGKILL);
		(void)poll(NULL, 0, 1);
		child_look(child);
	}
}
