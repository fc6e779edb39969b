/* SPDX-License-Identifier: MIT */
/* The timing core on a clock that the test moves by hand: no real time passes. */
#include "check.h"

#include "measure/timing.h"

/* Time as the fake kernel makes it pass. One clock reading takes READING_NS itself, give or
 * take a nanosecond, which is the clock's tick. */
#define READING_NS 20

struct fake {
	uint64_t now_ns;
	double ns_per_byte;
	uint64_t calls, bytes, readings;
	uint64_t low, high;  /* of the addresses used, as offsets from the start */
	uint64_t seen;       /* offsets below it are in the cache ... */
	double cold;         /* ... the others take this many times as long; 0: as long */
	uint64_t gap_every;  /* each so many calls something else takes ... */
	uint64_t gap_ns;     /* ... this long */
};

static struct fake fake; /* kernels have no context of their own */
static unsigned char *fake_base;

static uint64_t fake_now(void *context)
{
	struct fake *of = context;
	of->readings++;
	return of->now_ns += READING_NS - 1 + of->readings % 3;
}

static void fake_run(const struct stream *stream, size_t bytes, size_t passes)
{
	uint64_t offset = (uint64_t)(stream->dst - fake_base);

	fake.calls++;
	fake.bytes += (uint64_t)bytes * passes;
	fake.low = offset < fake.low ? offset : fake.low;
	fake.high = offset + bytes > fake.high ? offset + bytes : fake.high;
	double slower = fake.cold > 0 && offset + bytes > fake.seen ? fake.cold : 1;
	fake.seen = offset + bytes > fake.seen ? offset + bytes : fake.seen;
	fake.now_ns += (uint64_t)((double)bytes * (double)passes * fake.ns_per_byte * slower);
	if (fake.gap_every && fake.calls % fake.gap_every == 0)
		fake.now_ns += fake.gap_ns;
}

static const struct kernel pieces_kernel = { .name = "fake", .op = OP_COPY, .run = fake_run };
static const struct kernel whole_kernel = { .name = "fake-whole", .op = OP_COPY,
	                                    .whole = true, .run = fake_run };

static const struct pace usual = { .sample_ns = 10000, .slice_ns = 4000000,
	                           .budget_ns = 40000000 };

struct bench {
	struct clock clock;
	struct team *team;
	struct buffer buffer;
	struct rig rig;
};

static void bench_init(struct bench *bench, double ns_per_byte, const struct pace *pace)
{
	struct error err = { 0 };
	struct cpu_set none = { 0 };

	fake = (struct fake){ .ns_per_byte = ns_per_byte, .low = UINT64_MAX };
	bench->clock = (struct clock){ fake_now, &fake };
	bench->team = team_new(1, &none, &err);
	assert_non_null(bench->team);
	assert_int_equal(buffer_map(&bench->buffer, 4096 * 8, PAGES_SMALL, &err), 0);
	rig_init(&bench->rig, bench->team, &bench->buffer, &bench->clock, pace);
}

static void bench_release(struct bench *bench)
{
	rig_release(&bench->rig);
	buffer_release(&bench->buffer);
	team_free(bench->team);
}

static void measure_all(struct bench *bench, struct task *task)
{
	/* No more than an address: the fake kernel touches nothing. */
	fake_base = buffer_stream(&bench->buffer, OP_COPY, task->block_bytes).dst;
	task_calibrate(task, &bench->rig);
	fake.calls = fake.bytes = fake.high = 0;
	fake.low = UINT64_MAX;
	while (!task_complete(task))
		task_slice(task, &bench->rig);
}

static void small_blocks_are_repeated_until_a_sample_is_long_enough(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	bench_init(&bench, 0.01, &usual); /* 100 bytes a nanosecond */
	task_init(&task, &pieces_kernel, 2048);
	measure_all(&bench, &task);
	/* 10 us at 100 bytes a nanosecond are 1 MB: about 488 passes over 2048 bytes. */
	assert_int_equal(task.piece_bytes, 2048);
	assert_in_range(task.passes, 440, 540);
	struct summary ns = summary_of(task.ns, task.count);
	assert_near(ns.q1, 10000, 0.05);
	assert_near((double)task_sample_bytes(&task) / ns.q1, 100, 0.01);
	task_release(&task);
	bench_release(&bench);
}

static void large_blocks_are_cut_into_pieces_that_cover_every_byte(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	bench_init(&bench, 0.05, &usual);
	task_init(&task, &pieces_kernel, 100000001); /* no whole number of lines */
	measure_all(&bench, &task);
	assert_int_equal(task.passes, 1);
	assert_in_range(task.piece_bytes, 100000, 400000);
	assert_int_equal(task.piece_bytes % 64, 0);
	assert_int_equal(fake.low, 0);
	assert_int_equal(fake.high, 100000001);
	task_release(&task);
	bench_release(&bench);
}

static void a_block_that_was_not_cached_yet_gets_no_short_samples(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	bench_init(&bench, 0.02, &usual);
	fake.cold = 8;
	task_init(&task, &pieces_kernel, 4 << 20);
	measure_all(&bench, &task);
	assert_near(summary_of(task.ns, task.count).q1, 10000, 0.2);
	task_release(&task);
	bench_release(&bench);
}

static void a_whole_kernel_gets_whole_blocks_and_at_least_five_samples(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	bench_init(&bench, 0.05, &usual);
	task_init(&task, &whole_kernel, UINT64_C(1) << 30); /* 54 ms a copy */
	measure_all(&bench, &task);
	assert_int_equal(task.piece_bytes, UINT64_C(1) << 30);
	assert_int_equal(task.count, 5);
	assert_int_equal(fake.bytes, fake.calls * (UINT64_C(1) << 30));
	task_release(&task);
	bench_release(&bench);
}

static void volume_times_one_transfer_of_whole_blocks(void **state)
{
	struct pace pace = usual;
	struct bench bench;
	struct task task;

	(void)state;
	pace.volume_bytes = 256 << 20; /* as the study of 2000 */
	bench_init(&bench, 0.05, &pace);
	task_init(&task, &pieces_kernel, 8 << 20);
	measure_all(&bench, &task);
	assert_int_equal(task.count, 1);
	assert_int_equal(task_sample_bytes(&task), 256 << 20);
	assert_near((double)task.ns[0], (256 << 20) * 0.05, 1e-4);
	task_release(&task);
	bench_release(&bench);
}

static void the_first_quartile_does_not_see_gaps_that_hit_one_sample_in_ten(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	bench_init(&bench, 0.01, &usual);
	task_init(&task, &pieces_kernel, 4096);
	fake.gap_every = 10;
	fake.gap_ns = 35000;
	measure_all(&bench, &task);
	struct summary ns = summary_of(task.ns, task.count);
	assert_near((double)task_sample_bytes(&task) / ns.q1, 100, 0.01);
	assert_true(ns.mean > ns.q1 * 1.2);
	task_release(&task);
	bench_release(&bench);
}

static void the_budget_is_kept_over_all_slices(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	bench_init(&bench, 0.02, &usual);
	task_init(&task, &pieces_kernel, 64 << 10);
	task_calibrate(&task, &bench.rig);
	uint64_t before = fake.now_ns;
	while (!task_complete(&task))
		task_slice(&task, &bench.rig);
	assert_near((double)(fake.now_ns - before), (double)usual.budget_ns, 0.1);
	assert_int_equal(task.slices, 10);
	task_release(&task);
	bench_release(&bench);
}

/* The time that all slices of a task take; its footprint is twice the block. */
static double time_all(struct bench *bench, struct task *task)
{
	task_calibrate(task, &bench->rig);
	uint64_t before = fake.now_ns;
	while (!task_complete(task))
		task_slice(task, &bench->rig);
	return (double)(fake.now_ns - before);
}

static void between_the_caches_two_whole_passes_come_before_each_slice(void **state)
{
	struct pace pace = usual;
	struct bench bench;
	struct task task;

	(void)state;
	pace.warm_above_bytes = 1 << 20;
	pace.warm_up_to_bytes = 48 << 20;
	bench_init(&bench, 0.1, &pace); /* 10 bytes a nanosecond: 16M pass in 1.7 ms */
	task_init(&task, &pieces_kernel, 16 << 20);
	double took = time_all(&bench, &task);
	assert_int_equal(task.warm_samples, 2 * (task.block_bytes / task.piece_bytes));
	/* 3.4 ms of warming up want slices of 13 ms or more: two in the 40 ms. */
	assert_int_equal(task.slices, 2);
	assert_near(took, (double)usual.budget_ns, 0.1);
	task_release(&task);
	/* On either side of it one pass, in a quarter of a slice at most. */
	task_init(&task, &pieces_kernel, 512 << 10);
	assert_near(time_all(&bench, &task), (double)usual.budget_ns, 0.1);
	assert_int_equal(task.warm_samples, task.block_bytes / task.piece_bytes);
	task_release(&task);
	task_init(&task, &pieces_kernel, 32 << 20);
	assert_near(time_all(&bench, &task), (double)usual.budget_ns, 0.1);
	assert_in_range(task.warm_samples * task.piece_bytes, 9 << 20, 10 << 20);
	task_release(&task);
	bench_release(&bench);
}

static void warming_up_may_take_more_than_the_budget_but_once(void **state)
{
	struct pace pace = usual;
	struct bench bench;
	struct task task;

	(void)state;
	pace.warm_up_to_bytes = UINT64_C(1) << 30;
	bench_init(&bench, 0.1, &pace);
	task_init(&task, &pieces_kernel, 256 << 20); /* 27 ms a pass */
	double took = time_all(&bench, &task);
	assert_int_equal(task.slices, 1);
	assert_near(took, 2 * 0.1 * (256 << 20) + 0.75 * (double)usual.budget_ns, 0.05);
	task_release(&task);
	bench_release(&bench);
}

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
		cmocka_unit_test(small_blocks_are_repeated_until_a_sample_is_long_enough),
		cmocka_unit_test(large_blocks_are_cut_into_pieces_that_cover_every_byte),
		cmocka_unit_test(a_block_that_was_not_cached_yet_gets_no_short_samples),
		cmocka_unit_test(a_whole_kernel_gets_whole_blocks_and_at_least_five_samples),
		cmocka_unit_test(volume_times_one_transfer_of_whole_blocks),
		cmocka_unit_test(the_first_quartile_does_not_see_gaps_that_hit_one_sample_in_ten),
		cmocka_unit_test(the_budget_is_kept_over_all_slices),
		cmocka_unit_test(between_the_caches_two_whole_passes_come_before_each_slice),
		cmocka_unit_test(warming_up_may_take_more_than_the_budget_but_once),
		cmocka_unit_test(a_slow_clock_makes_samples_longer),
		cmocka_unit_test(the_tick_of_a_coarse_clock_is_found),
		cmocka_unit_test(steps_that_no_batch_of_readings_sees_are_waited_for),
		cmocka_unit_test(a_clock_that_stands_still_is_told_by_a_bounded_wait),
		cmocka_unit_test(a_coarse_clock_keeps_the_budget_or_is_refused),
		cmocka_unit_test(the_witness_gives_clock_and_issue_rate_from_elapsed_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
