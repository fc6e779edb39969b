/* SPDX-License-Identifier: MIT */
/* The timing core on a clock that the test moves by hand: no real time passes. */
#include "check.h"

#include "bench.h"

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

/* Pages that nothing has touched yet, one for each call of the kernel. */
static unsigned char *fresh;
static size_t fresh_count;

static void touching_run(const struct stream *stream, size_t bytes, size_t passes)
{
	fake_run(stream, bytes, passes);
	if (fresh_count == 0)
		return;
	fresh[platform_page_bytes() * --fresh_count] = 1;
}

static void pages_that_come_while_the_clock_runs_are_counted(void **state)
{
	static const struct kernel kernel = { .name = "touching", .op = OP_COPY,
		                              .run = touching_run };
	enum { PAGES = 100 };
	struct bench bench;
	struct task task;
	struct error err = { 0 };

	(void)state;
	bench_init(&bench, 0.01, &usual);
	fresh = platform_map(PAGES * platform_page_bytes(), PAGES_SMALL, &err);
	assert_non_null(fresh);
	task_init(&task, &kernel, 2048);
	fresh_count = 0;
	task_calibrate(&task, &bench.rig);
	task_slice(&task, &bench.rig);
	assert_true(task.faults < PAGES / 2);
	fresh_count = PAGES;
	while (fresh_count > 0 && !task_complete(&task))
		task_slice(&task, &bench.rig);
	assert_int_equal(fresh_count, 0);
	assert_true(task.faults >= PAGES / 2); /* some come in warming up, or several at once */
	task_release(&task);
	platform_unmap(fresh, PAGES * platform_page_bytes());
	bench_release(&bench);
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
		cmocka_unit_test(pages_that_come_while_the_clock_runs_are_counted),
		cmocka_unit_test(between_the_caches_two_whole_passes_come_before_each_slice),
		cmocka_unit_test(warming_up_may_take_more_than_the_budget_but_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
