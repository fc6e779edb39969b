/* SPDX-License-Identifier: MIT */
/* The processes of runs: those that die, hang, end early or are not there. */
#include "check.h"

#include <signal.h>
#include <unistd.h>

#include "measure/run.h"
#include "plans.h"

static void no_start(void *context, const struct run_message *run)
{
	(void)context, (void)run;
}

static void no_cell(void *context, const struct cell_message *cell, const uint64_t *raw)
{
	(void)context, (void)cell, (void)raw;
}

/* How often a process died, and whether it was to be tried again. */
struct deaths {
	int count, again;
};

static void count_death(void *context, const struct error *err, bool again)
{
	struct deaths *deaths = context;

	assert_true(err->text[0] != '\0');
	deaths->count++;
	deaths->again += again;
}

/* A program that is a line of shell. */
static void shell(struct platform_program *program, const char *script)
{
	static char name[] = "sh", option[] = "-c";

	*program = (struct platform_program){ .path = "/bin/sh", .leading_count = 3 };
	(void)snprintf(program->line, sizeof program->line, "%s", script);
	program->leading[0] = name;
	program->leading[1] = option;
	program->leading[2] = program->line;
}

static int shell_run(const char *script, size_t cells, struct deaths *deaths,
                     struct error *err)
{
	const struct run_listener deaf = {
		.context = deaths, .run_started = no_start, .cell_done = no_cell,
		.died = count_death, .patience_ms = 400,
	};
	struct platform_program program;
	struct run_job job = { .run = 1 };

	*deaths = (struct deaths){ 0 };
	shell(&program, script);
	plan_of_sizes(&job.plan, cells);
	int result = run_process(&program, &job, &deaf, err);
	job_release(&job);
	return result;
}

static void a_run_that_dies_is_tried_once_more(void **state)
{
	struct error err = { 0 };
	struct deaths deaths;

	(void)state;
	assert_int_equal(shell_run("exit 0", 0, &deaths, &err), 0);
	assert_int_equal(deaths.count, 0);
	assert_int_equal(shell_run("kill -USR1 $$", 0, &deaths, &err), -1);
	assert_int_equal(deaths.count, 2);
	assert_int_equal(deaths.again, 1);
	assert_non_null(strstr(err.text, "killed by signal "));
	assert_int_equal(shell_run("exit 3", 0, &deaths, &err), -1);
	assert_int_equal(deaths.count, 2);
	assert_non_null(strstr(err.text, "status 3"));
}

static void a_run_that_ends_early_has_failed_and_says_where(void **state)
{
	struct error err = { 0 };
	struct deaths deaths;

	(void)state;
	assert_int_equal(shell_run("exit 0", 9, &deaths, &err), -1);
	assert_int_equal(deaths.count, 2);
	assert_int_equal(err.status, STATUS_FAILED);
	assert_non_null(strstr(err.text, "ended after 0 of its 9 cells"));
}

/* Where a script has failed once, it leaves a file: the second try ends well. */
static void check_second_try(const char *failing)
{
	struct error err = { 0 };
	struct deaths deaths;
	char path[] = "/tmp/membench-test-XXXXXX", script[128];
	int descriptor = mkstemp(path);

	assert_true(descriptor >= 0);
	close(descriptor);
	(void)snprintf(script, sizeof script, "test -s %s || { echo x >%s; %s; }", path, path,
	               failing);
	assert_int_equal(shell_run(script, 0, &deaths, &err), 0);
	assert_int_equal(deaths.count, 1);
	unlink(path);
}

static void a_second_try_that_ends_well_is_enough(void **state)
{
	(void)state;
	check_second_try("exit 1");
}

/* The kernel kills so: at a cgroup's limit, and where a pool of huge pages has its own. */
static void who_is_killed_before_the_run_starts_lacked_memory(void **state)
{
	struct error err = { 0 };
	struct deaths deaths;

	(void)state;
	assert_int_equal(shell_run("kill -9 $$", 0, &deaths, &err), RUN_NO_MEMORY);
	assert_int_equal(deaths.count, 1);
	assert_non_null(strstr(err.text, "killed by signal 9"));
	assert_non_null(strstr(err.text, "a memory limit binds"));
	assert_int_equal(shell_run("kill -BUS $$", 0, &deaths, &err), RUN_NO_MEMORY);
}

/* Patience is counted in waits that ran out, of which there are two. */
static void a_run_that_hangs_is_ended_and_named(void **state)
{
	struct error err = { 0 };
	struct deaths deaths;

	(void)state;
	assert_int_equal(shell_run("exec sleep 1000", 0, &deaths, &err), -1);
	assert_int_equal(deaths.count, 2);
	assert_non_null(strstr(err.text, "reported nothing for far longer"));
}

static void a_second_try_after_one_that_hung_is_enough(void **state)
{
	(void)state;
	check_second_try("kill -STOP $$");
}

static void a_program_that_is_not_there_is_an_error(void **state)
{
	struct deaths deaths = { 0 };
	const struct run_listener deaf = {
		.context = &deaths, .run_started = no_start, .cell_done = no_cell,
		.died = count_death,
	};
	const struct platform_program program = { .path = "/nonexistent/membench" };
	const struct run_job job = { .run = 1 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(run_process(&program, &job, &deaf, &err), -1);
	assert_non_null(strstr(err.text, "/nonexistent/membench"));
}

/* More than a pipe holds, or an argument may: 600 KB, of which the process counts all. */
static void a_long_plan_reaches_its_process_whole(void **state)
{
	struct deaths deaths = { 0 };
	const struct run_listener listener = {
		.context = &deaths, .run_started = no_start, .cell_done = no_cell,
		.died = count_death,
	};
	struct platform_program program;
	struct run_job job = { .run = 1 };
	struct text text = { 0 };
	struct error err = { 0 };
	char line[64];

	(void)state;
	for (size_t i = 0; i < 30000; i++)
		plan_of_sizes(&job.plan, 1);
	job_format(&job, &text);
	assert_true(text.length > 500000);
	(void)snprintf(line, sizeof line, "exit $(($(wc -c) == %zu ? 7 : 8))", text.length);
	shell(&program, line);
	assert_int_equal(run_process(&program, &job, &listener, &err), -1);
	assert_non_null(strstr(err.text, "ended with status 7"));
	/* One that does not read it is told as it ended. */
	shell(&program, "exit 5");
	assert_int_equal(run_process(&program, &job, &listener, &err), -1);
	assert_non_null(strstr(err.text, "ended with status 5"));
	job_release(&job);
	text_release(&text);
}

/* What the session hands over is what the process takes, but for whose memory it is. */
static void a_job_travels_whole_or_not_at_all(void **state)
{
	struct run_job job = { .order = ORDER_ASCENDING, .pace.budget_ns = 7, .run = 3,
		               .verify = true }, came;
	struct text text = { 0 };
	struct error err = { 0 };
	int ends[2];

	(void)state;
	plan_of_sizes(&job.plan, 2);
	cpu_set_add(&job.cpus, 4096);
	job_format(&job, &text);
	for (size_t cut = 0; cut < text.length; cut++) {
		assert_int_equal(pipe(ends), 0);
		size_t bytes = text.length - cut;
		assert_int_equal(write(ends[1], text.bytes, bytes), bytes);
		close(ends[1]);
		assert_int_equal(job_read(ends[0], &came, &err), cut == 0 ? 0 : -1);
		close(ends[0]);
		if (cut == 0) {
			assert_int_equal(came.plan.count, 2);
			assert_int_equal(came.plan.cells[1].block_bytes,
			                 job.plan.cells[1].block_bytes);
			assert_int_equal(came.cpus.count, 1);
			assert_int_equal(came.cpus.cpus[0], 4096);
			assert_int_equal(came.order, ORDER_ASCENDING);
			assert_int_equal(came.pace.budget_ns, 7);
			assert_int_equal(came.run, 3);
			assert_true(came.verify && !came.raw);
		}
		job_release(&came);
	}
	job_release(&job);
	text_release(&text);
}

int main(void)
{
	(void)signal(SIGPIPE, SIG_IGN); /* as the program does */
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_travels_whole_or_not_at_all),
		cmocka_unit_test(a_long_plan_reaches_its_process_whole),
		cmocka_unit_test(a_run_that_dies_is_tried_once_more),
		cmocka_unit_test(a_run_that_ends_early_has_failed_and_says_where),
		cmocka_unit_test(a_second_try_that_ends_well_is_enough),
		cmocka_unit_test(who_is_killed_before_the_run_starts_lacked_memory),
		cmocka_unit_test(a_run_that_hangs_is_ended_and_named),
		cmocka_unit_test(a_second_try_after_one_that_hung_is_enough),
		cmocka_unit_test(a_program_that_is_not_there_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
