/* SPDX-License-Identifier: MIT */
/* Summaries, plans, buffers, teams and the processes of runs. */
#include "check.h"

#include <stdatomic.h>
#include <unistd.h>

#include "base/random.h"
#include "measure/buffer.h"
#include "measure/plan.h"
#include "measure/session.h"
#include "measure/summary.h"
#include "measure/team.h"

/* R: quantile(c(5,1,4,2,3), type = 7); quantile(1:4, .25) is 1.75. */
static void quartiles_are_of_type_seven(void **state)
{
	uint64_t five[] = { 5, 1, 4, 2, 3 }, four[] = { 4, 3, 2, 1 }, one[] = { 7 };

	(void)state;
	struct summary of_five = summary_of(five, 5);
	assert_near(of_five.min, 1, 0);
	assert_near(of_five.q1, 2, 0);
	assert_near(of_five.median, 3, 0);
	assert_near(of_five.q3, 4, 0);
	assert_near(of_five.mean, 3, 0);
	assert_near(of_five.max, 5, 0);
	assert_near(summary_of(four, 4).q1, 1.75, 0);
	assert_near(summary_of(four, 4).median, 2.5, 0);
	assert_near(summary_of(one, 1).q1, 7, 0);
	assert_true(isnan(summary_of(one, 0).q1));
}

/* 100 samples of 10 to 11.9 us, so many of which take twice as long. */
static bool is_of_two_states(size_t slow)
{
	uint64_t ns[100];

	for (size_t i = 0; i < 100; i++)
		ns[i] = (10000 + i % 20 * 100) * (i < slow ? 2 : 1);
	struct summary summary = summary_of(ns, 100);
	return summary_has_two_states(&summary);
}

static void a_cell_half_of_which_was_slow_has_two_states(void **state)
{
	(void)state;
	assert_true(is_of_two_states(50));
	assert_true(is_of_two_states(30));
	assert_false(is_of_two_states(0));
	assert_false(is_of_two_states(20)); /* the rate is that of the other 80 */
	assert_false(is_of_two_states(80)); /* and here of the slow ones */
	assert_false(is_of_two_states(100));
}

static void median_of_even_count_is_mean_of_middle_pair(void **state)
{
	double values[] = { 9, 1, 2, 4 }, odd[] = { 3, 1, 2 };

	(void)state;
	assert_near(median_of(values, 4), 3, 0);
	assert_near(median_of(odd, 3), 2, 0);
	assert_true(isnan(median_of(odd, 0)));
}

static void plan_of_sizes(struct plan *plan, size_t count)
{
	const struct kernel *kernel = kernels_find(OP_COPY, "memcpy");
	assert_non_null(kernel);
	for (size_t i = 0; i < count; i++)
		plan_add(plan, kernel, (uint64_t)2048 << i);
}

static void a_seed_repeats_the_order_and_another_round_changes_it(void **state)
{
	const uint64_t key[] = { 7, 1, 0 }, later[] = { 7, 1, 1 };
	size_t first[13], again[13], other[13], seen[13] = { 0 };
	struct plan plan = { 0 };

	(void)state;
	plan_of_sizes(&plan, 13);
	plan_order(&plan, ORDER_SHUFFLED, key, first);
	plan_order(&plan, ORDER_SHUFFLED, key, again);
	plan_order(&plan, ORDER_SHUFFLED, later, other);
	assert_memory_equal(first, again, sizeof first);
	assert_memory_not_equal(first, other, sizeof first);
	for (size_t i = 0; i < 13; i++)
		seen[first[i]]++;
	for (size_t i = 0; i < 13; i++)
		assert_int_equal(seen[i], 1);
	plan_order(&plan, ORDER_ASCENDING, key, first);
	for (size_t i = 0; i < 13; i++)
		assert_int_equal(first[i], i);
	plan_release(&plan);
}

/* Whether the four digits of base 4 are four different ones. */
static bool is_order_of_four(size_t code)
{
	unsigned seen = 0;

	for (size_t i = 0; i < 4; i++)
		seen |= 1u << (code >> 2 * i & 3);
	return seen == 15;
}

/* Each of 4! orders in 24000 shuffles: 1000 expected, and one that never comes counts as
 * well; chi-squared of 23 degrees of freedom is above 49.7 with probability 0.001. */
static void every_order_is_equally_likely(void **state)
{
	unsigned counts[256] = { 0 };
	struct random random = { 1 };
	double chi_squared = 0;
	size_t orders = 0;

	(void)state;
	for (int i = 0; i < 24000; i++) {
		size_t order[] = { 0, 1, 2, 3 };
		random_shuffle(&random, order, 4);
		counts[order[0] << 6 | order[1] << 4 | order[2] << 2 | order[3]]++;
	}
	for (size_t i = 0; i < 256; i++) {
		double off = (double)counts[i] - 1000;
		if (!is_order_of_four(i)) {
			assert_int_equal(counts[i], 0);
			continue;
		}
		chi_squared += off * off / 1000;
		orders++;
	}
	assert_int_equal(orders, 24);
	assert_true(chi_squared < 49.7);
}

static void a_plan_survives_its_text(void **state)
{
	struct plan plan = { 0 }, again = { 0 };
	struct text text = { 0 };
	struct error err = { 0 };

	(void)state;
	plan_of_sizes(&plan, 3);
	plan_add(&plan, kernels_find(OP_WRITE, "memset"), 7);
	plan_format(&plan, &text);
	assert_string_equal(text_string(&text), "copy/memcpy:2048,copy/memcpy:4096,"
	                                        "copy/memcpy:8192,write/memset:7");
	assert_int_equal(plan_parse(text_string(&text), &again, &err), 0);
	assert_int_equal(again.count, 4);
	assert_memory_equal(again.cells, plan.cells, 4 * sizeof *plan.cells);
	assert_int_equal(plan_need_bytes(&again), buffer_need_bytes(8192, 2));
	assert_int_equal(plan_parse("copy/nothing:1", &again, &err), -1);
	plan_release(&plan), plan_release(&again);
	text_release(&text);
}

static void buffers_hold_no_zero_byte_pattern_and_distinct_arrays(void **state)
{
	size_t bytes = 100000, zero_words = 0;
	struct buffer buffer;
	struct error err = { 0 };
	uint64_t word;

	(void)state;
	assert_int_equal(buffer_map(&buffer, buffer_need_bytes(bytes, 3), PAGES_SMALL, &err), 0);
	buffer_fill(&buffer, 1);
	struct stream stream = buffer_stream(&buffer, OP_TRIAD, bytes);
	for (size_t i = 0; i + 8 <= bytes; i += 8) {
		memcpy(&word, stream.src + i, sizeof word);
		zero_words += word == 0;
	}
	assert_int_equal(zero_words, 0);
	assert_memory_not_equal(stream.src, stream.dst, 4096);
	assert_memory_not_equal(stream.src, stream.src2, 4096);
	assert_int_equal((uintptr_t)stream.dst % 64, 0);
	assert_true(stream.dst >= stream.src + bytes + BUFFER_GUARD_BYTES);
	assert_true(stream.src2 >= stream.dst + bytes + BUFFER_GUARD_BYTES);
	assert_true(stream.src2 + bytes + BUFFER_GUARD_BYTES <=
	            buffer.memory + buffer.memory_bytes);
	buffer_release(&buffer);
}

/* A block that no machine has must not wrap round to a small need. */
static void the_need_of_an_impossible_block_is_not_small(void **state)
{
	(void)state;
	assert_true(buffer_need_bytes(UINT64_MAX / 2, 2) == UINT64_MAX);
	assert_true(buffer_need_bytes(UINT64_C(1) << 60, 3) > UINT64_C(3) << 60);
}

/* Copy of 90M and triad of 2K: 180M, not 270M. */
static void a_plan_needs_what_its_largest_cell_needs(void **state)
{
	struct plan plan = { 0 };

	(void)state;
	plan_add(&plan, kernels_find(OP_COPY, "memcpy"), 90 << 20);
	plan_add(&plan, kernels_find(OP_TRIAD, "double"), 2048);
	assert_int_equal(plan_need_bytes(&plan), buffer_need_bytes(90 << 20, 2));
	plan_release(&plan);
}

static void verify_sees_a_wrong_byte_and_a_changed_guard(void **state)
{
	struct buffer buffer;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(buffer_map(&buffer, buffer_need_bytes(4096, 2), PAGES_SMALL, &err), 0);
	buffer_fill(&buffer, 1);
	struct stream stream = buffer_stream(&buffer, OP_COPY, 4096);
	stream_dirty(&stream, 65);
	assert_string_equal(stream_verify(&stream, OP_COPY, 65),
	                    "the destination does not hold what the op means");
	memcpy(stream.dst, stream.src, 65);
	assert_null(stream_verify(&stream, OP_COPY, 65));
	stream.dst[65] ^= 1;
	assert_string_equal(stream_verify(&stream, OP_COPY, 65),
	                    "bytes after the destination were changed");
	stream.dst[65] ^= 1;
	stream.dst[-1] ^= 1;
	assert_string_equal(stream_verify(&stream, OP_COPY, 65),
	                    "bytes before the destination were changed");
	stream.dst[-1] ^= 1;
	stream.dst[64] ^= 1;
	assert_non_null(stream_verify(&stream, OP_COPY, 65));
	buffer_release(&buffer);
}

static void every_op_verifies_against_its_reference(void **state)
{
	struct buffer buffer;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(buffer_map(&buffer, buffer_need_bytes(4096, 3), PAGES_SMALL, &err), 0);
	for (unsigned op = 0; op < OP_COUNT; op++) {
		struct stream stream = buffer_stream(&buffer, (enum op)op, 4096);
		buffer_fill(&buffer, op + 1);
		stream_dirty(&stream, 2048);
		if (op_facts[op].writes_dst)
			assert_non_null(stream_verify(&stream, (enum op)op, 2048));
		reference_run((enum op)op, &stream, 2048);
		assert_null(stream_verify(&stream, (enum op)op, 2048));
	}
	buffer_release(&buffer);
}

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

static int shell_run(const char *script, size_t cells, struct deaths *deaths,
                     struct error *err)
{
	const struct session_listener deaf = {
		.context = deaths, .run_started = no_start, .cell_done = no_cell,
		.died = count_death, .patience_ms = 400,
	};
	char program[] = "/bin/sh", option[] = "-c", line[128];
	char *const argv[] = { program, option, line, NULL };

	*deaths = (struct deaths){ 0 };
	(void)snprintf(line, sizeof line, "%s", script);
	return session_run(program, argv, cells, &deaf, err);
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

static void a_second_try_that_ends_well_is_enough(void **state)
{
	struct error err = { 0 };
	struct deaths deaths;
	char path[] = "/tmp/membench-test-XXXXXX", script[128];
	int descriptor = mkstemp(path);

	(void)state;
	assert_true(descriptor >= 0);
	close(descriptor);
	(void)snprintf(script, sizeof script, "test -s %s || { echo x >%s; exit 1; }", path, path);
	assert_int_equal(shell_run(script, 0, &deaths, &err), 0);
	assert_int_equal(deaths.count, 1);
	unlink(path);
}

/* The kernel kills so: at a cgroup's limit, and where a pool of huge pages has its own. */
static void who_is_killed_before_the_run_starts_lacked_memory(void **state)
{
	struct error err = { 0 };
	struct deaths deaths;

	(void)state;
	assert_int_equal(shell_run("kill -9 $$", 0, &deaths, &err), SESSION_NO_MEMORY);
	assert_int_equal(deaths.count, 1);
	assert_non_null(strstr(err.text, "killed by signal 9"));
	assert_non_null(strstr(err.text, "a memory limit binds"));
	assert_int_equal(shell_run("kill -BUS $$", 0, &deaths, &err), SESSION_NO_MEMORY);
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
	struct error err = { 0 };
	struct deaths deaths;
	char path[] = "/tmp/membench-test-XXXXXX", script[128];
	int descriptor = mkstemp(path);

	(void)state;
	assert_true(descriptor >= 0);
	close(descriptor);
	(void)snprintf(script, sizeof script, "test -s %s || { echo x >%s; kill -STOP $$; }", path,
	               path);
	assert_int_equal(shell_run(script, 0, &deaths, &err), 0);
	assert_int_equal(deaths.count, 1);
	unlink(path);
}

static void a_program_that_is_not_there_is_an_error(void **state)
{
	struct deaths deaths = { 0 };
	const struct session_listener deaf = {
		.context = &deaths, .run_started = no_start, .cell_done = no_cell,
		.died = count_death,
	};
	char program[] = "/nonexistent/membench";
	char *const argv[] = { program, NULL };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(session_run(program, argv, 0, &deaf, &err), -1);
	assert_non_null(strstr(err.text, "/nonexistent/membench"));
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
		cmocka_unit_test(quartiles_are_of_type_seven),
		cmocka_unit_test(a_cell_half_of_which_was_slow_has_two_states),
		cmocka_unit_test(median_of_even_count_is_mean_of_middle_pair),
		cmocka_unit_test(a_seed_repeats_the_order_and_another_round_changes_it),
		cmocka_unit_test(every_order_is_equally_likely),
		cmocka_unit_test(a_plan_survives_its_text),
		cmocka_unit_test(buffers_hold_no_zero_byte_pattern_and_distinct_arrays),
		cmocka_unit_test(the_need_of_an_impossible_block_is_not_small),
		cmocka_unit_test(a_plan_needs_what_its_largest_cell_needs),
		cmocka_unit_test(verify_sees_a_wrong_byte_and_a_changed_guard),
		cmocka_unit_test(every_op_verifies_against_its_reference),
		cmocka_unit_test(no_thread_leaves_the_barrier_before_all_are_there),
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
