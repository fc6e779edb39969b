/* SPDX-License-Identifier: MIT */
/* How runs lie in time, from orders made by hand. */
#include "check.h"

#include "compare/schedule.h"

#define MOST 60

/* `order`: "AAB..." in order of time, `gap_s` from one to the next; '|' is another minute
 * of pause, '=' ties the next run with the one before, '?' takes its time away. */
static struct schedule schedule_text(const char *order, double gap_s,
                                     struct schedule_run runs[MOST])
{
	struct schedule schedule;
	size_t count = 0;
	double time = 1e9;
	bool ties = false;

	for (; *order; order++) {
		if (*order == '|')
			time += 60;
		ties = ties || *order == '=';
		if (*order == '?')
			runs[count - 1].time = (double)NAN;
		if (*order != 'A' && *order != 'B')
			continue;
		time += ties ? 0 : gap_s;
		ties = false;
		runs[count] = (struct schedule_run){ 0, time, "s", 1, *order == 'B', count, 0 };
		runs[count].session = count % 2 ? "s" : "t";
		count++;
	}
	schedule_of(runs, count, &schedule);
	return schedule;
}

static void times_decide_the_design(void **state)
{
	static const struct {
		const char *order;
		double gap_s;
		enum compare_design kind;
		size_t stretches[2];
	} cases[] = {
		/* One side after the other, ten sessions of a run each in a row: two blocks. */
		{ "AAAAAAAAAABBBBBBBBBB", 2, DESIGN_BLOCKS, { 1, 1 } },
		/* The same runs in the order of a coin, in turn, and in pairs. */
		{ "ABBABAABBBAABABBAABA", 2, DESIGN_INTERLEAVED, { 10, 10 } },
		{ "ABABABABABABABABABAB", 2, DESIGN_INTERLEAVED, { 10, 10 } },
		{ "ABBAABBAABBAABBAABBA", 2, DESIGN_INTERLEAVED, { 10, 10 } },
		/* 4 v 4 one after the other lie in the range of chance, and are blocks. */
		{ "AAAABBBB", 2, DESIGN_BLOCKS, { 1, 1 } },
		{ "AB", 2, DESIGN_BLOCKS, { 1, 1 } },
		{ "BA", 500, DESIGN_BLOCKS, { 1, 1 } },
		{ "BABB", 2, DESIGN_INTERLEAVED, { 1, 3 } },
		/* Far apart: 10 runs over 4 minutes, one side after the other. */
		{ "AAAAAAAAAABBBBBBBBBB", 24, DESIGN_APART, { 10, 10 } },
		{ "AAAAAAAAAABBBBBBBBBB", 19, DESIGN_BLOCKS, { 1, 1 } },
		{ "AAAAABBBBB", 24, DESIGN_BLOCKS, { 5, 5 } }, /* 96 s are too few */
		/* Ten runs in a row and one an hour later are not far apart on average. */
		{ "AAAAAAAAAA||||||||||ABBBBBBBBBB", 2, DESIGN_BLOCKS, { 2, 1 } },
		/* Sessions of five in turn: apart, each session as one, and in a row. */
		{ "AAAAA|BBBBB|AAAAA|BBBBB|AAAAA|BBBBB", 1, DESIGN_APART, { 3, 3 } },
		{ "AAAAABBBBBAAAAABBBBB", 1, DESIGN_BLOCKS, { 2, 2 } },
		/* Equal times take the order with the fewest changes. */
		{ "A=A=A=A=A=B=B=B=B=B", 1, DESIGN_BLOCKS, { 1, 1 } },
		{ "A=B=A=B=A=B=A=B", 1, DESIGN_BLOCKS, { 1, 1 } },
		{ "A=BA=BA=BA=BA=BA=B", 1, DESIGN_INTERLEAVED, { 6, 6 } },
		/* Without a time: a stretch a side, apart from the others. */
		{ "A?A?A?A?A?B?B?B?B?B?", 1, DESIGN_BLOCKS, { 1, 1 } },
		{ "AAAAAA?A?BBBBBB?B?", 1, DESIGN_BLOCKS, { 2, 2 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct schedule_run runs[MOST];
		struct schedule found = schedule_text(cases[i].order, cases[i].gap_s, runs);
		if (found.kind != cases[i].kind || found.stretches[0] != cases[i].stretches[0] ||
		    found.stretches[1] != cases[i].stretches[1])
			fail_msg("%s: %d, %zu v %zu", cases[i].order, found.kind, found.stretches[0],
			         found.stretches[1]);
	}
}

/* A default session that was followed by one over minutes: its runs count as one. */
static void runs_in_a_row_count_as_one_among_runs_far_apart(void **state)
{
	struct schedule_run runs[MOST];
	struct schedule found = { .kind = DESIGN_BLOCKS };
	size_t count = 0;

	(void)state;
	for (size_t side = 0; side < 2; side++) {
		for (size_t i = 0; i < 20; i++) {
			double time = i < 10 ? 0.3 * (double)i : 26.7 * (double)(i - 9);
			runs[count] = (struct schedule_run){ 0, 1000 * (double)side + time, "s", i,
				                             side, i, 0 };
			count++;
		}
	}
	schedule_of(runs, count, &found);
	assert_int_equal(found.kind, DESIGN_APART);
	assert_true(found.has_joined);
	assert_int_equal(found.stretches[0], 11);
	assert_int_equal(found.stretches[1], 11);
}

/* A session of schema 1 has one time; its runs are in the order of their numbers. */
static void runs_of_one_session_are_in_the_order_of_their_numbers(void **state)
{
	struct schedule_run runs[MOST];
	struct schedule found;

	(void)state;
	for (size_t i = 0; i < 20; i++)
		runs[i] = (struct schedule_run){ 0, 1000, "s", i / 2, i % 2, i / 2, 0 };
	schedule_of(runs, 20, &found);
	assert_int_equal(found.kind, DESIGN_INTERLEAVED);
}

/* Runs permute inside boots: 3 v 3 in a row in each of six are six blocks a side. */
static void boots_that_hold_both_have_an_order_each(void **state)
{
	struct schedule_run runs[MOST];
	struct schedule found;
	size_t count = 0;

	(void)state;
	for (size_t boot = 0; boot < 6; boot++) {
		for (size_t i = 0; i < 6; i++, count++)
			runs[count] = (struct schedule_run){ boot, 1000.0 * (double)boot + (double)i,
				                             "s", i, i / 3, count, 0 };
	}
	schedule_of(runs, count, &found);
	assert_int_equal(found.kind, DESIGN_BLOCKS);
	assert_int_equal(found.stretches[0], 6);
	for (count = 0; count < 12; count++)
		runs[count] = (struct schedule_run){ count / 2, 1, "s", 1, count % 2, count, 0 };
	schedule_of(runs, 12, &found);
	assert_int_equal(found.kind, DESIGN_INTERLEAVED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_decide_the_design),
		cmocka_unit_test(runs_in_a_row_count_as_one_among_runs_far_apart),
		cmocka_unit_test(runs_of_one_session_are_in_the_order_of_their_numbers),
		cmocka_unit_test(boots_that_hold_both_have_an_order_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
