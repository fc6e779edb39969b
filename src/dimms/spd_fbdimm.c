/* SPDX-License-Identifier: MIT */
/* dimms: SPD of DDR2 FB-DIMMs (JEDEC 21-C, 4.1.2.7), a layout of their own. */
#include "dimms/spd_layout.h"

enum {
	AT_USED = 0, AT_ADDRESSING = 4, AT_ORGANISATION = 7, AT_BASE = 9, AT_TCK = 11,
	AT_LATENCIES = 13, AT_TAA = 14, AT_TRCD = 19, AT_TRP = 21, AT_TRAS_HIGH = 22,
	AT_TRAS = 23, AT_MAKER = 117, AT_CRC = 126, AT_PART = 128,
};
enum { PART_BYTES = 18, CRC_BYTES = 126, CRC_BYTES_SHORT = 117, DATA_BYTES_WIDE = 8 };

/* Counts of a base that two bytes give as a ratio in ns. */
static unsigned time_ps(const struct bytes *image, unsigned count)
{
	unsigned divisor = bytes_u8(image, AT_BASE + 1);
	return divisor ? count * 1000 * bytes_u8(image, AT_BASE) / divisor : 0;
}

/* Rows from 12 (bits 7:5), columns from 9 (4:2), banks 4 << (1:0); always 72 bits wide. */
static void read_organisation(const struct bytes *image, struct spd *spd)
{
	unsigned addressing = bytes_u8(image, AT_ADDRESSING);
	unsigned organisation = bytes_u8(image, AT_ORGANISATION);
	unsigned bits = 12 + (addressing >> 5) + 9 + (addressing >> 2 & 7);

	spd->form = "FB-DIMM";
	spd->ranks = organisation >> 3 & 7;
	spd->device_bits = 4u << (organisation & 7);
	spd->ecc = SPD_ECC_YES;
	spd->bytes = ((uint64_t)DATA_BYTES_WIDE << bits) * (4u << (addressing & 3)) * spd->ranks;
}

void spd_decode_fbdimm(const struct bytes *image, struct spd *spd)
{
	struct spd_timings *jedec = &spd->jedec;
	unsigned used = bytes_u8(image, AT_USED), latencies = bytes_u8(image, AT_LATENCIES);
	unsigned tras = bytes_u8(image, AT_TRAS) | (bytes_u8(image, AT_TRAS_HIGH) & 15) << 8;

	read_organisation(image, spd);
	jedec->tck_ps = time_ps(image, bytes_u8(image, AT_TCK));
	jedec->taa_ps = time_ps(image, bytes_u8(image, AT_TAA));
	jedec->trcd_ps = time_ps(image, bytes_u8(image, AT_TRCD));
	jedec->trp_ps = time_ps(image, bytes_u8(image, AT_TRP));
	jedec->tras_ps = time_ps(image, tras);
	jedec->rate_mts = spd_rate(jedec->tck_ps, 2);
	spd_fill_clocks(jedec, spd_clocks);
	/* The lowest latency in the low nibble, and how many there are in the high one. */
	jedec->cl = spd_latency(((uint64_t)1 << (latencies >> 4)) - 1, latencies & 15, 1,
	                        spd_clocks(jedec->taa_ps, jedec->tck_ps));
	spd_identify(image, spd, AT_MAKER, AT_PART, PART_BYTES);
	spd_check_crc(image, spd, used & 0x80 ? CRC_BYTES_SHORT : CRC_BYTES, AT_CRC);
}
