/* SPDX-License-Identifier: MIT */
/* measure: a command line as a timed process group. Knows not what it is to do. */
#include "measure/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/interrupt.h"
#include "platform/platform.h"

#define LOOK_NS    UINT64_C(200000000)  /* between two looks at a command that is silent */
#define STEP_NS    UINT64_C(1000000)    /* the same at one that is to end */
#define GRACE_NS   UINT64_C(2000000000) /* for a group that was asked to end */
#define LEAVING_NS UINT64_C(10000000)   /* for processes that outlive their shell by a moment */
#define SAID_MOST  2048 /* bytes of its standard error */

/* A command that runs, and how we wait for it. */
struct shell {
	const struct shell_job *job;
	struct shell_result *result;
	pid_t pid;         /* and its group */
	int heard;         /* our end of its standard error; -1: it is shown */
	int told;          /* interrupts that came before it did */
	uint64_t begun_ns;
	sigset_t mask;     /* of ours, before; while we wait, without SIGTSTP */
	struct sigaction child_action;
	bool is_gone;
};

static uint64_t now(const struct shell *shell)
{
	return shell->job->clock.now_ns(shell->job->clock.context);
}

/* ---- Signals: none arrives but while we wait ---- */

static void on_child(int number)
{
	(void)number;
}

static void signals_hold(struct shell *shell)
{
	struct sigaction action = { .sa_handler = on_child };
	sigset_t held;

	sigemptyset(&action.sa_mask);
	(void)sigaction(SIGCHLD, &action, &shell->child_action);
	sigemptyset(&held);
	sigaddset(&held, SIGCHLD);
	sigaddset(&held, SIGTSTP);
	(void)sigprocmask(SIG_BLOCK, &held, &shell->mask);
	interrupt_hold(true);
}

static void signals_release(struct shell *shell)
{
	interrupt_hold(false);
	(void)sigprocmask(SIG_SETMASK, &shell->mask, NULL);
	(void)sigaction(SIGCHLD, &shell->child_action, NULL);
}

/* ---- Its start ---- */

static void empty(int descriptor, int flags)
{
	int opened = open("/dev/null", flags);

	if (opened < 0 || dup2(opened, descriptor) < 0)
		_exit(127);
	if (opened > STDERR_FILENO)
		(void)close(opened);
}

/* In the child: what we hold back or ignore is none of its affair. */
static void become(const struct shell *shell, const int said[2])
{
	const struct shell_job *job = shell->job;

	(void)setpgid(0, 0);
	(void)signal(SIGPIPE, SIG_DFL);
	empty(STDIN_FILENO, O_RDONLY);
	if (job->is_shown) {
		(void)dup2(STDERR_FILENO, STDOUT_FILENO);
	} else {
		empty(STDOUT_FILENO, O_WRONLY);
		(void)dup2(said[1], STDERR_FILENO);
		(void)close(said[0]);
		(void)close(said[1]);
	}
	for (size_t i = 0; i < job->variable_count; i++)
		(void)setenv(job->variables[i].name, job->variables[i].value, 1);
	(void)sigaction(SIGCHLD, &shell->child_action, NULL);
	(void)sigprocmask(SIG_SETMASK, &shell->mask, NULL);
	(void)execl("/bin/sh", "sh", "-c", job->line, (char *)NULL);
	_exit(127);
}

static int shell_start(struct shell *shell, struct error *err)
{
	int said[2] = { -1, -1 };

	if (!shell->job->is_shown && pipe(said) != 0)
		return error_fail(err, "a pipe to a command cannot be made: %s", strerror(errno));
	shell->begun_ns = now(shell);
	shell->pid = fork();
	if (shell->pid == 0)
		become(shell, said);
	int why = errno;
	shell->heard = said[0];
	(void)close(said[1]);
	(void)fcntl(shell->heard, F_SETFL, O_NONBLOCK);
	if (shell->pid > 0) {
		(void)setpgid(shell->pid, shell->pid);
		return 0;
	}
	(void)close(shell->heard);
	return error_fail(err, "a command cannot be started: %s%s", strerror(why),
	                  why == EAGAIN ? "; a limit on processes does that (ulimit -u, "
	                                  "pids.max)" : "");
}

static void said_put(struct text *said, const char *bytes, size_t count)
{
	text_put_bytes(said, bytes, count);
	if (said->length > SAID_MOST) {
		memmove(said->bytes, said->bytes + said->length - SAID_MOST, SAID_MOST + 1);
		said->length = SAID_MOST;
	}
}

/* All that is there by now; at its end nobody is left who could say more. */
static void shell_hear(struct shell *shell)
{
	char bytes[4096];
	ssize_t got = -1;

	while (shell->heard >= 0 && (got = read(shell->heard, bytes, sizeof bytes)) > 0)
		said_put(&shell->result->said, bytes, (size_t)got);
	if (shell->heard < 0 || got != 0)
		return;
	(void)close(shell->heard);
	shell->heard = -1;
}

static uint64_t cpu_ns(void)
{
	struct rusage usage;

	(void)getrusage(RUSAGE_CHILDREN, &usage);
	return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000 +
	       (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

/* Whether it is gone, without waiting; `at_ns` is when we came to look. */
static void shell_look(struct shell *shell, uint64_t at_ns)
{
	struct shell_result *result = shell->result;
	int how;

	while (!shell->is_gone && waitpid(shell->pid, &how, WNOHANG | WUNTRACED) == shell->pid) {
		shell->is_gone = !WIFSTOPPED(how);
		if (shell->is_gone)
			result->elapsed_ns = at_ns - shell->begun_ns;
		if (result->end != SHELL_DONE)
			continue;
		if (WIFEXITED(how)) {
			result->code = WEXITSTATUS(how);
			result->end = result->code == 0 ? SHELL_DONE : SHELL_STATUS;
			continue;
		}
		result->end = WIFSTOPPED(how) ? SHELL_STOPPED : SHELL_SIGNAL;
		result->code = WIFSTOPPED(how) ? WSTOPSIG(how) : WTERMSIG(how);
	}
}

/* Until something happens: it ends, says something, a signal comes, or so much time passed.
 * The one place where signals reach us. */
static void shell_wait(struct shell *shell, uint64_t most_ns)
{
	struct timespec most = { (time_t)(most_ns / 1000000000), (long)(most_ns % 1000000000) };
	sigset_t open = shell->mask;
	fd_set ends;

	sigaddset(&open, SIGTSTP);
	sigdelset(&open, SIGCHLD);
	FD_ZERO(&ends);
	if (shell->heard >= 0)
		FD_SET(shell->heard, &ends);
	(void)pselect(shell->heard + 1, &ends, NULL, NULL, &most, &open);
	shell_look(shell, now(shell));
	shell_hear(shell);
}

/* Nobody of the group is there, nor a dead one that was left to us. */
static bool group_is_gone(const struct shell *shell)
{
	while (shell->is_gone && waitpid(-shell->pid, NULL, WNOHANG) > 0)
		continue;
	return shell->is_gone && kill(-shell->pid, 0) != 0;
}

/* Whether all of the group are gone within so much time, or before the next interrupt. */
static bool group_ends(struct shell *shell, uint64_t patience_ns)
{
	uint64_t begun_ns = now(shell);
	int told = *interrupt_flag();

	while (!group_is_gone(shell)) {
		if (now(shell) - begun_ns > patience_ns || *interrupt_flag() > told)
			return false;
		shell_wait(shell, STEP_NS);
	}
	return true;
}

static void group_kill(struct shell *shell)
{
	(void)kill(-shell->pid, SIGTERM);
	(void)kill(-shell->pid, SIGCONT); /* who is stopped heeds nothing else */
	if (group_ends(shell, GRACE_NS))
		return;
	(void)kill(-shell->pid, SIGKILL);
	(void)group_ends(shell, GRACE_NS);
}

/* How long it may go on before something is to be looked at; 0 where its time is over. */
static uint64_t time_left(const struct shell *shell)
{
	uint64_t took_ns = now(shell) - shell->begun_ns, timeout_ns = shell->job->timeout_ns;

	if (timeout_ns == 0 || timeout_ns > took_ns + LOOK_NS)
		return LOOK_NS;
	return timeout_ns > took_ns ? timeout_ns - took_ns : 0;
}

/* Till it has ended by itself, or must be ended. */
static void shell_watch(struct shell *shell)
{
	struct shell_result *result = shell->result;

	while (!shell->is_gone && result->end == SHELL_DONE) {
		uint64_t left_ns = time_left(shell);
		if (left_ns == 0) {
			result->end = SHELL_TIMEOUT;
			break;
		}
		shell_wait(shell, left_ns);
		if (!shell->is_gone && *interrupt_flag() > shell->told)
			result->end = SHELL_INTERRUPTED;
		if (shell->job->waiting != NULL)
			shell->job->waiting(shell->job->context);
	}
	if (!shell->is_gone)
		group_kill(shell);
}

/* Processes of the group that are still there when its shell is not. */
static void shell_clear(struct shell *shell)
{
	if (shell->job->may_leave || group_is_gone(shell))
		return;
	shell->result->has_left = !group_ends(shell, LEAVING_NS);
	if (shell->result->has_left)
		group_kill(shell);
}

int shell_run(const struct shell_job *job, struct shell_result *result, struct error *err)
{
	struct shell shell = { .job = job, .result = result, .told = *interrupt_flag() };

	*result = (struct shell_result){ .end = SHELL_DONE };
	signals_hold(&shell);
	platform_adopt_orphans(!job->may_leave);
	uint64_t before_ns = cpu_ns();
	int started = shell_start(&shell, err);
	if (started == 0) {
		shell_watch(&shell);
		result->cpu_ns = cpu_ns() - before_ns;
		shell_clear(&shell);
		if (shell.heard >= 0)
			(void)close(shell.heard);
	}
	platform_adopt_orphans(false);
	signals_release(&shell);
	return started;
}

void shell_result_release(struct shell_result *result)
{
	text_release(&result->said);
}
