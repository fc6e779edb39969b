/* SPDX-License-Identifier: MIT */
/*
 * dimms: memory arrays and devices in an SMBIOS table, of whose lengths and string numbers
 * none is believed.
 */
#include "dimms/smbios.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"

enum { TYPE_FIRMWARE = 0, TYPE_SYSTEM = 1, TYPE_ARRAY = 16, TYPE_DEVICE = 17, TYPE_END = 127 };
enum { DEVICES_MAX = 1024 }; /* more slots than any machine has: garbage */
enum { HEADER_BYTES = 4, ARRAY_BYTES = 15, DEVICE_BYTES = 21 }; /* the shortest of each */

#define UNKNOWN_WORD   0xFFFF
#define SIZE_EXTENDED  0x7FFF /* the size stands in the extended field, in MiB */
#define SIZE_IS_KIB    0x8000
#define LOW_31_BITS    0x7FFFFFFF
#define DETAIL_NONVOLATILE 0x1000

/* A structure: its fields, and the strings behind them. */
struct structure {
	struct bytes fields, strings;
};

/* Two NULs end the strings; -1 where the table ends before that. */
static int find_strings(const struct bytes *table, size_t at, struct bytes *strings)
{
	*strings = bytes_part(table, at, table->count);
	for (size_t i = 0; i + 1 < strings->count; i++) {
		if (strings->items[i] == 0 && strings->items[i + 1] == 0) {
			strings->count = i + 2;
			return 0;
		}
	}
	return -1;
}

/* The string whose number, from 1, stands at `at`; "" where there is none. */
static void take_string(const struct structure *structure, size_t at,
                        char text[SMBIOS_TEXT_BYTES])
{
	unsigned number = bytes_u8(&structure->fields, at);
	struct bytes rest = structure->strings;

	text[0] = '\0';
	for (; number > 0 && rest.count > 0 && rest.items[0] != 0; number--) {
		const uint8_t *nul = memchr(rest.items, 0, rest.count);
		size_t length = nul ? (size_t)(nul - rest.items) : rest.count;
		struct bytes string = { rest.items, length };
		if (number == 1)
			bytes_text(&string, false, text, SMBIOS_TEXT_BYTES);
		rest = bytes_part(&rest, length + 1, rest.count);
	}
}

static void take_size(const struct bytes *fields, struct smbios_device *device)
{
	unsigned size = bytes_u16(fields, 0x0C);
	bool extended = size == SIZE_EXTENDED && fields->count >= 0x1C + 4;

	device->is_populated = size != 0;
	if (size == UNKNOWN_WORD)
		return;
	if (extended)
		device->bytes = (bytes_u32(fields, 0x1C) & LOW_31_BITS) * MIB;
	else if (size & SIZE_IS_KIB)
		device->bytes = (size & SIZE_EXTENDED) * KIB;
	else
		device->bytes = size * MIB;
}

static unsigned known_word(unsigned word)
{
	return word == UNKNOWN_WORD ? 0 : word;
}

/* Speeds that need more than 16 bits stand in a field of their own. */
static uint32_t take_speed(const struct bytes *fields, size_t at, size_t extended_at)
{
	unsigned word = bytes_u16(fields, at);
	return word == UNKNOWN_WORD ? bytes_u32(fields, extended_at) & LOW_31_BITS : word;
}

/* Memory that keeps its contents, and how much of it serves as memory that need not. */
static void take_technology(const struct bytes *fields, struct smbios_device *device)
{
	uint32_t low = bytes_u32(fields, 0x3C), high = bytes_u32(fields, 0x40);

	device->is_nonvolatile = device->type == SMBIOS_NONVOLATILE ||
	                         smbios_technology_name(device->technology) != NULL ||
	                         bytes_u16(fields, 0x13) & DETAIL_NONVOLATILE;
	if (high != UINT32_MAX)
		device->volatile_bytes = (uint64_t)high << 32 | low;
}

/* 7.18. */
static void add_device(struct smbios *smbios, const struct structure *structure)
{
	const struct bytes *fields = &structure->fields;
	struct smbios_device device = {
		.handle = bytes_u16(fields, 0x02),
		.array_handle = bytes_u16(fields, 0x04),
		.length = (unsigned)fields->count,
		.total_bits = known_word(bytes_u16(fields, 0x08)),
		.data_bits = known_word(bytes_u16(fields, 0x0A)),
		.form_factor = bytes_u8(fields, 0x0E),
		.type = bytes_u8(fields, 0x12),
		.rated_mts = take_speed(fields, 0x15, 0x54),
		.ranks = bytes_u8(fields, 0x1B) & 0x0F,
		.configured_mts = take_speed(fields, 0x20, 0x58),
		.technology = bytes_u8(fields, 0x28),
		.maker_id = bytes_u16(fields, 0x2C),
	};

	take_size(fields, &device);
	take_technology(fields, &device);
	take_string(structure, 0x10, device.locator);
	take_string(structure, 0x11, device.bank);
	take_string(structure, 0x17, device.maker);
	take_string(structure, 0x1A, device.part);
	memory_grow(&smbios->devices, &smbios->device_capacity, smbios->device_count,
	            sizeof device);
	smbios->devices[smbios->device_count++] = device;
}

/* 7.17. */
static void add_array(struct smbios *smbios, const struct bytes *fields)
{
	memory_grow(&smbios->arrays, &smbios->array_capacity, smbios->array_count,
	            sizeof *smbios->arrays);
	smbios->arrays[smbios->array_count++] = (struct smbios_array){
		.handle = bytes_u16(fields, 0x02),
		.use = bytes_u8(fields, 0x05),
		.correction = bytes_u8(fields, 0x06),
	};
}

static void add_structure(struct smbios *smbios, const struct structure *structure)
{
	unsigned type = bytes_u8(&structure->fields, 0);
	size_t length = structure->fields.count;

	if (type == TYPE_ARRAY && length >= ARRAY_BYTES)
		add_array(smbios, &structure->fields);
	else if (type == TYPE_DEVICE && length >= DEVICE_BYTES &&
	         smbios->device_count < DEVICES_MAX)
		add_device(smbios, structure);
	else if (type == TYPE_ARRAY || type == TYPE_DEVICE)
		smbios->is_cut = true;
	else if (type == TYPE_FIRMWARE && smbios->firmware[0] == '\0')
		take_string(structure, 0x04, smbios->firmware);
	else if (type == TYPE_SYSTEM && smbios->maker[0] == '\0') {
		take_string(structure, 0x04, smbios->maker);
		take_string(structure, 0x05, smbios->product);
	}
}

/* Behind the entry point of a saved file (5.2), else from the start. */
static struct bytes table_in(const struct bytes *file)
{
	if (file->count > 32 && memcmp(file->items, "_SM3_", 5) == 0)
		return bytes_part(file, bytes_u32(file, 0x10), bytes_u32(file, 0x0C));
	if (file->count > 32 && memcmp(file->items, "_SM_", 4) == 0)
		return bytes_part(file, bytes_u32(file, 0x18), bytes_u16(file, 0x16));
	return *file;
}

/* One structure at `at`, its strings included: returns its bytes, 0 where it is cut. */
static size_t take_structure(const struct bytes *table, size_t at, struct smbios *smbios)
{
	struct structure structure;
	size_t length = bytes_u8(table, at + 1);

	structure.fields = bytes_part(table, at, length);
	if (length < HEADER_BYTES || structure.fields.count < length)
		return 0;
	bool whole = find_strings(table, at + length, &structure.strings) == 0;
	add_structure(smbios, &structure);
	return whole ? length + structure.strings.count : 0;
}

/* Of what breaks off: whether it told of memory as a table does, and not by chance. */
static bool tells_of_memory(const struct smbios *smbios)
{
	for (size_t i = 0; i < smbios->device_count; i++) {
		const struct smbios_device *device = &smbios->devices[i];
		if (smbios_type_name(device->type) == NULL ||
		    smbios_form_factor_name(device->form_factor) == NULL)
			return false;
	}
	return smbios->device_count > 0;
}

int smbios_decode(const struct bytes *file, struct smbios *smbios)
{
	struct bytes table = table_in(file);
	size_t at = 0, step = 1;

	while (at < table.count && bytes_u8(&table, at) != TYPE_END && step > 0) {
		step = take_structure(&table, at, smbios);
		at += step;
	}
	/* Firmware may leave the end structure out, but not end in the midst of one. */
	bool cut = step == 0;
	smbios->is_cut = smbios->is_cut || cut;
	if (cut ? tells_of_memory(smbios) : at > 0)
		return 0;
	smbios_release(smbios);
	return -1;
}

void smbios_release(struct smbios *smbios)
{
	free(smbios->arrays);
	free(smbios->devices);
	*smbios = (struct smbios){ 0 };
}

const struct smbios_array *smbios_array(const struct smbios *smbios, unsigned handle)
{
	for (size_t i = 0; i < smbios->array_count; i++) {
		if (smbios->arrays[i].handle == handle)
			return &smbios->arrays[i];
	}
	return NULL;
}
