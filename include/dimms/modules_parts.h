/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_DIMMS_MODULES_PARTS_H
#define MEMBENCH_DIMMS_MODULES_PARTS_H

/* What the files of dimms/modules share with one another. For modules*.c only. */
#include "dimms/modules.h"

/* A firmware's string, or "" where it is a placeholder ("To Be Filled By O.E.M."). */
void module_text(const char *raw, char text[SMBIOS_TEXT_BYTES]);
/* The same of a part number, which may be spelled as the hexadecimal of its characters. */
void module_part(const char *raw, char text[SMBIOS_TEXT_BYTES]);
/* The maker's name: as it stands, by the number that stands there, or by `maker_id`. */
void module_maker(const struct smbios_device *device, char text[SMBIOS_TEXT_BYTES]);

/* A static name, or NULL for "Unknown" and "Other": what nobody says. */
const char *module_known(const char *name);

/* Who deals the memory out, by what the table says of machine and devices, else by CPUID;
 * NULL where nobody does. */
const char *modules_find_hypervisor(const struct modules *modules);
/* Firmware makes the EEPROMs of soldered memory up, and leaves their sums out. */
bool module_needs_checksum(const struct spd *spd);

/* Whether a device is a slot for working memory, filled or not. */
bool module_is_slot(const struct modules *modules, const struct smbios_device *device);
/* Widths that a module can have: a power of two from 8 to 128, and ECC on top. */
bool module_widths_fit(unsigned total_bits, unsigned data_bits);

/* A channel by its name with all before it, and its socket ("" where no name tells). */
struct channel {
	char name[SMBIOS_TEXT_BYTES], socket[SMBIOS_TEXT_BYTES];
	uint64_t bytes;
	size_t modules;
};
#define CHANNEL_NONE SIZE_MAX
struct channels {
	struct channel *items;
	size_t count, capacity, filled;
	size_t *of_devices; /* of each of the table: which channel, or CHANNEL_NONE */
	bool is_told;       /* every slot's name tells of a channel, and each module its size */
	bool is_told_of_filled; /* the name of every slot that holds a module does */
};
/* As the names of banks and slots tell; those of memory that keeps its contents left out. */
void channels_read(const struct modules *modules, struct channels *channels);
void channels_release(struct channels *channels);

/* A rate that no memory has. */
bool module_is_no_rate(unsigned rate_mts);

/* Those that a doubt is about: how many, and the first of them by name. Release `slots`. */
struct concerned {
	size_t count;
	const struct module *first;
	struct text slots;
};
void concerned_add(struct concerned *concerned, const struct module *module);
static inline const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* The doubts, once the modules stand. */
void modules_doubt(struct modules *modules);
void modules_doubt_rates(struct modules *modules);
void modules_doubt_channels(struct modules *modules);
void modules_add_doubt(struct modules *modules, const char *format, ...)
        MEMBENCH_PRINTF(2, 3);

#endif
