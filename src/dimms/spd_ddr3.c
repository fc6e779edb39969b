/* SPDX-License-Identifier: MIT */
/* dimms: SPD of DDR3 (JEDEC 21-C, 4.1.2.11), and LPDDR3 in the same layout. */
#include "base/units.h"
#include "dimms/spd_layout.h"

enum {
	AT_USED = 0, AT_FORM = 3, AT_DENSITY = 4, AT_ORGANISATION = 7, AT_BUS = 8,
	AT_FINE_BASE = 9, AT_BASE = 10, AT_TCK = 12, AT_LATENCIES = 14, AT_TAA = 16,
	AT_TRCD = 18, AT_TRP = 20, AT_TRAS_HIGH = 21, AT_TRAS = 22, AT_FINE_TCK = 34,
	AT_FINE_TAA = 35, AT_FINE_TRCD = 36, AT_FINE_TRP = 37, AT_MAKER = 117, AT_CRC = 126,
	AT_PART = 128,
};
enum { PART_BYTES = 18, CRC_BYTES = 126, CRC_BYTES_SHORT = 117, FIRST_CL = 4 };

/* Times are counts of a base, corrected by counts of a fine base; both are ratios. */
struct time_base {
	double base_ps, fine_ps;
};

static struct time_base read_base(const struct bytes *image)
{
	unsigned fine = bytes_u8(image, AT_FINE_BASE), divisor = bytes_u8(image, AT_BASE + 1);
	struct time_base base = { 0, 0 };

	if (divisor > 0)
		base.base_ps = 1000.0 * bytes_u8(image, AT_BASE) / divisor;
	if (fine & 15)
		base.fine_ps = (double)(fine >> 4) / (fine & 15);
	return base;
}

static unsigned time_ps(const struct time_base *base, unsigned count, int fine)
{
	double ps = count * base->base_ps + fine * base->fine_ps;
	return ps > 0 ? (unsigned)(ps + 0.5) : 0;
}

static void read_timings(const struct bytes *image, struct spd_timings *timings)
{
	struct time_base base = read_base(image);
	unsigned tras = (bytes_u8(image, AT_TRAS_HIGH) & 15) << 8 | bytes_u8(image, AT_TRAS);

	timings->tck_ps = time_ps(&base, bytes_u8(image, AT_TCK), bytes_s8(image, AT_FINE_TCK));
	timings->taa_ps = time_ps(&base, bytes_u8(image, AT_TAA), bytes_s8(image, AT_FINE_TAA));
	timings->trcd_ps =
	        time_ps(&base, bytes_u8(image, AT_TRCD), bytes_s8(image, AT_FINE_TRCD));
	timings->trp_ps = time_ps(&base, bytes_u8(image, AT_TRP), bytes_s8(image, AT_FINE_TRP));
	timings->tras_ps = time_ps(&base, tras, 0);
	timings->rate_mts = spd_rate(timings->tck_ps, 2);
}

static void read_organisation(const struct bytes *image, struct spd *spd)
{
	static const char *const forms[16] = {
		NULL, "RDIMM", "UDIMM", "SO-DIMM", "Micro-DIMM", "Mini-RDIMM", "Mini-UDIMM",
		"Mini-CDIMM", "72b-SO-UDIMM", "72b-SO-RDIMM", "72b-SO-CDIMM", "LRDIMM",
		"16b-SO-DIMM", "32b-SO-DIMM",
	};
	unsigned organisation = bytes_u8(image, AT_ORGANISATION), bus = bytes_u8(image, AT_BUS);
	unsigned chip_bits = 4u << (organisation & 7), bus_bits = 8u << (bus & 7);

	spd->form = forms[bytes_u8(image, AT_FORM) & 15];
	spd->ranks = (organisation >> 3 & 7) + 1;
	spd->device_bits = chip_bits;
	spd->ecc = bus >> 3 & 3 ? SPD_ECC_YES : SPD_ECC_NO;
	spd->bytes = spd_density_mbit(bytes_u8(image, AT_DENSITY)) * MIB / 8 * bus_bits /
	             chip_bits * spd->ranks;
}

void spd_decode_lpddr3(const struct bytes *image, struct spd *spd)
{
	size_t covered = bytes_u8(image, AT_USED) & 0x80 ? CRC_BYTES_SHORT : CRC_BYTES;

	read_organisation(image, spd);
	read_timings(image, &spd->jedec);
	spd_identify(image, spd, AT_MAKER, AT_PART, PART_BYTES);
	spd_check_crc(image, spd, covered, AT_CRC);
}

void spd_decode_ddr3(const struct bytes *image, struct spd *spd)
{
	struct spd_timings *jedec = &spd->jedec;

	spd_decode_lpddr3(image, spd);
	spd_fill_clocks(jedec, spd_clocks);
	jedec->cl = spd_latency(bytes_u16(image, AT_LATENCIES) & 0x7FFF, FIRST_CL, 1,
	                        spd_clocks(jedec->taa_ps, jedec->tck_ps));
}
