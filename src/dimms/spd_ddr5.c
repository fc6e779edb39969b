/* SPDX-License-Identifier: MIT */
/* dimms: SPD of DDR5 (JESD400-5), and profiles of XMP 3.0 and EXPO. */
#include <string.h>

#include "base/units.h"
#include "dimms/spd_layout.h"

enum {
	AT_FORM = 3, AT_DENSITY = 4, AT_WIDTH = 6, AT_TCK = 20, AT_LATENCIES = 24, AT_TAA = 30,
	AT_RANKS = 234, AT_CHANNELS = 235, AT_CRC = 510, AT_MAKER = 512, AT_PART = 521,
	AT_XMP = 640, AT_XMP_PROFILE = 704, AT_EXPO = 832, AT_EXPO_PROFILE = 842,
};
enum { PART_BYTES = 30, CRC_BYTES = 510, XMP_MARK = 0x4A0C, FIRST_CL = 20, CL_STEP = 2 };

/* tAA, tRCD, tRP and tRAS stand one behind the other, words of ps. */
static void read_timings(const struct bytes *image, size_t tck_at, size_t taa_at,
                         struct spd_timings *timings)
{
	timings->tck_ps = bytes_u16(image, tck_at);
	timings->taa_ps = bytes_u16(image, taa_at);
	timings->trcd_ps = bytes_u16(image, taa_at + 2);
	timings->trp_ps = bytes_u16(image, taa_at + 4);
	timings->tras_ps = bytes_u16(image, taa_at + 6);
	timings->rate_mts = spd_rate_ddr5(timings->tck_ps);
	spd_fill_clocks(timings, spd_clocks_ddr5);
	timings->cl = spd_clocks_ddr5(timings->taa_ps, timings->tck_ps);
}

static uint64_t latencies_at(const struct bytes *image, size_t at)
{
	return bytes_u32(image, at) | (uint64_t)bytes_u8(image, at + 4) << 32;
}

/* Latencies of DDR5 are even. */
static void choose_latency(struct spd_timings *timings, uint64_t mask)
{
	unsigned wanted = spd_clocks_ddr5(timings->taa_ps, timings->tck_ps);
	timings->cl = spd_latency(mask, FIRST_CL, CL_STEP, wanted);
}

static uint64_t density_mbit(unsigned code)
{
	static const uint64_t gbit[16] = { 0, 4, 8, 12, 16, 24, 32, 48, 64 };
	return gbit[code & 15] * 1024;
}

/* Chips of a 3D stack, which count as ranks of their own: codes of bits 7:5. */
static unsigned stacked(unsigned density)
{
	static const unsigned dies[8] = { 1, 1, 2, 4, 8, 16, 1, 1 };
	return dies[density >> 5];
}

static void read_organisation(const struct bytes *image, struct spd *spd)
{
	static const char *const forms[16] = {
		NULL, "RDIMM", "UDIMM", "SO-DIMM", "LRDIMM", "CUDIMM", "CSO-DIMM", "MRDIMM",
		"CAMM2", NULL, "DDIMM", "soldered",
	};
	unsigned density = bytes_u8(image, AT_DENSITY), channels = bytes_u8(image, AT_CHANNELS);
	unsigned chip_bits = 4u << (bytes_u8(image, AT_WIDTH) >> 5 & 3);
	unsigned bus_bits = 8u << (channels & 7), channel_count = (channels >> 5 & 7) + 1;

	spd->form = forms[bytes_u8(image, AT_FORM) & 15];
	spd->ranks = (bytes_u8(image, AT_RANKS) >> 3 & 7) + 1;
	spd->device_bits = chip_bits;
	spd->ecc = channels >> 3 & 3 ? SPD_ECC_YES : SPD_ECC_NO;
	spd->bytes = density_mbit(density) * MIB / 8 * bus_bits / chip_bits * channel_count *
	             spd->ranks * stacked(density);
}

static bool has_expo(const struct bytes *image)
{
	return image->count > AT_EXPO + 4 && memcmp(image->items + AT_EXPO, "EXPO", 4) == 0;
}

static void read_profile(const struct bytes *image, struct spd *spd)
{
	bool xmp = bytes_u16(image, AT_XMP) == XMP_MARK && bytes_u8(image, AT_XMP + 3) & 1;
	size_t at = xmp ? AT_XMP_PROFILE : AT_EXPO_PROFILE;

	if (xmp) {
		read_timings(image, at + 5, at + 13, &spd->profile);
		choose_latency(&spd->profile, latencies_at(image, at + 7));
		spd->profile_name = has_expo(image) ? "XMP/EXPO" : "XMP";
	} else if (has_expo(image)) {
		read_timings(image, at + 4, at + 6, &spd->profile);
		spd->profile_name = "EXPO";
	}
}

void spd_decode_ddr5(const struct bytes *image, struct spd *spd)
{
	read_organisation(image, spd);
	read_timings(image, AT_TCK, AT_TAA, &spd->jedec);
	choose_latency(&spd->jedec, latencies_at(image, AT_LATENCIES));
	read_profile(image, spd);
	spd_identify(image, spd, AT_MAKER, AT_PART, PART_BYTES);
	spd_check_crc(image, spd, CRC_BYTES, AT_CRC);
}
