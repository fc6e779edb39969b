/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_DIMMS_H
#define MEMBENCH_TESTS_DIMMS_H

/* SMBIOS tables and SPD images of memory modules, made byte by byte (DSP0134, JEDEC 21-C). */
#include <stdint.h>
#include <string.h>

#include "base/text.h"

/* A table that grows structure by structure. */
struct dimm_table {
	uint8_t items[8192];
	size_t count;
};

/* A slot as SMBIOS 3.3 describes it; what is left out is unknown. */
struct dimm {
	unsigned array, mib, type, rated, configured, ranks, total_bits, data_bits;
	const char *locator, *bank, *maker, *part;
};

enum { DIMM_DDR4 = 26, DIMM_BYTES = 92 };

static inline void dimm_put(struct dimm_table *table, const void *bytes, size_t count)
{
	memcpy(table->items + table->count, bytes, count);
	table->count += count;
}

static inline void dimm_word(uint8_t *field, unsigned value)
{
	field[0] = (uint8_t)value;
	field[1] = (uint8_t)(value >> 8);
}

/* Two NULs after the last string, also where there is none. */
static inline void dimm_strings(struct dimm_table *table, const char *const strings[4])
{
	size_t start = table->count;

	for (size_t i = 0; i < 4; i++) {
		if (strings[i] != NULL)
			dimm_put(table, strings[i], strlen(strings[i]) + 1);
	}
	dimm_put(table, "\0", table->count == start ? 2 : 1);
}

static inline void dimm_add(struct dimm_table *table, const struct dimm *dimm)
{
	const char *const strings[4] = { dimm->locator, dimm->bank, dimm->maker, dimm->part };
	static const uint8_t places[4] = { 0x10, 0x11, 0x17, 0x1A };
	uint8_t fields[DIMM_BYTES] = { 17, DIMM_BYTES };
	uint8_t number = 0;

	dimm_word(fields + 0x02, (unsigned)table->count);
	dimm_word(fields + 0x04, dimm->array);
	dimm_word(fields + 0x08, dimm->total_bits);
	dimm_word(fields + 0x0A, dimm->data_bits);
	dimm_word(fields + 0x0C, dimm->mib);
	fields[0x0E] = 9; /* DIMM */
	fields[0x12] = (uint8_t)dimm->type;
	dimm_word(fields + 0x15, dimm->rated);
	dimm_word(fields + 0x20, dimm->configured);
	fields[0x1B] = (uint8_t)dimm->ranks;
	for (size_t i = 0; i < 4; i++)
		fields[places[i]] = strings[i] ? ++number : 0;
	dimm_put(table, fields, sizeof fields);
	dimm_strings(table, strings);
}

static inline void dimm_add_array(struct dimm_table *table, unsigned handle, unsigned use,
                                  unsigned correction)
{
	uint8_t fields[23] = { 16, 23, 0, 0, 3, (uint8_t)use, (uint8_t)correction };

	dimm_word(fields + 2, handle);
	dimm_put(table, fields, sizeof fields);
	dimm_put(table, "\0", 2);
}

static inline void dimm_end(struct dimm_table *table)
{
	static const uint8_t end[] = { 127, 4, 0xFE, 0xFF, 0, 0 };
	dimm_put(table, end, sizeof end);
}

/* The sum that JEDEC wants of the first 126 bytes: CRC-16, polynomial 1021. */
static inline void dimm_sum(uint8_t *image)
{
	unsigned crc = 0;

	for (size_t i = 0; i < 126 * 8; i++) {
		crc ^= i % 8 == 0 ? (unsigned)image[i / 8] << 8 : 0;
		crc = (crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1) & 0xFFFF;
	}
	dimm_word(image + 126, crc);
}

/* DDR4-2666 with 19-19-19-43: 8 Gbit chips of 8 bits, 2 ranks, 72 bits, RDIMM: 16 GiB. */
static inline void dimm_spd(uint8_t image[512], const char *part)
{
	static const uint8_t start[] = {
		0x23, 0x11, 0x0C, 1, 0x85, 0x21, 0, 0, 0, 0, 0, 0, 1 << 3 | 1, 1 << 3 | 3, 0, 0, 0,
		0, 6, 13, 0xF8, 0xFF, 0x03, 0, 0x6E, 0x6E, 0x6E, 0x11, 0x00,
	};

	memset(image, 0, 512);
	memcpy(image, start, sizeof start);
	image[320] = 0x80; /* Micron */
	image[321] = 0x2C;
	memset(image + 329, ' ', 20);
	memcpy(image + 329, part, strlen(part));
	dimm_sum(image);
}

/* An XMP 2.0 profile of 3200 MT/s, 16-18-18-36: 625, 10000, 11250 and 22500 ps. */
static inline void dimm_add_xmp(uint8_t image[512])
{
	static const uint8_t profile[] = { 0xA3, 0, 0, 5, 0xF8, 0x0F, 0, 0, 80, 90, 90, 0, 180 };

	image[384] = 0x0C;
	image[385] = 0x4A;
	image[386] = 1;
	image[387] = 0x20;
	memcpy(image + 393, profile, sizeof profile);
}

#endif
