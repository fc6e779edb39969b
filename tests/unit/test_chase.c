/* SPDX-License-Identifier: MIT */
/* Latency's samples, on a clock that the test moves by hand: where walks go on. */
#include "check.h"

#include "bench.h"
#include "measure/plan.h"

#define HOP_NS 100

static const struct pace pace = { .sample_ns = 10000, .slice_ns = 4000000,
	                          .budget_ns = 8000000, .warm_above_bytes = 1 << 20,
	                          .warm_up_to_bytes = 16 << 20, .chase_ns = 1000000 };

static struct {
	const void *left;     /* where the last call ended */
	uint64_t breaks;      /* calls that began elsewhere */
	uint64_t hops, calls;
} walk;

static void fake_chase(const struct stream *stream, size_t bytes, size_t passes)
{
	uint64_t hops = bytes / CHAIN_LINE_BYTES * passes;

	walk.breaks += *stream->cursor != walk.left;
	reference_run(OP_LATENCY, stream, bytes * passes);
	walk.left = *stream->cursor;
	walk.hops += hops;
	walk.calls++;
	fake.now_ns += hops * HOP_NS;
}

static const struct kernel chase_kernel = { .name = "fake", .op = OP_LATENCY,
	                                    .way = WAY_WINDOWS, .run = fake_chase };

/* A buffer for blocks up to that size, in place of the bench's small one. */
static void begin(struct bench *bench, uint64_t block_bytes, const struct pace *wanted)
{
	struct error err = { 0 };

	bench_init(bench, 1, wanted);
	buffer_release(&bench->buffer);
	assert_int_equal(buffer_map(&bench->buffer, buffer_need_bytes(block_bytes, 1),
	                            PAGES_SMALL, &err), 0);
	bench->rig.seed = 7;
	memset(&walk, 0, sizeof walk);
}

static void samples_are_hops_of_the_wanted_length(void **state)
{
	static const uint64_t blocks[] = { 64, 2048, 1 << 20, 12 << 20 };
	struct bench bench;
	struct task task;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		begin(&bench, blocks[i], &pace);
		task_init(&task, &chase_kernel, blocks[i]);
		task_calibrate(&task, &bench.rig);
		while (!task_complete(&task))
			task_slice(&task, &bench.rig);
		struct summary ns = summary_of(task.ns, task.count);
		assert_near(ns.q1, 10000, 0.05);
		/* 64 bytes a load. */
		assert_near(64 * ns.q1 / (double)task_sample_bytes(&task), HOP_NS, 0.01);
		task_release(&task);
		bench_release(&bench);
	}
}

/* Where the chain is not linked anew a walk is one line, over samples, slices, other cells. */
static void a_walk_goes_on_where_it_ended(void **state)
{
	struct bench bench;
	struct task task, other;

	(void)state;
	begin(&bench, 12 << 20, &pace);
	task_init(&task, &chase_kernel, 12 << 20);
	task_calibrate(&task, &bench.rig);
	task_init(&other, &chase_kernel, 1 << 20);
	task_calibrate(&other, &bench.rig);
	for (int i = 0; i < 5; i++) {
		walk.left = task.chase.cursors[0];
		uint64_t position = task.chase.position;
		walk.breaks = walk.hops = walk.calls = 0;
		task.wanted += task.per_slice;
		task.capacity += task.per_slice;
		task.ns = realloc(task.ns, task.capacity * sizeof *task.ns);
		task_slice(&task, &bench.rig);
		assert_int_equal(walk.breaks, 0);
		assert_int_equal(walk.calls, task.per_slice);
		position = (position + walk.hops) % task.chase.chain.links;
		assert_int_equal(task.chase.position, position);
		assert_int_equal(task.chase.links, 1);
		assert_null(chase_verify(&task.chase, 0));
		task_slice(&other, &bench.rig);
	}
	task_release(&task);
	task_release(&other);
	bench_release(&bench);
}

/* Small ones: in another order each slice, from its start, and then on. */
static void small_chains_are_linked_anew_for_each_slice(void **state)
{
	struct bench bench;
	struct task task;

	(void)state;
	begin(&bench, 1 << 20, &pace);
	task_init(&task, &chase_kernel, 1 << 20);
	task_calibrate(&task, &bench.rig);
	uint64_t links = task.chase.links, seed = task.chase.chain.seed;
	walk.breaks = 0;
	task_slice(&task, &bench.rig);
	assert_int_equal(walk.breaks, 1); /* to the new start */
	assert_int_equal(task.chase.links, links + 1);
	assert_int_not_equal(task.chase.chain.seed, seed);
	assert_int_equal(task.chase.word, 0);
	task_release(&task);
	bench_release(&bench);
}

/* More large cells than a line has words: each finds its own chain, linked again if need be. */
static void cells_that_share_a_word_never_walk_another_s_chain(void **state)
{
	enum { CELLS = CHAIN_WORDS + 2 };
	struct bench bench;
	struct task tasks[CELLS];
	uint64_t block = CHASE_RELINKED_BYTES;

	(void)state;
	begin(&bench, block + CELLS * 4096, &pace);
	for (size_t i = 0; i < CELLS; i++) {
		task_init(&tasks[i], &chase_kernel, block + (i + 1) * 4096);
		task_calibrate(&tasks[i], &bench.rig);
		assert_in_range(tasks[i].chase.word, 1, CHAIN_WORDS - 1);
	}
	for (size_t i = 0; i < 2 * CELLS; i++) {
		struct task *task = &tasks[i % CELLS];
		task_slice(task, &bench.rig);
		assert_int_equal(task->chase.chain.links * 64, task->block_bytes);
		assert_null(chase_verify(&task->chase, 0));
	}
	for (size_t i = 0; i < CELLS; i++)
		task_release(&tasks[i]);
	bench_release(&bench);
}

/* A slow walk of what a cache may hold is over soon; of memory, and of private caches, it
 * lasts as long as other slices. */
static void slices_of_what_a_shared_cache_holds_are_short(void **state)
{
	static const struct {
		uint64_t block, slice_ns;
	} cases[] = { { 1 << 20, 4000000 }, { 2 << 20, 1000000 },
		      { 16 << 20, 1000000 }, { 17 << 20, 4000000 } };
	struct bench bench;
	struct task task;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		begin(&bench, cases[i].block, &pace);
		task_init(&task, &chase_kernel, cases[i].block);
		task_calibrate(&task, &bench.rig);
		task_slice(&task, &bench.rig);
		assert_near((double)task.per_slice * 10000, (double)cases[i].slice_ns, 0.1);
		assert_int_equal(task.chase.is_warmed, cases[i].block <= 16 << 20);
		task_release(&task);
		bench_release(&bench);
	}
}

static void a_volume_is_whole_laps(void **state)
{
	struct pace volume = pace;
	struct bench bench;
	struct task task;

	(void)state;
	volume.volume_bytes = 1 << 20;
	begin(&bench, 4096, &volume);
	task_init(&task, &chase_kernel, 4096);
	task_calibrate(&task, &bench.rig);
	task_slice(&task, &bench.rig);
	assert_true(task_complete(&task));
	assert_int_equal(task_sample_bytes(&task), 1 << 20);
	assert_int_equal(walk.hops, (1 << 20) / 64);
	task_release(&task);
	bench_release(&bench);
}

/* Addresses are no data for other ops. */
static void chains_have_a_part_of_their_own(void **state)
{
	const struct kernel *copy = kernels_find(OP_COPY, "memcpy");
	struct plan plan = { 0 };
	struct error err = { 0 };
	struct buffer buffer;

	(void)state;
	plan_add(&plan, copy, 10000);
	plan_add(&plan, &chase_kernel, 64000);
	plan_add(&plan, &chase_kernel, 640);
	assert_int_equal(plan_chains_at(&plan), buffer_need_bytes(10000, 2));
	assert_int_equal(plan_need_bytes(&plan),
	                 buffer_need_bytes(10000, 2) + buffer_need_bytes(64000, 1));
	assert_int_equal(buffer_map(&buffer, plan_need_bytes(&plan), PAGES_SMALL, &err), 0);
	buffer.chains_at = (size_t)plan_chains_at(&plan);
	struct stream others = buffer_stream(&buffer, OP_COPY, 10000);
	struct stream chain = buffer_stream(&buffer, OP_LATENCY, 64000);
	assert_true(chain.dst - BUFFER_GUARD_BYTES >= others.dst + 10000);
	assert_true(chain.dst + 64000 <= buffer.memory + buffer.memory_bytes);
	assert_ptr_equal(buffer_stream(&buffer, OP_READ, 10000).src, others.src);
	buffer_release(&buffer);
	plan_release(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_hops_of_the_wanted_length),
		cmocka_unit_test(a_walk_goes_on_where_it_ended),
		cmocka_unit_test(small_chains_are_linked_anew_for_each_slice),
		cmocka_unit_test(cells_that_share_a_word_never_walk_another_s_chain),
		cmocka_unit_test(slices_of_what_a_shared_cache_holds_are_short),
		cmocka_unit_test(a_volume_is_whole_laps),
		cmocka_unit_test(chains_have_a_part_of_their_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
