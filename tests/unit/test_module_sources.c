/* SPDX-License-Identifier: MIT */
/*
 * What is taken for a memory module and what is not, who deals memory out, and sources
 * that disagree. Tables and images are made here or are those of public reports.
 */
#include "dimms.h"
#include "tree.h"

#include "base/units.h"
#include "dimms/modules.h"

enum { ARRAY = 0x1000, USE_SYSTEM = 3, CORRECTS_MANY = 6, TYPE_RAM = 7, TYPE_DRAM = 3 };

static const struct dimm sound = {
	.array = ARRAY, .mib = 16384, .type = DIMM_DDR4, .rated = 2667, .configured = 2667,
	.ranks = 2, .total_bits = 64, .data_bits = 64, .locator = "DIMM 1", .maker = "802C",
	.part = "8ATF2G64AZ-2G6E1",
};

static void decode(struct modules *modules, struct dimm_table *table)
{
	*modules = (struct modules){ 0 };
	dimm_end(table);
	struct bytes bytes = { table->items, table->count };
	assert_int_equal(smbios_decode(&bytes, &modules->smbios), 0);
}

static bool is_doubted(const struct modules *modules, const char *words)
{
	for (size_t i = 0; i < modules->doubt_count; i++) {
		if (strstr(modules->doubts[i], words) != NULL)
			return true;
	}
	return false;
}

/* Type 0 or 1: strings 1 and 2, maker and product. */
static void put_names(struct dimm_table *table, unsigned type, const char *maker,
                      const char *product)
{
	const char *const strings[4] = { maker, product, NULL, NULL };
	uint8_t fields[27] = { (uint8_t)type, 27, 0, 0, 1, (uint8_t)(product ? 2 : 0) };

	dimm_put(table, fields, sizeof fields);
	dimm_strings(table, strings);
}

/* Two unlike modules of which one channel holds more: real ones would be doubted. */
static const char *hypervisor_of(const char *maker, const char *product, struct dimm dimm,
                                 const char *cpuid, bool *doubted)
{
	struct dimm_table table = { .count = 0 };
	struct modules modules;

	if (maker != NULL)
		put_names(&table, 1, maker, product);
	dimm_add_array(&table, ARRAY, USE_SYSTEM, CORRECTS_MANY);
	dimm_add(&table, &dimm);
	dimm.mib /= 2;
	dimm_add(&table, &dimm);
	decode(&modules, &table);
	modules.cpuid_hypervisor = cpuid;
	modules_decide(&modules);
	const char *name = modules.hypervisor;
	assert_true(name == NULL || modules.items[0].ecc == SPD_ECC_UNKNOWN);
	*doubted = modules.doubt_count > 0;
	modules_release(&modules);
	return name;
}

static void a_machine_names_its_hypervisor(void **state)
{
	static const struct { const char *maker, *product, *name; } machines[] = {
		{ "QEMU", "Standard PC (Q35 + ICH9, 2009)", "QEMU" },
		{ "VMware, Inc.", "VMware Virtual Platform", "VMware" },
		{ "Microsoft Corporation", "Virtual Machine", "Hyper-V" },
		{ "Amazon EC2", "m5.large", "Amazon EC2" },
		{ "Google", "Google Compute Engine", "Google Compute Engine" },
		{ "innotek GmbH", "VirtualBox", "VirtualBox" },
		{ "Xen", "HVM domU", "Xen" },
		{ "Amazon EC2", "c7g.metal", NULL },
		{ "Amazon EC2", "m7i.metal-24xl", NULL },
		{ "Microsoft Corporation", "Surface Pro 9", NULL },
		{ "Dell Inc.", "PowerEdge R740", NULL },
	};
	bool doubted;

	(void)state;
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		const char *name = hypervisor_of(machines[i].maker, machines[i].product, sound,
		                                 NULL, &doubted);
		assert_string_equal(name ? name : "none",
		                    machines[i].name ? machines[i].name : "none");
		assert_int_equal(doubted, machines[i].name == NULL);
	}
}

static void modules_tell_of_a_hypervisor_where_the_machine_does_not(void **state)
{
	static const struct { const char *maker, *part, *locator; unsigned type; } dealt[] = {
		{ "QEMU", NULL, "DIMM 0", TYPE_RAM },
		{ "VMware Virtual RAM", "VMW-8192MB", "RAM slot #0", TYPE_DRAM },
		{ "Not Specified", NULL, "RAM slot #1", TYPE_DRAM },
		{ "Microsoft Corporation", "None", "M0001", 2 },
		{ NULL, NULL, "DIMM 0", TYPE_RAM },
		{ "Google", NULL, "DIMM 3", TYPE_RAM },
	};
	bool doubted;

	(void)state;
	for (size_t i = 0; i < sizeof dealt / sizeof *dealt; i++) {
		struct dimm dimm = { .array = ARRAY, .mib = 8192, .type = dealt[i].type,
			             .locator = dealt[i].locator, .maker = dealt[i].maker,
			             .part = dealt[i].part };
		assert_non_null(hypervisor_of(NULL, NULL, dimm, NULL, &doubted));
		assert_false(doubted);
	}
}

static void cpuid_counts_where_no_module_has_a_part_number(void **state)
{
	struct dimm nameless = sound;
	bool doubted;

	(void)state;
	nameless.part = NULL;
	assert_null(hypervisor_of("Dell Inc.", "R740", nameless, "", &doubted));
	assert_string_equal(hypervisor_of("Dell Inc.", "R740", nameless, "KVM", &doubted), "KVM");
	assert_false(doubted);
	/* The first guest of Xen sees the host's own table. */
	assert_null(hypervisor_of("Dell Inc.", "R740", sound, "Xen", &doubted));
}

/* A slot of 92 bytes whose technology, and what serves as memory, are told. */
static void put_persistent(struct dimm_table *table, unsigned technology, unsigned mib,
                           unsigned volatile_gib)
{
	struct dimm dimm = { .array = ARRAY, .mib = mib, .type = DIMM_DDR4, .rated = 2667,
		             .configured = 2667, .locator = "PMEM 1", .part = "NMA1XXD128GPS" };
	size_t at = table->count;

	dimm_add(table, &dimm);
	table->items[at + 0x28] = (uint8_t)technology;
	dimm_word(table->items + at + 0x3E, volatile_gib << 14); /* GiB in a word 2 bytes on */
}

static void memory_that_keeps_its_contents_is_no_ram(void **state)
{
	struct dimm_table table = { .count = 0 };
	struct modules modules;

	(void)state;
	dimm_add_array(&table, ARRAY, USE_SYSTEM, CORRECTS_MANY);
	dimm_add(&table, &sound);
	put_persistent(&table, 4, 8192, 0);
	decode(&modules, &table);
	modules.system_bytes = 16 * GIB - 400 * MIB;
	modules_decide(&modules);
	assert_int_equal(modules.count, 2);
	assert_string_equal(modules.items[1].type, "NVDIMM-N");
	assert_int_equal(modules_bytes(&modules), 16 * GIB);
	assert_int_equal(modules_nonvolatile_bytes(&modules), 8 * GIB);
	assert_int_equal(modules.doubt_count, 0);
	modules_release(&modules);
}

static void optane_as_memory_makes_dram_its_cache(void **state)
{
	struct dimm_table table = { .count = 0 };
	struct modules modules;

	(void)state;
	dimm_add(&table, &sound);
	put_persistent(&table, 7, 16384, 2);
	decode(&modules, &table);
	modules_decide(&modules);
	assert_int_equal(modules_bytes(&modules), 2 * GIB);
	assert_int_equal(modules_nonvolatile_bytes(&modules), 14 * GIB);
	assert_true(is_doubted(&modules, "DRAM is their cache"));
	modules_release(&modules);
}

static void a_profile_that_is_on_is_named_first(void **state)
{
	static const struct { const char *part; unsigned type, configured; const char *why; } on[] = {
		{ "KF4266C19D4/16GX", DIMM_DDR4, 4267, "a profile (XMP, EXPO, DOCP) is on, and the part" },
		{ "F4-3600C16-16GVK", DIMM_DDR4, 3600, "a profile (XMP, EXPO, DOCP) is on, and the part" },
		{ "CMK32GX4M2B3200C16", DIMM_DDR4, 3200, "a profile (XMP, EXPO, DOCP) is on, and the part" },
		{ "8ATF1G64AZ-2G6E1", DIMM_DDR4, 3200, "most likely a profile (XMP, EXPO, DOCP) is on" },
		{ "K3LKBKB0BM-MGCP", 35, 5500, "soldered memory has no profiles" },
	};
	struct modules modules;

	(void)state;
	for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
		struct dimm_table table = { .count = 0 };
		struct dimm dimm = sound;
		dimm.part = on[i].part;
		dimm.type = on[i].type;
		dimm.configured = on[i].configured;
		dimm_add(&table, &dimm);
		decode(&modules, &table);
		modules_decide(&modules);
		if (!is_doubted(&modules, on[i].why))
			fail_msg("%s: '%s'", on[i].part, modules.doubt_count ? modules.doubts[0] : "");
		modules_release(&modules);
	}
}

#define BUS "sys/bus/i2c/drivers"

static void find(struct modules *modules, const struct tree *tree)
{
	*modules = (struct modules){ 0 };
	modules_find(modules, tree->root);
	modules_decide(modules);
}

static void eeproms_that_are_no_spd_are_no_modules(void **state)
{
	static const struct { const char *bytes; size_t count; const char *reason; } others[] = {
		{ "\1\0\14\1\5\0\0\355ACME CORP BOARD 0001", 28, "no SPD: an IPMI FRU area" },
		{ "\0\377\377\377\377\377\377\0\x10\xac\x64\x40", 12, "no SPD: EDID" },
		{ "R-Pi\1\0\2\0\x5c\0\0\0\1\0\0\0", 16, "no SPD: the identity of a Raspberry" },
		{ "TlvInfo\0\1\0\x9e\x21\x0c", 13, "no SPD: the identity of a switch" },
		{ "\xAA\x55\x33\xEE""A335BNLT", 12, "no SPD: the identity of a board" },
		{ "00:11:22:33:44:55 board", 23, "no SPD: text" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		char image[256] = { 0 };
		struct modules modules;
		struct tree tree;
		memcpy(image, others[i].bytes, others[i].count);
		image[255] = 1;
		tree_open(&tree);
		tree_put(&tree, BUS "/at24/2-0051/eeprom", image, sizeof image);
		find(&modules, &tree);
		assert_int_equal(modules.count, 0);
		assert_true(text_starts(modules.spds[0].spd.reason, others[i].reason));
		modules_release(&modules);
		tree_close(&tree);
	}
}

/* Any bytes may hold a type's number in their third; only the sum makes them an SPD. */
static void a_wrong_checksum_on_a_bus_is_no_module(void **state)
{
	uint8_t image[512];
	struct modules modules;
	struct tree tree;

	(void)state;
	dimm_spd(image, "8ATF2G64AZ-2G6E1");
	image[5] ^= 1;
	tree_open(&tree);
	tree_put(&tree, BUS "/at24/0-0050/eeprom", (const char *)image, sizeof image);
	find(&modules, &tree);
	assert_int_equal(modules.count, 0);
	assert_true(is_doubted(&modules, "The SPD 0-0050 has a wrong checksum"));
	modules_release(&modules);
	image[5] ^= 1;
	tree_put(&tree, BUS "/at24/0-0050/eeprom", (const char *)image, sizeof image);
	find(&modules, &tree);
	assert_int_equal(modules.count, 1);
	assert_int_equal(modules.doubt_count, 0);
	modules_release(&modules);
	tree_close(&tree);
}

static void put_table(const struct tree *tree, const struct dimm *dimms, size_t count)
{
	struct dimm_table table = { .count = 0 };

	for (size_t i = 0; i < count; i++)
		dimm_add(&table, &dimms[i]);
	dimm_end(&table);
	tree_put(tree, "sys/firmware/dmi/tables/DMI", (const char *)table.items, table.count);
}

static void firmware_and_eeprom_that_disagree_are_doubted(void **state)
{
	struct dimm dimm = sound;
	uint8_t image[512];
	struct modules modules;
	struct tree tree;

	(void)state;
	dimm.mib = 8192;
	dimm.type = 24; /* DDR3 */
	dimm_spd(image, sound.part);
	tree_open(&tree);
	put_table(&tree, &dimm, 1);
	tree_put(&tree, BUS "/ee1004/0-0050/eeprom", (const char *)image, sizeof image);
	find(&modules, &tree);
	assert_true(is_doubted(&modules, "the firmware says 8G, the module's EEPROM 16G"));
	assert_true(is_doubted(&modules, "the firmware says DDR3, the module's EEPROM DDR4"));
	modules_release(&modules);
	dimm = sound;
	dimm.part = "OTHER";
	put_table(&tree, &dimm, 1);
	find(&modules, &tree);
	assert_true(is_doubted(&modules, "1 EEPROM (8ATF2G64AZ-2G6E1) belongs to no module"));
	modules_release(&modules);
	tree_close(&tree);
}

static void the_total_of_the_system_is_asked_too(void **state)
{
	static const struct { const char *kib, *doubt; } totals[] = {
		{ "32505856", NULL },                        /* 31 of 32 GiB */
		{ "15728640", "add up to 32G and the system has 15G: a module is not used" },
		{ "65011712", "add up to 32G and the system has 62G: modules are missing" },
	};
	const struct dimm dimms[] = { sound, sound };

	(void)state;
	for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
		struct modules modules;
		struct tree tree;
		char *line = format("MemTotal:       %s kB\nMemFree: 1 kB", totals[i].kib);
		tree_open(&tree);
		put_table(&tree, dimms, 2);
		tree_put_line(&tree, "proc/meminfo", line);
		find(&modules, &tree);
		if (totals[i].doubt == NULL)
			assert_int_equal(modules.doubt_count, 0);
		else
			assert_true(is_doubted(&modules, totals[i].doubt));
		modules_release(&modules);
		tree_close(&tree);
		free(line);
	}
}

/* The bytes of a public report, SK Hynix HYMP525F72CP4N3-Y5: 2 GiB, 667, 5-5-5. */
static void fb_dimms_are_decoded(void **state)
{
	struct modules modules = { 0 };
	struct error err;

	(void)state;
	assert_int_equal(modules_load(&modules, NULL, "tests/data/modules/fbdimm.hex", &err), 0);
	modules_decide(&modules);
	assert_int_equal(modules.count, 1);
	const struct spd *spd = modules.items[0].spd;
	assert_int_equal(spd->bytes, 2 * GIB);
	assert_int_equal(spd->ranks, 2);
	assert_int_equal(spd->device_bits, 4);
	assert_int_equal(spd->jedec.rate_mts, 667);
	assert_near(spd->jedec.cl, 5, 0);
	assert_int_equal(spd->jedec.tras, 15);
	assert_int_equal(spd->checksum, SPD_CHECKSUM_OK);
	assert_string_equal(spd->part, "HYMP525F72CP4N3-Y5");
	modules_release(&modules);
}

/* EDO, 1 of 2: by its sum it is one, and that is all that is said. */
static void types_that_are_not_decoded_say_so(void **state)
{
	uint8_t image[128] = { 128, 8, 2 };
	struct bytes bytes = { image, sizeof image };
	struct spd spd;

	(void)state;
	image[63] = 138;
	spd_decode(&bytes, &spd);
	assert_int_equal(spd.state, SPD_READ);
	assert_string_equal(spd.reason, "EDO: a type of which nothing more is decoded");
	image[63] = 0;
	spd_decode(&bytes, &spd);
	assert_int_equal(spd.state, SPD_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_machine_names_its_hypervisor),
		cmocka_unit_test(modules_tell_of_a_hypervisor_where_the_machine_does_not),
		cmocka_unit_test(cpuid_counts_where_no_module_has_a_part_number),
		cmocka_unit_test(memory_that_keeps_its_contents_is_no_ram),
		cmocka_unit_test(optane_as_memory_makes_dram_its_cache),
		cmocka_unit_test(a_profile_that_is_on_is_named_first),
		cmocka_unit_test(eeproms_that_are_no_spd_are_no_modules),
		cmocka_unit_test(a_wrong_checksum_on_a_bus_is_no_module),
		cmocka_unit_test(firmware_and_eeprom_that_disagree_are_doubted),
		cmocka_unit_test(the_total_of_the_system_is_asked_too),
		cmocka_unit_test(fb_dimms_are_decoded),
		cmocka_unit_test(types_that_are_not_decoded_say_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
