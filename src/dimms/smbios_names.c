/* SPDX-License-Identifier: MIT */
/* dimms: what the numbers of memory devices are called (DSP0134, 7.18.1, 7.18.2 and 7.18.6). */
#include "dimms/smbios.h"

static const char *const form_factors[] = {
	[1] = "Other", [2] = "Unknown", [3] = "SIMM", [4] = "SIP", [5] = "Chip", [6] = "DIP",
	[7] = "ZIP", [8] = "Proprietary Card", [9] = "DIMM", [10] = "TSOP",
	[11] = "Row Of Chips", [12] = "RIMM", [13] = "SODIMM", [14] = "SRIMM",
	[15] = "FB-DIMM", [16] = "Die", [17] = "CAMM",
};

enum { VRAM = 5, ROM = 8, EPROM = 12 }; /* with Flash, EEPROM and FEPROM between them */
static const char *const types[] = {
	[1] = "Other", [2] = "Unknown", [3] = "DRAM", [4] = "EDRAM", [VRAM] = "VRAM",
	[6] = "SRAM", [7] = "RAM", [ROM] = "ROM", [9] = "Flash", [10] = "EEPROM",
	[11] = "FEPROM", [EPROM] = "EPROM", [13] = "CDRAM", [14] = "3DRAM", [15] = "SDRAM",
	[16] = "SGRAM", [17] = "RDRAM", [18] = "DDR", [19] = "DDR2", [20] = "DDR2 FB-DIMM",
	[24] = "DDR3", [25] = "FBD2", [26] = "DDR4", [27] = "LPDDR", [28] = "LPDDR2",
	[29] = "LPDDR3", [30] = "LPDDR4", [31] = "non-volatile", [32] = "HBM", [33] = "HBM2",
	[34] = "DDR5", [35] = "LPDDR5", [36] = "HBM3",
};

static const char *const technologies[] = {
	[4] = "NVDIMM-N", [5] = "NVDIMM-F", [6] = "NVDIMM-P", [7] = "Optane",
};

#define NAME_OF(number, names) \
	((number) < sizeof(names) / sizeof *(names) ? (names)[number] : NULL)

const char *smbios_form_factor_name(unsigned form_factor)
{
	return NAME_OF(form_factor, form_factors);
}

const char *smbios_type_name(unsigned type)
{
	return NAME_OF(type, types);
}

const char *smbios_technology_name(unsigned technology)
{
	return NAME_OF(technology, technologies);
}

bool smbios_type_is_memory(unsigned type)
{
	return type != VRAM && (type < ROM || type > EPROM);
}
