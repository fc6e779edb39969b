/* SPDX-License-Identifier: MIT */
/*
 * The reader of Linux's files on small trees of our own. Expected: by hand, from the kernel's
 * Documentation/ABI/testing/sysfs-devices-system-cpu.
 */
#include "tree.h"

#include "caches/sysfs.h"

#define CPU "sys/devices/system/cpu/cpu"

static void put_index(const struct tree *tree, const char *place, const char *level,
                      const char *type, const char *size, const char *shared)
{
	static const char *const names[] = { "level", "type", "size", "shared_cpu_list" };
	const char *const values[] = { level, type, size, shared };

	for (size_t i = 0; i < 4; i++) {
		char *name = format(CPU "%s/%s", place, names[i]);
		if (values[i] != NULL)
			tree_put_line(tree, name, values[i]);
		free(name);
	}
}

/* Two cores of two threads (0,2 and 1,3), one L3; indices in no order of levels. */
static void put_machine(const struct tree *tree)
{
	static const char *const cores[] = { "0,2", "1,3", "0,2", "1,3" };

	for (unsigned cpu = 0; cpu < 4; cpu++) {
		char *place = format("%u/cache/index", cpu);
		char *index = format("%s7", place);
		put_index(tree, index, "1", "Data", "48K", cores[cpu]);
		index[strlen(index) - 1] = '0';
		put_index(tree, index, "3", "Unified", "20M", "0-3");
		index[strlen(index) - 1] = '3';
		put_index(tree, index, "1", "Instruction", "32K", cores[cpu]);
		index[strlen(index) - 1] = '4';
		put_index(tree, index, "2", "Unified", "1280K", cores[cpu]);
		free(index);
		free(place);
	}
}

static int open_machine(void **state)
{
	struct tree *tree = malloc(sizeof *tree);
	tree_open(tree);
	put_machine(tree);
	*state = tree;
	return 0;
}

static int close_machine(void **state)
{
	tree_close(*state);
	free(*state);
	return 0;
}

static struct cache read_data(const struct tree *tree, unsigned cpu, unsigned level)
{
	struct cache_list list = { 0 };

	sysfs_read(tree->root, cpu, &list);
	sysfs_count_instances(tree->root, &list);
	const struct cache *found = cache_list_data(&list, level);
	struct cache cache = found ? *found : (struct cache){ 0 };
	cache_list_release(&list);
	return cache;
}

static void entries_are_told_by_level_and_type_not_by_index(void **state)
{
	assert_int_equal(read_data(*state, 0, 1).bytes, 48 * 1024);
	assert_int_equal(read_data(*state, 0, 2).bytes, 1280 * 1024);
	assert_int_equal(read_data(*state, 0, 3).bytes, 20 * 1024 * 1024);
}

static void instances_are_counted_over_all_cpus(void **state)
{
	assert_int_equal(read_data(*state, 1, 1).instances, 2);
	assert_int_equal(read_data(*state, 1, 2).sharers, 2);
	assert_int_equal(read_data(*state, 1, 3).instances, 1);
	assert_int_equal(read_data(*state, 1, 3).sharers, 4);
}

static void another_cpu_may_have_other_sizes(void **state)
{
	put_index(*state, "1/cache/index4", "2", "Unified", "4M", "1,3");
	assert_int_equal(read_data(*state, 1, 2).bytes, 4096 * 1024);
	assert_int_equal(read_data(*state, 0, 2).bytes, 1280 * 1024);
}

static void a_size_that_is_none_is_unknown(void **state)
{
	static const char *const none[] = {
		"0K", "", " ", "K", "-32K", "x", "48 K", "99999999999999999999K",
		"4294967295M", "0x30K", "inf",
	};

	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		tree_put_line(*state, CPU "0/cache/index7/size", none[i]);
		assert_int_equal(read_data(*state, 0, 1).bytes, 0);
		assert_int_equal(read_data(*state, 0, 2).bytes, 1280 * 1024);
	}
}

static void blanks_nul_and_a_missing_newline_change_nothing(void **state)
{
	static const struct { const char *bytes; size_t length; } same[] = {
		{ "48K", 3 }, { " 48K\n\n", 6 }, { "48K\n\0", 5 }, { "48K\0rest", 8 },
		{ "49152\n", 6 },
	};

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		tree_put(*state, CPU "0/cache/index7/size", same[i].bytes, same[i].length);
		assert_int_equal(read_data(*state, 0, 1).bytes, 48 * 1024);
	}
}

static void a_level_or_type_that_is_none_hides_its_entry_alone(void **state)
{
	tree_put_line(*state, CPU "0/cache/index7/level", "0");
	tree_put_line(*state, CPU "0/cache/index0/type", "Trace");
	tree_put_line(*state, CPU "0/cache/index4/level", "5");
	assert_int_equal(read_data(*state, 0, 1).level, 0);
	assert_int_equal(read_data(*state, 0, 2).level, 0);
	assert_int_equal(read_data(*state, 0, 3).level, 0);
	assert_int_equal(read_data(*state, 2, 3).bytes, 20 * 1024 * 1024);
}

static void the_map_serves_where_the_list_is_missing_or_malformed(void **state)
{
	static const char *const bad[] = { "", "0-", "0-x", "3-1", "0,,2", "-1",
		                           "99999999999999" };

	tree_put_line(*state, CPU "0/cache/index0/shared_cpu_map", "00000001,0000f00f\n");
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		tree_put_line(*state, CPU "0/cache/index0/shared_cpu_list", bad[i]);
		assert_int_equal(read_data(*state, 0, 3).sharers, 9);
	}
	tree_put_line(*state, CPU "0/cache/index0/shared_cpu_map", "0000000g");
	assert_int_equal(read_data(*state, 0, 3).sharers, 0);
}

static void levels_without_sizes_are_levels_still(void **state)
{
	char *path = format("%s/" CPU "0/cache/index0/size", ((struct tree *)*state)->root);

	tree_remove(path);
	free(path);
	assert_int_equal(read_data(*state, 0, 3).level, 3);
	assert_int_equal(read_data(*state, 0, 3).bytes, 0);
}

static void of_two_entries_alike_the_lower_index_stands(void **state)
{
	put_index(*state, "0/cache/index10", "1", "Data", "64K", "0,2");
	assert_int_equal(read_data(*state, 0, 1).bytes, 48 * 1024);
}

static void an_absent_cpu_has_no_caches(void **state)
{
	assert_int_equal(read_data(*state, 9, 1).level, 0);
}

static void the_first_cpu_is_the_lowest_that_is_not_offline(void **state)
{
	const struct tree *tree = *state;

	assert_int_equal(sysfs_first_cpu(tree->root), 0);
	tree_put_line(tree, CPU "0/online", "0");
	tree_put_line(tree, CPU "1/online", "1");
	assert_int_equal(sysfs_first_cpu(tree->root), 1);
}

static void cpuinfo_lines_of_s390_are_read_for_cpus_that_are_there(void **state)
{
	static const char text[] =
	        "vendor_id       : IBM/S390\n"
	        "cache0 : level=1 type=Data scope=Private size=128K line_size=256 associativity=8\n"
	        "cache1 : level=9 type=Data size=1K\n"
	        "cache2 : level=2 type=Odd size=1K\n"
	        "cache4 : level=3 type=Unified scope=Shared size=65536K line_size=256\n"
	        "cache5 : level=4 type=Unified size= line_size=256";
	const struct tree *tree = *state;
	struct cache_list list = { 0 };

	tree_put(tree, "proc/cpuinfo", text, strlen(text));
	sysfs_read_cpuinfo(tree->root, 9, &list);
	assert_int_equal(list.count, 0);
	sysfs_read_cpuinfo(tree->root, 0, &list);
	assert_int_equal(list.count, 3);
	assert_int_equal(cache_list_data(&list, 1)->line_bytes, 256);
	assert_int_equal(cache_list_data(&list, 3)->bytes, 64 * 1024 * 1024);
	assert_int_equal(cache_list_data(&list, 4)->bytes, 0);
	cache_list_release(&list);
}

static void byte_files_of_sparc_are_read(void **state)
{
	const struct tree *tree = *state;
	struct cache_list list = { 0 };

	tree_put_line(tree, CPU "6/l1_dcache_size", "16384");
	tree_put_line(tree, CPU "6/l1_dcache_line_size", "32");
	tree_put_line(tree, CPU "6/l2_cache_size", "1048576");
	sysfs_read_cpu_files(tree->root, 6, &list);
	assert_int_equal(list.count, 2);
	assert_int_equal(cache_list_data(&list, 1)->bytes, 16384);
	assert_int_equal(cache_list_data(&list, 1)->line_bytes, 32);
	assert_int_equal(cache_list_data(&list, 2)->bytes, 1048576);
	cache_list_release(&list);
}

static void put_fifo(const struct tree *tree, const char *name)
{
	char *path = format("%s/%s", tree->root, name);

	tree_directories(path);
	(void)remove(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
}

static void a_fifo_in_the_tree_is_unknown_and_holds_nobody_up(void **state)
{
	const struct tree *tree = *state;
	struct cache_list list = { 0 };

	put_fifo(tree, CPU "0/cache/index7/size");
	put_fifo(tree, CPU "0/online");
	put_fifo(tree, "proc/cpuinfo");
	(void)alarm(20); /* a reader that waits for a writer would never end */
	assert_int_equal(read_data(tree, 0, 1).bytes, 0);
	assert_int_equal(read_data(tree, 0, 2).bytes, 1280 * 1024);
	assert_int_equal(sysfs_first_cpu(tree->root), 0);
	sysfs_read_cpuinfo(tree->root, 0, &list);
	(void)alarm(0);
	assert_int_equal(list.count, 0);
}

#define WITH_MACHINE(test) cmocka_unit_test_setup_teardown(test, open_machine, close_machine)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_MACHINE(entries_are_told_by_level_and_type_not_by_index),
		WITH_MACHINE(instances_are_counted_over_all_cpus),
		WITH_MACHINE(another_cpu_may_have_other_sizes),
		WITH_MACHINE(a_size_that_is_none_is_unknown),
		WITH_MACHINE(blanks_nul_and_a_missing_newline_change_nothing),
		WITH_MACHINE(a_level_or_type_that_is_none_hides_its_entry_alone),
		WITH_MACHINE(the_map_serves_where_the_list_is_missing_or_malformed),
		WITH_MACHINE(levels_without_sizes_are_levels_still),
		WITH_MACHINE(of_two_entries_alike_the_lower_index_stands),
		WITH_MACHINE(an_absent_cpu_has_no_caches),
		WITH_MACHINE(the_first_cpu_is_the_lowest_that_is_not_offline),
		WITH_MACHINE(cpuinfo_lines_of_s390_are_read_for_cpus_that_are_there),
		WITH_MACHINE(byte_files_of_sparc_are_read),
		WITH_MACHINE(a_fifo_in_the_tree_is_unknown_and_holds_nobody_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
