/* SPDX-License-Identifier: MIT */
/* Clocks that are slow, coarse or stand still, and the witness that reads one. */
#include "check.h"

#include "bench.h"

static void a_slow_clock_makes_samples_longer(void **state)
{
	struct pace pace = { .sample_ns = 1000, .slice_ns = 4000000, .budget_ns = 8000000 };
	struct bench bench;

	(void)state;
	bench_init(&bench, 0.01, &pace);
	assert_near(bench.rig.clock_facts.cost_ns, READING_NS, 0.01);
	assert_near(bench.rig.clock_facts.resolution_ns, 1, 0);
	assert_true(bench.rig.pace.sample_ns >= 400 * READING_NS);
	bench_release(&bench);
}

static uint64_t coarse_now(void *context)
{
	uint64_t *now = context;
	*now += 30;
	return *now / 1000 * 1000; /* a clock that ticks each microsecond */
}

static void the_tick_of_a_coarse_clock_is_found(void **state)
{
	uint64_t now = 0;
	struct clock clock = { coarse_now, &now };

	(void)state;
	assert_near(clock_probe(&clock).resolution_ns, 1000, 1e-9);
}

/* A clock of such steps, of which a reading takes 25 ns. */
struct stepping {
	uint64_t now_ns, tick_ns, readings;
};

static uint64_t stepping_now(void *context)
{
	struct stepping *of = context;
	of->readings++;
	of->now_ns += 25;
	return of->tick_ns ? of->now_ns / of->tick_ns * of->tick_ns : 0;
}

static void steps_that_no_batch_of_readings_sees_are_waited_for(void **state)
{
	static const uint64_t ticks[] = { 10000, 100000, 1000000, 10000000 };

	(void)state;
	for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
		struct stepping of = { .tick_ns = ticks[i] };
		struct clock clock = { stepping_now, &of };
		struct clock_facts facts = clock_probe(&clock);
		assert_near(facts.resolution_ns, (double)ticks[i], 1e-9);
		assert_near(facts.cost_ns, 25, 0.1);
		assert_true(of.readings < 3000000);
	}
}

static void a_clock_that_stands_still_is_told_by_a_bounded_wait(void **state)
{
	struct stepping of = { .tick_ns = 0 };
	struct clock clock = { stepping_now, &of };

	(void)state;
	assert_true(isinf(clock_probe(&clock).resolution_ns));
	assert_true(of.readings < 5000000);
}

/* What is measured with a clock of this step; the rest of the bench is not used. */
static struct rig rig_stepping(struct bench *bench, struct stepping *of, struct clock *clock,
                               uint64_t budget_ns)
{
	struct pace pace = { .sample_ns = 10000, .slice_ns = 4000000, .budget_ns = budget_ns };
	struct rig rig;

	*clock = (struct clock){ stepping_now, of };
	rig_init(&rig, bench->team, &bench->buffer, clock, &pace);
	return rig;
}

static void a_coarse_clock_keeps_the_budget_or_is_refused(void **state)
{
	static const struct { uint64_t tick_ns, budget_ns, sample_ns; } cases[] = {
		{ 1000, 25000000, 1000000 },      /* 1000 ticks fit */
		{ 10000, 25000000, 1250000 },     /* a twentieth of the budget */
		{ 100000, 25000000, 2000000 },    /* 20 ticks */
		{ 1000000, 25000000, 0 },         /* five samples of 20 ticks take 100 ms */
		{ 1000000, 100000000, 20000000 },
		{ 10000000, 25000000, 0 },
		{ 0, 25000000, 0 },
	};
	struct bench bench;

	(void)state;
	bench_init(&bench, 0.01, &usual);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stepping of = { .tick_ns = cases[i].tick_ns };
		struct clock clock;
		struct error err = { 0 };
		struct rig rig = rig_stepping(&bench, &of, &clock, cases[i].budget_ns);
		bool refused = rig_check(&rig, &err) != 0;
		assert_int_equal(refused, cases[i].sample_ns == 0);
		if (!refused)
			assert_near((double)rig.pace.sample_ns, (double)cases[i].sample_ns, 0.01);
		assert_int_equal(witness_fits(&rig.clock_facts), false);
		rig_release(&rig);
	}
	bench_release(&bench);
}

static uint64_t even_now(void *context)
{
	struct fake *of = context;
	return of->now_ns += READING_NS;
}

static void the_witness_gives_clock_and_issue_rate_from_elapsed_time(void **state)
{
	/* The real operations take no time on this clock, so only the floor of 1 ns is
	 * left: what is tested is that the cost of the reading itself is taken off. */
	struct clock clock = { even_now, &fake };

	(void)state;
	struct witness witness = witness_read(&clock, READING_NS);
	assert_near(witness.clock_ghz, 64 * WITNESS_OPERATIONS, 1e-12);
	assert_near(witness.core_ipc, 256.0 / 64, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slow_clock_makes_samples_longer),
		cmocka_unit_test(the_tick_of_a_coarse_clock_is_found),
		cmocka_unit_test(steps_that_no_batch_of_readings_sees_are_waited_for),
		cmocka_unit_test(a_clock_that_stands_still_is_told_by_a_bounded_wait),
		cmocka_unit_test(a_coarse_clock_keeps_the_budget_or_is_refused),
		cmocka_unit_test(the_witness_gives_clock_and_issue_rate_from_elapsed_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
