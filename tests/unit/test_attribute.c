/* SPDX-License-Identifier: MIT */
/* Which level a row is. Expected: DESIGN's rules and the classes of the study of 2000. */
#include "check.h"

#include "base/units.h"
#include "caches/attribute.h"

static struct hierarchy given(const char *text)
{
	struct hierarchy hierarchy = { 0 };
	struct error err;

	if (hierarchy_give(&hierarchy, text, &err) != 0)
		fail_msg("%s", err.text);
	return hierarchy;
}

static struct attribution by_footprint(const struct hierarchy *hierarchy, uint64_t bytes)
{
	struct workload workload = { .block_bytes = bytes / 2, .footprint_bytes = bytes,
		                     .threads = 1 };
	return attribute(hierarchy, LEVELS_BY_FOOTPRINT, &workload);
}

static void check_row(const struct hierarchy *hierarchy, uint64_t bytes, const char *level,
                      bool edge)
{
	struct attribution found = by_footprint(hierarchy, bytes);
	assert_string_equal(found.level, level);
	assert_int_equal(found.edge, edge);
}

static void a_row_is_the_smallest_cache_that_holds_it(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=22M");

	(void)state;
	check_row(&hierarchy, 4 * KIB, "L1", false);
	check_row(&hierarchy, 32 * KIB, "L1", false);
	check_row(&hierarchy, 128 * KIB, "L2", false);
	check_row(&hierarchy, 512 * KIB, "L2", false);
	check_row(&hierarchy, 2 * MIB, "L3", false);
	check_row(&hierarchy, 16 * MIB, "L3", false);
}

static void rows_near_a_capacity_are_edges(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=20M");

	(void)state;
	check_row(&hierarchy, 36 * KIB, "L1", true);      /* 0.75 */
	check_row(&hierarchy, 36 * KIB - 64, "L1", false);
	check_row(&hierarchy, 48 * KIB, "L1", true);
	check_row(&hierarchy, 72 * KIB, "L2", true);      /* 1.5 */
	check_row(&hierarchy, 72 * KIB + 64, "L2", false);
	check_row(&hierarchy, MIB, "L2", true);
	check_row(&hierarchy, 15 * MIB, "L3", true);
}

static void dram_starts_at_four_times_the_last_cache(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=20M");

	(void)state;
	check_row(&hierarchy, 24 * MIB, "beyond", true);
	check_row(&hierarchy, 40 * MIB, "beyond", true);
	check_row(&hierarchy, 80 * MIB - 64, "beyond", true);
	check_row(&hierarchy, 80 * MIB, "DRAM", false);
	check_row(&hierarchy, GIB, "DRAM", false);
}

/* Measured 7M, and still shown up to 16M: memory from 64M on, not from 28M. */
static void dram_starts_behind_where_a_measured_cache_has_faded_out(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=7M");
	struct level *last = &hierarchy.levels[2];

	(void)state;
	last->fading_bytes = 16 * MIB;
	check_row(&hierarchy, 28 * MIB, "DRAM", false); /* given: no doubt about it */
	last->belief = BELIEF_MEASURED;
	check_row(&hierarchy, 28 * MIB, "beyond", true);
	check_row(&hierarchy, 64 * MIB - 64, "beyond", true);
	check_row(&hierarchy, 64 * MIB, "DRAM", false);
}

static void dram_begins_where_rates_have_stopped_falling(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=4M");
	struct workload row = { .block_bytes = 16 * MIB, .footprint_bytes = 32 * MIB,
		                .threads = 1 };

	(void)state;
	hierarchy.plateau_bytes = 64 * MIB;
	check_row(&hierarchy, 32 * MIB, "DRAM", false); /* given: no doubt about it */
	hierarchy.is_given = false;
	check_row(&hierarchy, 2 * MIB, "L3", false);
	check_row(&hierarchy, 32 * MIB, "beyond", true);
	check_row(&hierarchy, 64 * MIB, "DRAM", false);
	assert_string_equal(attribute(&hierarchy, LEVELS_BY_BLOCK, &row).level, "DRAM");
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_FOOTPRINT, 2, 1, 1),
	                 32 * MIB);
	/* What L3 should hold, but no longer does from an octave behind. */
	hierarchy.levels[2].believed_bytes = 512 * MIB;
	check_row(&hierarchy, 64 * MIB, "L3", false);
	check_row(&hierarchy, 128 * MIB, "beyond", true);
	hierarchy.levels[2].believed_bytes = 0;
	check_row(&hierarchy, 32 * MIB, "?", false);
	check_row(&hierarchy, 64 * MIB, "DRAM", false);
}

static void last_are(const struct hierarchy *hierarchy, uint64_t inner, uint64_t last)
{
	const struct workload workload = { .threads = 2 };
	struct last_caches caches;

	assert_true(attribute_last(hierarchy, &workload, &caches));
	assert_int_equal(caches.inner_bytes, inner);
	assert_int_equal(caches.last_bytes, last);
}

static void a_sweep_knows_the_last_cache_and_the_one_before_it(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=4M");
	const struct workload workload = { .threads = 2 };
	struct last_caches caches;

	(void)state;
	hierarchy.levels[2].sharers = 1;
	last_are(&hierarchy, MIB, 4 * MIB);
	hierarchy.levels[2].sharers = 8; /* two threads here */
	last_are(&hierarchy, MIB, 2 * MIB);
	hierarchy.levels[2].believed_bytes = 0; /* the last one is not known */
	last_are(&hierarchy, MIB, 0);
	hierarchy.levels[1].believed_bytes = 0; /* nor is another */
	assert_false(attribute_last(&hierarchy, &workload, &caches));
	hierarchy.level_count = 1;
	hierarchy.levels[0].sharers = 1;
	last_are(&hierarchy, 0, 48 * KIB);
	hierarchy.is_given = false;
	hierarchy.measured.more_bytes = 8.0 * MIB; /* a last one without a name */
	last_are(&hierarchy, 48 * KIB, 0);
	hierarchy.level_count = 0;
	assert_false(attribute_last(&hierarchy, &workload, &caches));
}

static void by_block_reproduces_the_classes_of_2000(void **state)
{
	struct hierarchy hierarchy = given("L1=32K,L2=1M");

	(void)state;
	for (uint64_t block = 2 * KIB; block <= 8192 * KIB; block *= 2) {
		struct workload workload = { block, 2 * block, 1, NULL };
		struct attribution found = attribute(&hierarchy, LEVELS_BY_BLOCK, &workload);
		assert_string_equal(found.level, block <= 32 * KIB     ? "L1"
		                                 : block <= 1024 * KIB ? "L2"
		                                                       : "DRAM");
		assert_false(found.edge);
	}
}

static void where_nothing_is_believed_nothing_is_named(void **state)
{
	struct hierarchy hierarchy = { 0 };

	(void)state;
	hierarchy_decide(&hierarchy);
	check_row(&hierarchy, 2 * KIB, "?", false);
	check_row(&hierarchy, GIB, "?", false);
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_FOOTPRINT, 2, 1, 1), 0);
}

/* L1 48K and L3 16M are known, of L2 only that it is there. */
static void an_unknown_level_clouds_what_it_could_hold_alone(void **state)
{
	struct hierarchy hierarchy = { 0 };
	struct cache caches[] = {
		{ .level = 1, .kind = CACHE_DATA, .bytes = 48 * KIB },
		{ .level = 2, .kind = CACHE_UNIFIED },
		{ .level = 3, .kind = CACHE_UNIFIED, .bytes = 16 * MIB },
	};

	(void)state;
	for (size_t i = 0; i < 3; i++)
		cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &caches[i]);
	hierarchy_decide(&hierarchy);
	check_row(&hierarchy, 16 * KIB, "L1", false);
	check_row(&hierarchy, MIB, "?", false);
	check_row(&hierarchy, 64 * MIB, "DRAM", false);
	hierarchy_release(&hierarchy);
}

static void beyond_a_last_level_of_unknown_size_nothing_is_dram(void **state)
{
	struct hierarchy hierarchy = { 0 };
	struct cache caches[] = {
		{ .level = 1, .kind = CACHE_DATA, .bytes = 48 * KIB },
		{ .level = 2, .kind = CACHE_UNIFIED },
	};

	(void)state;
	for (size_t i = 0; i < 2; i++)
		cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &caches[i]);
	hierarchy_decide(&hierarchy);
	check_row(&hierarchy, GIB, "?", false);
	hierarchy_release(&hierarchy);
}

/* L2 1M of one CPU each, L3 32M that CPUs 0-3 share. */
static struct hierarchy shared_l3(void)
{
	struct hierarchy hierarchy = { 0 };
	struct cache l2 = { .level = 2, .kind = CACHE_UNIFIED, .bytes = MIB, .sharers = 1 };
	struct cache l3 = { .level = 3, .kind = CACHE_UNIFIED, .bytes = 32 * MIB,
		            .sharers = 4 };

	(void)cpu_set_parse("0", &l2.shared_cpus);
	(void)cpu_set_parse("0-3", &l3.shared_cpus);
	cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &l2);
	cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &l3);
	hierarchy_decide(&hierarchy);
	return hierarchy;
}

static struct attribution with_threads(const struct hierarchy *hierarchy, uint64_t bytes,
                                       size_t threads, const char *cpus)
{
	struct cpu_set set = { 0 };
	struct workload workload = { bytes / 2, bytes, threads, &set };

	assert_int_equal(cpu_set_parse(cpus, &set), 0);
	struct attribution found = attribute(hierarchy, LEVELS_BY_FOOTPRINT, &workload);
	cpu_set_release(&set);
	return found;
}

static void threads_divide_a_cache_that_they_share(void **state)
{
	struct hierarchy hierarchy = shared_l3();

	(void)state;
	assert_string_equal(with_threads(&hierarchy, 16 * MIB, 1, "").level, "L3");
	assert_true(with_threads(&hierarchy, 16 * MIB, 2, "").edge); /* 1.0 of its share */
	assert_string_equal(with_threads(&hierarchy, 16 * MIB, 4, "").level, "beyond");
	/* More threads than sharers: no instance serves more than its sharers. */
	assert_string_equal(with_threads(&hierarchy, 4 * MIB, 64, "").level, "L3");
	assert_string_equal(with_threads(&hierarchy, 512 * KIB, 64, "").level, "L2");
	assert_string_equal(with_threads(&hierarchy, 32 * MIB, 4, "").level, "DRAM");
	hierarchy_release(&hierarchy);
}

static void threads_on_other_instances_do_not_count(void **state)
{
	struct hierarchy hierarchy = shared_l3();

	(void)state;
	assert_string_equal(with_threads(&hierarchy, 16 * MIB, 4, "0,4,8,12").level, "L3");
	assert_false(with_threads(&hierarchy, 16 * MIB, 4, "0,4,8,12").edge);
	assert_string_equal(with_threads(&hierarchy, 16 * MIB, 4, "0-3").level, "beyond");
	hierarchy_release(&hierarchy);
}

static void rows_that_hang_on_unknown_sharing_are_edges(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=32M");

	(void)state;
	assert_false(with_threads(&hierarchy, 2 * MIB, 4, "").edge);
	assert_true(with_threads(&hierarchy, 16 * MIB, 4, "").edge);
	/* Memory for a thread that has the L3 alone is memory for all. */
	assert_string_equal(with_threads(&hierarchy, 128 * MIB, 4, "").level, "DRAM");
	assert_false(with_threads(&hierarchy, 128 * MIB, 4, "").edge);
}

static void the_block_that_reaches_dram_is_a_power_of_two_that_does(void **state)
{
	struct hierarchy hierarchy = given("L1=48K,L2=1M,L3=22M");

	(void)state;
	/* 4 * 22M = 88M: a copy of 64M touches 128M, one of 32M only 64M. */
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_FOOTPRINT, 2, 1, 1),
	                 64 * MIB);
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_FOOTPRINT, 2, 1, 3),
	                 256 * MIB);
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_FOOTPRINT, 1, 1, 1),
	                 128 * MIB);
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_BLOCK, 2, 1, 1), 32 * MIB);
}

static void before_the_last_rise_measured_nothing_is_dram(void **state)
{
	struct hierarchy hierarchy = { 0 };
	struct workload row = { .block_bytes = 8 * MIB, .footprint_bytes = 16 * MIB,
		                .threads = 1 };

	(void)state;
	hierarchy.levels[0] = (struct level){ .number = 1, .believed_bytes = MIB };
	hierarchy.level_count = 1;
	hierarchy.measured.more_bytes = 64.0 * MIB;
	check_row(&hierarchy, 16 * MIB, "beyond", true);
	check_row(&hierarchy, 256 * MIB, "DRAM", false);
	assert_string_equal(attribute(&hierarchy, LEVELS_BY_BLOCK, &row).level, "beyond");
	assert_int_equal(attribute_dram_block(&hierarchy, LEVELS_BY_FOOTPRINT, 2, 1, 1),
	                 128 * MIB);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_the_smallest_cache_that_holds_it),
		cmocka_unit_test(rows_near_a_capacity_are_edges),
		cmocka_unit_test(dram_starts_at_four_times_the_last_cache),
		cmocka_unit_test(dram_starts_behind_where_a_measured_cache_has_faded_out),
		cmocka_unit_test(dram_begins_where_rates_have_stopped_falling),
		cmocka_unit_test(a_sweep_knows_the_last_cache_and_the_one_before_it),
		cmocka_unit_test(by_block_reproduces_the_classes_of_2000),
		cmocka_unit_test(where_nothing_is_believed_nothing_is_named),
		cmocka_unit_test(an_unknown_level_clouds_what_it_could_hold_alone),
		cmocka_unit_test(beyond_a_last_level_of_unknown_size_nothing_is_dram),
		cmocka_unit_test(threads_divide_a_cache_that_they_share),
		cmocka_unit_test(threads_on_other_instances_do_not_count),
		cmocka_unit_test(rows_that_hang_on_unknown_sharing_are_edges),
		cmocka_unit_test(the_block_that_reaches_dram_is_a_power_of_two_that_does),
		cmocka_unit_test(before_the_last_rise_measured_nothing_is_dram),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
