/* SPDX-License-Identifier: MIT */
/* Chains of lines: one cycle through all of them, in an order that prefetchers do not know. */
#include "check.h"

#include "kernels/chain.h"
#include "platform/platform.h"

#define GROUPS_OF_WINDOW (CHAIN_WINDOW_LINES / CHAIN_GROUP_LINES)

static const enum way ways[] = { WAY_WINDOWS, WAY_RANDOM, WAY_PAGES };

/* All of the first, then some on either side of what the orders are made of. */
static const uint64_t line_counts[] = {
	255,  256,   257,   1000,  4095,  4096,  4097,  4099,  4100,  8191,  8192,
	8193, 10001, 16384, 20479, 24577, 40000, 65537, 77777, 99999, 100000,
};
enum { FIRST_COUNTS = 200, COUNTS = FIRST_COUNTS + sizeof line_counts / sizeof *line_counts };

static uint64_t line_count(size_t index)
{
	return index < FIRST_COUNTS ? index + 1 : line_counts[index - FIRST_COUNTS];
}

static struct chain chain_lines(enum way way, uint64_t lines, uint64_t seed)
{
	return chain_of(way, (size_t)lines * CHAIN_LINE_BYTES, seed);
}

/* Each line once; of pages one line of each. */
static void check_order(enum way way, uint64_t lines)
{
	struct chain chain = chain_lines(way, lines, lines * 3);
	uint64_t unit = way == WAY_PAGES ? platform_page_bytes() / CHAIN_LINE_BYTES : 1;
	char *is_met = calloc((size_t)lines, 1);

	assert_int_equal(chain.links, (lines + unit - 1) / unit);
	for (uint64_t position = 0; position < chain.links; position++) {
		uint64_t line = chain_line(&chain, position);
		assert_true(line < lines);
		if (is_met[line / unit]++)
			fail_msg("way %d, %d lines: line %d is met twice", (int)way, (int)lines,
			         (int)line);
	}
	free(is_met);
}

static void orders_meet_each_line_once(void **state)
{
	(void)state;
	for (size_t way = 0; way < 3; way++) {
		for (size_t i = 0; i < COUNTS; i++)
			check_order(ways[way], line_count(i));
	}
}

/* Where there are lines enough for it: of 7 lines four are in one group. */
static void windows_take_no_two_lines_of_a_group_in_a_row(void **state)
{
	(void)state;
	for (size_t i = 7; i < COUNTS; i++) {
		struct chain chain = chain_lines(WAY_WINDOWS, line_count(i), i);
		uint64_t before = chain_line(&chain, chain.links - 1);
		for (uint64_t position = 0; position < chain.links; position++) {
			uint64_t line = chain_line(&chain, position);
			assert_int_not_equal(line / CHAIN_GROUP_LINES, before / CHAIN_GROUP_LINES);
			before = line;
		}
	}
}

/* Of whole windows; a sweep takes a quarter of the lines. */
static void a_window_is_met_again_when_all_others_were(void **state)
{
	enum { WINDOWS = 24 };
	struct chain chain = chain_lines(WAY_WINDOWS, WINDOWS * CHAIN_WINDOW_LINES, 5);
	uint64_t left_at[WINDOWS] = { 0 }, sweep = chain.links / CHAIN_GROUP_LINES, visits = 0;
	uint64_t window = WINDOWS;

	(void)state;
	for (uint64_t position = 0; position < 2 * chain.links; position++) {
		uint64_t here = chain_line(&chain, position % chain.links) / CHAIN_WINDOW_LINES;
		if (here != window && left_at[here] > 0)
			assert_true(position - left_at[here] >= sweep / WINDOWS * (WINDOWS - 1));
		visits += here != window;
		window = here;
		left_at[window] = position + 1;
	}
	assert_int_equal(visits, 2 * CHAIN_GROUP_LINES * WINDOWS);
}

/* A sweep over windows has one line of each group, and another in the next sweep. */
static void a_sweep_takes_one_line_of_each_group(void **state)
{
	struct chain chain = chain_lines(WAY_WINDOWS, 5 * CHAIN_WINDOW_LINES + 44, 9);
	uint64_t groups = chain.links / CHAIN_GROUP_LINES, firsts[CHAIN_GROUP_LINES] = { 0 };
	char *is_met = calloc((size_t)groups, 1);

	(void)state;
	for (uint64_t position = 0; position < groups; position++) {
		uint64_t line = chain_line(&chain, position);
		assert_int_equal(is_met[line / CHAIN_GROUP_LINES]++, 0);
		firsts[line % CHAIN_GROUP_LINES]++;
	}
	for (size_t i = 0; i < CHAIN_GROUP_LINES; i++)
		assert_in_range(firsts[i], groups / 5, groups / 3);
	free(is_met);
}

/* The share of hops by which a walk goes on to a line at the distance it went before. */
static double steady_hops(const struct chain *chain)
{
	uint64_t steady = 0, before = 0, line = chain_line(chain, 0);

	for (uint64_t position = 1; position < chain->links; position++) {
		uint64_t next = chain_line(chain, position);
		steady += next - line == before;
		before = next - line;
		line = next;
	}
	return (double)steady / (double)chain->links;
}

/* Of a random order of 1024 groups 0.1 % of the distances repeat, and of seeds no order. */
static void orders_have_no_stride_and_follow_the_seed(void **state)
{
	(void)state;
	for (size_t way = 0; way < 3; way++) {
		struct chain one = chain_lines(ways[way], 1 << 20, 1);
		struct chain other = chain_lines(ways[way], 1 << 20, 2);
		uint64_t alike = 0;
		assert_true(steady_hops(&one) < 0.004);
		for (uint64_t position = 0; position < 1000; position++)
			alike += chain_line(&one, position) == chain_line(&other, position);
		assert_true(alike <= 10);
	}
}

/* All sets of a cache of 64 sets a page are used: by no line twice as often as on average. */
static void one_line_a_page_uses_all_sets(void **state)
{
	struct chain chain = chain_lines(WAY_PAGES, 1 << 22, 7);
	uint64_t uses[64] = { 0 };

	(void)state;
	for (uint64_t position = 0; position < chain.links; position++)
		uses[chain_line(&chain, position) % 64]++;
	for (size_t i = 0; i < 64; i++)
		assert_in_range(uses[i], chain.links / 128, chain.links / 32);
}

static unsigned char *block_of(uint64_t lines)
{
	void *block = NULL;

	assert_int_equal(posix_memalign(&block, 4096, (size_t)lines * CHAIN_LINE_BYTES), 0);
	memset(block, 0, (size_t)lines * CHAIN_LINE_BYTES);
	return block;
}

static void linked_lines_are_one_cycle(void **state)
{
	(void)state;
	for (size_t way = 0; way < 3; way++) {
		for (size_t i = 0; i < COUNTS; i += 1 + i % 7) {
			struct chain chain = chain_lines(ways[way], line_count(i), i);
			unsigned char *block = block_of(line_count(i));
			const void *at = chain_link(&chain, block);
			assert_ptr_equal(at, block + chain_line(&chain, 0) * CHAIN_LINE_BYTES);
			assert_true(chain_is_cycle(&chain, at));
			chain_lap(&chain, block, chain.links / 3);
			chain.links++;
			assert_false(chain_is_cycle(&chain, at));
			free(block);
		}
	}
}

/* One a word, in the same lines. */
static void chains_share_lines_without_touching_one_another(void **state)
{
	enum { LINES = 5000 };
	unsigned char *block = block_of(LINES);
	struct chain chains[CHAIN_WORDS];
	const void *starts[CHAIN_WORDS];

	(void)state;
	for (size_t word = 0; word < CHAIN_WORDS; word++) {
		chains[word] = chain_lines(ways[word % 3], LINES - word, word);
		starts[word] = chain_link(&chains[word], block + word * sizeof(void *));
	}
	for (size_t word = 0; word < CHAIN_WORDS; word++)
		assert_true(chain_is_cycle(&chains[word], starts[word]));
	free(block);
}

static const void *after(const struct chain *chain, const unsigned char *block, uint64_t hops)
{
	return block + chain_line(chain, hops % chain->links) * CHAIN_LINE_BYTES;
}

/* Each kernel against its reference, and calls that go on where the last one ended. */
static void kernels_walk_as_many_lines_as_they_count(void **state)
{
	enum { LINES = 1001 };
	static const uint64_t counts[] = { 0, 1, 7, 8, 9, 64, 1000, 1001, 5003 };
	unsigned char *block = block_of(LINES);

	(void)state;
	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (!op_facts[kernel->op].is_chained)
			continue;
		struct chain chain = chain_lines(kernel->way, LINES, i);
		const void *at = chain_link(&chain, block), *expected = at;
		struct stream stream = { .cursor = &at }, reference = { .cursor = &expected };
		uint64_t hops = 0;
		for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
			size_t bytes = (size_t)counts[j] * CHAIN_LINE_BYTES;
			kernel->run(&stream, bytes, 2);
			reference_run(kernel->op, &reference, bytes);
			reference_run(kernel->op, &reference, bytes);
			hops += 2 * counts[j];
			assert_ptr_equal(at, expected);
			assert_ptr_equal(at, after(&chain, block, hops));
		}
	}
	free(block);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_meet_each_line_once),
		cmocka_unit_test(windows_take_no_two_lines_of_a_group_in_a_row),
		cmocka_unit_test(a_window_is_met_again_when_all_others_were),
		cmocka_unit_test(a_sweep_takes_one_line_of_each_group),
		cmocka_unit_test(orders_have_no_stride_and_follow_the_seed),
		cmocka_unit_test(one_line_a_page_uses_all_sets),
		cmocka_unit_test(linked_lines_are_one_cycle),
		cmocka_unit_test(chains_share_lines_without_touching_one_another),
		cmocka_unit_test(kernels_walk_as_many_lines_as_they_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
