/* SPDX-License-Identifier: MIT */
/* Sessions one after the other and slowed cores, on simulated runs whose truth is known. */
#include "check.h"

#include "compare/sessions.h"
#include "comparison.h"
#include "measure/spacing.h"
#include "sessions.h"

static struct compare_options clean_options(void)
{
	struct compare_options options = defaults;

	options.clean = CLEAN_SHARE;
	return options;
}

static struct pair_of_files simulated_pair(struct session_plan plan, uint64_t seed)
{
	struct pair_of_files pair = two_files();
	struct random random = { seed };

	sessions_simulate(&plan, &random, pair.files);
	return pair;
}

/* ---- The unit ---- */

static const struct session_plan one_session = { 1, 10, 0, 0.01, 0, 0.3, 30 };

static void two_blocks_are_told_as_such_and_count_as_a_run_each(void **state)
{
	struct pair_of_files pair = simulated_pair(one_session, 1);

	(void)state;
	assert_int_equal(compare(&pair, clean_options()), 0);
	const struct compare_pair *found = &pair.comparison.pairs[0];
	const struct level_finding *dram = level_of(&pair, "DRAM");
	assert_int_equal(found->design, DESIGN_BLOCKS);
	assert_int_equal(found->unit, UNIT_RUN);
	assert_int_equal(found->scope, SCOPE_TWO_STRETCHES);
	assert_non_null(strstr(text_string(&found->sentences), "two stretches of time"));
	assert_non_null(strstr(text_string(&found->advice),
	                       "membench --like a.csv --over 4m --append -o a.csv\n"));
	/* t[.975, 18] sqrt(2) s, s about 1 %: 3 %; the estimate in the middle. */
	assert_true(dram->allowance > 0.015 && dram->allowance < 0.06);
	assert_near(log1p(dram->effect.high) - log1p(dram->effect.change), dram->allowance, 1e-9);
	assert_near(log1p(dram->effect.change) - log1p(dram->effect.low), dram->allowance, 1e-9);
	assert_near(dram->drift, expm1(dram->allowance), 1e-9);
	release(&pair);
}

static void two_runs_a_block_tell_nothing(void **state)
{
	struct session_plan plan = one_session;

	(void)state;
	plan.runs = 2;
	plan.gain = 0.5;
	struct pair_of_files pair = simulated_pair(plan, 1);
	assert_int_equal(compare(&pair, clean_options()), 0);
	assert_true(isinf(level_of(&pair, "DRAM")->effect.high));
	assert_true(isnan(level_of(&pair, "DRAM")->drift));
	assert_int_equal(level_of(&pair, "DRAM")->verdict, LEVEL_CANNOT_TELL);
	release(&pair);
}

static void blocks_are_the_unit_from_five_a_side_for_four_levels(void **state)
{
	(void)state;
	for (size_t count = 4; count <= 5; count++) {
		struct session_plan plan = { count, 4, 0.01, 0.01, 0.5, 0.3, 30 };
		struct pair_of_files pair = simulated_pair(plan, count);
		assert_int_equal(compare(&pair, clean_options()), 0);
		assert_int_equal(pair.comparison.pairs[0].unit, count == 5 ? UNIT_BLOCK : UNIT_RUN);
		assert_int_equal(level_of(&pair, "DRAM")->effect.n_a, count == 5 ? 5 : 16);
		assert_int_equal(level_of(&pair, "DRAM")->verdict, LEVEL_FASTER);
		release(&pair);
	}
}

/* Runs of the same spread far apart are units, whatever sessions they came in. */
static void runs_far_apart_are_units(void **state)
{
	struct session_plan plan = { 10, 1, 0.01, 0.01, 0.1, 0, 25 };
	struct pair_of_files pair = simulated_pair(plan, 3);

	(void)state;
	assert_int_equal(compare(&pair, clean_options()), 0);
	assert_int_equal(pair.comparison.pairs[0].design, DESIGN_APART);
	assert_int_equal(pair.comparison.pairs[0].unit, UNIT_RUN);
	assert_int_equal(pair.comparison.pairs[0].scope, SCOPE_STRETCHES);
	assert_true(level_of(&pair, "DRAM")->allowance == 0);
	assert_int_equal(level_of(&pair, "DRAM")->verdict, LEVEL_FASTER);
	release(&pair);
}

/* Each side rises and falls once over its 10 runs, by 5 % either way, and B is 3 % faster:
 * runs that resemble their neighbours are one stretch of time a side, not ten. */
static void runs_far_apart_that_drift_are_one_stretch_a_side(void **state)
{
	struct session_plan plan = { 10, 1, 0, 0.005, 0.03, 0, 25 };

	(void)state;
	for (size_t drifts = 0; drifts < 2; drifts++) {
		struct pair_of_files pair = simulated_pair(plan, 3);
		for (size_t i = 0; drifts && i < 2 * pair.files[0].cells.count; i++) {
			struct cells *cells = &pair.files[i % 2].cells;
			cells->items[i / 2].mb_per_s *=
			        1 + 0.05 * sin(0.628 * (double)(i / 2 / SESSION_LEVELS));
		}
		assert_int_equal(compare(&pair, clean_options()), 0);
		const struct level_finding *dram = level_of(&pair, "DRAM");
		const char *advice = text_string(&pair.comparison.pairs[0].advice);
		assert_int_equal(pair.comparison.pairs[0].design, DESIGN_APART);
		assert_int_equal(dram->is_serial, drifts);
		assert_int_equal(dram->verdict, drifts ? LEVEL_CANNOT_TELL : LEVEL_FASTER);
		assert_true(drifts ? dram->allowance > 0.05 : dram->allowance == 0);
		/* Whether called or not: only runs in turn are free of drift. */
		assert_non_null(strstr(advice, "for f in a.csv b.csv; do membench --like \"$f\" "
		                               "--runs 1 --append -o \"$f\"; done; done\n"));
		release(&pair);
	}
}

/* A default session that --over 4m added to: its runs in a row resemble one another and
 * are one stretch among others, no drift. */
static void runs_in_a_row_are_no_neighbours_among_runs_far_apart(void **state)
{
	struct session_plan far = { 12, 1, 0.02, 0.001, 0, 0, 25 };
	struct session_plan near = { 1, 10, 0.02, 0.001, 0, 0.3, 25 };
	size_t serial = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct pair_of_files pair = two_files();
		struct random random = { seed };
		double time_s = 1e9;
		for (size_t side = 0; side < 2; side++) {
			const char *label = side == 0 ? "A" : "B";
			time_s = session_add(&near, label, time_s, &random, &pair.files[side].cells);
			for (size_t i = 0; i < far.sessions; i++)
				time_s = session_add(&far, label, time_s, &random,
				                     &pair.files[side].cells);
		}
		assert_int_equal(compare(&pair, clean_options()), 0);
		assert_int_equal(pair.comparison.pairs[0].design, DESIGN_APART);
		serial += level_of(&pair, "DRAM")->is_serial;
		release(&pair);
	}
	/* 18 of 100 random orders lie above 0.9: 8 and more of 20 twice in 100 times. */
	if (serial > 7)
		fail_msg("%zu of 20", serial);
}

/* 40 comparisons of 5 v 5 sessions: at a rate of 5 % one such count in a hundred is above
 * 6. One session a side with an effect below the runs' own spread is no change either. */
static void false_alarms_of_sessions_stay_at_what_is_promised(void **state)
{
	static const struct session_plan plans[] = {
		{ 5, 4, 0.02, 0.01, 0, 0.3, 30 }, { 1, 10, 0.005, 0.01, 0, 0.3, 30 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
		size_t alarms = 0;
		for (uint64_t seed = 1; seed <= 40; seed++) {
			struct pair_of_files pair = simulated_pair(plans[i], seed);
			bool any = false;
			assert_int_equal(compare(&pair, clean_options()), 0);
			for (size_t j = 0; j < SESSION_LEVELS; j++) {
				const struct level_finding *level = &pair.comparison.pairs[0].levels[j];
				any = any || level->control == CONTROL_MOVED ||
				      level->verdict == LEVEL_FASTER || level->verdict == LEVEL_SLOWER;
			}
			alarms += any;
			release(&pair);
		}
		if (alarms > 6)
			fail_msg("plan %zu: %zu of 40", i, alarms);
	}
}

/* ---- Slowed cores ---- */

/* Runs `first` and after of a side were slowed: two thirds of the issue rate and the rate. */
static void slow(struct compare_file *file, uint64_t first)
{
	for (size_t i = 0; i < file->cells.count; i++) {
		struct cell *cell = &file->cells.items[i];
		if (cell->run < first)
			continue;
		cell->core_ipc *= 0.66;
		cell->mb_per_s *= 0.66;
	}
}

static void slowed_rows_stay_out_unless_all_are_wanted(void **state)
{
	struct pair_of_files pair = simulated_pair(one_session, 5);

	(void)state;
	slow(&pair.files[1], 8);
	assert_int_equal(compare(&pair, clean_options()), 0);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_a, 10);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_b, 7);
	assert_true(fabs(level_of(&pair, "DRAM")->effect.change) < 0.02);
	assert_true(warned(&pair, "busy-core"));
	comparison_release(&pair.comparison);
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_b, 10);
	assert_false(warned(&pair, "busy-core"));
	release(&pair);
}

static void too_few_clean_runs_tell_nothing_and_say_why(void **state)
{
	struct pair_of_files pair = simulated_pair(one_session, 5);

	(void)state;
	slow(&pair.files[1], 5);
	assert_int_equal(compare(&pair, clean_options()), 0);
	const struct level_finding *dram = level_of(&pair, "DRAM");
	assert_true(dram->is_busy);
	assert_int_equal(dram->verdict, LEVEL_CANNOT_TELL);
	assert_int_equal(level_of(&pair, "L1")->control, CONTROL_CANNOT_TELL);
	assert_non_null(strstr(text_string(&pair.comparison.pairs[0].sentences),
	                       "B met a busy core in 6 of 10 runs"));
	release(&pair);
}

/* A lacks 2 clean runs of 10 and B 6: all 10 of both are shown, in levels and sizes. */
static void a_busy_side_is_not_shown_beside_a_cleaned_one(void **state)
{
	struct pair_of_files pair = simulated_pair(one_session, 5);

	(void)state;
	slow(&pair.files[0], 9);
	slow(&pair.files[1], 5);
	assert_int_equal(compare(&pair, clean_options()), 0);
	const struct compare_pair *found = &pair.comparison.pairs[0];
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_a, 10);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_b, 10);
	for (size_t i = 0; i < found->size_count; i++) {
		assert_int_equal(found->sizes[i].effect.n_a, 10);
		assert_int_equal(found->sizes[i].effect.n_b, 10);
	}
	release(&pair);
}

static void a_core_that_is_slower_throughout_is_the_finding(void **state)
{
	struct compare_options options = clean_options();
	struct pair_of_files pair = simulated_pair(one_session, 5);

	(void)state;
	slow(&pair.files[1], 1);
	options.gate = 0.03;
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(conclusion_of(&pair), "core-slower");
	assert_near(pair.comparison.pairs[0].core_ratio, 0.66, 1e-9);
	assert_int_equal(pair.comparison.gate, GATE_CANNOT_TELL);
	comparison_release(&pair.comparison);
	options.clean = 0;
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(level_of(&pair, "L1")->control, CONTROL_MOVED);
	release(&pair);
}

/* B at another clock, and L1 and L2 with it; where the clock was the same they moved. */
static void caches_that_change_as_the_core_does_are_no_difference(void **state)
{
	struct compare_options options = clean_options();

	(void)state;
	options.gate = 0.03;
	for (size_t clocks = 0; clocks < 2; clocks++) {
		struct pair_of_files pair = simulated_pair(one_session, 5);
		struct cells *cells = &pair.files[1].cells;
		for (size_t i = 0; i < cells->count; i++) {
			bool inner = cells->items[i].block_bytes <= session_sizes[1].block_bytes;
			cells->items[i].clock_ghz *= clocks ? 0.92 : 1;
			cells->items[i].mb_per_s *= inner ? 0.92 : 1;
		}
		assert_int_equal(compare(&pair, options), 0);
		const struct level_finding *l1 = level_of(&pair, "L1");
		const char *sentences = text_string(&pair.comparison.pairs[0].sentences);
		assert_int_equal(l1->is_core, clocks);
		assert_int_equal(l1->control, clocks ? CONTROL_CANNOT_TELL : CONTROL_MOVED);
		assert_near(l1->core_change, clocks ? -0.08 : 0, 1e-9);
		assert_false(level_of(&pair, "L3")->is_core);
		assert_string_equal(conclusion_of(&pair), clocks ? "cannot-tell" : "cache-only");
		assert_int_equal(strstr(sentences, "changed as the core did (-8.0 % in B") != NULL,
		                 clocks);
		assert_int_equal(pair.comparison.gate, GATE_CANNOT_TELL);
		release(&pair);
	}
}

/* A and B by a coin, C after both, 2 s from run to run: each pair has a design of its own. */
static void three_sides_have_a_design_for_each_pair(void **state)
{
	static const char order[] = "ABBABAABBBAABABBAABACCCCCCCCCC";
	static const char *const labels[] = { "A", "B", "C" };
	struct pair_of_files three = two_files();

	(void)state;
	three.count = 3;
	for (size_t i = 0; order[i] != '\0'; i++) {
		size_t side = (size_t)(order[i] - 'A');
		struct hand hand = { labels[side], "boot", labels[side], "word", 4096, 0, NULL };
		struct cells *cells = &three.files[side].cells;
		add_cell(cells, hand, cells->count + 1, "DRAM", 64 << 20,
		         20000 + (double)(i * 7 % 5));
		cells->items[cells->count - 1].started_us = 2000000 * (int64_t)(i + 1);
	}
	assert_int_equal(compare(&three, clean_options()), 0);
	const struct compare_pair *pairs = three.comparison.pairs;
	assert_int_equal(three.comparison.pair_count, 3);
	assert_int_equal(pairs[0].design, DESIGN_INTERLEAVED);
	for (size_t i = 1; i < 3; i++) {
		assert_int_equal(pairs[i].design, DESIGN_BLOCKS);
		assert_int_equal(pairs[i].stretches[0], 1);
		assert_int_equal(pairs[i].stretches[1], 1);
	}
	release(&three);
}

/* ---- The gate ---- */

static void a_control_that_moved_leaves_the_gate_open(void **state)
{
	struct compare_options options = clean_options();
	struct pair_of_files pair = two_files();

	(void)state;
	for (uint64_t run = 1; run <= 10; run++) {
		double wave = 1 + 0.0001 * (double)(run * 7 % 5);
		for (size_t side = 0; side < 2; side++) {
			struct cells *cells = &pair.files[side].cells;
			add_cell(cells, side ? hand_b : hand_a, run, "L1", 2048,
			         200000 * wave * (side ? 0.8 : 1));
			add_cell(cells, side ? hand_b : hand_a, run, "DRAM", 67108864,
			         20000 * wave * (side ? 0.8 : 1));
		}
	}
	options.gate = 0.03;
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(pair.comparison.gate, GATE_CANNOT_TELL);
	comparison_release(&pair.comparison);
	options.gate_level = "L1"; /* that is what is asked */
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(pair.comparison.gate, GATE_FAILED);
	release(&pair);
}

/* ---- Sessions of one configuration ---- */

static enum sessions_verdict sessions_verdict_of(struct session_plan plan, uint64_t seed,
                                                 struct sessions *sessions)
{
	struct pair_of_files pair = simulated_pair(plan, seed);
	const struct compare_options options = clean_options();

	assert_int_equal(compare_sessions(pair.files, 2, &options, sessions, &pair.err), 0);
	enum sessions_verdict verdict = sessions->verdict;
	assert_int_equal(sessions->session_count, 2 * plan.sessions);
	sessions_release(sessions);
	release(&pair);
	return verdict;
}

static void sessions_of_one_configuration_are_alike_or_drift(void **state)
{
	const struct session_plan alike = { 5, 20, 0, 0.005, 0, 0.3, 30 };
	const struct session_plan drifting = { 5, 10, 0.03, 0.005, 0, 0.3, 30 };
	const struct session_plan single = { 5, 1, 0.03, 0.005, 0, 0.3, 30 };
	struct sessions sessions;

	(void)state;
	assert_int_equal(sessions_verdict_of(alike, 2, &sessions), SESSIONS_ALIKE);
	assert_int_equal(sessions_verdict_of(drifting, 2, &sessions), SESSIONS_DRIFT);
	assert_int_equal(sessions_verdict_of(single, 2, &sessions), SESSIONS_CANNOT_TELL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_blocks_are_told_as_such_and_count_as_a_run_each),
		cmocka_unit_test(two_runs_a_block_tell_nothing),
		cmocka_unit_test(blocks_are_the_unit_from_five_a_side_for_four_levels),
		cmocka_unit_test(runs_far_apart_are_units),
		cmocka_unit_test(runs_far_apart_that_drift_are_one_stretch_a_side),
		cmocka_unit_test(runs_in_a_row_are_no_neighbours_among_runs_far_apart),
		cmocka_unit_test(caches_that_change_as_the_core_does_are_no_difference),
		cmocka_unit_test(false_alarms_of_sessions_stay_at_what_is_promised),
		cmocka_unit_test(slowed_rows_stay_out_unless_all_are_wanted),
		cmocka_unit_test(three_sides_have_a_design_for_each_pair),
		cmocka_unit_test(a_busy_side_is_not_shown_beside_a_cleaned_one),
		cmocka_unit_test(too_few_clean_runs_tell_nothing_and_say_why),
		cmocka_unit_test(a_core_that_is_slower_throughout_is_the_finding),
		cmocka_unit_test(a_control_that_moved_leaves_the_gate_open),
		cmocka_unit_test(sessions_of_one_configuration_are_alike_or_drift),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
