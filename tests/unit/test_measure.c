/* SPDX-License-Identifier: MIT */
/* Summaries, plans and the flags of cells. */
#include "check.h"

#include "base/random.h"
#include "session/record.h"
#include "measure/buffer.h"
#include "measure/summary.h"
#include "plans.h"

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
	                                        "copy/memcpy:8192,write/memset:7.");
	assert_int_equal(plan_parse(text_string(&text), &again, &err), 0);
	assert_int_equal(again.count, 4);
	assert_memory_equal(again.cells, plan.cells, 4 * sizeof *plan.cells);
	assert_int_equal(plan_need_bytes(&again), buffer_need_bytes(8192, 2));
	assert_int_equal(plan_parse("copy/nothing:1.", &again, &err), -1);
	/* Cut anywhere it is none, at the end of a cell least of all. */
	for (size_t length = text.length; length-- > 0;) {
		text.bytes[length] = '\0';
		assert_int_equal(plan_parse(text_string(&text), &again, &err), -1);
	}
	plan_release(&plan), plan_release(&again);
	text_release(&text);
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

/* 100 samples of 10 us, `slow` of which took `slow_ns`. */
static struct cell_message samples_of(size_t slow, uint64_t slow_ns)
{
	struct cell_message cell = { .cell = 0 };
	uint64_t ns[100];

	for (size_t i = 0; i < 100; i++)
		ns[i] = i < slow ? slow_ns : 10000;
	cell.ns = summary_of(ns, 100);
	return cell;
}

static unsigned flags_of(struct cell_message cell, struct task task)
{
	cell_doubt(&cell, &task);
	return session_cell_flags(&cell, 0);
}

/* By hand: 4 of 72.5 us among 96 of 10 us make a mean of 12.5, 1.25 times the median. */
static void each_doubt_about_a_cell_is_raised_by_its_own_cause(void **state)
{
	const struct task whole = { .wanted = 100, .count = 100 };
	struct task task = whole;

	(void)state;
	assert_int_equal(flags_of(samples_of(0, 0), whole), 0);
	assert_int_equal(flags_of(samples_of(4, 72000), whole), 0);
	assert_int_equal(flags_of(samples_of(4, 73000), whole), CELL_PREEMPTED);
	task.switches = 49;
	assert_int_equal(flags_of(samples_of(0, 0), task), 0);
	task.switches = 50;
	assert_int_equal(flags_of(samples_of(0, 0), task), CELL_PREEMPTED);
	task = whole;
	task.faults = 1;
	assert_int_equal(flags_of(samples_of(0, 0), task), CELL_FAULTED);
	task = whole;
	task.count = 99;
	assert_int_equal(flags_of(samples_of(0, 0), task), CELL_INCOMPLETE);
	/* Half of the samples from elsewhere: mean and median are both 13 us. */
	assert_int_equal(flags_of(samples_of(50, 16000), whole), CELL_TWO_STATES);
}

static void a_cell_is_slowed_below_nine_tenths_of_the_best_speed(void **state)
{
	struct cell_message cell = { .clock_ghz = 3, .core_ipc = 4 };

	(void)state;
	assert_int_equal(session_cell_flags(&cell, 12 / 0.9 * 1.001), CELL_SLOWED);
	assert_int_equal(session_cell_flags(&cell, 12 / 0.9 * 0.999), 0);
	cell.core_ipc = (double)NAN; /* no witness: nothing is known of the core */
	assert_int_equal(session_cell_flags(&cell, 100), 0);
	cell.unpinned = true;
	assert_int_equal(session_cell_flags(&cell, 0), CELL_UNPINNED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quartiles_are_of_type_seven),
		cmocka_unit_test(a_cell_half_of_which_was_slow_has_two_states),
		cmocka_unit_test(a_seed_repeats_the_order_and_another_round_changes_it),
		cmocka_unit_test(every_order_is_equally_likely),
		cmocka_unit_test(a_plan_survives_its_text),
		cmocka_unit_test(a_plan_needs_what_its_largest_cell_needs),
		cmocka_unit_test(each_doubt_about_a_cell_is_raised_by_its_own_cause),
		cmocka_unit_test(a_cell_is_slowed_below_nine_tenths_of_the_best_speed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
