/* SPDX-License-Identifier: MIT */
/* dimms: SPD EEPROMs: which generation it is, and what all generations share. */
#include "dimms/spd.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "dimms/makers.h"
#include "dimms/spd_layout.h"

static const struct generation {
	unsigned code;      /* byte 2 */
	const char *type;
	size_t least, full; /* bytes: with all timings, with everything */
	const struct spd_layout *layout;
	void (*read)(const struct bytes *image, struct spd *spd); /* neither: type only */
} generations[] = {
	{ 0x01, "FPM", 64, 128, NULL, spd_read_old },
	{ 0x02, "EDO", 64, 128, NULL, spd_read_old },
	{ 0x03, "pipelined nibble", 64, 128, NULL, spd_read_old },
	{ 0x04, "SDR", 64, 128, NULL, spd_read_sdr },
	{ 0x05, "multiplexed ROM", 64, 128, NULL, spd_read_old },
	{ 0x06, "DDR SGRAM", 64, 128, NULL, spd_read_old },
	{ 0x07, "DDR", 64, 128, NULL, spd_read_sdr },
	{ 0x08, "DDR2", 64, 128, NULL, spd_read_sdr },
	{ 0x09, "DDR2 FB-DIMM", 128, 256, &spd_fbdimm, NULL },
	{ 0x0A, "DDR2 FB-DIMM probe", 128, 256, NULL, NULL },
	{ 0x0B, "DDR3", 128, 256, &spd_ddr3, NULL },
	{ 0x0C, "DDR4", 128, 512, &spd_ddr4, NULL },
	{ 0x0E, "DDR4E", 128, 512, &spd_ddr4, NULL },
	{ 0x0F, "LPDDR3", 128, 256, &spd_ddr3, NULL },
	{ 0x10, "LPDDR4", 128, 512, &spd_lpddr4, NULL },
	{ 0x11, "LPDDR4X", 128, 512, &spd_lpddr4, NULL },
	{ 0x12, "DDR5", 240, 1024, &spd_ddr5, NULL },
	{ 0x13, "LPDDR5", 128, 512, &spd_lpddr5, NULL },
	{ 0x14, "DDR5 NVDIMM-P", 240, 1024, &spd_ddr5, NULL },
	{ 0x15, "LPDDR5X", 128, 512, &spd_lpddr5, NULL },
	/* Not JEDEC's: what some firmware writes for soldered LPDDR3. */
	{ 0xF1, "LPDDR3", 128, 256, &spd_ddr3, NULL },
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

enum { FRU_HEADER_BYTES = 8, TEXT_BYTES = 16 };

/* EEPROMs that answer where modules do, and are none, by how they begin. */
static const struct {
	const char *mark;
	size_t length;
	const char *what;
} marks[] = {
	{ "\x00\xFF\xFF\xFF\xFF\xFF\xFF\x00", 8, "EDID, a display's description" },
	{ "R-Pi", 4, "the identity of a Raspberry Pi HAT" },
	{ "TlvInfo", 8, "the identity of a switch (ONIE)" },
	{ "\xAA\x55\x33\xEE", 4, "the identity of a board (BeagleBone, TI)" },
	{ "\xEE\x33\x55\xAA", 4, "the identity of a board (TI)" },
	{ "NXID", 4, "the identity of a board (NXP)" },
	{ "CCID", 4, "the identity of a board (Freescale)" },
	{ "SFVF", 4, "the identity of a board (StarFive)" },
};

/*
 * A board's or a chassis' identity (IPMI Platform Management FRU Information Storage
 * Definition 1.0, 8): format 1, offsets of five areas, a zero, and all sum up to 0.
 */
static bool is_fru(const struct bytes *image)
{
	struct bytes header = bytes_part(image, 0, FRU_HEADER_BYTES);
	struct bytes areas = bytes_part(image, 1, FRU_HEADER_BYTES - 3);

	return image->count > FRU_HEADER_BYTES && bytes_u8(image, 0) == 1 &&
	       bytes_u8(image, FRU_HEADER_BYTES - 2) == 0 && bytes_sum(&header) == 0 &&
	       !bytes_all(&areas, 0);
}

static bool is_text(const struct bytes *image)
{
	struct bytes head = bytes_part(image, 0, TEXT_BYTES);

	for (size_t i = 0; i < head.count; i++) {
		if (head.items[i] < ' ' || head.items[i] > '~')
			return false;
	}
	return head.count == TEXT_BYTES;
}

/* What an image is that is known to be something else: "an IPMI FRU area"; else NULL. */
static const char *find_other(const struct bytes *image)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		if (image->count >= marks[i].length &&
		    memcmp(image->items, marks[i].mark, marks[i].length) == 0)
			return marks[i].what;
	}
	if (is_fru(image))
		return "an IPMI FRU area, the identity of a board";
	return is_text(image) ? "text" : NULL;
}

MEMBENCH_PRINTF(3, 4)
static void tell(struct spd *spd, enum spd_state state, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	spd->state = state;
	(void)vsnprintf(spd->reason, sizeof spd->reason, format, args);
	va_end(args);
}

/* What can be told to be no SPD before any type is looked up. */
static bool is_none(const struct bytes *image, struct spd *spd)
{
	struct bytes head = bytes_part(image, 0, HEAD_BYTES);
	const char *other = find_other(image);
	size_t period;

	if (bytes_all(&head, 0) || bytes_all(&head, 0xFF))
		tell(spd, SPD_EMPTY, "empty: no module, or nothing written");
	else if (bytes_u16(image, 0) == HUB_REGISTERS)
		tell(spd, SPD_UNKNOWN, "registers of the SPD5118 hub, not the SPD behind it");
	else if (other != NULL)
		tell(spd, SPD_UNKNOWN, "no SPD: %s", other);
	else if ((period = find_period(image)) > 0)
		tell(spd, SPD_UNKNOWN, "misread: every %zu bytes repeat", period);
	else
		return false;
	return true;
}

/* DDR3 to DDR5, and what may come, keep the sum of their first half at its end. */
static bool sum_holds(const struct bytes *image)
{
	struct spd first = { 0 }, second = { 0 };

	spd_check_crc(image, &first, 126, 126);
	spd_check_crc(image, &second, 510, 510);
	return first.checksum == SPD_CHECKSUM_OK || second.checksum == SPD_CHECKSUM_OK;
}

/* DDR3 and later: bit 7 of the module's type is set on hybrids, 6:4 say of which kind. */
static bool is_nvdimm(const struct bytes *image)
{
	unsigned type = bytes_u8(image, 2), module = bytes_u8(image, 3);
	return type == 0x14 || (type >= 0x0B && type <= 0x14 && module & 0x80 && module & 0x70);
}

static void read_generation(const struct bytes *image, const struct generation *generation,
                            struct spd *spd)
{
	spd->type = generation->type;
	spd->is_cut = image->count < generation->full;
	spd->is_nonvolatile = is_nvdimm(image);
	if (image->count < generation->least)
		tell(spd, SPD_SHORT, "cut at %zu of %zu bytes", image->count, generation->full);
	else if (generation->layout != NULL)
		spd_read(image, generation->layout, spd);
	else if (generation->read != NULL)
		generation->read(image, spd);
	else
		tell(spd, SPD_READ, "%s: a type of which nothing more is decoded", spd->type);
}

void spd_decode(const struct bytes *image, struct spd *spd)
{
	unsigned code = bytes_u8(image, 2);
	const struct generation *generation = find_generation(code);

	*spd = (struct spd){ .state = SPD_READ };
	if (is_none(image, spd))
		return;
	if (generation != NULL)
		read_generation(image, generation, spd);
	else if (sum_holds(image))
		tell(spd, SPD_UNKNOWN, "whole, of a type that is not known here (byte 2 is 0x%02x)",
		     code);
	else
		tell(spd, SPD_UNKNOWN, "of no known type (byte 2 is 0x%02x): misread, or too new",
		     code);
}

const struct spd_rounding spd_rounding_first = { 1000, 974, 100, 3 };
const struct spd_rounding spd_rounding_ddr5 = { 997, 1000, 200, 1 };

unsigned spd_clocks(const struct spd_rounding *rounding, unsigned ps, unsigned tck_ps)
{
	if (tck_ps == 0 || ps == 0)
		return 0;
	return (unsigned)(((uint64_t)ps * rounding->scale / tck_ps + rounding->added) / 1000);
}

void spd_fill_clocks(const struct spd_rounding *rounding, struct spd_timings *timings)
{
	timings->trcd = spd_clocks(rounding, timings->trcd_ps, timings->tck_ps);
	timings->trp = spd_clocks(rounding, timings->trp_ps, timings->tck_ps);
	timings->tras = spd_clocks(rounding, timings->tras_ps, timings->tck_ps);
}

unsigned spd_rate(const struct spd_rounding *rounding, unsigned tck_ps, unsigned transfers)
{
	if (tck_ps == 0)
		return 0;
	double steps = 1e6 * transfers / tck_ps * rounding->parts / rounding->step;
	unsigned rate = (unsigned)(steps + 0.5) * rounding->step / rounding->parts;
	return rate == 666 ? 667 : rate; /* JEDEC rounded that one up, and no other */
}

void spd_identify(const struct bytes *image, struct spd *spd, const unsigned maker[2],
                  size_t part_at, size_t count)
{
	const char *name = maker_name(maker[0], maker[1]);
	unsigned code = maker[1] & 0x7F;

	/* 0 was never written, 7F erased. */
	if (name != NULL)
		(void)snprintf(spd->maker, sizeof spd->maker, "%s", name);
	else if (code != 0 && code != 0x7F)
		(void)snprintf(spd->maker, sizeof spd->maker, "JEDEC %u, 0x%02X", maker[0] & 0x7F,
		               maker[1]);
	struct bytes part = bytes_part(image, part_at, count);
	bytes_text(&part, true, spd->part, sizeof spd->part);
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
