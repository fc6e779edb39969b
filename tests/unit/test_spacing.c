/* SPDX-License-Identifier: MIT */
/* When runs begin and which are repeated. Times and counts by hand. */
#include "check.h"

#include <math.h>

#include "measure/spacing.h"

#define SECOND UINT64_C(1000000000)

static const struct spacing four_minutes = { .runs = 10, .over_ns = 240 * SECOND };

static void runs_are_due_every_gap_and_up_to_a_quarter_later(void **state)
{
	uint64_t least = UINT64_MAX, most = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct spacing spacing = four_minutes;
		spacing.seed = seed;
		assert_int_equal(spacing_due_ns(&spacing, 1), 0);
		for (uint64_t run = 2; run <= 20; run++) {
			uint64_t late = spacing_due_ns(&spacing, run) - (run - 1) * 24 * SECOND;
			assert_true(late < 6 * SECOND);
			least = late < least ? late : least;
			most = late > most ? late : most;
		}
	}
	/* Of 3800 draws: all of the quarter is used. */
	assert_true(least < 6 * SECOND / 100);
	assert_true(most > 6 * SECOND - 6 * SECOND / 100);
}

static void the_seed_repeats_the_times(void **state)
{
	struct spacing one = four_minutes, other = four_minutes;

	(void)state;
	one.seed = other.seed = 7;
	assert_true(spacing_due_ns(&one, 5) == spacing_due_ns(&other, 5));
	other.seed = 8;
	assert_true(spacing_due_ns(&one, 5) != spacing_due_ns(&other, 5));
}

static void what_came_late_is_not_made_up_for(void **state)
{
	(void)state;
	/* In time: when it is due. Run 2 begins 50 s late, run 3 is due at 48 to 54 s. */
	assert_true(spacing_start_ns(&four_minutes, 3, 24 * SECOND) ==
	            spacing_due_ns(&four_minutes, 3));
	assert_true(spacing_start_ns(&four_minutes, 3, 74 * SECOND) == 92 * SECOND);
	assert_true(spacing_start_ns(&four_minutes, 1, 0) == 0);
}

static void runs_that_are_not_spread_begin_at_once_and_none_is_repeated(void **state)
{
	const struct spacing plain = { .runs = 10, .seed = 3 };

	(void)state;
	for (uint64_t run = 1; run <= 10; run++)
		assert_true(spacing_start_ns(&plain, run, 0) == 0);
	assert_true(spacing_wants(&plain, 9, 0, 1000 * SECOND));
	assert_false(spacing_wants(&plain, 10, 0, 0));
}

static void runs_that_are_not_clean_are_repeated_within_bounds(void **state)
{
	(void)state;
	assert_true(spacing_wants(&four_minutes, 9, 9, 230 * SECOND));
	assert_false(spacing_wants(&four_minutes, 10, 10, 230 * SECOND));
	assert_true(spacing_wants(&four_minutes, 10, 9, 230 * SECOND));
	assert_false(spacing_wants(&four_minutes, 11, 10, 250 * SECOND));
	/* As many again at most, and twice the time. */
	assert_true(spacing_wants(&four_minutes, 19, 0, 470 * SECOND));
	assert_false(spacing_wants(&four_minutes, 20, 0, 470 * SECOND));
	assert_false(spacing_wants(&four_minutes, 12, 0, 480 * SECOND));
	/* What was planned is measured even late. */
	assert_true(spacing_wants(&four_minutes, 9, 9, 1000 * SECOND));
}

static void a_whole_session_ends_when_enough_runs_are_clean(void **state)
{
	static const double rates[] = { 16, 10, 16, 16, 16, 16, 16, 16, 10, 16, 10, 16, 16, 16 };
	struct issue_log log = { 0 };
	uint64_t now = 0, done = 0;

	(void)state;
	while (spacing_wants(&four_minutes, done, issue_log_clean(&log), now)) {
		now = spacing_start_ns(&four_minutes, done + 1, now);
		issue_log_run(&log);
		issue_log_row(&log, 16.1);
		issue_log_row(&log, rates[done++]);
	}
	assert_int_equal(done, 13); /* the first 13 have 10 clean ones */
	assert_int_equal(issue_log_clean(&log), 10);
	assert_true(now >= 12 * 24 * SECOND && now < 12 * 24 * SECOND + 6 * SECOND);
	issue_log_release(&log);
}

static void runs_are_judged_anew_when_the_best_rises(void **state)
{
	struct issue_log log = { 0 };

	(void)state;
	issue_log_run(&log);
	issue_log_row(&log, 10);
	issue_log_run(&log);
	issue_log_row(&log, 9);
	assert_int_equal(issue_log_clean(&log), 2); /* 0.9 is enough */
	issue_log_row(&log, 8.99);
	assert_int_equal(issue_log_clean(&log), 1); /* its slowest row counts */
	issue_log_run(&log);
	issue_log_row(&log, 12);
	assert_int_equal(issue_log_clean(&log), 1); /* 10 is below 0.9 of 12 */
	issue_log_release(&log);
}

static void a_core_without_a_witness_is_taken_for_clean(void **state)
{
	struct issue_log log = { 0 };

	(void)state;
	issue_log_run(&log);
	issue_log_row(&log, (double)NAN);
	issue_log_run(&log);
	assert_int_equal(issue_log_clean(&log), 2);
	issue_log_release(&log);
}

/* The rule: 20 s from run to run and 3 minutes from the first to the last, or more. */
static void the_advised_time_keeps_runs_far_apart(void **state)
{
	(void)state;
	assert_true(spacing_advised_minutes(10) == 4);
	assert_true(spacing_advised_minutes(20) == 8);
	for (uint64_t runs = 2; runs <= 1000; runs++) {
		struct spacing spacing = { runs, spacing_advised_minutes(runs) * 60 * SECOND, 0 };
		assert_true(spacing_gap_ns(&spacing) >= 20 * SECOND);
		assert_true(spacing_due_ns(&spacing, runs) >= 180 * SECOND);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_due_every_gap_and_up_to_a_quarter_later),
		cmocka_unit_test(the_seed_repeats_the_times),
		cmocka_unit_test(what_came_late_is_not_made_up_for),
		cmocka_unit_test(runs_that_are_not_spread_begin_at_once_and_none_is_repeated),
		cmocka_unit_test(runs_that_are_not_clean_are_repeated_within_bounds),
		cmocka_unit_test(a_whole_session_ends_when_enough_runs_are_clean),
		cmocka_unit_test(runs_are_judged_anew_when_the_best_rises),
		cmocka_unit_test(a_core_without_a_witness_is_taken_for_clean),
		cmocka_unit_test(the_advised_time_keeps_runs_far_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
