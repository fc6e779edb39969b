/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_MODULES_PARTS_H
#define MEMBENCH_MACHINE_MODULES_PARTS_H

/* What the files of machine/modules share with one another. For modules*.c only. */
#include "machine/modules.h"

/* A firmware's string, or "" where it is a placeholder ("To Be Filled By O.E.M."). */
void module_text(const char *raw, char text[SMBIOS_TEXT_BYTES]);
/* The same of a part number, which may be spelled as the hexadecimal of its characters. */
void module_part(const char *raw, char text[SMBIOS_TEXT_BYTES]);
/* The maker's name: as it stands, by the number that stands there, or by `maker_id`. */
void module_maker(const struct smbios_device *device, char text[SMBIOS_TEXT_BYTES]);

/* Whether a device is a slot for working memory, filled or not. */
bool module_is_slot(const struct modules *modules, const struct smbios_device *device);
/* Widths that a module can have: a power of two from 8 to 128, and ECC on top. */
bool module_widths_fit(unsigned total_bits, unsigned data_bits);

/* The doubts, once the modules stand. */
void modules_doubt(struct modules *modules);
void modules_doubt_channels(struct modules *modules);
void modules_add_doubt(struct modules *modules, const char *format, ...)
        MEMBENCH_PRINTF(2, 3);

#endif
