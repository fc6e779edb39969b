/* SPDX-License-Identifier: MIT */
/* Threads that measure together, and the CPUs that they are pinned to. */
#include "check.h"

#include <stdatomic.h>

#include "measure/team.h"

struct meeting {
	struct team *team;
	atomic_int arrived;
	atomic_int early; /* threads that passed a barrier before all had reached it */
};

static void meeting_job(void *context, size_t index)
{
	struct meeting *meeting = context;

	(void)index;
	for (int round = 1; round <= 200; round++) {
		atomic_fetch_add(&meeting->arrived, 1);
		team_meet(meeting->team);
		if (atomic_load(&meeting->arrived) < round * (int)team_count(meeting->team))
			atomic_fetch_add(&meeting->early, 1);
		team_meet(meeting->team);
	}
}

static void no_thread_leaves_the_barrier_before_all_are_there(void **state)
{
	struct meeting meeting = { 0 };
	struct cpu_set none = { 0 };
	struct error err = { 0 };

	(void)state;
	meeting.team = team_new(2, &none, &err);
	assert_non_null(meeting.team);
	assert_false(team_pinned(meeting.team));
	for (int i = 0; i < 20; i++) {
		atomic_store(&meeting.arrived, 0);
		team_run(meeting.team, meeting_job, &meeting);
	}
	assert_int_equal(atomic_load(&meeting.early), 0);
	assert_int_equal(atomic_load(&meeting.arrived), 400);
	team_free(meeting.team);
}

/* As a cpuset that changes does, or another program. */
static void job_move_away(void *context, size_t index)
{
	const unsigned *to = context;
	(void)index;
	assert_true(platform_pin(*to));
}

static void a_thread_that_was_moved_is_no_longer_pinned(void **state)
{
	struct cpu_set allowed = { 0 }, home = { 0 };
	struct error err;

	(void)state;
	platform_allowed_cpus(&allowed);
	if (allowed.count < 2 || !platform_can_pin(allowed.cpus[0])) {
		print_message("skipped: needs two CPUs, and a system that pins\n");
		cpu_set_release(&allowed);
		skip();
	}
	cpu_set_add(&home, allowed.cpus[0]);
	struct team *team = team_new(1, &home, &err);
	assert_non_null(team);
	assert_true(team_pinned(team));
	team_run(team, job_move_away, &allowed.cpus[1]);
	assert_false(team_pinned(team));
	team_free(team);
	cpu_set_release(&home);
	cpu_set_release(&allowed);
}

static void trying_a_cpu_leaves_the_mask_alone(void **state)
{
	struct cpu_set before = { 0 }, after = { 0 };

	(void)state;
	platform_allowed_cpus(&before);
	for (size_t i = 0; i < before.count; i++)
		(void)platform_can_pin(before.cpus[i]);
	assert_false(platform_can_pin(1048575));
	platform_allowed_cpus(&after);
	assert_int_equal(after.count, before.count);
	assert_memory_equal(after.cpus, before.cpus, before.count * sizeof *before.cpus);
	cpu_set_release(&before);
	cpu_set_release(&after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trying_a_cpu_leaves_the_mask_alone),
		cmocka_unit_test(a_thread_that_was_moved_is_no_longer_pinned),
		cmocka_unit_test(no_thread_leaves_the_barrier_before_all_are_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
