/* SPDX-License-Identifier: MIT */
/* How far a session goes that was told nothing, on machines of all sizes. */
#include "check.h"

#include "base/units.h"
#include "session/defaults.h"

/* L1 and L2 of each core, and an L3 that all `cpus` share; 0: no size is known of it. */
static struct hierarchy machine(unsigned cpus, uint64_t l3_bytes)
{
	const struct cache caches[3] = {
		{ .level = 1, .kind = CACHE_DATA, .bytes = 32 * KIB, .sharers = 1 },
		{ .level = 2, .kind = CACHE_UNIFIED, .bytes = 1 * MIB, .sharers = 1 },
		{ .level = 3, .kind = CACHE_UNIFIED, .bytes = l3_bytes, .sharers = cpus },
	};
	struct hierarchy hierarchy = { .level_count = 0 };

	for (size_t i = 0; i < 3; i++)
		cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &caches[i]);
	for (size_t i = 0; i < 3; i++)
		hierarchy.given_bytes[i] = caches[i].bytes;
	hierarchy.is_given = l3_bytes > 0;
	hierarchy_decide(&hierarchy);
	return hierarchy;
}

static bool is_dram(const struct extent_facts *facts, uint64_t block)
{
	const struct workload workload = { block, block * facts->fewest_arrays, facts->threads,
		                           NULL };
	struct attribution found = attribute(facts->hierarchy, facts->by, &workload);
	return strcmp(found.level, "DRAM") == 0 && !found.edge;
}

static bool has_two(const struct extent_facts *facts, uint64_t block)
{
	return is_dram(facts, block) && is_dram(facts, block / 2);
}

/* Blocks alone; guards between arrays come to three pages each. */
static double all_bytes(const struct extent_facts *facts, uint64_t block)
{
	return (double)block * facts->most_arrays * (double)facts->threads;
}

static void check_extent(const struct extent_facts *facts)
{
	uint64_t block = default_extent(facts), dram = block;
	double quarter = (double)facts->free_bytes / 4, took = all_bytes(facts, block);
	double guards = 12288.0 * facts->most_arrays * (double)facts->threads;

	assert_true(block >= 2 * KIB && (block & (block - 1)) == 0);
	assert_true(took <= quarter || block == 2 * KIB);
	/* More than 1 GiB is taken for two sizes in DRAM, or one where two are too many. */
	if (took > (double)GIB)
		assert_true(is_dram(facts, block) && !has_two(facts, block / 2));
	while (facts->hierarchy->is_given && !has_two(facts, dram))
		dram *= 2;
	/* Two are kept wherever a quarter of what is free holds them. */
	if (facts->hierarchy->is_given && all_bytes(facts, dram) + guards <= quarter)
		assert_true(block >= dram);
}

static void two_sizes_in_dram_are_kept_on_machines_of_2_to_512_cpus(void **state)
{
	static const unsigned arrays[][2] = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 1, 3 } };
	size_t checked = 0;

	(void)state;
	for (unsigned cpus = 2; cpus <= 512; cpus *= 2) {
		for (uint64_t l3 = 2 * MIB; l3 <= GIB; l3 *= 2) {
			struct hierarchy hierarchy = machine(cpus, l3 < 4 * MIB ? 0 : l3);
			for (uint64_t free = 128 * MIB; free <= 1024 * GIB; free *= 2) {
				for (size_t i = 0; i < 8; i++) {
					const struct extent_facts facts = {
						.hierarchy = &hierarchy, .by = LEVELS_BY_FOOTPRINT,
						.fewest_arrays = arrays[i % 4][0],
						.most_arrays = arrays[i % 4][1],
						.threads = i < 4 ? 1 : cpus, .free_bytes = free,
					};
					check_extent(&facts);
					checked++;
				}
			}
			hierarchy_release(&hierarchy);
		}
	}
	assert_int_equal(checked, 9 * 10 * 14 * 8);
}

/* Copies; by hand: DRAM begins at 4 times the L3, a block is half of the footprint. */
static void one_thread_sweeps_to_the_same_size_whatever_the_cache(void **state)
{
	static const struct { uint64_t l3, free, block; } cases[] = {
		{ 0, 24 * GIB, 256 * MIB },        { 4 * MIB, 24 * GIB, 256 * MIB },
		{ 45 * MIB, 24 * GIB, 256 * MIB }, { 64 * MIB, 24 * GIB, 256 * MIB },
		{ 96 * MIB, 24 * GIB, 512 * MIB }, { 260 * MIB, 64 * GIB, 2 * GIB },
		{ 260 * MIB, 16 * GIB, GIB },      { 260 * MIB, 4 * GIB, 256 * MIB },
		{ 504 * MIB, 1024 * GIB, 2 * GIB }, { 4 * MIB, 512 * MIB, 32 * MIB },
		{ 0, 128 * MIB, 8 * MIB },         { 4 * MIB, UINT64_MAX, 256 * MIB },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hierarchy hierarchy = machine(2, cases[i].l3);
		const struct extent_facts facts = {
			.hierarchy = &hierarchy, .by = LEVELS_BY_FOOTPRINT, .fewest_arrays = 2,
			.most_arrays = 2, .threads = 1, .free_bytes = cases[i].free,
		};
		assert_int_equal(default_extent(&facts), cases[i].block);
		hierarchy_release(&hierarchy);
	}
}

/* 1.3 s before the first run; runs of 0.3 to 4 s. */
static void runs_that_take_long_are_fewer(void **state)
{
	(void)state;
	for (uint64_t run_ms = 300; run_ms <= 4000; run_ms += 50) {
		uint64_t run = run_ms * 1000000, gone = 1300000000 + run;
		unsigned runs = 1;
		for (; runs < 10 && time_allows(DEFAULT_TIME_NS, gone, run); runs++)
			gone += run;
		assert_true(gone <= DEFAULT_TIME_NS);
		/* 9 runs and one a quarter longer take the 8.7 s that are left. */
		assert_int_equal(runs == 10, run_ms * 1025 <= 870000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sizes_in_dram_are_kept_on_machines_of_2_to_512_cpus),
		cmocka_unit_test(one_thread_sweeps_to_the_same_size_whatever_the_cache),
		cmocka_unit_test(runs_that_take_long_are_fewer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
