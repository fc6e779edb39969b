/* SPDX-License-Identifier: MIT */
/* Command lines as timed process groups: those that fail, hang, die, talk, leave others. */
#include "check.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "measure/interrupt.h"
#include "measure/shell.h"

static struct shell_result run_job(struct shell_job job)
{
	struct shell_result result;
	struct error err = { 0 };

	job.clock = clock_monotonic();
	assert_int_equal(shell_run(&job, &result, &err), 0);
	return result;
}

static struct shell_result run(const char *line)
{
	return run_job((struct shell_job){ .line = line });
}

/* How it ended in words, all of them. */
static void check_end(struct shell_result result, enum shell_end end, const char *words)
{
	struct text text = { 0 };

	shell_explain(&result, &text);
	assert_string_equal(text_string(&text), words);
	assert_int_equal(result.end, end);
	text_release(&text);
	shell_result_release(&result);
}

static void time_is_that_of_the_command(void **state)
{
	struct shell_result result = run("sleep 0.1");

	(void)state;
	assert_int_equal(result.end, SHELL_DONE);
	assert_true(result.elapsed_ns >= 100000000);
	assert_true(result.elapsed_ns < 5000000000);
	/* It slept: of a core it used next to nothing. */
	assert_true(result.cpu_ns < result.elapsed_ns);
	shell_result_release(&result);
}

static void cpu_time_counts_all_that_the_shell_waited_for(void **state)
{
	struct shell_result result =
	        run("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done & wait");

	(void)state;
	assert_int_equal(result.end, SHELL_DONE);
	assert_true(result.cpu_ns > 0);
	shell_result_release(&result);
}

static void variables_reach_it_and_standard_input_is_empty(void **state)
{
	static const struct shell_variable variables[] = { { "BLOCK", "4096" }, { "RUN", "3" } };

	(void)state;
	check_end(run_job((struct shell_job){
	        .line = "echo \"$BLOCK $RUN [$(cat)]\" >&2; exit 9", .variables = variables,
	        .variable_count = 2 }), SHELL_STATUS, "ended with status 9:\n    4096 3 []");
	assert_null(getenv("BLOCK"));
}

static void a_command_that_fails_says_what_it_said_last(void **state)
{
	(void)state;
	check_end(run("exit 0"), SHELL_DONE, "ended well");
	check_end(run("exit 3"), SHELL_STATUS, "ended with status 3");
	check_end(run("for i in 1 2 3 4 5 6 7; do echo line $i >&2; done; echo out; exit 1"),
	          SHELL_STATUS, "ended with status 1:\n    line 3\n    line 4\n    line 5\n"
	          "    line 6\n    line 7");
}

static void a_command_that_is_killed_names_the_signal(void **state)
{
	(void)state;
	check_end(run("kill -9 $$"), SHELL_SIGNAL, "was killed by signal 9 (Killed)");
	check_end(run("sh -c 'kill -9 $$'; exit $?"), SHELL_STATUS,
	          "ended with status 137 (Killed):\n    Killed");
}

static void a_command_that_hangs_is_ended_after_its_timeout(void **state)
{
	struct shell_result result =
	        run_job((struct shell_job){ .line = "sleep 1000", .timeout_ns = 50000000 });

	(void)state;
	assert_true(result.elapsed_ns < 2000000000);
	check_end(result, SHELL_TIMEOUT, "took longer than its --timeout and was ended");
}

static void one_that_ignores_the_wish_is_killed(void **state)
{
	struct shell_result result = run_job((struct shell_job){
	        .line = "trap '' TERM; while :; do sleep 0.05; done", .timeout_ns = 50000000 });

	(void)state;
	check_end(result, SHELL_TIMEOUT, "took longer than its --timeout and was ended");
}

static void one_that_stops_is_not_waited_for(void **state)
{
	(void)state;
	check_end(run("kill -TTIN $$; exit 0"), SHELL_STOPPED, "was stopped by signal 21 (Stopped (tty input)) and ended; it may not ask the "
	          "terminal, for a password say");
}

/* 40 MB on each: a pipe that nobody reads would hold it up for good. */
static void a_command_that_prints_much_ends_all_the_same(void **state)
{
	struct shell_result result = run_job((struct shell_job){
	        .line = "head -c 40000000 /dev/zero; head -c 40000000 /dev/zero >&2; echo >&2; "
	                "echo end >&2; exit 1", .timeout_ns = 60000000000 });

	(void)state;
	assert_true(result.said.length <= 2048);
	assert_int_equal(result.end, SHELL_STATUS);
	assert_non_null(strstr(text_string(&result.said) + result.said.length - 5, "end\n"));
	shell_result_release(&result);
}

/* The process that its line put into a file: whether it lives. */
static bool lives(const char *path)
{
	FILE *file = fopen(path, "r");
	int pid = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%d", &pid), 1);
	(void)fclose(file);
	/* An orphan is reaped by another process, a moment later. */
	for (int i = 0; i < 1000 && kill(pid, 0) == 0; i++)
		(void)poll(NULL, 0, 1);
	return kill(pid, 0) == 0;
}

static void processes_that_are_left_behind_are_ended(void **state)
{
	char path[] = "/tmp/membench-shell-XXXXXX", line[200];
	int descriptor = mkstemp(path);

	(void)state;
	assert_true(descriptor >= 0);
	(void)close(descriptor);
	(void)snprintf(line, sizeof line, "sleep 1000 & echo $! >%s", path);
	struct shell_result result = run(line);
	assert_int_equal(result.end, SHELL_DONE);
	assert_true(result.has_left);
	/* Their time is not the command's. */
	assert_true(result.elapsed_ns < 1000000000);
	shell_result_release(&result);
	assert_false(lives(path));
	(void)snprintf(line, sizeof line, "sleep 1 >/dev/null 2>&1 & echo $! >%s", path);
	result = run_job((struct shell_job){ .line = line, .may_leave = true });
	assert_false(result.has_left);
	shell_result_release(&result);
	(void)unlink(path);
}

static void an_interrupt_ends_the_whole_group(void **state)
{
	char line[200], path[] = "/tmp/membench-shell-XXXXXX";
	int descriptor = mkstemp(path);

	(void)state;
	assert_true(descriptor >= 0);
	(void)close(descriptor);
	interrupt_catch();
	(void)snprintf(line, sizeof line, "sh -c 'echo $$ >%s; kill -INT %d; exec sleep 1000' | cat",
	               path, (int)getpid());
	check_end(run(line), SHELL_INTERRUPTED, "was interrupted");
	assert_false(lives(path));
	(void)unlink(path);
	/* One that begins afterwards is not: it cleans up. */
	check_end(run("sleep 0.01"), SHELL_DONE, "ended well");
}

int main(void)
{
	(void)signal(SIGPIPE, SIG_IGN); /* as the program does */
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_is_that_of_the_command),
		cmocka_unit_test(cpu_time_counts_all_that_the_shell_waited_for),
		cmocka_unit_test(variables_reach_it_and_standard_input_is_empty),
		cmocka_unit_test(a_command_that_fails_says_what_it_said_last),
		cmocka_unit_test(a_command_that_is_killed_names_the_signal),
		cmocka_unit_test(a_command_that_hangs_is_ended_after_its_timeout),
		cmocka_unit_test(one_that_ignores_the_wish_is_killed),
		cmocka_unit_test(one_that_stops_is_not_waited_for),
		cmocka_unit_test(a_command_that_prints_much_ends_all_the_same),
		cmocka_unit_test(processes_that_are_left_behind_are_ended),
		cmocka_unit_test(an_interrupt_ends_the_whole_group),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
