/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_MODULES_H
#define MEMBENCH_DIMMS_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "dimms/smbios.h"
#include "dimms/spd.h"

#define MODULES_SOME_HYPERVISOR "a hypervisor" /* which does not say its name */

enum { MODULE_SLOT_BYTES = 2 * SMBIOS_TEXT_BYTES };

/* A module in its slot: what the firmware says, and its EEPROM where that is silent.
 * Numbers are 0, strings "" and pointers NULL where nobody says; placeholders count as that. */
struct module {
	char slot[MODULE_SLOT_BYTES]; /* one of its own; "#3" where it has no name */
	uint64_t bytes;
	const char *type, *form;      /* static */
	unsigned rated_mts, configured_mts; /* 10^6 transfers a second */
	unsigned ranks;
	enum spd_ecc ecc;             /* whether it has bits for it */
	unsigned total_bits, data_bits;
	bool is_nonvolatile;          /* keeps its contents: no working memory, or not as such */
	char maker[SMBIOS_TEXT_BYTES], part[SMBIOS_TEXT_BYTES];
	const struct smbios_device *device; /* NULL where only the EEPROM tells */
	const struct spd *spd;        /* NULL where none belongs to it */
};

/* An EEPROM that was looked at: "0-0050" or the file's name. */
struct module_spd {
	char *name;
	struct spd spd;
	bool is_found; /* on a bus, where others than modules answer too; else given by name */
	bool is_used; /* by one of the modules */
};

/* One of the two places that tell of modules. */
struct module_source {
	bool is_asked, is_read;
	bool is_here;        /* of this machine, not saved from another */
	struct text trouble; /* why not, and what would do; empty where it is read */
};

/*
 * The memory modules of a machine. { 0 } knows nothing. Release with modules_release().
 */
struct modules {
	struct smbios smbios;
	struct module_spd *spds;
	size_t spd_count, spd_capacity;
	struct module_source table, eeproms;
	uint64_t system_bytes; /* what the kernel has (MemTotal); 0 where it was not asked */
	const char *cpuid_hypervisor; /* cpuid_hypervisor()'s word; NULL where not asked */
	/* What follows is modules_decide()'s. */
	struct module *items; /* filled slots, in the firmware's order */
	size_t count, capacity;
	size_t slot_count;    /* filled or not; 0 where the table is not read */
	/* Who deals the memory out, static; NULL for modules that are real. Of those of a
	 * hypervisor only size and names are kept: the rest tells nothing of the host. */
	const char *hypervisor;
	char **doubts;        /* finished sentences, each with its cure */
	size_t doubt_count, doubt_capacity;
};

/*
 * Look below `root` ("" for this machine): sys/firmware/dmi/tables/DMI, the total of
 * proc/meminfo, and the EEPROMs at
 * addresses 50 to 57 that the Linux drivers ee1004 (DDR4), spd5118 (DDR5), at24 and eeprom
 * (older) show. Leaves alone what modules_load() has already. Never fails: what cannot be
 * read says so in its source.
 */
void modules_find(struct modules *modules, const char *root);

/* Files of the user instead; `spd_list` is FILE[,FILE...]; either may be NULL. */
int modules_load(struct modules *modules, const char *table, const char *spd_list,
                 struct error *err);

/* Bring both together, by part numbers, and find what is doubtful. */
void modules_decide(struct modules *modules);
void modules_release(struct modules *modules);

/* Whether an EEPROM is that of a module: it was given as one, or its checksum says so. */
bool module_spd_is_module(const struct module_spd *spd);
/* The Linux driver that shows the EEPROM of a type ("ee1004" for "DDR4"); NULL if none. */
const char *modules_driver(const char *type);
/* Whether anybody was asked at all. */
bool modules_are_asked(const struct modules *modules);
/* Bytes of working memory in all modules; 0 where the size of one is unknown. */
uint64_t modules_bytes(const struct modules *modules);
/* Whether non-volatile modules serve as memory, and DRAM as its cache. */
bool modules_in_memory_mode(const struct modules *modules);
/* Bytes of those that keep their contents, and do not serve as memory. */
uint64_t modules_nonvolatile_bytes(const struct modules *modules);

#endif
