/* SPDX-License-Identifier: MIT */
/*
 * Where threads go: small trees by hand, and 28 real machines, for which a program of a few
 * lines in another language worked the order out from the same tables, following the words
 * of platform/cpu_choice.h one by one (tests/data/placement.tsv, the first 24 CPUs).
 */
#include "topology.h"

#include "caches/topology.h"

static void put_order(const struct tree *tree, const char *cpus, enum cpu_place place,
                      size_t most, struct text *list)
{
	struct cpu_set allowed = { 0 }, busy = { 0 };

	assert_int_equal(cpu_set_parse(cpus, &allowed), 0);
	size_t count = allowed.count < most ? allowed.count : most;
	unsigned *chosen = calloc(count, sizeof *chosen);
	assert_non_null(chosen);
	topology_choose(tree->root, &allowed, &busy, place, count, chosen);
	text_put(list, "");
	for (size_t i = 0; i < count; i++)
		text_printf(list, "%s%u", i ? "," : "", chosen[i]);
	free(chosen);
	cpu_set_release(&allowed);
}

static enum cpu_place place_of(const char *name)
{
	unsigned place = 0;

	while (strcmp(cpu_place_names[place], name) != 0)
		place++;
	return (enum cpu_place)place;
}

static void every_place_on_28_machines_is_as_worked_out(void **state)
{
	const char *folder = testdata("placement on 28 topologies");
	char id[64] = "";
	size_t machines = 0, orders = 0, right = 0;
	struct tree tree;
	struct table table;

	(void)state;
	if (folder == NULL)
		skip();
	table_open(&table, format("tests/data/placement.tsv"));
	while (table_next(&table)) {
		struct text list = { 0 };
		if (!text_equal(table_field(&table, "id"), id)) {
			if (machines++ > 0)
				tree_close(&tree);
			(void)snprintf(id, sizeof id, "%s", table_field(&table, "id"));
			topology_open(&tree, folder, id);
		}
		put_order(&tree, table_field(&table, "cpus"), place_of(table_field(&table, "place")),
		          24, &list);
		bool good = text_equal(text_string(&list), table_field(&table, "first"));
		if (!good)
			(void)printf("%s %s: %s, not %s\n", id, table_field(&table, "place"),
			             text_string(&list), table_field(&table, "first"));
		orders++;
		right += good;
		text_release(&list);
	}
	tree_close(&tree);
	table_close(&table);
	(void)printf("# placement: machines %zu   orders %zu of %zu\n", machines, right, orders);
	assert_int_equal(machines, 28);
	assert_int_equal(right, orders);
}

/* A CPU of a tree: its core's threads, package, who shares its L3; NULL or < 0: no such file. */
struct made {
	const char *threads, *domain;
	int package;
	const char *speed; /* cpu_capacity */
};

static void put_cpu(const struct tree *tree, unsigned cpu, const struct made *made)
{
	const struct { const char *name, *line; } files[] = {
		{ "topology/thread_siblings_list", made->threads },
		{ "cpu_capacity", made->speed },
		{ "cache/index3/level", made->domain ? "3" : NULL },
		{ "cache/index3/type", made->domain ? "Unified" : NULL },
		{ "cache/index3/shared_cpu_list", made->domain },
	};
	char *package = format("%d", made->package);
	char *name = format("sys/devices/system/cpu/cpu%u/topology/physical_package_id", cpu);

	tree_put_line(tree, name, package);
	free(name);
	free(package);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (files[i].line == NULL)
			continue;
		name = format("sys/devices/system/cpu/cpu%u/%s", cpu, files[i].name);
		tree_put_line(tree, name, files[i].line);
		free(name);
	}
}

static void check(const struct tree *tree, const char *cpus, const char *place,
                  const char *expected)
{
	struct text list = { 0 };

	put_order(tree, cpus, place_of(place), 64, &list);
	if (strcmp(text_string(&list), expected) != 0)
		fail_msg("%s: %s, not %s", place, text_string(&list), expected);
	text_release(&list);
}

/* Two packages of two nodes (sub-NUMA clusters) that share the package's L3, two cores each,
 * two threads a core; the second threads are numbered behind all first ones. */
static void spread_goes_through_the_nodes_of_one_cache(void **state)
{
	static const char *const threads[] = { "0,8", "1,9", "2,10", "3,11", "4,12", "5,13",
		                               "6,14", "7,15" };
	static const char *const shared[] = { "0-3,8-11", "4-7,12-15" };
	static const char *const nodes[] = { "0-1,8-9", "2-3,10-11", "4-5,12-13", "6-7,14-15" };
	struct tree tree;

	(void)state;
	tree_open(&tree);
	for (unsigned cpu = 0; cpu < 16; cpu++) {
		int package = (int)(cpu % 8 / 4);
		put_cpu(&tree, cpu, &(struct made){ threads[cpu % 8], shared[package], package,
		                                    NULL });
	}
	tree_put_line(&tree, "sys/devices/system/node/online", "0-3");
	for (unsigned node = 0; node < 4; node++) {
		char *name = format("sys/devices/system/node/node%u/cpulist", node);
		tree_put_line(&tree, name, nodes[node]);
		free(name);
	}
	check(&tree, "0-15", "cores", "15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0");
	check(&tree, "0-15", "spread", "15,11,13,9,14,10,12,8,7,3,5,1,6,2,4,0");
	check(&tree, "0-15", "compact", "15,7,14,6,13,5,12,4,11,3,10,2,9,1,8,0");
	check(&tree, "0-15", "siblings", "15,7,14,6,13,5,12,4,11,3,10,2,9,1,8,0");
	/* What a cpuset leaves. */
	check(&tree, "0-1,8,12", "cores", "12,8,1,0");
	check(&tree, "0-1,8,12", "compact", "12,1,8,0");
	tree_close(&tree);
}

/* Two performance cores of two threads, the second preferred; four efficiency cores. */
static void slower_kinds_come_when_the_fastest_is_used_up(void **state)
{
	static const struct made cpus[] = {
		{ "0-1", "0-7", 0, "1000" }, { "0-1", "0-7", 0, "1000" },
		{ "2-3", "0-7", 0, "1024" }, { "2-3", "0-7", 0, "1024" },
		{ "4", "0-7", 0, "600" },    { "5", "0-7", 0, "600" },
		{ "6", "0-7", 0, "600" },    { "7", "0-7", 0, "600" },
	};
	struct tree tree;

	(void)state;
	tree_open(&tree);
	for (unsigned cpu = 0; cpu < 8; cpu++)
		put_cpu(&tree, cpu, &cpus[cpu]);
	check(&tree, "0-7", "cores", "3,1,2,0,7,6,5,4");
	check(&tree, "0-7", "spread", "3,1,2,0,7,6,5,4");
	check(&tree, "0-7", "siblings", "3,2,1,0,7,6,5,4");
	check(&tree, "0-7", "compact", "3,2,1,0,7,6,5,4");
	tree_close(&tree);
}

static void where_nobody_tells_each_cpu_is_a_core(void **state)
{
	struct tree tree;

	(void)state;
	tree_open(&tree);
	check(&tree, "1,3,8", "cores", "8,3,1");
	check(&tree, "1,3,8", "spread", "8,3,1");
	check(&tree, "1,3,8", "compact", "8,3,1");
	check(&tree, "1,3,8", "siblings", "8,3,1");
	put_cpu(&tree, 3, &(struct made){ NULL, NULL, -1, NULL });
	check(&tree, "1,3,8", "compact", "8,3,1");
	tree_close(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_place_on_28_machines_is_as_worked_out),
		cmocka_unit_test(spread_goes_through_the_nodes_of_one_cache),
		cmocka_unit_test(slower_kinds_come_when_the_fastest_is_used_up),
		cmocka_unit_test(where_nobody_tells_each_cpu_is_a_core),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
