/* SPDX-License-Identifier: MIT */
/*
 * dimms: where SPD keeps what, as one table for each generation: DDR2 FB-DIMM (JEDEC 21-C,
 * 4.1.2.7), DDR3 and LPDDR3 (4.1.2.11), DDR4 (4.1.2.L) with XMP 2.0, LPDDR4 (4.1.2.M) and
 * LPDDR5, DDR5 (JESD400-5) with XMP 3.0 and EXPO.
 */
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "dimms/spd_layout.h"

enum { AT_USED = 0, AT_FORM = 3, XMP_MARK = 0x4A0C };

/* `count` bits of byte `at` from bit `low` on. */
struct place {
	unsigned short at;
	unsigned char low, count;
};

/* Where a set of timings lies; 0: not told. `fine` corrects tCK, tAA, tRCD and tRP. */
struct times {
	unsigned short tck, taa, trcd, trp, tras, tras_high, fine[4];
	unsigned short latencies; /* a mask */
};

struct spd_layout {
	const char *const *forms;
	struct place ranks, chip, bus, channels, ecc; /* one less, 4 << it, 8 << it, one less */
	const uint64_t *chip_mbit;   /* by the low nibble of byte 4; NULL: size unknown */
	unsigned (*stacked)(const struct bytes *image); /* NULL: chips are never stacked */
	/* Times are counts of a unit: of two bytes' ratio in ns, or of so many ps (1: words); fine
	 * ones of two nibbles' ratio, or of 1 ps. */
	unsigned short base, fine_base, unit_ps;
	struct times jedec, xmp, expo;
	unsigned short xmp_mark, xmp_enabled, expo_mark; /* 0: there is no such profile */
	unsigned char transfers;     /* a clock */
	const struct spd_rounding *rounding;
	/* Bit 0 of the mask, and what each further one adds; 0: latencies stand elsewhere. */
	unsigned char first_latency, latency_step, latency_bits, first_if_bit_31;
	unsigned short maker, part, part_bytes, crc, crc_short; /* short: where byte 0 says so */
	/* What no table tells; NULL: nothing. */
	void (*rest)(const struct bytes *image, const struct spd_layout *layout, struct spd *spd);
};

static unsigned bits_at(const struct bytes *image, struct place place)
{
	return bytes_u8(image, place.at) >> place.low & ((1u << place.count) - 1);
}

static double unit_ps(const struct bytes *image, const struct spd_layout *layout)
{
	unsigned divisor = bytes_u8(image, layout->base + 1u);

	if (layout->base == 0)
		return layout->unit_ps;
	return divisor > 0 ? 1000.0 * bytes_u8(image, layout->base) / divisor : 0;
}

static double fine_ps(const struct bytes *image, const struct spd_layout *layout)
{
	unsigned ratio = bytes_u8(image, layout->fine_base);

	if (layout->fine_base == 0)
		return 1;
	return ratio & 15 ? (double)(ratio >> 4) / (ratio & 15) : 0;
}

static unsigned count_at(const struct bytes *image, const struct spd_layout *layout, size_t at)
{
	return layout->unit_ps == 1 ? bytes_u16(image, at) : bytes_u8(image, at);
}

static unsigned to_ps(const struct bytes *image, const struct spd_layout *layout,
                      unsigned count, size_t fine_at)
{
	int fine = fine_at > 0 ? bytes_s8(image, fine_at) : 0;
	double ps = count * unit_ps(image, layout) + fine * fine_ps(image, layout);

	return ps > 0 ? (unsigned)(ps + 0.5) : 0;
}

/* The lowest latency from `wanted` on that the mask has; 0 where it has none. */
static unsigned choose_latency(const struct bytes *image, const struct spd_layout *layout,
                               size_t mask_at, unsigned wanted)
{
	uint64_t mask = bytes_u32(image, mask_at) | (uint64_t)bytes_u8(image, mask_at + 4) << 32;
	bool high = layout->first_if_bit_31 > 0 && mask >> 31 & 1;
	unsigned latency = high ? layout->first_if_bit_31 : layout->first_latency;

	for (unsigned bit = 0; bit < layout->latency_bits; bit++, latency += layout->latency_step) {
		if (mask >> bit & 1 && latency >= wanted)
			return latency;
	}
	return 0;
}

/* LPDDR has no clocks to be told: its latencies stand in mode registers. */
static void read_times(const struct bytes *image, const struct spd_layout *layout,
                       const struct times *at, struct spd *spd, struct spd_timings *timings)
{
	unsigned *const times[] = { &timings->tck_ps, &timings->taa_ps, &timings->trcd_ps,
		                    &timings->trp_ps };
	const size_t places[] = { at->tck, at->taa, at->trcd, at->trp };
	unsigned high = at->tras_high > 0 ? bytes_u8(image, at->tras_high) & 15 : 0;

	for (size_t i = 0; i < 4; i++)
		*times[i] = to_ps(image, layout, count_at(image, layout, places[i]), at->fine[i]);
	if (at->tras > 0)
		timings->tras_ps =
		        to_ps(image, layout, high << 8 | count_at(image, layout, at->tras), 0);
	timings->rate_mts = spd_rate(layout->rounding, timings->tck_ps, layout->transfers);
	if (text_starts(spd->type, "LPDDR"))
		return;
	spd_fill_clocks(layout->rounding, timings);
	unsigned wanted = spd_clocks(layout->rounding, timings->taa_ps, timings->tck_ps);
	timings->cl = at->latencies > 0 ? choose_latency(image, layout, at->latencies, wanted)
	                                : wanted;
}

/* Chips of `chip` bits side by side fill the bus, and as many again each rank. */
static void read_organisation(const struct bytes *image, const struct spd_layout *layout,
                              struct spd *spd)
{
	unsigned bus_bits = 8u << bits_at(image, layout->bus);
	unsigned stacked = layout->stacked != NULL ? layout->stacked(image) : 1;

	spd->form = layout->forms[bytes_u8(image, AT_FORM) & 15];
	spd->ranks = bits_at(image, layout->ranks) + 1;
	spd->device_bits = 4u << bits_at(image, layout->chip);
	spd->ecc = bits_at(image, layout->ecc) ? SPD_ECC_YES : SPD_ECC_NO;
	if (layout->chip_mbit != NULL)
		spd->bytes = layout->chip_mbit[bytes_u8(image, 4) & 15] * MIB / 8 * bus_bits /
		             spd->device_bits * (bits_at(image, layout->channels) + 1) *
		             spd->ranks * stacked;
}

static void read_profile(const struct bytes *image, const struct spd_layout *layout,
                         struct spd *spd)
{
	struct bytes mark = bytes_part(image, layout->expo_mark, 5);
	bool expo = layout->expo_mark > 0 && mark.count == 5 && memcmp(mark.items, "EXPO", 4) == 0;
	bool xmp = layout->xmp_mark > 0 && bytes_u16(image, layout->xmp_mark) == XMP_MARK &&
	           bytes_u8(image, layout->xmp_enabled) & 1;

	if (!xmp && !expo)
		return;
	spd->profile_name = xmp && expo ? "XMP/EXPO" : xmp ? "XMP" : "EXPO";
	read_times(image, layout, xmp ? &layout->xmp : &layout->expo, spd, &spd->profile);
}

static void identify(const struct bytes *image, const struct spd_layout *layout,
                     struct spd *spd)
{
	const unsigned maker[2] = { bytes_u8(image, layout->maker),
		                    bytes_u8(image, layout->maker + 1u) };
	bool is_short = layout->crc_short > 0 && bytes_u8(image, AT_USED) & 0x80;

	spd_identify(image, spd, maker, layout->part, layout->part_bytes);
	spd_check_crc(image, spd, is_short ? layout->crc_short : layout->crc, layout->crc);
}

void spd_read(const struct bytes *image, const struct spd_layout *layout, struct spd *spd)
{
	read_organisation(image, layout, spd);
	read_times(image, layout, &layout->jedec, spd, &spd->jedec);
	read_profile(image, layout, spd);
	identify(image, layout, spd);
	if (layout->rest != NULL)
		layout->rest(image, layout, spd);
}

static const uint64_t ddr3_mbit[16] = { 256,  512,   1024,  2048,  4096,
	                                8192, 16384, 32768, 12288, 24576 };
static const uint64_t ddr5_mbit[16] = { 0,     4096,  8192,  12288, 16384,
	                                24576, 32768, 49152, 65536 };

static const char *const fbdimm_forms[16] = { NULL };

/*
 * Always 72 bits wide; rows from 12 (bits 7:5), columns from 9 (4:2), banks 4 << (1:0). The
 * lowest latency in the low nibble, and how many there are in the high one.
 */
static void read_fbdimm(const struct bytes *image, const struct spd_layout *layout,
                        struct spd *spd)
{
	unsigned addressing = bytes_u8(image, 4), latencies = bytes_u8(image, 13);
	unsigned bits = 12 + (addressing >> 5) + 9 + (addressing >> 2 & 7);
	unsigned wanted = spd_clocks(layout->rounding, spd->jedec.taa_ps, spd->jedec.tck_ps);
	unsigned lowest = latencies & 15, least = wanted > lowest ? wanted : lowest;

	spd->form = "FB-DIMM";
	spd->ranks = bits_at(image, layout->ranks);
	spd->ecc = SPD_ECC_YES;
	spd->bytes = ((uint64_t)8 << bits) * (4u << (addressing & 3)) * spd->ranks;
	spd->jedec.cl = least < lowest + (latencies >> 4) ? least : 0;
}

const struct spd_layout spd_fbdimm = {
	.forms = fbdimm_forms, .ranks = { 7, 3, 3 }, .chip = { 7, 0, 3 },
	.base = 9, .jedec = { 11, 14, 19, 21, 23, 22, { 0 }, 0 },
	.transfers = 2, .rounding = &spd_rounding_first, .rest = read_fbdimm,
	.maker = 117, .part = 128, .part_bytes = 18, .crc = 126, .crc_short = 117,
};

static const char *const ddr3_forms[16] = {
	NULL, "RDIMM", "UDIMM", "SO-DIMM", "Micro-DIMM", "Mini-RDIMM", "Mini-UDIMM",
	"Mini-CDIMM", "72b-SO-UDIMM", "72b-SO-RDIMM", "72b-SO-CDIMM", "LRDIMM",
	"16b-SO-DIMM", "32b-SO-DIMM",
};

const struct spd_layout spd_ddr3 = {
	.forms = ddr3_forms, .ranks = { 7, 3, 3 }, .chip = { 7, 0, 3 }, .bus = { 8, 0, 3 },
	.ecc = { 8, 3, 2 }, .chip_mbit = ddr3_mbit,
	.base = 10, .fine_base = 9,
	.jedec = { 12, 16, 18, 20, 22, 21, { 34, 35, 36, 37 }, 14 },
	.transfers = 2, .rounding = &spd_rounding_first,
	.first_latency = 4, .latency_step = 1, .latency_bits = 15,
	.maker = 117, .part = 128, .part_bytes = 18, .crc = 126, .crc_short = 117,
};

static const char *const ddr4_forms[16] = {
	NULL, "RDIMM", "UDIMM", "SO-DIMM", "LRDIMM", "Mini-RDIMM", "Mini-UDIMM", NULL,
	"72b-SO-RDIMM", "72b-SO-UDIMM", NULL, NULL, "16b-SO-DIMM", "32b-SO-DIMM", "non-DIMM",
};

/* What a stack of chips behind one load (3DS) holds, counts as ranks of its own. */
static unsigned stacked_in_ddr4(const struct bytes *image)
{
	unsigned package = bytes_u8(image, 6);
	return (package & 3) == 2 ? (package >> 4 & 7) + 1 : 1;
}

const struct spd_layout spd_ddr4 = {
	.forms = ddr4_forms, .ranks = { 12, 3, 3 }, .chip = { 12, 0, 3 }, .bus = { 13, 0, 3 },
	.ecc = { 13, 3, 2 }, .chip_mbit = ddr3_mbit, .stacked = stacked_in_ddr4,
	.unit_ps = 125, .jedec = { 18, 24, 25, 26, 28, 27, { 125, 123, 122, 121 }, 20 },
	.xmp = { 396, 401, 402, 403, 405, 404, { 431, 430, 429, 428 }, 397 },
	.xmp_mark = 384, .xmp_enabled = 386,
	.transfers = 2, .rounding = &spd_rounding_first,
	.first_latency = 7, .latency_step = 1, .latency_bits = 30, .first_if_bit_31 = 23,
	.maker = 320, .part = 329, .part_bytes = 20, .crc = 126,
};

/* tRP of all banks; there is no tRAS. */
const struct spd_layout spd_lpddr4 = {
	.forms = ddr4_forms, .ranks = { 12, 3, 3 }, .chip = { 12, 0, 3 }, .ecc = { 13, 3, 2 },
	.unit_ps = 125, .jedec = { 18, 24, 26, 27, 0, 0, { 125, 123, 122, 121 }, 0 },
	.transfers = 2, .rounding = &spd_rounding_first,
	.maker = 320, .part = 329, .part_bytes = 20, .crc = 126,
};

/* Longer images say once more who made it, as DDR5's do, and have a sum of their own. */
static void read_lpddr5(const struct bytes *image, const struct spd_layout *layout,
                        struct spd *spd)
{
	(void)layout;
	if (image->count >= 1024)
		identify(image, &spd_ddr5, spd);
}

/* Data move by a clock four times as fast as tCK, on both edges. */
const struct spd_layout spd_lpddr5 = {
	.forms = ddr4_forms, .ranks = { 12, 3, 3 }, .chip = { 12, 0, 3 }, .ecc = { 13, 3, 2 },
	.unit_ps = 125, .jedec = { 18, 24, 26, 27, 0, 0, { 125, 123, 122, 121 }, 0 },
	.transfers = 8, .rounding = &spd_rounding_first, .rest = read_lpddr5,
	.maker = 320, .part = 329, .part_bytes = 20, .crc = 126,
};

static const char *const ddr5_forms[16] = {
	NULL, "RDIMM", "UDIMM", "SO-DIMM", "LRDIMM", "CUDIMM", "CSO-DIMM", "MRDIMM",
	"CAMM2", NULL, "DDIMM", "soldered",
};

/* Chips of a 3D stack, which count as ranks of their own: codes of bits 7:5. */
static unsigned stacked_in_ddr5(const struct bytes *image)
{
	static const unsigned dies[8] = { 1, 1, 2, 4, 8, 16, 1, 1 };
	return dies[bytes_u8(image, 4) >> 5];
}

/* Words of ps; latencies are even. */
const struct spd_layout spd_ddr5 = {
	.forms = ddr5_forms, .ranks = { 234, 3, 3 }, .chip = { 6, 5, 2 }, .bus = { 235, 0, 3 },
	.channels = { 235, 5, 3 }, .ecc = { 235, 3, 2 }, .chip_mbit = ddr5_mbit,
	.stacked = stacked_in_ddr5,
	.unit_ps = 1, .jedec = { 20, 30, 32, 34, 36, 0, { 0 }, 24 },
	.xmp = { 709, 717, 719, 721, 723, 0, { 0 }, 711 }, .xmp_mark = 640, .xmp_enabled = 643,
	.expo = { 846, 848, 850, 852, 854, 0, { 0 }, 0 }, .expo_mark = 832,
	.transfers = 2, .rounding = &spd_rounding_ddr5,
	.first_latency = 20, .latency_step = 2, .latency_bits = 40,
	.maker = 512, .part = 521, .part_bytes = 30, .crc = 510,
};
