/* SPDX-License-Identifier: MIT */
/* Which host of a fleet is slow, on fleets made by hand. */
#include "check.h"

#include "fleets.h"

#define FLEET(name, count)                            \
	struct compare_file name = { .path = "a.csv" }; \
	hand_fleet(&name, count)

static void done(struct fleet *fleet, struct compare_file *file)
{
	fleet_release(fleet);
	cells_release(&file->cells);
}

static void the_one_slow_host_of_24_is_named_and_no_other(void **state)
{
	FLEET(file, 23);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "slow", .dram = 0.85, .l1 = 1 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	const struct fleet_host *host = fleet_host_of(&fleet, "slow");
	assert_int_equal(fleet_slow_count(&fleet), 1);
	assert_int_equal(host->verdict, FLEET_SLOW);
	assert_int_equal(host->cause, FLEET_MEMORY);
	assert_near(host->rates[FLEET_JUDGED].change, -0.15, 0.01);
	assert_int_equal(fleet.outcome, FLEET_SOME_SLOW);
	assert_string_equal(text_string(&fleet.sentence), "1 of 24 hosts is slow: slow.");
	assert_string_equal(text_string(&host->why), "memory: L1 holds");
	assert_ptr_equal(host, &fleet.groups[0].hosts[0]);
	done(&fleet, &file);
}

/* By hand: the rates of h1..h8 are 1.002 .997 1.001 .999 1.004 .998 1 1.002 of the usual; their
 * median is exp of the mean of ln 1 and ln 1.001, the distances from it in thousandths about
 * 1.5 3.5 .5 1.5 3.5 2.5 .5 1.5, whose median is 1.5. */
static void centre_and_spread_are_median_and_mad_of_the_hosts(void **state)
{
	FLEET(file, 8);
	(void)state;
	struct fleet fleet = hand_judge(&file, fleet_defaults);
	const struct fleet_level *level = &fleet.groups[0].levels[FLEET_JUDGED];

	assert_near(exp(level->centre), HAND_DRAM * sqrt(1.001), 1e-12);
	assert_near(level->spread, 1.4826022 * 0.0015, 0.002);
	assert_near(level->fence, 4.21, 0);
	assert_int_equal(fleet.outcome, FLEET_NONE_SLOW);
	assert_string_equal(text_string(&fleet.sentence), "None of 8 hosts is slow.");
	done(&fleet, &file);
}

static void beyond_the_fence_but_within_the_margin_is_odd(void **state)
{
	FLEET(file, 20);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "odd", .dram = 0.96, .l1 = 1 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet_host_of(&fleet, "odd")->verdict, FLEET_ODD);
	assert_int_equal(fleet.outcome, FLEET_NONE_SLOW);
	fleet_release(&fleet);
	struct fleet_options narrow = fleet_defaults;
	narrow.margin = 0.03;
	fleet = hand_judge(&file, narrow);
	assert_int_equal(fleet_host_of(&fleet, "odd")->verdict, FLEET_SLOW);
	done(&fleet, &file);
}

static void a_host_that_is_faster_is_like_the_others(void **state)
{
	FLEET(file, 20);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "fast", .dram = 1.2, .l1 = 1 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet_host_of(&fleet, "fast")->verdict, FLEET_ALIKE);
	done(&fleet, &file);
}

static void where_the_first_cache_lost_as_much_it_is_the_clock(void **state)
{
	FLEET(file, 20);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "hot", .dram = 0.92, .l1 = 0.92 });
	hand_add(&file, (struct hand_host){ .name = "idle", .dram = 1, .l1 = 0.9 });
	hand_add(&file, (struct hand_host){ .name = "worn", .dram = 0.8, .l1 = 0.97 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet_host_of(&fleet, "hot")->verdict, FLEET_SLOW);
	assert_int_equal(fleet_host_of(&fleet, "hot")->cause, FLEET_CLOCK);
	assert_int_equal(fleet_host_of(&fleet, "idle")->verdict, FLEET_SLOW);
	assert_int_equal(fleet_host_of(&fleet, "idle")->by, FLEET_CONTROL);
	assert_int_equal(fleet_host_of(&fleet, "idle")->cause, FLEET_CLOCK);
	assert_int_equal(fleet_host_of(&fleet, "worn")->cause, FLEET_MEMORY);
	done(&fleet, &file);
}

static void rows_that_were_interrupted_tell_of_other_work(void **state)
{
	FLEET(file, 10);
	(void)state;
	size_t from = file.cells.count;
	hand_add(&file, (struct hand_host){ .name = "busy", .dram = 0.7, .l1 = 0.5 });
	for (size_t i = from; i < file.cells.count; i++)
		file.cells.items[i].flags = CELL_PREEMPTED;
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet_host_of(&fleet, "busy")->cause, FLEET_BUSY);
	assert_true(fleet_warns(&fleet, "busy"));
	done(&fleet, &file);
}

static void fewer_than_four_hosts_cannot_tell(void **state)
{
	FLEET(file, 3);
	(void)state;
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet.outcome, FLEET_UNCERTAIN);
	assert_int_equal(fleet.groups[0].counts[FLEET_CANNOT_TELL], 3);
	assert_true(fleet_warns(&fleet, "few"));
	done(&fleet, &file);
}

static void a_rate_that_is_expected_judges_a_single_host(void **state)
{
	FLEET(file, 1);
	struct fleet_options options = fleet_defaults;
	(void)state;
	options.expect = HAND_DRAM;
	struct fleet fleet = hand_judge(&file, options);
	assert_int_equal(fleet.outcome, FLEET_NONE_SLOW);
	fleet_release(&fleet);
	options.expect = 1.1 * HAND_DRAM;
	fleet = hand_judge(&file, options);
	assert_int_equal(fleet.outcome, FLEET_SOME_SLOW);
	done(&fleet, &file);
}

/* The median moves with them: only a value from outside shows it. */
static void more_than_half_slow_shows_against_what_is_expected(void **state)
{
	struct compare_file file = { .path = "a.csv" };
	struct fleet_options options = fleet_defaults;
	char name[16];

	(void)state;
	for (size_t i = 0; i < 10; i++) {
		(void)snprintf(name, sizeof name, "n%zu", i);
		hand_add(&file, (struct hand_host){ .name = name, .l1 = 1,
			                            .dram = (i < 8 ? 0.8 : 1) + 0.001 * (double)(i % 4) });
	}
	struct fleet fleet = hand_judge(&file, options);
	assert_int_equal(fleet_slow_count(&fleet), 0);
	fleet_release(&fleet);
	options.expect = HAND_DRAM;
	fleet = hand_judge(&file, options);
	assert_int_equal(fleet_slow_count(&fleet), 8);
	done(&fleet, &file);
}

static void a_golden_file_gives_the_middle_of_both_levels(void **state)
{
	struct compare_file file = { .path = "a.csv" }, golden = { .path = "golden.csv" };
	struct fleet_options options = fleet_defaults;

	(void)state;
	hand_add(&file, (struct hand_host){ .name = "n1", .dram = 0.9, .l1 = 0.9 });
	hand_add(&golden, (struct hand_host){ .name = "best", .dram = 1, .l1 = 1 });
	options.golden = &golden;
	struct fleet fleet = hand_judge(&file, options);
	assert_near(fleet_host_of(&fleet, "n1")->rates[FLEET_JUDGED].change, -0.1, 1e-9);
	assert_int_equal(fleet_host_of(&fleet, "n1")->cause, FLEET_CLOCK);
	fleet_release(&fleet);
	cells_release(&file.cells);

	struct error err;
	hand_add(&file, (struct hand_host){ .name = "n1", .dram = 1, .l1 = 1, .kernel = "byte" });
	assert_int_equal(fleet_init(&fleet, &file, 1, &options, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "golden.csv"));
	done(&fleet, &file);
	cells_release(&golden.cells);
}

/* Half of them with other modules: the spread of all would hide every host. */
static void two_kinds_are_told_and_judged_each_by_itself(void **state)
{
	FLEET(file, 12);
	struct fleet_options options = fleet_defaults;
	char name[16];

	(void)state;
	for (size_t i = 0; i < 9; i++) {
		(void)snprintf(name, sizeof name, "other%zu", i);
		hand_add(&file, (struct hand_host){ .name = name, .l1 = 1,
			                            .dram = 0.86 + 0.001 * (double)(i % 4) });
	}
	hand_add(&file, (struct hand_host){ .name = "slow", .dram = 0.76, .l1 = 1 });
	struct fleet fleet = hand_judge(&file, options);
	assert_int_equal(fleet.group_count, 2);
	assert_int_equal(fleet_slow_count(&fleet), 1);
	assert_int_equal(fleet_host_of(&fleet, "slow")->verdict, FLEET_SLOW);
	assert_true(fleet_warns(&fleet, "kinds"));
	assert_false(fleet_warns(&fleet, "unlike"));
	fleet_release(&fleet);
	options.expect = HAND_DRAM;
	fleet = hand_judge(&file, options);
	assert_int_equal(fleet_slow_count(&fleet), 10);
	done(&fleet, &file);
}

static void two_kinds_without_a_slow_host_cannot_be_told(void **state)
{
	FLEET(file, 12);
	char name[16];

	(void)state;
	for (size_t i = 0; i < 9; i++) {
		(void)snprintf(name, sizeof name, "other%zu", i);
		hand_add(&file, (struct hand_host){ .name = name, .l1 = 1,
			                            .dram = 0.86 + 0.001 * (double)(i % 4) });
	}
	struct fleet fleet = hand_judge(&file, fleet_defaults);
	assert_int_equal(fleet.outcome, FLEET_UNCERTAIN);
	done(&fleet, &file);
}

static void a_host_without_memory_rows_cannot_be_told_and_the_others_can(void **state)
{
	FLEET(file, 10);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "short", .l1 = 1 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet.group_count, 1);
	assert_int_equal(fleet_host_of(&fleet, "short")->verdict, FLEET_CANNOT_TELL);
	assert_string_equal(text_string(&fleet_host_of(&fleet, "short")->why),
	                    "has no row of 256M");
	assert_int_equal(fleet.groups[0].counts[FLEET_ALIKE], 10);
	assert_int_equal(fleet.outcome, FLEET_UNCERTAIN);
	done(&fleet, &file);
}

static void hosts_measured_in_another_way_are_judged_apart(void **state)
{
	FLEET(file, 10);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "k1", .dram = 0.5, .l1 = 1, .kernel = "byte" });
	hand_add(&file, (struct hand_host){ .name = "s1", .dram = 0.5, .l1 = 1,
		                            .dram_bytes = (uint64_t)64 << 20 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet.group_count, 3);
	assert_int_equal(fleet.groups[0].host_count, 10);
	assert_int_equal(fleet_host_of(&fleet, "k1")->verdict, FLEET_CANNOT_TELL);
	assert_int_equal(fleet_host_of(&fleet, "s1")->verdict, FLEET_CANNOT_TELL);
	assert_true(fleet_warns(&fleet, "unlike"));
	done(&fleet, &file);
}

static void one_row_of_a_host_is_enough_and_said_to_be_little(void **state)
{
	FLEET(file, 10);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "one", .dram = 0.8, .runs = 1 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);

	assert_int_equal(fleet_host_of(&fleet, "one")->verdict, FLEET_SLOW);
	assert_int_equal(fleet_host_of(&fleet, "one")->cause, FLEET_NO_CAUSE);
	assert_true(fleet_warns(&fleet, "runs"));
	done(&fleet, &file);
}

static void hosts_may_share_a_boot(void **state)
{
	struct compare_file file = { .path = "a.csv" };
	char name[16];

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		(void)snprintf(name, sizeof name, "n%zu", i);
		hand_add(&file, (struct hand_host){ .name = name, .boot = "one", .l1 = 1,
			                            .dram = i == 3 ? 0.7 : 1 + 0.001 * (double)i });
	}
	struct fleet fleet = hand_judge(&file, fleet_defaults);
	assert_int_equal(fleet_slow_count(&fleet), 1);
	assert_int_equal(fleet_host_of(&fleet, "n3")->verdict, FLEET_SLOW);
	done(&fleet, &file);
}

static void a_file_named_twice_counts_once(void **state)
{
	FLEET(once, 12);
	struct compare_file files[2] = { { .path = "a.csv" }, { .path = "b.csv" } };
	struct fleet fleet, twice;
	struct error err;

	(void)state;
	hand_fleet(&files[0], 12);
	hand_fleet(&files[1], 12);
	fleet = hand_judge(&once, fleet_defaults);
	assert_int_equal(fleet_init(&twice, files, 2, &fleet_defaults, &err), 0);
	assert_true(fleet_warns(&twice, "repeated"));
	assert_false(fleet_warns(&fleet, "repeated"));
	assert_int_equal(twice.groups[0].host_count, 12);
	assert_int_equal(fleet_host_of(&twice, "h1")->rates[FLEET_JUDGED].runs, HAND_RUNS);
	assert_near(twice.groups[0].levels[FLEET_JUDGED].spread,
	            fleet.groups[0].levels[FLEET_JUDGED].spread, 0);
	fleet_release(&twice);
	cells_release(&files[0].cells);
	cells_release(&files[1].cells);
	done(&fleet, &once);
}

static void the_order_of_files_changes_nothing(void **state)
{
	struct compare_file files[2] = { { .path = "a.csv" }, { .path = "b.csv" } }, swapped[2];
	struct fleet one, other;
	struct error err;

	(void)state;
	hand_fleet(&files[0], 9);
	hand_add(&files[1], (struct hand_host){ .name = "x", .dram = 0.9, .l1 = 0.9 });
	swapped[0] = files[1];
	swapped[1] = files[0];
	assert_int_equal(fleet_init(&one, files, 2, &fleet_defaults, &err), 0);
	assert_int_equal(fleet_init(&other, swapped, 2, &fleet_defaults, &err), 0);
	for (size_t i = 0; i < 10; i++)
		assert_string_equal(one.groups[0].hosts[i].name, other.groups[0].hosts[i].name);
	fleet_release(&one);
	fleet_release(&other);
	cells_release(&files[0].cells);
	cells_release(&files[1].cells);
}

static void a_row_without_a_host_is_refused(void **state)
{
	FLEET(file, 5);
	struct fleet fleet;
	struct error err;

	(void)state;
	hand_add(&file, (struct hand_host){ .name = "", .dram = 1, .l1 = 1 });
	assert_int_equal(fleet_init(&fleet, &file, 1, &fleet_defaults, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "--host"));
	done(&fleet, &file);
}

static void rates_of_zero_are_not_used(void **state)
{
	FLEET(file, 8);
	(void)state;
	file.cells.items[1].mb_per_s = 0;
	struct fleet fleet = hand_judge(&file, fleet_defaults);
	assert_true(fleet_warns(&fleet, "zero"));
	assert_int_equal(fleet_host_of(&fleet, "h1")->rates[FLEET_JUDGED].runs, HAND_RUNS - 1);
	done(&fleet, &file);
}

/* The fence of four hosts that lie far apart leaves room for a slow one. */
static void a_spread_that_hides_the_margin_cannot_be_told(void **state)
{
	struct compare_file file = { .path = "a.csv" };
	static const double rates[] = { 0.9, 0.97, 1, 1.03, 1.08 };
	char name[16];

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		(void)snprintf(name, sizeof name, "n%zu", i);
		hand_add(&file, (struct hand_host){ .name = name, .l1 = 1, .dram = rates[i] });
	}
	struct fleet fleet = hand_judge(&file, fleet_defaults);
	assert_true(fleet.groups[0].is_wide);
	assert_int_equal(fleet.outcome, FLEET_UNCERTAIN);
	assert_true(fleet_warns(&fleet, "wide"));
	done(&fleet, &file);
}

static void the_level_that_is_asked_for_is_judged(void **state)
{
	FLEET(file, 10);
	struct fleet_options options = fleet_defaults;
	struct error err;

	(void)state;
	options.level = "L1";
	hand_add(&file, (struct hand_host){ .name = "x", .dram = 0.5, .l1 = 1 });
	struct fleet fleet = hand_judge(&file, options);
	assert_string_equal(fleet.groups[0].levels[FLEET_JUDGED].name, "L1");
	assert_int_equal(fleet_slow_count(&fleet), 0);
	fleet_release(&fleet);
	options.level = "L3";
	assert_int_equal(fleet_init(&fleet, &file, 1, &options, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	done(&fleet, &file);
}

/* ---- The second round ---- */

static void measure_again(struct compare_file *file, const char *name, double dram,
                          uint64_t runs)
{
	char session[32];

	(void)snprintf(session, sizeof session, "again-%s", name);
	hand_add(file, (struct hand_host){ .name = name, .dram = dram, .l1 = 1, .runs = runs,
		                           .session = session, .started_s = 1000 });
}

static struct fleet confirm(struct compare_file *file)
{
	struct fleet_options options = fleet_defaults;

	options.confirm = true;
	return hand_judge(file, options);
}

/* Of 5 v 5 runs without ties one order in C(10, 5) = 252 has all of one side below; two that
 * were slow: Holm doubles it. */
static void a_host_that_is_slow_again_beside_controls_is_confirmed(void **state)
{
	FLEET(file, 20);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "slow", .dram = 0.9, .l1 = 1 });
	hand_add(&file, (struct hand_host){ .name = "luck", .dram = 0.9, .l1 = 1 });
	measure_again(&file, "slow", 0.9, 5);
	measure_again(&file, "luck", 1.0003, 5);
	measure_again(&file, "h3", 1, 5);
	measure_again(&file, "h5", 1.001, 5);
	measure_again(&file, "h7", 1.002, 5);
	struct fleet fleet = confirm(&file);
	const struct fleet_host *slow = fleet_host_of(&fleet, "slow");

	assert_int_equal(slow->verdict, FLEET_CONFIRMED);
	assert_int_equal(slow->again.controls, 3);
	assert_near(slow->again.p, 1.0 / 252, 1e-9);
	assert_near(slow->again.p_holm, 2.0 / 252, 1e-9);
	assert_near(slow->again.change, 0.9 / 1.001 - 1, 1e-9);
	assert_int_equal(fleet_host_of(&fleet, "luck")->verdict, FLEET_NOT_CONFIRMED);
	assert_true(fleet_host_of(&fleet, "h3")->is_control);
	assert_false(fleet_host_of(&fleet, "h4")->is_control);
	assert_int_equal(fleet.outcome, FLEET_SOME_SLOW);
	assert_int_equal(fleet_slow_count(&fleet), 1);
	done(&fleet, &file);
}

static void too_few_runs_or_controls_confirm_nothing(void **state)
{
	FLEET(file, 20);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "slow", .dram = 0.9, .l1 = 1 });
	measure_again(&file, "slow", 0.9, 4);
	measure_again(&file, "h3", 1, 5);
	measure_again(&file, "h5", 1, 5);
	measure_again(&file, "h7", 1, 4);
	struct fleet fleet = confirm(&file);
	assert_int_equal(fleet_host_of(&fleet, "slow")->verdict, FLEET_CANNOT_TELL);
	assert_int_equal(fleet.outcome, FLEET_UNCERTAIN);
	fleet_release(&fleet);
	cells_release(&file.cells);

	hand_fleet(&file, 20);
	hand_add(&file, (struct hand_host){ .name = "slow", .dram = 0.9, .l1 = 1 });
	measure_again(&file, "slow", 0.9, 5);
	measure_again(&file, "h3", 1, 5);
	measure_again(&file, "h5", 1, 5);
	fleet = confirm(&file);
	assert_int_equal(fleet_host_of(&fleet, "slow")->verdict, FLEET_CANNOT_TELL);
	assert_string_equal(text_string(&fleet_host_of(&fleet, "slow")->why),
	                    "2 controls; 3 would do");
	done(&fleet, &file);
}

static void a_first_round_alone_has_nothing_to_confirm(void **state)
{
	FLEET(file, 20);
	struct fleet_options options = fleet_defaults;
	struct fleet fleet;
	struct error err;

	(void)state;
	options.confirm = true;
	assert_int_equal(fleet_init(&fleet, &file, 1, &options, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	done(&fleet, &file);
}

static void the_advice_draws_controls_among_those_that_are_alike(void **state)
{
	FLEET(file, 20);
	(void)state;
	hand_add(&file, (struct hand_host){ .name = "slow", .dram = 0.9, .l1 = 1 });
	struct fleet fleet = hand_judge(&file, fleet_defaults);
	const char *advice = text_string(&fleet.advice);

	assert_non_null(strstr(advice, "srun -N 4 -w h"));
	assert_non_null(strstr(advice, ",slow membench --op read --kernel word --threads 1 "
	                       "--sizes 8K,256M --runs 10"));
	assert_non_null(strstr(advice, "membench fleet --confirm a.csv again/*.csv\n"));
	done(&fleet, &file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_one_slow_host_of_24_is_named_and_no_other),
		cmocka_unit_test(centre_and_spread_are_median_and_mad_of_the_hosts),
		cmocka_unit_test(beyond_the_fence_but_within_the_margin_is_odd),
		cmocka_unit_test(a_host_that_is_faster_is_like_the_others),
		cmocka_unit_test(where_the_first_cache_lost_as_much_it_is_the_clock),
		cmocka_unit_test(rows_that_were_interrupted_tell_of_other_work),
		cmocka_unit_test(fewer_than_four_hosts_cannot_tell),
		cmocka_unit_test(a_rate_that_is_expected_judges_a_single_host),
		cmocka_unit_test(more_than_half_slow_shows_against_what_is_expected),
		cmocka_unit_test(a_golden_file_gives_the_middle_of_both_levels),
		cmocka_unit_test(two_kinds_are_told_and_judged_each_by_itself),
		cmocka_unit_test(two_kinds_without_a_slow_host_cannot_be_told),
		cmocka_unit_test(a_host_without_memory_rows_cannot_be_told_and_the_others_can),
		cmocka_unit_test(hosts_measured_in_another_way_are_judged_apart),
		cmocka_unit_test(one_row_of_a_host_is_enough_and_said_to_be_little),
		cmocka_unit_test(hosts_may_share_a_boot),
		cmocka_unit_test(a_file_named_twice_counts_once),
		cmocka_unit_test(the_order_of_files_changes_nothing),
		cmocka_unit_test(a_row_without_a_host_is_refused),
		cmocka_unit_test(rates_of_zero_are_not_used),
		cmocka_unit_test(a_spread_that_hides_the_margin_cannot_be_told),
		cmocka_unit_test(the_level_that_is_asked_for_is_judged),
		cmocka_unit_test(a_host_that_is_slow_again_beside_controls_is_confirmed),
		cmocka_unit_test(too_few_runs_or_controls_confirm_nothing),
		cmocka_unit_test(a_first_round_alone_has_nothing_to_confirm),
		cmocka_unit_test(the_advice_draws_controls_among_those_that_are_alike),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
