/* SPDX-License-Identifier: MIT */
/*
 * dimms: SPD EEPROMs: which generation it is, and what all generations share. Knows no
 * layout.
 */
#include "dimms/spd.h"

#include <stdio.h>
#include <string.h>

#include "dimms/makers.h"
#include "dimms/spd_layout.h"

#define PS_PER_CLOCK_SCALE 1000 /* 1/1000 clocks */

static const struct generation {
	unsigned code;      /* byte 2 */
	const char *type;
	size_t least, full; /* bytes: with all timings, with everything */
	void (*decode)(const struct bytes *image, struct spd *spd); /* NULL: type only */
} generations[] = {
	{ 0x01, "FPM", 64, 128, spd_decode_old },
	{ 0x02, "EDO", 64, 128, spd_decode_old },
	{ 0x03, "pipelined nibble", 64, 128, spd_decode_old },
	{ 0x04, "SDR", 64, 128, spd_decode_sdr },
	{ 0x05, "multiplexed ROM", 64, 128, spd_decode_old },
	{ 0x06, "DDR SGRAM", 64, 128, spd_decode_old },
	{ 0x07, "DDR", 64, 128, spd_decode_ddr },
	{ 0x08, "DDR2", 64, 128, spd_decode_ddr2 },
	{ 0x09, "DDR2 FB-DIMM", 128, 256, spd_decode_fbdimm },
	{ 0x0A, "DDR2 FB-DIMM probe", 128, 256, NULL },
	{ 0x0B, "DDR3", 128, 256, spd_decode_ddr3 },
	{ 0x0C, "DDR4", 128, 512, spd_decode_ddr4 },
	{ 0x0E, "DDR4E", 128, 512, spd_decode_ddr4 },
	{ 0x0F, "LPDDR3", 128, 256, spd_decode_lpddr3 },
	{ 0x10, "LPDDR4", 128, 512, spd_decode_lpddr4 },
	{ 0x11, "LPDDR4X", 128, 512, spd_decode_lpddr4 },
	{ 0x12, "DDR5", 240, 1024, spd_decode_ddr5 },
	{ 0x13, "LPDDR5", 128, 512, spd_decode_lpddr5 },
	{ 0x14, "DDR5 NVDIMM-P", 240, 1024, spd_decode_ddr5 },
	{ 0x15, "LPDDR5X", 128, 512, spd_decode_lpddr5 },
	/* Not JEDEC's: what some firmware writes for soldered LPDDR3. */
	{ 0xF1, "LPDDR3", 128, 256, spd_decode_lpddr3 },
};

/* SPD5118: a read at the wrong page shows the hub's own registers, which begin so. */
#define HUB_REGISTERS 0x1851
/* Sizes, revision, type, chips: where all of that is missing nothing is described, though
 * a placeholder of some firmware sets a bit further on. */
enum { HEAD_BYTES = 16 };

static const struct generation *find_generation(unsigned code)
{
	for (size_t i = 0; i < sizeof generations / sizeof *generations; i++) {
		if (generations[i].code == code)
			return &generations[i];
	}
	return NULL;
}

/* The shortest period, 8 to 64 bytes, in which everything repeats; 0 if none. */
static size_t find_period(const struct bytes *image)
{
	for (size_t period = 8; period <= 64 && 2 * period <= image->count; period *= 2) {
		if (memcmp(image->items, image->items + period, image->count - period) == 0)
			return period;
	}
	return 0;
}

static void reject(struct spd *spd, enum spd_state state, const char *reason)
{
	spd->state = state;
	(void)snprintf(spd->reason, sizeof spd->reason, "%s", reason);
}

/* What can be told to be no SPD before any type is looked up. */
static bool is_none(const struct bytes *image, struct spd *spd)
{
	struct bytes head = bytes_part(image, 0, HEAD_BYTES);
	const char *other = spd_other(image);
	size_t period;

	if (bytes_all(&head, 0) || bytes_all(&head, 0xFF)) {
		reject(spd, SPD_EMPTY, "empty: no module, or nothing written");
	} else if (bytes_u16(image, 0) == HUB_REGISTERS) {
		reject(spd, SPD_UNKNOWN, "registers of the SPD5118 hub, not the SPD behind it");
	} else if (other != NULL) {
		reject(spd, SPD_UNKNOWN, "");
		(void)snprintf(spd->reason, sizeof spd->reason, "no SPD: %s", other);
	} else if ((period = find_period(image)) > 0) {
		reject(spd, SPD_UNKNOWN, "");
		(void)snprintf(spd->reason, sizeof spd->reason,
		               "misread: every %zu bytes repeat", period);
	} else {
		return false;
	}
	return true;
}

/* DDR3 to DDR5, and what may come, keep the sum of their first half at its end. */
static bool sum_holds(const struct bytes *image)
{
	static const size_t places[] = { 126, 510 };
	struct spd spd = { .checksum = SPD_CHECKSUM_UNKNOWN };

	for (size_t i = 0; i < 2 && spd.checksum != SPD_CHECKSUM_OK; i++)
		spd_check_crc(image, &spd, places[i], places[i]);
	return spd.checksum == SPD_CHECKSUM_OK;
}

static void reject_type(const struct bytes *image, struct spd *spd)
{
	reject(spd, SPD_UNKNOWN, "");
	(void)snprintf(spd->reason, sizeof spd->reason, sum_holds(image)
	               ? "whole, of a type that is not known here (byte 2 is 0x%02x)"
	               : "of no known type (byte 2 is 0x%02x): misread, or too new",
	               bytes_u8(image, 2));
}

/* DDR3 and later: bit 7 of the module's type is set on hybrids, 6:4 say of which kind. */
static bool is_nvdimm(const struct bytes *image)
{
	unsigned type = bytes_u8(image, 2), module = bytes_u8(image, 3);
	return type == 0x14 || (type >= 0x0B && type <= 0x14 && module & 0x80 && module & 0x70);
}

void spd_decode(const struct bytes *image, struct spd *spd)
{
	const struct generation *generation = find_generation(bytes_u8(image, 2));

	*spd = (struct spd){ .state = SPD_READ };
	if (is_none(image, spd))
		return;
	if (generation == NULL) {
		reject_type(image, spd);
		return;
	}
	spd->type = generation->type;
	spd->is_cut = image->count < generation->full;
	spd->is_nonvolatile = is_nvdimm(image);
	if (image->count < generation->least) {
		reject(spd, SPD_SHORT, "");
		(void)snprintf(spd->reason, sizeof spd->reason, "cut at %zu of %zu bytes",
		               image->count, generation->full);
	} else if (generation->decode != NULL) {
		generation->decode(image, spd);
	} else {
		(void)snprintf(spd->reason, sizeof spd->reason,
		               "%s: a type of which nothing more is decoded", spd->type);
	}
}

unsigned spd_clocks(unsigned ps, unsigned tck_ps)
{
	if (tck_ps == 0)
		return 0;
	return (unsigned)(((uint64_t)ps * PS_PER_CLOCK_SCALE / tck_ps + 974) /
	                  PS_PER_CLOCK_SCALE);
}

unsigned spd_clocks_ddr5(unsigned ps, unsigned tck_ps)
{
	if (tck_ps == 0 || ps == 0)
		return 0;
	return (unsigned)(((uint64_t)ps * 997 / tck_ps + PS_PER_CLOCK_SCALE) /
	                  PS_PER_CLOCK_SCALE);
}

void spd_fill_clocks(struct spd_timings *timings,
                     unsigned (*clocks)(unsigned ps, unsigned tck_ps))
{
	timings->trcd = clocks(timings->trcd_ps, timings->tck_ps);
	timings->trp = clocks(timings->trp_ps, timings->tck_ps);
	timings->tras = clocks(timings->tras_ps, timings->tck_ps);
}

unsigned spd_rate(unsigned tck_ps, unsigned transfers)
{
	if (tck_ps == 0)
		return 0;
	double steps = 1e6 * transfers / tck_ps * 3 / 100;
	unsigned rate = (unsigned)(steps + 0.5) * 100 / 3;
	return rate == 666 ? 667 : rate; /* JEDEC rounded that one up, and no other */
}

unsigned spd_rate_ddr5(unsigned tck_ps)
{
	return tck_ps ? (unsigned)(2e6 / tck_ps / 200 + 0.5) * 200 : 0;
}

unsigned spd_latency(uint64_t mask, unsigned first, unsigned step, unsigned wanted)
{
	for (unsigned bit = 0; bit < 64; bit++) {
		if (mask >> bit & 1 && first + bit * step >= wanted)
			return first + bit * step;
	}
	return 0;
}

void spd_part(const struct bytes *image, struct spd *spd, size_t at, size_t count)
{
	struct bytes field = bytes_part(image, at, count);
	size_t length = 0;

	for (size_t i = 0; i < field.count && length < SPD_PART_BYTES - 1; i++) {
		bool printable = field.items[i] >= ' ' && field.items[i] < 0x7F;
		if (printable && (length > 0 || field.items[i] != ' '))
			spd->part[length++] = (char)field.items[i];
	}
	while (length > 0 && spd->part[length - 1] == ' ')
		length--;
	spd->part[length] = '\0';
}

void spd_maker(struct spd *spd, unsigned continuations, unsigned code)
{
	const char *name = maker_name(continuations, code);

	/* 0 was never written, FF erased. */
	if (name != NULL)
		(void)snprintf(spd->maker, sizeof spd->maker, "%s", name);
	else if ((code & 0x7F) != 0 && (code & 0x7F) != 0x7F)
		(void)snprintf(spd->maker, sizeof spd->maker, "JEDEC %u, 0x%02X",
		               continuations & 0x7F, code);
}

void spd_identify(const struct bytes *image, struct spd *spd, size_t maker_at,
                  size_t part_at, size_t count)
{
	spd_maker(spd, bytes_u8(image, maker_at), bytes_u8(image, maker_at + 1));
	spd_part(image, spd, part_at, count);
}

static unsigned crc16(const struct bytes *bytes)
{
	unsigned crc = 0;

	for (size_t i = 0; i < bytes->count; i++) {
		crc ^= (unsigned)bytes->items[i] << 8;
		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
		crc &= 0xFFFF;
	}
	return crc;
}

void spd_check_crc(const struct bytes *image, struct spd *spd, size_t count, size_t at)
{
	struct bytes covered = bytes_part(image, 0, count);

	if (image->count < at + 2)
		return;
	spd->checksum = crc16(&covered) == bytes_u16(image, at) ? SPD_CHECKSUM_OK
	                                                       : SPD_CHECKSUM_BAD;
}

uint64_t spd_density_mbit(unsigned code)
{
	static const uint64_t mbit[16] = { 256,   512,   1024,  2048,  4096,
		                           8192,  16384, 32768, 12288, 24576 };
	return mbit[code & 15];
}
