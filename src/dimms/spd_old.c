/* SPDX-License-Identifier: MIT */
/* dimms: SPD of SDR, DDR and DDR2 (JEDEC 21-C, 4.1.2.4, .5 and .10): one family. */
#include <stdio.h>

#include "dimms/spd_layout.h"

enum {
	AT_TYPE = 2, AT_ROWS = 3, AT_COLUMNS = 4, AT_RANKS = 5, AT_TCK = 9,
	AT_CONFIGURATION = 11, AT_DEVICE_BITS = 13, AT_BANKS = 17, AT_LATENCIES = 18,
	AT_FORM = 20, AT_TRP = 27, AT_TRCD = 29, AT_TRAS = 30, AT_CHECKSUM = 63,
	AT_MAKER = 64, AT_PART = 73,
};
enum { MAKER_BYTES = 8, PART_BYTES = 18, CONTINUATION = 0x7F, DATA_BYTES_WIDE = 8,
       DDR2_FORMS = 0x21 };

/* By AT_TYPE. The highest latency goes with the shortest cycle, byte 9. */
static const struct family {
	unsigned transfers;
	unsigned unit_ps;             /* of tRP and tRCD */
	unsigned latency_mask;
	double first_cl, cl_step;     /* of its bits */
	unsigned rank_mask, first_rank;
	const char *const *forms;
} families[] = {
	[0x04] = { 1, 1000, 0x7F, 1, 1, 0xFF, 0, NULL },
	[0x07] = { 2, 250, 0x7F, 1, 0.5, 0xFF, 0, NULL },
	[0x08] = { 2, 250, 0xFC, 0, 1, 7, 1, (const char *const[DDR2_FORMS]){
		[0x01] = "RDIMM", [0x02] = "UDIMM", [0x04] = "SO-DIMM", [0x05] = "72b-SO-CDIMM",
		[0x06] = "72b-SO-RDIMM", [0x08] = "Micro-DIMM", [0x10] = "Mini-RDIMM",
		[0x20] = "Mini-UDIMM" } },
};

/* ns in the high nibble, tenths in the low one, which has some names of its own. */
static unsigned cycle_ps(unsigned byte)
{
	static const unsigned fractions[16] = { 0,   100, 200, 300, 400, 500, 600, 700,
		                                800, 900, 250, 333, 667, 750, 875, 0 };
	return (byte >> 4) * 1000 + fractions[byte & 15];
}

static void identify(const struct bytes *image, struct spd *spd)
{
	unsigned maker[2] = { 0, 0 };

	while (maker[0] < MAKER_BYTES - 1 && bytes_u8(image, AT_MAKER + maker[0]) == CONTINUATION)
		maker[0]++;
	maker[1] = bytes_u8(image, AT_MAKER + maker[0]);
	spd_identify(image, spd, maker, AT_PART, PART_BYTES);
	struct bytes covered = bytes_part(image, 0, AT_CHECKSUM);
	spd->checksum = bytes_sum(&covered) == bytes_u8(image, AT_CHECKSUM) ? SPD_CHECKSUM_OK
	                                                                    : SPD_CHECKSUM_BAD;
}

/* Nothing but the sum tells such a type from any other bytes. */
void spd_read_old(const struct bytes *image, struct spd *spd)
{
	identify(image, spd);
	bool holds = spd->checksum == SPD_CHECKSUM_OK;
	spd->state = holds ? SPD_READ : SPD_UNKNOWN;
	(void)snprintf(spd->reason, sizeof spd->reason, holds
	               ? "%s: a type of which nothing more is decoded"
	               : "byte 2 says %s, and the checksum is wrong: misread, or no SPD",
	               spd->type);
}

static void read_times(const struct bytes *image, const struct family *family,
                       struct spd_timings *times)
{
	unsigned latencies = bytes_u8(image, AT_LATENCIES) & family->latency_mask, bit = 7;

	times->tck_ps = cycle_ps(bytes_u8(image, AT_TCK));
	times->trp_ps = bytes_u8(image, AT_TRP) * family->unit_ps;
	times->trcd_ps = bytes_u8(image, AT_TRCD) * family->unit_ps;
	times->tras_ps = bytes_u8(image, AT_TRAS) * 1000;
	times->rate_mts = spd_rate(&spd_rounding_first, times->tck_ps, family->transfers);
	spd_fill_clocks(&spd_rounding_first, times);
	while (bit > 0 && latencies >> bit == 0)
		bit--;
	times->cl = latencies > 0 ? family->first_cl + bit * family->cl_step : 0;
}

void spd_read_sdr(const struct bytes *image, struct spd *spd)
{
	const struct family *family = &families[bytes_u8(image, AT_TYPE)];
	unsigned bits = (bytes_u8(image, AT_ROWS) & 15) + (bytes_u8(image, AT_COLUMNS) & 15);

	spd->ranks = (bytes_u8(image, AT_RANKS) & family->rank_mask) + family->first_rank;
	/* 64 bits wide, ECC or not. 2^(rows + columns) words in each bank of each rank. */
	spd->bytes = ((uint64_t)DATA_BYTES_WIDE << bits) * spd->ranks * bytes_u8(image, AT_BANKS);
	spd->device_bits = bytes_u8(image, AT_DEVICE_BITS) & 0x7F;
	spd->ecc = bytes_u8(image, AT_CONFIGURATION) & 2 ? SPD_ECC_YES : SPD_ECC_NO;
	if (family->forms != NULL && bytes_u8(image, AT_FORM) < DDR2_FORMS)
		spd->form = family->forms[bytes_u8(image, AT_FORM)];
	read_times(image, family, &spd->jedec);
	identify(image, spd);
}
