/* SPDX-License-Identifier: MIT */
/*
 * dimms: SPD of DDR4 (JEDEC 21-C, 4.1.2.L), of LPDDR4 (4.1.2.M) and LPDDR5, whose layout
 * differs in a few places, and XMP 2.0 profiles.
 */
#include "base/units.h"
#include "dimms/spd_layout.h"

enum {
	AT_FORM = 3, AT_DENSITY = 4, AT_PACKAGE = 6, AT_ORGANISATION = 12, AT_BUS = 13,
	AT_TCK = 18, AT_LATENCIES = 20, AT_CRC = 126, AT_MAKER = 320, AT_PART = 329,
	AT_LONG_MAKER = 512, AT_LONG_PART = 521, AT_XMP = 384, AT_XMP_PROFILE = 393,
};
enum { PART_BYTES = 20, LONG_PART_BYTES = 30, CRC_BYTES = 126, LONG_BYTES = 1024 };
enum { XMP_MARK = 0x4A0C, SIGNAL_3DS = 2 };
enum { BASE_PS = 125, FIRST_CL = 7, FIRST_CL_HIGH = 23 }; /* the fine base is 1 ps */

/* Where a set of timings lies: counts of 125 ps, and corrections in ps. */
struct timing_places {
	unsigned char tck, taa, trcd, trp, tras_high, tras; /* from `start` */
	unsigned char fine_tck, fine_taa, fine_trcd, fine_trp;
};

static const struct timing_places ddr4_places = { 18, 24, 25, 26, 27, 28, 125, 123, 122, 121 };
/* tRP of all banks; there is no tRAS. */
static const struct timing_places lpddr4_places = { 18, 24, 26, 27, 0, 0, 125, 123, 122, 121 };
static const struct timing_places xmp_places = { 3, 8, 9, 10, 11, 12, 38, 37, 36, 35 };

static unsigned time_ps(const struct bytes *image, size_t count_at, size_t fine_at)
{
	int ps = (int)bytes_u8(image, count_at) * BASE_PS + bytes_s8(image, fine_at);
	return ps > 0 ? (unsigned)ps : 0;
}

static void read_timings(const struct bytes *set, const struct timing_places *at,
                         struct spd_timings *timings)
{
	timings->tck_ps = time_ps(set, at->tck, at->fine_tck);
	timings->taa_ps = time_ps(set, at->taa, at->fine_taa);
	timings->trcd_ps = time_ps(set, at->trcd, at->fine_trcd);
	timings->trp_ps = time_ps(set, at->trp, at->fine_trp);
	if (at->tras > 0)
		timings->tras_ps = ((bytes_u8(set, at->tras_high) & 15) << 8 |
		                    bytes_u8(set, at->tras)) * BASE_PS;
}

/* The clocks of DDR4; bit 31 of the mask moves it to higher latencies. */
static void fill_ddr4(struct spd_timings *timings, uint32_t mask)
{
	unsigned first = mask >> 31 ? FIRST_CL_HIGH : FIRST_CL;

	timings->rate_mts = spd_rate(timings->tck_ps, 2);
	spd_fill_clocks(timings, spd_clocks);
	timings->cl = spd_latency(mask & 0x3FFFFFFF, first, 1,
	                          spd_clocks(timings->taa_ps, timings->tck_ps));
}

/* What a stack of chips behind one load holds, counts as ranks of its own. */
static unsigned stacked(const struct bytes *image)
{
	unsigned package = bytes_u8(image, AT_PACKAGE);
	return (package & 3) == SIGNAL_3DS ? (package >> 4 & 7) + 1 : 1;
}

static void read_organisation(const struct bytes *image, struct spd *spd)
{
	static const char *const forms[16] = {
		NULL, "RDIMM", "UDIMM", "SO-DIMM", "LRDIMM", "Mini-RDIMM", "Mini-UDIMM", NULL,
		"72b-SO-RDIMM", "72b-SO-UDIMM", NULL, NULL, "16b-SO-DIMM", "32b-SO-DIMM",
		"non-DIMM",
	};
	unsigned organisation = bytes_u8(image, AT_ORGANISATION);

	spd->form = forms[bytes_u8(image, AT_FORM) & 15];
	spd->ranks = (organisation >> 3 & 7) + 1;
	spd->device_bits = 4u << (organisation & 7);
	spd->ecc = bytes_u8(image, AT_BUS) >> 3 & 3 ? SPD_ECC_YES : SPD_ECC_NO;
}

static void read_xmp(const struct bytes *image, struct spd *spd)
{
	struct bytes profile = bytes_part(image, AT_XMP_PROFILE, 40);

	if (bytes_u16(image, AT_XMP) != XMP_MARK || (bytes_u8(image, AT_XMP + 2) & 1) == 0)
		return;
	read_timings(&profile, &xmp_places, &spd->profile);
	fill_ddr4(&spd->profile, bytes_u32(&profile, 4));
	spd->profile_name = "XMP";
}

void spd_decode_ddr4(const struct bytes *image, struct spd *spd)
{
	unsigned bus_bits = 8u << (bytes_u8(image, AT_BUS) & 7);

	read_organisation(image, spd);
	spd->bytes = spd_density_mbit(bytes_u8(image, AT_DENSITY)) * MIB / 8 * bus_bits /
	             spd->device_bits * spd->ranks * stacked(image);
	read_timings(image, &ddr4_places, &spd->jedec);
	fill_ddr4(&spd->jedec, bytes_u32(image, AT_LATENCIES));
	read_xmp(image, spd);
	spd_identify(image, spd, AT_MAKER, AT_PART, PART_BYTES);
	spd_check_crc(image, spd, CRC_BYTES, AT_CRC);
}

void spd_decode_lpddr4(const struct bytes *image, struct spd *spd)
{
	read_organisation(image, spd);
	read_timings(image, &lpddr4_places, &spd->jedec);
	spd->jedec.rate_mts = spd_rate(spd->jedec.tck_ps, 2);
	spd_identify(image, spd, AT_MAKER, AT_PART, PART_BYTES);
	spd_check_crc(image, spd, CRC_BYTES, AT_CRC);
}

/* Data move by a clock four times as fast as tCK, on both edges. */
void spd_decode_lpddr5(const struct bytes *image, struct spd *spd)
{
	spd_decode_lpddr4(image, spd);
	spd->jedec.rate_mts = spd_rate(spd->jedec.tck_ps, 8);
	if (image->count < LONG_BYTES)
		return;
	spd_identify(image, spd, AT_LONG_MAKER, AT_LONG_PART, LONG_PART_BYTES);
	spd_check_crc(image, spd, LONG_BYTES / 2 - 2, LONG_BYTES / 2 - 2);
}
