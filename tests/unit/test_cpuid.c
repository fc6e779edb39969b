/* SPDX-License-Identifier: MIT */
/*
 * CPUID tables. Expected: values by hand from the layouts in Intel's SDM and AMD's APM, and
 * for 14 real dumps the sizes that hwloc prints for them (cpuid_answers.tsv).
 */
#include "tree.h"

#include "caches/cpuid.h"

static void add(struct cpuid_table *table, uint32_t leaf, uint32_t subleaf,
                const uint32_t registers[4])
{
	struct cpuid_leaf row = { leaf, subleaf, registers[0], registers[1], registers[2],
		                  registers[3] };
	cpuid_table_add(table, &row);
}

/* Leaf 0 of a maker: the name goes into EBX, EDX, ECX. */
static struct cpuid_table table_of(const char *maker)
{
	struct cpuid_table table = { 0 };
	uint32_t parts[3] = { 0 };

	for (size_t i = 0; i < 12; i++)
		parts[i / 4] |= (uint32_t)(unsigned char)maker[i] << i % 4 * 8;
	add(&table, 0, 0, (uint32_t[]){ 0x1F, parts[0], parts[2], parts[1] });
	return table;
}

static uint64_t data_bytes(const struct cache_list *list, unsigned level)
{
	const struct cache *cache = cache_list_data(list, level);
	return cache ? cache->bytes : 0;
}

static unsigned data_sharers(const struct cache_list *list, unsigned level)
{
	return cache_list_data(list, level) ? cache_list_data(list, level)->sharers : 0;
}

/* 12 ways * 1 partition * 64 bytes * 64 sets = 48K, level 1 data, 2 APIC numbers reserved. */
static const uint32_t l1_48k[4] = { 1 << 14 | 1 << 5 | 1, 11 << 22 | 63, 63, 0 };
/* 16 ways * 64 bytes * 2048 sets = 2M, level 2 unified, 2 reserved. */
static const uint32_t l2_2m[4] = { 1 << 14 | 2 << 5 | 3, 15 << 22 | 63, 2047, 0 };
/* 15 ways * 64 bytes * 106496 sets = 99840K, level 3 unified, 128 reserved. */
static const uint32_t l3_97m[4] = { 127 << 14 | 3 << 5 | 3, 14 << 22 | 63, 106495, 0 };

static void intel_sizes_come_from_leaf_4(void **state)
{
	struct cpuid_table table = table_of("GenuineIntel");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 4, 0, l1_48k);
	add(&table, 4, 1, l2_2m);
	add(&table, 4, 2, l3_97m);
	cpuid_decode(&table, &list);
	assert_int_equal(data_bytes(&list, 1), 48 * 1024);
	assert_int_equal(data_bytes(&list, 2), 2048 * 1024);
	assert_int_equal(data_bytes(&list, 3), 99840 * 1024);
	assert_int_equal(data_sharers(&list, 3), 128);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void sharers_are_cpus_that_exist_where_leaf_1f_tells(void **state)
{
	struct cpuid_table table = table_of("GenuineIntel");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 4, 0, l1_48k);
	add(&table, 4, 1, l3_97m);
	/* 1 bit of thread number: 2 CPUs in a core; 7 bits: 80 in the package. */
	add(&table, 0x1F, 0, (uint32_t[]){ 1, 2, 0x100, 0 });
	add(&table, 0x1F, 1, (uint32_t[]){ 7, 80, 0x201, 0 });
	cpuid_decode(&table, &list);
	assert_int_equal(data_sharers(&list, 1), 2);
	assert_int_equal(data_sharers(&list, 3), 80);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void without_leaf_4_intel_sizes_come_from_descriptors(void **state)
{
	/* Core 2 (Xeon E5345): 2C is L1d 32K, 30 L1i 32K, 49 L2 4M; EAX ends in a count. */
	struct cpuid_table table = table_of("GenuineIntel");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 2, 0, (uint32_t[]){ 0x05b0b101, 0x005657f0, 0x00000000, 0x2cb43049 });
	cpuid_decode(&table, &list);
	assert_int_equal(data_bytes(&list, 1), 32 * 1024);
	assert_int_equal(data_bytes(&list, 2), 4096 * 1024);
	assert_int_equal(data_bytes(&list, 3), 0);
	assert_int_equal(cache_list_find(&list, 1, true)->bytes, 32 * 1024);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void descriptors_of_a_register_with_bit_31_do_not_count(void **state)
{
	struct cpuid_table table = table_of("GenuineIntel");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 2, 0, (uint32_t[]){ 1, 0x8000002c, 0, 0x2c });
	cpuid_decode(&table, &list);
	assert_int_equal(list.count, 1);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void amd_and_hygon_take_8000001d_before_the_older_leaves(void **state)
{
	static const char *const makers[] = { "AuthenticAMD", "HygonGenuine" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct cpuid_table table = table_of(makers[i]);
		struct cache_list list = { 0 };
		add(&table, 0x80000005, 0, (uint32_t[]){ 0, 0, 0x20080140, 0 }); /* 32K */
		add(&table, 0x8000001D, 0, l1_48k);
		cpuid_decode(&table, &list);
		assert_int_equal(list.count, 1);
		assert_int_equal(data_bytes(&list, 1), 48 * 1024);
		cache_list_release(&list);
		cpuid_table_release(&table);
	}
}

static void old_amd_sizes_come_from_80000005_and_6(void **state)
{
	/* APM 3: L1d 64K in ECX[31:24]; L2 512K in ECX[31:16]; L3 6M is 12 * 512K. */
	struct cpuid_table table = table_of("AuthenticAMD");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 1, 0, (uint32_t[]){ 0x00100f42, 0, 0, 0 }); /* family 10h, model 4 */
	add(&table, 0x80000005, 0, (uint32_t[]){ 0, 0, 64u << 24 | 64, 64u << 24 | 64 });
	add(&table, 0x80000006, 0,
	    (uint32_t[]){ 0, 0, 512 << 16 | 8 << 12 | 64, 12 << 18 | 11 << 12 | 64 });
	add(&table, 0x80000008, 0, (uint32_t[]){ 0, 0, 3, 0 }); /* 4 cores */
	cpuid_decode(&table, &list);
	assert_int_equal(data_bytes(&list, 1), 64 * 1024);
	assert_int_equal(data_bytes(&list, 2), 512 * 1024);
	assert_int_equal(data_bytes(&list, 3), 6144 * 1024);
	assert_int_equal(data_sharers(&list, 2), 1);
	assert_int_equal(data_sharers(&list, 3), 4);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void a_disabled_l2_is_not_there(void **state)
{
	struct cpuid_table table = table_of("AuthenticAMD");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 0x80000006, 0, (uint32_t[]){ 0, 0, 512 << 16 | 0 << 12 | 64, 0 });
	cpuid_decode(&table, &list);
	assert_int_equal(list.count, 0);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void absurd_products_are_unknown_sizes(void **state)
{
	struct cpuid_table table = table_of("GenuineIntel");
	struct cache_list list = { 0 };

	(void)state;
	add(&table, 4, 0, (uint32_t[]){ 1 << 5 | 1, UINT32_MAX, UINT32_MAX, 0 });
	cpuid_decode(&table, &list);
	assert_int_equal(list.count, 1);
	assert_int_equal(data_bytes(&list, 1), 0);
	cache_list_release(&list);
	cpuid_table_release(&table);
}

static void hypervisor_is_named_only_where_its_bit_is_set(void **state)
{
	struct cpuid_table table = { 0 };
	char name[16];

	(void)state;
	add(&table, 0x40000000, 0, (uint32_t[]){ 0, 0x4b4d564b, 0x564b4d56, 0x4d });
	cpuid_hypervisor(&table, name);
	assert_string_equal(name, "");
	add(&table, 1, 0, (uint32_t[]){ 0, 0, UINT32_C(1) << 31, 0 });
	cpuid_hypervisor(&table, name);
	assert_string_equal(name, "KVM");
	cpuid_table_release(&table);
	add(&table, 1, 0, (uint32_t[]){ 0, 0, UINT32_C(1) << 31, 0 });
	cpuid_hypervisor(&table, name);
	assert_string_equal(name, "yes");
	cpuid_table_release(&table);
}

static void a_bad_row_is_named_by_line_and_column(void **state)
{
	struct cpuid_table table = { 0 };
	struct tree tree;
	struct error err;

	(void)state;
	tree_open(&tree);
	tree_put_line(&tree, "bad.tsv", "pu\tleaf\tsubleaf\teax\tebx\tecx\tedx\n"
	                                "0\t0x00000004\t0\t0x1\tx\t0x3\t0x4");
	char *path = format("%s/bad.tsv", tree.root);
	assert_int_equal(cpuid_load(path, -1, &table, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "bad.tsv:2:5: 'x'"));
	free(path);
	tree_close(&tree);
	cpuid_table_release(&table);
}

static bool same_number(const char *id, const char *what, uint64_t actual, const char *text)
{
	uint64_t expected = text_equal(text, "-") ? 0 : strtoull(text, NULL, 10);
	if (actual == expected)
		return true;
	(void)printf("%s: %s is %llu, not %s\n", id, what, (unsigned long long)actual, text);
	return false;
}

static bool answer_holds(const char *folder, const struct table *answer)
{
	const char *id = table_field(answer, "id");
	long pu = strtol(table_field(answer, "pu"), NULL, 10);
	char *path = format("%s/topologies/cpuid/%s.tsv", folder, id);
	struct cpuid_table table = { 0 };
	struct cache_list list = { 0 };
	struct error err;

	if (cpuid_load(path, pu, &table, &err) != 0)
		fail_msg("%s", err.text);
	cpuid_decode(&table, &list);
	const struct cache *l1 = cache_list_data(&list, 1);
	const struct cache *l1i = cache_list_find(&list, 1, true);
	bool good = same_number(id, "l1d", data_bytes(&list, 1), table_field(answer, "l1d"));
	good &= same_number(id, "l1i", l1i ? l1i->bytes : 0, table_field(answer, "l1i"));
	good &= same_number(id, "l2", data_bytes(&list, 2), table_field(answer, "l2"));
	good &= same_number(id, "l3", data_bytes(&list, 3), table_field(answer, "l3"));
	good &= same_number(id, "line", l1 ? l1->line_bytes : 0,
	                    table_field(answer, "l1d_line"));
	/* One CPU's leaves miss that threads are off (Haswell), or some cores have no L3. */
	if (strstr(id, "haswell") == NULL && strstr(id, "arrowlake") == NULL) {
		good &= same_number(id, "l2 sharers", data_sharers(&list, 2),
		                    table_field(answer, "l2_sharers"));
		good &= same_number(id, "l3 sharers", data_sharers(&list, 3),
		                    table_field(answer, "l3_sharers"));
	}
	cache_list_release(&list);
	cpuid_table_release(&table);
	free(path);
	return good;
}

static void fourteen_dumps_decode_as_their_answers(void **state)
{
	const char *folder = testdata("14 CPUID dumps");
	size_t rows = 0, passed = 0, dumps = 0;
	char id[64] = "";
	struct table answers;

	(void)state;
	if (folder == NULL)
		skip();
	table_open(&answers, format("%s/topologies/cpuid_answers.tsv", folder));
	while (table_next(&answers)) {
		dumps += !text_equal(id, table_field(&answers, "id"));
		(void)snprintf(id, sizeof id, "%s", table_field(&answers, "id"));
		rows++;
		passed += answer_holds(folder, &answers);
	}
	table_close(&answers);
	(void)printf("# CPUID dumps: %zu, kinds of core %zu of %zu\n", dumps, passed, rows);
	assert_int_equal(dumps, 14);
	assert_int_equal(passed, rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intel_sizes_come_from_leaf_4),
		cmocka_unit_test(sharers_are_cpus_that_exist_where_leaf_1f_tells),
		cmocka_unit_test(without_leaf_4_intel_sizes_come_from_descriptors),
		cmocka_unit_test(descriptors_of_a_register_with_bit_31_do_not_count),
		cmocka_unit_test(amd_and_hygon_take_8000001d_before_the_older_leaves),
		cmocka_unit_test(old_amd_sizes_come_from_80000005_and_6),
		cmocka_unit_test(a_disabled_l2_is_not_there),
		cmocka_unit_test(absurd_products_are_unknown_sizes),
		cmocka_unit_test(hypervisor_is_named_only_where_its_bit_is_set),
		cmocka_unit_test(a_bad_row_is_named_by_line_and_column),
		cmocka_unit_test(fourteen_dumps_decode_as_their_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
