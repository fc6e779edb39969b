/* SPDX-License-Identifier: MIT */
/*
 * Kinds of core below a root: who tells them apart, and which are the fastest. Numbers are
 * those of public reports and of boards' device trees.
 */
#include "tree.h"

#include "platform/core_kinds.h"
#include "platform/features.h"

#define CPU "sys/devices/system/cpu/cpu%u/%s"

/* The same file in the folders of CPUs `from` to `to`. */
static void put_each(const struct tree *tree, unsigned from, unsigned to, const char *name,
                     const char *content)
{
	for (unsigned cpu = from; cpu <= to; cpu++) {
		char *path = format(CPU, cpu, name);
		tree_put_line(tree, path, content);
		free(path);
	}
}

static void check(const struct tree *tree, const char *fastest, const char *source)
{
	struct cpu_set cpus = { 0 }, found = { 0 };
	struct core_kinds kinds;
	struct text list = { 0 };

	assert_int_equal(cpu_set_parse("0-7", &cpus), 0);
	core_kinds_read(&kinds, tree->root, &cpus);
	core_kinds_fastest(&kinds, &cpus, &found);
	cpu_set_format(&found, &list);
	assert_string_equal(text_string(&list), fastest);
	assert_string_equal(kinds.source ? kinds.source : "nobody", source);
	assert_int_equal(kinds.differ, strcmp(fastest, "0-7") != 0);
	text_release(&list);
	core_kinds_release(&kinds);
	cpu_set_release(&cpus);
	cpu_set_release(&found);
}

static void nobody_tells_of_kinds(void **state)
{
	struct tree tree;

	(void)state;
	tree_open(&tree);
	check(&tree, "0-7", "nobody");
	put_each(&tree, 0, 6, "cpu_capacity", "1024"); /* of one CPU nothing is known */
	check(&tree, "0-7", "nobody");
	put_each(&tree, 7, 7, "cpu_capacity", "1024");
	check(&tree, "0-7", "cpu_capacity");
	tree_close(&tree);
}

/* AMD with dense cores: nothing but frequency and CPPC tells. */
static void frequencies_tell_dense_cores(void **state)
{
	struct tree tree;

	(void)state;
	tree_open(&tree);
	put_each(&tree, 0, 3, "acpi_cppc/highest_perf", "196");
	put_each(&tree, 4, 7, "acpi_cppc/highest_perf", "125");
	check(&tree, "0-3", "CPPC's highest performance");
	put_each(&tree, 0, 3, "cpufreq/cpuinfo_max_freq", "5157895");
	put_each(&tree, 4, 7, "cpufreq/cpuinfo_max_freq", "3305263");
	check(&tree, "0-3", "the cpufreq maximum");
	tree_close(&tree);
}

/* Sources that see no difference leave it to the next. */
static void the_first_that_tells_them_apart_counts(void **state)
{
	struct tree tree;

	(void)state;
	tree_open(&tree);
	put_each(&tree, 0, 7, "cpu_capacity", "1024");
	put_each(&tree, 0, 7, "cpufreq/cpuinfo_max_freq", "2000000");
	put_each(&tree, 0, 3, "regs/identification/midr_el1", "0x00000000410fd034");
	put_each(&tree, 4, 7, "regs/identification/midr_el1", "0x00000000410fd082");
	check(&tree, "4-7", "the CPU part");
	tree_put_line(&tree, "sys/devices/cpu_atom/cpus", "2-7");
	check(&tree, "0-1", "CPUID's core type");
	put_each(&tree, 5, 5, "cpu_capacity", "2048");
	check(&tree, "5", "cpu_capacity");
	tree_close(&tree);
}

static void parts_stand_in_cpuinfo_too(void **state)
{
	struct text cpuinfo = { 0 };
	struct tree tree;

	(void)state;
	for (unsigned cpu = 0; cpu < 8; cpu++)
		text_printf(&cpuinfo, "processor\t: %u\nCPU implementer\t: 0x41\nCPU part\t: %s\n\n",
		            cpu, cpu < 6 ? "0xd05" : "0xd0b");
	tree_open(&tree);
	tree_put(&tree, "proc/cpuinfo", cpuinfo.bytes, cpuinfo.length);
	check(&tree, "6-7", "the CPU part");
	text_release(&cpuinfo);
	tree_close(&tree);
}

static void cpuid_tells_kinds_where_it_says_that_they_differ(void **state)
{
	const uint32_t none[4] = { 0 }, hybrid[4] = { 0, 0, 0, 1u << 15 };
	const uint32_t core[4] = { 0x40u << 24 }, atom[4] = { 0x20u << 24 };
	const uint32_t classic[4] = { 1u << 30, 0 }, dense[4] = { 1u << 30, 1u << 28 };

	(void)state;
	assert_int_equal(features_core_speed_of(none, core, none), 0);
	assert_true(features_core_speed_of(hybrid, core, none) >
	            features_core_speed_of(hybrid, atom, none));
	assert_true(features_core_speed_of(none, none, classic) >
	            features_core_speed_of(none, none, dense));
	assert_true(features_core_speed_of(none, none, dense) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_tells_of_kinds),
		cmocka_unit_test(frequencies_tell_dense_cores),
		cmocka_unit_test(the_first_that_tells_them_apart_counts),
		cmocka_unit_test(parts_stand_in_cpuinfo_too),
		cmocka_unit_test(cpuid_tells_kinds_where_it_says_that_they_differ),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
