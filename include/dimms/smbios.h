/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_SMBIOS_H
#define MEMBENCH_DIMMS_SMBIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dimms/bytes.h"

enum { SMBIOS_TEXT_BYTES = 65 }; /* longer strings are cut; versions before 2.7 end at 64 */

/* A physical memory array: the slots that belong together (type 16). */
struct smbios_array {
	unsigned handle;
	unsigned use;        /* enum smbios_use */
	unsigned correction; /* enum smbios_correction */
};
enum { SMBIOS_RAM = 7, SMBIOS_NONVOLATILE = 31 }; /* types of devices that mean more */
enum { SMBIOS_OPTANE = 7 };                       /* a technology that does */
enum smbios_use { SMBIOS_SYSTEM_MEMORY = 3 };
enum smbios_correction { SMBIOS_CORRECTION_NONE = 3, SMBIOS_CORRECTION_PARITY = 4,
	                 SMBIOS_CORRECTION_SINGLE = 5, SMBIOS_CORRECTION_MULTI = 6,
	                 SMBIOS_CORRECTION_CRC = 7 };

/*
 * A slot, with or without a module in it (type 17), as the firmware describes it,
 * placeholders and nonsense included. Numbers are 0 and strings "" where it says nothing.
 */
struct smbios_device {
	unsigned handle, array_handle;
	unsigned length;                  /* of the structure: how much it can say */
	bool is_populated;
	uint64_t bytes;                   /* 0 also where a module is there, size unknown */
	unsigned total_bits, data_bits;
	unsigned form_factor, type;       /* numbers of DSP0134; names below */
	uint32_t rated_mts, configured_mts; /* 10^6 transfers a second */
	unsigned ranks;
	bool is_nonvolatile;              /* by its technology, type or type detail */
	unsigned technology;              /* 7.18.6; named by smbios_technology_name() */
	uint64_t volatile_bytes;          /* of a non-volatile one, what serves as memory */
	unsigned maker_id;                /* low byte continuations, high byte code; JEP106 */
	char locator[SMBIOS_TEXT_BYTES], bank[SMBIOS_TEXT_BYTES];
	char maker[SMBIOS_TEXT_BYTES], part[SMBIOS_TEXT_BYTES]; /* no blanks at their ends */
};

/* Release with smbios_release(). */
struct smbios {
	struct smbios_array *arrays;
	size_t array_count, array_capacity;
	struct smbios_device *devices;
	size_t device_count, device_capacity;
	/* Who made the machine and its firmware (types 1 and 0), "" where it is not said. */
	char maker[SMBIOS_TEXT_BYTES], product[SMBIOS_TEXT_BYTES], firmware[SMBIOS_TEXT_BYTES];
	bool is_cut; /* it ends within a structure, or one is malformed */
};

/*
 * A table as /sys/firmware/dmi/tables/DMI holds it, or a file of `dmidecode --dump-bin`,
 * where it stands behind its entry point (DSP0134, SMBIOS Reference Specification 3.x,
 * 7.17 and 7.18). Reads on to the end structure, only fields that a structure's length
 * covers. Returns -1 where it is no such table: nothing stands before the end structure,
 * or it breaks off before one and tells of no memory device.
 */
int smbios_decode(const struct bytes *table, struct smbios *smbios);
void smbios_release(struct smbios *smbios);

/* "DDR4", "SODIMM"; NULL for numbers that the standard has not. */
const char *smbios_type_name(unsigned type);
const char *smbios_form_factor_name(unsigned form_factor);
/* "NVDIMM-N" of memory that keeps its contents; NULL for DRAM and what is not known. */
const char *smbios_technology_name(unsigned technology);
/* Whether a type holds data that is worked on, not firmware (Flash, ROM ...). */
bool smbios_type_is_memory(unsigned type);
/* NULL where no structure has that handle. */
const struct smbios_array *smbios_array(const struct smbios *smbios, unsigned handle);

#endif
