/* SPDX-License-Identifier: MIT */
/* Memory modules from tables made here: what is told of them, and what is doubted. */
#include "dimms.h"
#include "tree.h"

#include "base/units.h"
#include "dimms/modules.h"

enum { ARRAY = 0x1000, FLASH_ARRAY = 0x2000, USE_SYSTEM = 3, USE_FLASH = 5 };
enum { CORRECTS_NOTHING = 3, CORRECTS_MANY = 6 };

static const struct dimm sound = {
	.array = ARRAY, .mib = 16384, .type = DIMM_DDR4, .rated = 2667, .configured = 2667,
	.ranks = 2, .total_bits = 72, .data_bits = 64, .locator = "DIMM 1", .maker = "802C",
	.part = "18ADF2G72PZ-2G6E1",
};

static const struct dimm empty = { .array = ARRAY, .type = 2, .part = "NO DIMM" };

/* `dimm` by another name. */
static struct dimm in_slot(struct dimm dimm, const char *locator)
{
	dimm.locator = locator;
	return dimm;
}

static void decode(struct modules *modules, struct dimm_table *table)
{
	*modules = (struct modules){ 0 };
	dimm_end(table);
	struct bytes bytes = { table->items, table->count };
	assert_int_equal(smbios_decode(&bytes, &modules->smbios), 0);
}

static void decide(struct modules *modules, const struct dimm *dimms, size_t count)
{
	struct dimm_table table = { .count = 0 };

	dimm_add_array(&table, ARRAY, USE_SYSTEM, CORRECTS_MANY);
	for (size_t i = 0; i < count; i++)
		dimm_add(&table, &dimms[i]);
	decode(modules, &table);
	modules_decide(modules);
}

/* Its doubts hold `words` in one sentence, or (NULL) there is none. */
static void assert_doubt(const struct modules *modules, const char *words)
{
	for (size_t i = 0; i < modules->doubt_count; i++) {
		if (words != NULL && strstr(modules->doubts[i], words) != NULL)
			return;
	}
	if (words != NULL || modules->doubt_count > 0)
		fail_msg("%zu doubts, '%s', not '%s'", modules->doubt_count,
		         modules->doubt_count ? modules->doubts[0] : "", words ? words : "none");
}

static void check_doubt(const struct dimm *dimms, size_t count, const char *words)
{
	struct modules modules;

	decide(&modules, dimms, count);
	assert_doubt(&modules, words);
	modules_release(&modules);
}

static void sound_modules_raise_no_doubt(void **state)
{
	const struct dimm dimms[] = { sound, in_slot(sound, "DIMM 2"), in_slot(empty, "DIMM 3") };
	struct modules modules;

	(void)state;
	decide(&modules, dimms, 3);
	assert_int_equal(modules.count, 2);
	assert_int_equal(modules.slot_count, 3);
	assert_int_equal(modules_bytes(&modules), 32 * GIB);
	assert_string_equal(modules.items[0].maker, "Micron");
	assert_string_equal(modules.items[1].slot, "DIMM 2");
	assert_int_equal(modules.items[0].ecc, SPD_ECC_YES);
	assert_doubt(&modules, NULL);
	modules_release(&modules);
}

static void placeholders_are_not_known(void **state)
{
	static const char *const words[] = {
		"Unknown", "N/A", "[Empty]", "To Be Filled By O.E.M.", "Manufacturer0",
		"PartNum3", "DIMM5_PartNumber", "0000000000000000", "???", "Not Specified",
	};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct dimm dimm = sound;
		struct modules modules;
		dimm.locator = dimm.maker = dimm.part = words[i];
		decide(&modules, &dimm, 1);
		assert_string_equal(modules.items[0].slot, "#1");
		assert_string_equal(modules.items[0].maker, "");
		assert_string_equal(modules.items[0].part, "");
		modules_release(&modules);
	}
}

static void slots_of_one_name_are_told_apart_by_bank(void **state)
{
	struct dimm dimms[] = { sound, sound };
	struct modules modules;

	(void)state;
	dimms[0].bank = "NODE 0";
	dimms[1].bank = "NODE 1";
	dimms[1].part = "0x4D5441394153463147"; /* in hexadecimal */
	decide(&modules, dimms, 2);
	assert_string_equal(modules.items[0].slot, "NODE 0 DIMM 1");
	assert_string_equal(modules.items[1].slot, "NODE 1 DIMM 1");
	assert_string_equal(modules.items[1].part, "MTA9ASF1G");
	modules_release(&modules);
}

static void firmware_chips_are_no_modules(void **state)
{
	struct dimm_table table = { .count = 0 };
	struct dimm rom = { .array = FLASH_ARRAY, .mib = 2, .type = 3, .locator = "ROM" };
	struct modules modules;

	(void)state;
	dimm_add_array(&table, ARRAY, USE_SYSTEM, CORRECTS_MANY);
	dimm_add_array(&table, FLASH_ARRAY, USE_FLASH, CORRECTS_NOTHING);
	dimm_add(&table, &sound);
	dimm_add(&table, &rom);
	rom.array = ARRAY;
	rom.type = 9; /* Flash */
	dimm_add(&table, &rom);
	decode(&modules, &table);
	modules_decide(&modules);
	assert_int_equal(modules.slot_count, 1);
	modules_release(&modules);
}

static void speeds_below_and_above_the_rated_are_doubted(void **state)
{
	struct dimm dimms[] = { sound, in_slot(sound, "DIMM 2") };

	(void)state;
	dimms[0].configured = dimms[1].configured = 2666; /* the same, cut */
	check_doubt(dimms, 2, NULL);
	dimms[0].configured = dimms[1].configured = 2133;
	check_doubt(dimms, 2, "2 modules (DIMM 1, DIMM 2) run at 2133 MT/s, rated for 2667: the CPU or");
	dimms[0].configured = 1333;
	check_doubt(dimms, 2, "1 module (DIMM 1) runs at 1333 MT/s, rated for 2667: either half");
	dimms[0].configured = 3200;
	check_doubt(dimms, 2, "runs at 3200 MT/s, rated for 2667: most likely a profile (XMP");
	dimms[0].configured = 40000;
	check_doubt(dimms, 2, "a speed that no memory has");
}

static void unlike_modules_are_doubted(void **state)
{
	struct dimm dimms[] = { sound, in_slot(sound, "DIMM 2") };

	(void)state;
	dimms[1].mib = 8192;
	dimms[1].part = "9ADF1G72PZ-2G6E1";
	check_doubt(dimms, 2, "(1 x 16G 18ADF2G72PZ-2G6E1, 1 x 8G 9ADF1G72PZ-2G6E1)");
}

static void channels_are_doubted_only_where_names_tell(void **state)
{
	struct dimm dimms[] = { in_slot(sound, "CPU1_DIMM_A1"), in_slot(empty, "CPU1_DIMM_A2"),
		                in_slot(sound, "CPU1_DIMM_B1"), in_slot(empty, "CPU1_DIMM_B2") };

	(void)state;
	check_doubt(dimms, 4, NULL);
	dimms[2] = in_slot(empty, "CPU1_DIMM_B1");
	check_doubt(dimms, 4, "1 of 2 channels are empty (CPU1_DIMM_B)");
	dimms[1] = in_slot(sound, "CPU1_DIMM_A2");
	dimms[2] = in_slot(sound, "CPU1_DIMM_B1");
	check_doubt(dimms, 4, "(CPU1_DIMM_A 32G, CPU1_DIMM_B 16G)");
	/* Slots A1 to A12 of a socket A, or plain numbers, say nothing of channels. */
	const char *const silent[][4] = { { "A1", "A2", "B1", "B2" },
		                          { "DIMM 1", "DIMM 2", "DIMM 3", "DIMM 4" },
		                          { "PROC 1 DIMM 1", "PROC 1 DIMM 2", "PROC 2 DIMM 1",
		                            "PROC 2 DIMM 2" } };
	for (size_t names = 0; names < 3; names++) {
		for (size_t i = 0; i < 4; i++)
			dimms[i] = in_slot(i == 3 ? empty : sound, silent[names][i]);
		check_doubt(dimms, 4, NULL);
	}
	for (size_t i = 0; i < 4; i++)
		dimms[i].bank = i < 2 ? "P0 CHANNEL A" : "P0 CHANNEL B";
	check_doubt(dimms, 4, "(P0 CHANNEL A 32G, P0 CHANNEL B 16G)");
}

static void nonsense_widths_and_unused_ecc_are_doubted(void **state)
{
	struct dimm_table table = { .count = 0 };
	struct dimm dimm = sound;
	struct modules modules;

	(void)state;
	dimm.data_bits = 65508;
	check_doubt(&dimm, 1, "widths that none has (65508 bits of data");
	dimm_add_array(&table, ARRAY, USE_SYSTEM, CORRECTS_NOTHING);
	dimm_add(&table, &sound);
	decode(&modules, &table);
	modules_decide(&modules);
	assert_doubt(&modules, "have ECC, and the board says that it corrects nothing");
	modules_release(&modules);
}

static void a_cut_table_is_doubted(void **state)
{
	struct dimm_table table = { .count = 0 };
	struct modules modules = { 0 };

	(void)state;
	dimm_add(&table, &sound);
	struct bytes bytes = { table.items, table.count - 1 };
	assert_int_equal(smbios_decode(&bytes, &modules.smbios), 0);
	modules_decide(&modules);
	assert_int_equal(modules.count, 1);
	assert_doubt(&modules, "ends within a structure");
	modules_release(&modules);
}

static void put_table(const struct tree *tree, const char *name, const struct dimm *dimms,
                      size_t count)
{
	struct dimm_table table = { .count = 0 };

	for (size_t i = 0; i < count; i++)
		dimm_add(&table, &dimms[i]);
	dimm_end(&table);
	tree_put(tree, name, (const char *)table.items, table.count);
}

static void put_spd(const struct tree *tree, const char *name, const char *part, bool xmp)
{
	uint8_t image[512];

	dimm_spd(image, part);
	if (xmp)
		dimm_add_xmp(image);
	tree_put(tree, name, (const char *)image, sizeof image);
}

#define DMI     "sys/firmware/dmi/tables/DMI"
#define DRIVERS "sys/bus/i2c/drivers"

static void timings_come_from_the_eeprom_of_that_part_number(void **state)
{
	struct dimm dimms[] = { sound, in_slot(sound, "DIMM 2") };
	struct modules modules = { 0 };
	struct tree tree;

	(void)state;
	dimms[1].part = "OTHER";
	dimms[0].rated = 0;
	tree_open(&tree);
	put_table(&tree, DMI, dimms, 2);
	put_spd(&tree, DRIVERS "/ee1004/0-0051/eeprom", "THIRD", false);
	put_spd(&tree, DRIVERS "/ee1004/0-0050/eeprom", "18ADF2G72PZ-2G6E1", true);
	put_spd(&tree, DRIVERS "/ee1004/0-0036/eeprom", "NO SPD ADDRESS", false);
	modules_find(&modules, tree.root);
	modules_decide(&modules);
	assert_true(modules.table.is_read && modules.eeproms.is_read);
	assert_int_equal(modules.spd_count, 2);
	assert_string_equal(modules.spds[0].name, "0-0050");
	assert_true(modules.spds[0].is_used);
	assert_false(modules.spds[1].is_used);
	assert_int_equal(modules.items[0].rated_mts, 2666);
	assert_near(modules.items[0].spd->jedec.cl, 19, 0);
	assert_null(modules.items[1].spd);
	assert_doubt(&modules, "runs at 2667 MT/s, rated for 3200: the profile (XMP");
	modules_release(&modules);
	tree_close(&tree);
}

static void eeproms_alone_are_modules_too(void **state)
{
	struct modules modules = { 0 };
	struct tree tree;

	(void)state;
	tree_open(&tree);
	put_spd(&tree, DRIVERS "/ee1004/1-0052/eeprom", "18ADF2G72PZ-2G6E1", false);
	tree_put(&tree, DRIVERS "/spd5118/1-0053/eeprom", "\0\0\0\0", 4);
	modules_find(&modules, tree.root);
	modules_decide(&modules);
	assert_int_equal(modules.count, 1);
	assert_int_equal(modules.slot_count, 0);
	assert_string_equal(modules.items[0].slot, "1-0052");
	assert_int_equal(modules.items[0].bytes, 16 * GIB);
	assert_non_null(strstr(text_string(&modules.table.trouble), DMI ": not there"));
	modules_release(&modules);
	tree_close(&tree);
}

static void a_module_that_firmware_switched_off_shows_in_its_eeprom(void **state)
{
	struct dimm dimms[] = { sound, in_slot(empty, "DIMM 2") };
	struct modules modules = { 0 };
	struct tree tree;

	(void)state;
	tree_open(&tree);
	put_table(&tree, DMI, dimms, 2);
	put_spd(&tree, DRIVERS "/ee1004/0-0050/eeprom", "18ADF2G72PZ-2G6E1", false);
	put_spd(&tree, DRIVERS "/ee1004/0-0051/eeprom", "18ADF2G72PZ-2G6E1", false);
	modules_find(&modules, tree.root);
	modules_decide(&modules);
	assert_doubt(&modules, "2 EEPROMs of modules answer and the firmware counts 1 module:");
	modules_release(&modules);
	tree_close(&tree);
}

static void what_may_not_be_read_says_who_may(void **state)
{
	struct modules modules = { 0 };
	struct tree tree;

	(void)state;
	if (geteuid() == 0) {
		(void)printf("skipped, root may read everything\n");
		skip();
	}
	tree_open(&tree);
	put_table(&tree, DMI, &sound, 1);
	char *path = format("%s/" DMI, tree.root);
	assert_int_equal(chmod(path, 0), 0);
	modules_find(&modules, tree.root);
	assert_non_null(strstr(text_string(&modules.table.trouble),
	                       DMI ": permission denied; run as root"));
	free(path);
	modules_release(&modules);
	tree_close(&tree);
}

static void hexadecimal_text_is_as_good_as_bytes(void **state)
{
	struct dimm_table table = { .count = 0 };
	struct text hex = { 0 };
	struct modules modules = { 0 };
	struct tree tree;
	struct error err;

	(void)state;
	dimm_add(&table, &sound);
	dimm_end(&table);
	for (size_t i = 0; i < table.count; i++)
		text_printf(&hex, "%02X%s", table.items[i], i % 16 == 15 ? "\r\n" : " ");
	tree_open(&tree);
	tree_put(&tree, "dmi.hex", hex.bytes, hex.length);
	char *path = format("%s/dmi.hex", tree.root);
	assert_int_equal(modules_load(&modules, path, NULL, &err), 0);
	modules_decide(&modules);
	assert_int_equal(modules.count, 1);
	assert_string_equal(modules.items[0].slot, "DIMM 1");
	free(path);
	text_release(&hex);
	modules_release(&modules);
	tree_close(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sound_modules_raise_no_doubt),
		cmocka_unit_test(placeholders_are_not_known),
		cmocka_unit_test(slots_of_one_name_are_told_apart_by_bank),
		cmocka_unit_test(firmware_chips_are_no_modules),
		cmocka_unit_test(speeds_below_and_above_the_rated_are_doubted),
		cmocka_unit_test(unlike_modules_are_doubted),
		cmocka_unit_test(channels_are_doubted_only_where_names_tell),
		cmocka_unit_test(nonsense_widths_and_unused_ecc_are_doubted),
		cmocka_unit_test(a_cut_table_is_doubted),
		cmocka_unit_test(timings_come_from_the_eeprom_of_that_part_number),
		cmocka_unit_test(eeproms_alone_are_modules_too),
		cmocka_unit_test(a_module_that_firmware_switched_off_shows_in_its_eeprom),
		cmocka_unit_test(what_may_not_be_read_says_who_may),
		cmocka_unit_test(hexadecimal_text_is_as_good_as_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
