/* SPDX-License-Identifier: MIT */
/*
 * The reader of Linux's files against 28 real machines. Expected: answers.tsv beside them,
 * which was compared with the output of lscpu and hwloc.
 */
#include "topology.h"

#include "caches/hierarchy.h"
#include "caches/sysfs.h"

static struct hierarchy read_tree(const struct tree *tree, unsigned cpu)
{
	struct hierarchy hierarchy = { 0 };

	sysfs_read(tree->root, cpu, &hierarchy.reported[SOURCE_SYSFS]);
	sysfs_read_cpu_files(tree->root, cpu, &hierarchy.reported[SOURCE_CPU_FILES]);
	sysfs_read_cpuinfo(tree->root, cpu, &hierarchy.reported[SOURCE_CPUINFO]);
	hierarchy_decide(&hierarchy);
	return hierarchy;
}

static uint64_t expected_number(const char *text)
{
	return text_equal(text, "-") ? 0 : strtoull(text, NULL, 10);
}

static bool same(const char *id, const char *cpu, const char *what, uint64_t actual,
                 uint64_t expected)
{
	if (actual != expected)
		(void)printf("%s cpu %s: %s is %llu, not %llu\n", id, cpu, what,
		             (unsigned long long)actual, (unsigned long long)expected);
	return actual == expected;
}

static uint64_t instruction_bytes(const struct hierarchy *hierarchy, unsigned level)
{
	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache =
		        cache_list_find(&hierarchy->reported[source], level, true);
		if (cache != NULL && cache->bytes > 0)
			return cache->bytes;
	}
	return 0;
}

/* "sysfs+cpuinfo" and so on: the sources that told anything. */
static bool same_sources(const struct hierarchy *hierarchy, const char *facts_from)
{
	char from[64] = "";

	if (hierarchy->reported[SOURCE_SYSFS].count > 0)
		strcat(from, "+sysfs");
	if (hierarchy->reported[SOURCE_CPU_FILES].count > 0)
		strcat(from, "+sparc-files");
	if (hierarchy->reported[SOURCE_CPUINFO].count > 0)
		strcat(from, "+cpuinfo");
	if (from[0] == '\0')
		strcpy(from, "+none");
	return text_equal(from + 1, facts_from);
}

/* One row of answers.tsv against a tree. */
static bool answer_holds(const struct tree *tree, const struct table *answer)
{
	static const struct { const char *size, *sharers; } levels[] = {
		{ "l1d", "l1d_sharers" }, { "l2", "l2_sharers" }, { "l3", "l3_sharers" },
		{ "l4", NULL },
	};
	const char *id = table_field(answer, "id"), *cpu = table_field(answer, "cpu");
	struct hierarchy hierarchy = read_tree(tree, (unsigned)strtoul(cpu, NULL, 10));
	bool good = same_sources(&hierarchy, table_field(answer, "facts_from"));

	for (unsigned i = 0; i < 4; i++) {
		const struct level *level = hierarchy_level(&hierarchy, i + 1);
		good &= same(id, cpu, levels[i].size, level ? level->believed_bytes : 0,
		             expected_number(table_field(answer, levels[i].size)));
		if (levels[i].sharers != NULL)
			good &= same(id, cpu, levels[i].sharers, level ? level->sharers : 0,
			             expected_number(table_field(answer, levels[i].sharers)));
	}
	good &= same(id, cpu, "l1i", instruction_bytes(&hierarchy, 1),
	             expected_number(table_field(answer, "l1i")));
	good &= same(id, cpu, "l2i", instruction_bytes(&hierarchy, 2),
	             expected_number(table_field(answer, "l2i")));
	const struct level *first = hierarchy_level(&hierarchy, 1);
	/* SPARC's files have line sizes (32) that answers.tsv leaves out. */
	if (!text_equal(table_field(answer, "facts_from"), "sparc-files"))
		good &= same(id, cpu, "l1d_line", first ? first->line_bytes : 0,
		             expected_number(table_field(answer, "l1d_line")));
	hierarchy_release(&hierarchy);
	return good;
}

static void every_cpu_of_28_machines_reads_as_its_answer(void **state)
{
	const char *folder = testdata("28 topologies");
	char id[64] = "";
	size_t machines = 0, cpus = 0, passed = 0, failed_before = 0, clean = 0;
	struct tree tree;
	struct table answers;

	(void)state;
	if (folder == NULL)
		skip();
	table_open(&answers, format("%s/topologies/answers.tsv", folder));
	while (table_next(&answers)) {
		if (!text_equal(table_field(&answers, "id"), id)) {
			if (machines > 0)
				tree_close(&tree);
			clean += machines > 0 && cpus - passed == failed_before;
			failed_before = cpus - passed;
			(void)snprintf(id, sizeof id, "%s", table_field(&answers, "id"));
			topology_open(&tree, folder, id);
			machines++;
		}
		cpus++;
		passed += answer_holds(&tree, &answers);
	}
	clean += cpus - passed == failed_before;
	tree_close(&tree);
	table_close(&answers);
	(void)printf("# topologies: machines %zu of %zu   CPUs %zu of %zu\n", clean, machines,
	             passed, cpus);
	assert_int_equal(machines, 28);
	assert_int_equal(passed, cpus);
}

/* What mutations.tsv expects in prose: sizes of the data path, 0 for unknown. */
static const struct expectation {
	const char *name;
	uint64_t l1d, l2, l3;
	unsigned l3_sharers, line_bytes; /* not looked at where 0 */
	bool line_unknown;
} expectations[] = {
	{ "size-0k", 49152, 1310720, 0, 8, 64, false },
	{ "size-empty", 49152, 0, 12582912, 8, 64, false },
	{ "size-no-newline", 49152, 1310720, 12582912, 8, 64, false },
	{ "size-mega-suffix", 32768, 262144, 20971520, 8, 64, false },
	{ "size-no-suffix", 32768, 262144, 20971520, 8, 64, false },
	{ "list-malformed", 32768, 524288, 8388608, 6, 64, false },
	{ "level-zero", 0, 2097152, 0, 0, 0, false },
	{ "type-unknown", 32768, 0, 0, 0, 64, false },
	{ "line-zero", 32768, 1048576, 11534336, 16, 0, true },
	{ "index-gap", 32768, 262144, 18874368, 16, 64, false },
	{ "size-is-directory", 65536, 0, 0, 0, 64, false },
};

static void apply_mutation(const struct tree *tree, const struct table *mutation)
{
	const char *attribute = table_field(mutation, "attribute");
	const char *content = table_field(mutation, "new_content");
	bool directory = strstr(attribute, "a directory instead") != NULL;
	bool removed = strstr(attribute, "whole index") != NULL;

	char *name = format("sys/devices/system/cpu/cpu%s/cache/index%s/%.*s%s",
	                    table_field(mutation, "cpu"), table_field(mutation, "index"),
	                    removed ? 0 : (int)strcspn(attribute, " "), attribute,
	                    directory ? "/" : "");
	char *path = format("%s/%.*s", tree->root, (int)strlen(name) - directory, name);
	tree_remove(path);
	if (!removed)
		tree_put_escaped(tree, name, text_equal(content, "\"\"") ? "" : content);
	free(name);
	free(path);
}

static bool mutation_holds(const char *folder, const struct table *mutation)
{
	const char *name = table_field(mutation, "case");
	const struct expectation *expected = NULL;
	const uint64_t none = 0;
	struct tree tree;

	for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
		if (text_equal(expectations[i].name, name))
			expected = &expectations[i];
	}
	assert_non_null(expected);
	topology_open(&tree, folder, table_field(mutation, "base_machine"));
	apply_mutation(&tree, mutation);
	struct hierarchy hierarchy =
	        read_tree(&tree, (unsigned)strtoul(table_field(mutation, "cpu"), NULL, 10));
	const struct level *l1 = hierarchy_level(&hierarchy, 1);
	const struct level *l2 = hierarchy_level(&hierarchy, 2);
	const struct level *l3 = hierarchy_level(&hierarchy, 3);
	bool good = same(name, "", "L1d", l1 ? l1->believed_bytes : none, expected->l1d);
	good &= same(name, "", "L2", l2 ? l2->believed_bytes : none, expected->l2);
	good &= same(name, "", "L3", l3 ? l3->believed_bytes : none, expected->l3);
	if (expected->l3_sharers > 0)
		good &= same(name, "", "sharers", l3 ? l3->sharers : 0, expected->l3_sharers);
	if (expected->line_bytes > 0 || expected->line_unknown)
		good &= same(name, "", "line", l1 ? l1->line_bytes : 1, expected->line_bytes);
	hierarchy_release(&hierarchy);
	tree_close(&tree);
	return good;
}

static void eleven_mutations_behave_as_stated(void **state)
{
	const char *folder = testdata("11 mutations");
	struct table mutations;
	size_t count = 0, passed = 0;

	(void)state;
	if (folder == NULL)
		skip();
	table_open(&mutations, format("tests/data/mutations.tsv"));
	while (table_next(&mutations)) {
		count++;
		passed += mutation_holds(folder, &mutations);
	}
	table_close(&mutations);
	(void)printf("# mutations: %zu of %zu\n", passed, count);
	assert_int_equal(count, 11);
	assert_int_equal(passed, count);
}

/* By the dump itself: lists like 0-2,48-50; 96 CPUs, 2 threads a core, 6 CPUs an L3. */
static void an_epyc_has_sixteen_l3s_and_48_of_the_others(void **state)
{
	const char *folder = testdata("instances");
	struct report_sources sources = { 0 };
	struct hierarchy hierarchy = { 0 };
	struct tree tree;

	(void)state;
	if (folder == NULL)
		skip();
	topology_open(&tree, folder, "x86-epyc-7451");
	sources.root = tree.root;
	hierarchy_report(&hierarchy, 50, &sources);
	hierarchy_decide(&hierarchy);
	assert_int_equal(hierarchy_level(&hierarchy, 1)->instances, 48);
	assert_int_equal(hierarchy_level(&hierarchy, 2)->instances, 48);
	assert_int_equal(hierarchy_level(&hierarchy, 3)->instances, 16);
	hierarchy_release(&hierarchy);
	tree_close(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cpu_of_28_machines_reads_as_its_answer),
		cmocka_unit_test(eleven_mutations_behave_as_stated),
		cmocka_unit_test(an_epyc_has_sixteen_l3s_and_48_of_the_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
