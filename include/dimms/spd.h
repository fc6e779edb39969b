/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_SPD_H
#define MEMBENCH_DIMMS_SPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dimms/bytes.h"

enum { SPD_PART_BYTES = 31, SPD_MAKER_BYTES = 24 };

enum spd_state {
	SPD_READ,    /* decoded; is_cut where some of it is missing */
	SPD_EMPTY,   /* begins with nothing but 00 or FF: no module, or erased */
	SPD_SHORT,   /* of a known type, but cut before its timings end */
	SPD_UNKNOWN, /* no type that is known here: misread, or too new */
};
enum spd_checksum { SPD_CHECKSUM_UNKNOWN, SPD_CHECKSUM_OK, SPD_CHECKSUM_BAD };
enum spd_ecc { SPD_ECC_UNKNOWN, SPD_ECC_NO, SPD_ECC_YES };

/*
 * A speed and its timings. Clocks are those of the memory's bus, as CL-tRCD-tRP-tRAS are
 * written; 0 where not known.
 */
struct spd_timings {
	unsigned rate_mts; /* 10^6 transfers a second */
	double cl;         /* halves with DDR */
	unsigned trcd, trp, tras;
	unsigned tck_ps, taa_ps, trcd_ps, trp_ps, tras_ps;
};

/* What a module's EEPROM says. Numbers are 0, strings NULL or "" where it
 * does not. */
struct spd {
	enum spd_state state;
	char reason[96];              /* why it is not SPD_READ or tells but its type, else "" */
	bool is_cut;
	bool is_nonvolatile;          /* an NVDIMM: DRAM that is kept, or other memory */
	const char *type;             /* "DDR4" */
	const char *form;             /* "SO-DIMM" */
	uint64_t bytes;               /* of data, without ECC */
	unsigned ranks, device_bits;  /* ranks; data bits of one chip */
	enum spd_ecc ecc;
	struct spd_timings jedec;     /* at the fastest speed that JEDEC knows of it */
	struct spd_timings profile;   /* the first XMP or EXPO profile; rate_mts 0 if none */
	const char *profile_name;     /* "XMP", "EXPO" */
	char maker[SPD_MAKER_BYTES];  /* by JEP106; "JEDEC 6, 0x2A" where not in the table */
	char part[SPD_PART_BYTES];
	enum spd_checksum checksum;
};

/*
 * Decode an SPD EEPROM by JEDEC's layouts: standard 21-C sections 4.1.2.4 (DDR), 4.1.2.5
 * (SDR), 4.1.2.7 (FB-DIMM), 4.1.2.10 (DDR2), 4.1.2.11 (DDR3), 4.1.2.L (DDR4), 4.1.2.M
 * (LPDDR3, LPDDR4) and
 * JESD400-5 (DDR5). Never fails: `state` says what it is. Rates are those of the bus
 * clock's steps cut to whole MT/s, as JEDEC names them (2666, not 2667). LPDDR has no CL:
 * its latencies stand in mode registers; and of soldered LPDDR4 and 5 the size is unknown,
 * since the EEPROM (often the firmware's) tells of one package, not of the machine.
 */
void spd_decode(const struct bytes *image, struct spd *spd);

#endif
