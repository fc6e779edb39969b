/* SPDX-License-Identifier: MIT */
/* dimms: SPD of SDR, DDR and DDR2 (JEDEC 21-C, 4.1.2.4, .5 and .10): one family. */
#include <stdio.h>

#include "dimms/spd_layout.h"

enum {
	AT_ROWS = 3, AT_COLUMNS = 4, AT_RANKS = 5, AT_TCK = 9, AT_CONFIGURATION = 11,
	AT_DEVICE_BITS = 13, AT_BANKS = 17, AT_LATENCIES = 18, AT_FORM = 20, AT_TRP = 27,
	AT_TRCD = 29, AT_TRAS = 30, AT_CHECKSUM = 63, AT_MAKER = 64, AT_PART = 73,
};
enum { MAKER_BYTES = 8, PART_BYTES = 18, CONTINUATION = 0x7F, DATA_BYTES_WIDE = 8 };

/* ns in the high nibble, tenths in the low one, which has some names of its own. */
static unsigned cycle_ps(unsigned byte)
{
	static const unsigned fractions[16] = { 0,   100, 200, 300, 400, 500, 600, 700,
		                                800, 900, 250, 333, 667, 750, 875, 0 };
	return (byte >> 4) * 1000 + fractions[byte & 15];
}

static unsigned highest_bit(unsigned mask)
{
	unsigned bit = 0;
	while (mask >> (bit + 1))
		bit++;
	return bit;
}

static void identify(const struct bytes *image, struct spd *spd)
{
	unsigned continuations = 0;

	while (continuations < MAKER_BYTES - 1 &&
	       bytes_u8(image, AT_MAKER + continuations) == CONTINUATION)
		continuations++;
	spd_maker(spd, continuations, bytes_u8(image, AT_MAKER + continuations));
	spd_part(image, spd, AT_PART, PART_BYTES);
}

static void check_sum(const struct bytes *image, struct spd *spd)
{
	unsigned sum = 0;

	for (size_t i = 0; i < AT_CHECKSUM; i++)
		sum += bytes_u8(image, i);
	spd->checksum = (sum & 0xFF) == bytes_u8(image, AT_CHECKSUM) ? SPD_CHECKSUM_OK
	                                                              : SPD_CHECKSUM_BAD;
}

/* Nothing but the sum tells such a type from any other bytes. */
void spd_decode_old(const struct bytes *image, struct spd *spd)
{
	identify(image, spd);
	check_sum(image, spd);
	bool holds = spd->checksum == SPD_CHECKSUM_OK;
	spd->state = holds ? SPD_READ : SPD_UNKNOWN;
	(void)snprintf(spd->reason, sizeof spd->reason, holds
	               ? "%s: a type of which nothing more is decoded"
	               : "byte 2 says %s, and the checksum is wrong: misread, or no SPD",
	               spd->type);
}

/* 64 bits wide, ECC or not. 2^(rows + columns) words in each bank of each rank. */
static uint64_t module_bytes(const struct bytes *image, unsigned ranks)
{
	unsigned bits = (bytes_u8(image, AT_ROWS) & 15) + (bytes_u8(image, AT_COLUMNS) & 15);
	return ((uint64_t)DATA_BYTES_WIDE << bits) * ranks * bytes_u8(image, AT_BANKS);
}

/* Everything but latencies; times of tRP and tRCD come in units of `unit_ps`. */
static void decode_common(const struct bytes *image, struct spd *spd, unsigned ranks,
                          unsigned unit_ps)
{
	struct spd_timings *jedec = &spd->jedec;

	spd->ranks = ranks;
	spd->bytes = module_bytes(image, ranks);
	spd->device_bits = bytes_u8(image, AT_DEVICE_BITS) & 0x7F;
	spd->ecc = bytes_u8(image, AT_CONFIGURATION) & 2 ? SPD_ECC_YES : SPD_ECC_NO;
	jedec->tck_ps = cycle_ps(bytes_u8(image, AT_TCK));
	jedec->trp_ps = bytes_u8(image, AT_TRP) * unit_ps;
	jedec->trcd_ps = bytes_u8(image, AT_TRCD) * unit_ps;
	jedec->tras_ps = bytes_u8(image, AT_TRAS) * 1000;
	spd_fill_clocks(jedec, spd_clocks);
	identify(image, spd);
	check_sum(image, spd);
}

/* The highest latency goes with the shortest cycle, byte 9. */
void spd_decode_sdr(const struct bytes *image, struct spd *spd)
{
	unsigned latencies = bytes_u8(image, AT_LATENCIES) & 0x7F;

	decode_common(image, spd, bytes_u8(image, AT_RANKS), 1000);
	spd->jedec.cl = latencies ? highest_bit(latencies) + 1 : 0;
	spd->jedec.rate_mts = spd_rate(spd->jedec.tck_ps, 1);
}

void spd_decode_ddr(const struct bytes *image, struct spd *spd)
{
	unsigned latencies = bytes_u8(image, AT_LATENCIES) & 0x7F;

	decode_common(image, spd, bytes_u8(image, AT_RANKS), 250);
	spd->jedec.cl = latencies ? 1 + highest_bit(latencies) / 2.0 : 0;
	spd->jedec.rate_mts = spd_rate(spd->jedec.tck_ps, 2);
}

void spd_decode_ddr2(const struct bytes *image, struct spd *spd)
{
	static const struct { unsigned code; const char *name; } forms[] = {
		{ 0x01, "RDIMM" },        { 0x02, "UDIMM" },        { 0x04, "SO-DIMM" },
		{ 0x05, "72b-SO-CDIMM" }, { 0x06, "72b-SO-RDIMM" }, { 0x08, "Micro-DIMM" },
		{ 0x10, "Mini-RDIMM" },   { 0x20, "Mini-UDIMM" },
	};
	unsigned latencies = bytes_u8(image, AT_LATENCIES) & 0xFC;

	decode_common(image, spd, (bytes_u8(image, AT_RANKS) & 7) + 1, 250);
	spd->jedec.cl = latencies ? highest_bit(latencies) : 0;
	spd->jedec.rate_mts = spd_rate(spd->jedec.tck_ps, 2);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (forms[i].code == bytes_u8(image, AT_FORM))
			spd->form = forms[i].name;
	}
}
