/* SPDX-License-Identifier: MIT */
/*
 * SMBIOS memory devices, and who made them. Expected: by hand from the layouts in DSP0134
 * and from JEP106; for 21 real tables what dmidecode prints for their 126 devices.
 */
#include "tree.h"

#include "base/units.h"
#include "dimms/dump.h"
#include "dimms/makers.h"
#include "dimms/smbios.h"

/* A table that grows structure by structure. */
struct table_bytes {
	uint8_t items[4096];
	size_t count;
};

static void put(struct table_bytes *table, const void *bytes, size_t count)
{
	memcpy(table->items + table->count, bytes, count);
	table->count += count;
}

/* `strings` with its own NULs; the literal's last one ends the structure. */
#define STRUCTURE(table, fields, strings)                      \
	do {                                                   \
		put((table), (fields), ((const uint8_t *)(fields))[1]); \
		put((table), (strings), sizeof(strings));      \
	} while (0)

static const uint8_t end_of_table[] = { 127, 4, 0xFE, 0xFF, 0, 0 };

static struct smbios decode(const struct table_bytes *table)
{
	struct bytes bytes = { table->items, table->count };
	struct smbios smbios = { 0 };

	assert_int_equal(smbios_decode(&bytes, &smbios), 0);
	return smbios;
}

/* A device of the whole length of SMBIOS 3.3, handle 0x1100, 16 GiB DDR4, empty strings. */
static void full_device(uint8_t fields[92])
{
	static const uint8_t start[] = {
		17, 92, 0x00, 0x11, 0x00, 0x10, 0xFE, 0xFF, 72, 0, 64, 0, 0x00, 0x40, 9, 0,
		1, 2, 26, 0x80, 0, 0x80, 0x0C, 3, 4, 0, 5, 2, 0, 0, 0, 0, 0x60, 0x09,
	};
	memset(fields, 0, 92);
	memcpy(fields, start, sizeof start);
}

static void every_field_is_read(void **state)
{
	struct table_bytes table = { .count = 0 };
	uint8_t fields[92];

	(void)state;
	full_device(fields);
	fields[0x2C] = 0x80;
	fields[0x2D] = 0xCE;
	STRUCTURE(&table, fields, "DIMM_A1\0Node 0\0Samsung\0serial\0  M393A2K40  \0");
	put(&table, end_of_table, sizeof end_of_table);
	struct smbios smbios = decode(&table);
	const struct smbios_device *device = smbios.devices;
	assert_int_equal(smbios.device_count, 1);
	assert_false(smbios.is_cut);
	assert_int_equal(device->handle, 0x1100);
	assert_int_equal(device->array_handle, 0x1000);
	assert_true(device->is_populated);
	assert_int_equal(device->bytes, 16 * GIB);
	assert_int_equal(device->total_bits, 72);
	assert_int_equal(device->data_bits, 64);
	assert_int_equal(device->rated_mts, 3200);
	assert_int_equal(device->configured_mts, 2400);
	assert_int_equal(device->ranks, 2);
	assert_int_equal(device->maker_id, 0xCE80);
	assert_string_equal(smbios_type_name(device->type), "DDR4");
	assert_string_equal(smbios_form_factor_name(device->form_factor), "DIMM");
	assert_string_equal(device->locator, "DIMM_A1");
	assert_string_equal(device->bank, "Node 0");
	assert_string_equal(device->maker, "Samsung");
	assert_string_equal(device->part, "M393A2K40");
	smbios_release(&smbios);
}

static void fields_beyond_the_length_are_unknown(void **state)
{
	struct table_bytes table = { .count = 0 };
	uint8_t fields[92];

	(void)state;
	full_device(fields);
	fields[1] = 21;
	STRUCTURE(&table, fields, "A\0B\0");
	put(&table, end_of_table, sizeof end_of_table);
	struct smbios smbios = decode(&table);
	assert_int_equal(smbios.device_count, 1);
	assert_int_equal(smbios.devices[0].bytes, 16 * GIB);
	assert_int_equal(smbios.devices[0].rated_mts, 0);
	assert_int_equal(smbios.devices[0].configured_mts, 0);
	assert_int_equal(smbios.devices[0].ranks, 0);
	assert_string_equal(smbios.devices[0].maker, "");
	assert_string_equal(smbios.devices[0].part, "");
	smbios_release(&smbios);
}

static void sizes_and_speeds_have_their_special_values(void **state)
{
	static const struct {
		unsigned size, length;
		uint32_t extended;
		uint64_t bytes;
		bool populated;
	} cases[] = {
		{ 0, 92, 0, 0, false },
		{ 0xFFFF, 92, 0, 0, true },
		{ 0x8000 | 512, 92, 0, 512 * KIB, true },
		{ 0x7FFF, 92, 65536, 64 * GIB, true },
		{ 0x7FFF, 92, 0x80000000u | 32768, 32 * GIB, true },
		{ 0x7FFF, 27, 0, 32767 * MIB, true }, /* from before there was that field */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct table_bytes table = { .count = 0 };
		uint8_t fields[92];
		full_device(fields);
		fields[1] = (uint8_t)cases[i].length;
		fields[0x0C] = (uint8_t)cases[i].size;
		fields[0x0D] = (uint8_t)(cases[i].size >> 8);
		for (size_t byte = 0; byte < 4; byte++)
			fields[0x1C + byte] = (uint8_t)(cases[i].extended >> 8 * byte);
		fields[0x20] = fields[0x21] = 0xFF; /* 70000 MT/s in the extended field */
		fields[0x58] = 0x70;
		fields[0x59] = 0x11;
		fields[0x5A] = 0x01;
		STRUCTURE(&table, fields, "");
		struct smbios smbios = decode(&table);
		assert_int_equal(smbios.devices[0].bytes, cases[i].bytes);
		assert_int_equal(smbios.devices[0].is_populated, cases[i].populated);
		assert_int_equal(smbios.devices[0].configured_mts,
		                 cases[i].length == 92 ? 70000 : 0);
		smbios_release(&smbios);
	}
}

static void a_saved_file_begins_with_its_entry_point(void **state)
{
	struct table_bytes table = { .count = 0 };
	uint8_t entry[32] = { '_', 'S', 'M', '3', '_', 0, 24, 3, 3, 0, 1, 0, 0, 1 };
	uint8_t fields[92];

	(void)state;
	entry[0x10] = 32;
	full_device(fields);
	put(&table, entry, sizeof entry);
	STRUCTURE(&table, fields, "DIMM 0\0");
	put(&table, end_of_table, sizeof end_of_table);
	struct smbios smbios = decode(&table);
	assert_int_equal(smbios.device_count, 1);
	assert_string_equal(smbios.devices[0].locator, "DIMM 0");
	smbios_release(&smbios);
}

static void what_is_cut_or_garbage_says_so(void **state)
{
	struct table_bytes table = { .count = 0 };
	uint8_t fields[92];

	(void)state;
	full_device(fields);
	STRUCTURE(&table, fields, "DIMM 0\0Bank 0\0Samsung\0");
	size_t whole = table.count;
	for (size_t count = 0; count < whole; count++) {
		uint8_t *copy = malloc(count + 1); /* so that sanitizers see its end */
		struct bytes bytes = { copy, count };
		struct smbios smbios = { 0 };
		memcpy(copy, table.items, count);
		int result = smbios_decode(&bytes, &smbios);
		assert_int_equal(result, count < 92 ? -1 : 0);
		assert_int_equal(smbios.is_cut, result == 0);
		assert_int_equal(smbios.device_count, count < 92 ? 0 : 1);
		smbios_release(&smbios);
		free(copy);
	}
	struct bytes nothing = { (const uint8_t[64]){ 0 }, 64 };
	struct smbios smbios = { 0 };
	assert_int_equal(smbios_decode(&nothing, &smbios), -1);
}

static void makers_are_named_by_number(void **state)
{
	(void)state;
	assert_string_equal(maker_name(0x80, 0xCE), "Samsung"); /* with parity bits */
	assert_string_equal(maker_name(0, 0x2D), "SK Hynix");
	assert_string_equal(maker_name(1, 0x98), "Kingston");
	assert_string_equal(maker_name(8, 0x98), "Essencore");
	assert_null(maker_name(0, 0));
	assert_string_equal(maker_from_text("0x80AD"), "SK Hynix");
	assert_string_equal(maker_from_text("00AD063200AD"), "SK Hynix");
	assert_string_equal(maker_from_text("JEDEC ID:02 FE"), "Elpida");
	assert_string_equal(maker_from_text("7F7F9E0000000000"), "Corsair");
	assert_string_equal(maker_from_text("CE00000000000000"), "Samsung");
	assert_string_equal(maker_from_text("0198"), "Kingston");
	assert_string_equal(maker_from_text("830B"), "Nanya");
	assert_null(maker_from_text("Samsung"));
	assert_null(maker_from_text("0000000000000000"));
	assert_null(maker_from_text("7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"));
	assert_null(maker_from_text(""));
}

static bool same(const char *row, const char *what, const char *actual, const char *expected)
{
	if (text_equal(actual, expected))
		return true;
	(void)printf("%s: %s is '%s', not '%s'\n", row, what, actual, expected);
	return false;
}

static bool same_number(const char *row, const char *what, uint64_t actual,
                        const char *expected)
{
	char text[32];
	(void)snprintf(text, sizeof text, "%llu", (unsigned long long)actual);
	return same(row, what, actual ? text : "-", text_equal(expected, "0") ? "-" : expected);
}

/* "Not Specified" is dmidecode's word for string number 0, "-" ours for no such field. */
static bool same_string(const char *row, const char *what, const char *actual,
                        const char *expected)
{
	bool none = text_equal(expected, "-") || text_equal(expected, "Not Specified");
	return same(row, what, actual, none ? "" : expected);
}

static bool same_name(const char *row, const char *what, const char *actual,
                      const char *expected)
{
	return same(row, what, actual ? actual : "-", expected);
}

/* Every column; of empty slots the rest means nothing. */
static bool row_holds(const struct smbios_device *device, const struct table *answer)
{
	char row[128];
	(void)snprintf(row, sizeof row, "%s %s", table_field(answer, "id"),
	               table_field(answer, "handle"));
	bool good = same_number(row, "length", device->length, table_field(answer, "length"));
	good &= same_string(row, "locator", device->locator, table_field(answer, "locator"));
	good &= same_string(row, "bank", device->bank, table_field(answer, "bank_locator"));
	good &= same(row, "populated", device->is_populated ? "1" : "0",
	             table_field(answer, "populated"));
	if (!device->is_populated)
		return good;
	good &= same_number(row, "size", device->bytes / MIB, table_field(answer, "size_mib"));
	good &= same_name(row, "form", smbios_form_factor_name(device->form_factor),
	                  table_field(answer, "form_factor"));
	good &= same_name(row, "type", smbios_type_name(device->type),
	                  table_field(answer, "type"));
	good &= same_number(row, "rated", device->rated_mts, table_field(answer, "speed_mts"));
	good &= same_number(row, "configured", device->configured_mts,
	                    table_field(answer, "configured_mts"));
	good &= same_string(row, "maker", device->maker, table_field(answer, "manufacturer"));
	good &= same_string(row, "part", device->part, table_field(answer, "part_number"));
	good &= same_number(row, "total", device->total_bits,
	                    table_field(answer, "total_width"));
	good &= same_number(row, "data", device->data_bits, table_field(answer, "data_width"));
	return good & same_number(row, "ranks", device->ranks, table_field(answer, "rank"));
}

static void load(const char *folder, const char *id, struct smbios *smbios)
{
	char *path = format("%s/dmi/%s.hex", folder, id);
	const struct dump_option option = { "dmi", "is no dump" };
	struct dump dump;
	struct error err;

	if (dump_load(path, &option, &dump, &err) != 0)
		fail_msg("%s", err.text);
	struct bytes bytes = dump_bytes(&dump);
	smbios_release(smbios);
	assert_int_equal(smbios_decode(&bytes, smbios), 0);
	assert_false(smbios->is_cut);
	dump_release(&dump);
	free(path);
}

static void real_tables_decode_as_dmidecode_reads_them(void **state)
{
	const char *folder = testdata("21 SMBIOS tables");
	size_t rows = 0, passed = 0, tables = 0, next = 0;
	struct smbios smbios = { 0 };
	struct table answers;
	char id[64] = "";

	(void)state;
	if (folder == NULL)
		skip();
	table_open(&answers, format("%s/dmi/expected.tsv", folder));
	while (table_next(&answers)) {
		if (!text_equal(id, table_field(&answers, "id"))) {
			assert_int_equal(next, smbios.device_count);
			(void)snprintf(id, sizeof id, "%s", table_field(&answers, "id"));
			load(folder, id, &smbios);
			tables++;
			next = 0;
		}
		assert_true(next < smbios.device_count);
		assert_int_equal(smbios.devices[next].handle,
		                 strtoul(table_field(&answers, "handle"), NULL, 16));
		passed += row_holds(&smbios.devices[next++], &answers);
		rows++;
	}
	table_close(&answers);
	smbios_release(&smbios);
	(void)printf("# SMBIOS tables: %zu, devices %zu of %zu\n", tables, passed, rows);
	assert_int_equal(tables, 21);
	assert_int_equal(rows, 126);
	assert_int_equal(passed, rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_is_read),
		cmocka_unit_test(fields_beyond_the_length_are_unknown),
		cmocka_unit_test(sizes_and_speeds_have_their_special_values),
		cmocka_unit_test(a_saved_file_begins_with_its_entry_point),
		cmocka_unit_test(what_is_cut_or_garbage_says_so),
		cmocka_unit_test(makers_are_named_by_number),
		cmocka_unit_test(real_tables_decode_as_dmidecode_reads_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
