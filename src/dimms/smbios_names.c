/* SPDX-License-Identifier: MIT */
/* dimms: what the numbers of memory devices are called (DSP0134, 7.18.1, 7.18.2 and 7.18.6). */
#include "dimms/smbios.h"

static const char *const form_factors[] = {
	[1] = "Other", [2] = "Unknown", [3] = "SIMM", [4] = "SIP", [5] = "Chip", [6] = "DIP",
	[7] = "ZIP", [8] = "Proprietary Card", [9] = "DIMM", [10] = "TSOP",
	[11] = "Row Of Chips", [12] = "RIMM", [13] = "SODIMM", [14] = "SRIMM",
	[15] = "FB-DIMM", [16] = "Die", [17] = "CAMM",
};

static const struct {
	const char *name;
	bool is_memory;
} types[] = {
	[1] = { "Other", true },      [2] = { "Unknown", true },    [3] = { "DRAM", true },
	[4] = { "EDRAM", true },      [5] = { "VRAM", false },      [6] = { "SRAM", true },
	[7] = { "RAM", true },        [8] = { "ROM", false },       [9] = { "Flash", false },
	[10] = { "EEPROM", false },   [11] = { "FEPROM", false },   [12] = { "EPROM", false },
	[13] = { "CDRAM", true },     [14] = { "3DRAM", true },     [15] = { "SDRAM", true },
	[16] = { "SGRAM", true },     [17] = { "RDRAM", true },     [18] = { "DDR", true },
	[19] = { "DDR2", true },      [20] = { "DDR2 FB-DIMM", true },
	[24] = { "DDR3", true },      [25] = { "FBD2", true },      [26] = { "DDR4", true },
	[27] = { "LPDDR", true },     [28] = { "LPDDR2", true },    [29] = { "LPDDR3", true },
	[30] = { "LPDDR4", true },    [31] = { "non-volatile", true },
	[32] = { "HBM", true },       [33] = { "HBM2", true },      [34] = { "DDR5", true },
	[35] = { "LPDDR5", true },    [36] = { "HBM3", true },
};

const char *smbios_form_factor_name(unsigned form_factor)
{
	return form_factor < sizeof form_factors / sizeof *form_factors
	               ? form_factors[form_factor]
	               : NULL;
}

const char *smbios_type_name(unsigned type)
{
	return type < sizeof types / sizeof *types ? types[type].name : NULL;
}

const char *smbios_technology_name(unsigned technology)
{
	static const char *const names[] = { [4] = "NVDIMM-N", [5] = "NVDIMM-F",
		                             [6] = "NVDIMM-P", [7] = "Optane" };
	return technology < sizeof names / sizeof *names ? names[technology] : NULL;
}

bool smbios_type_is_memory(unsigned type)
{
	return smbios_type_name(type) == NULL || types[type].is_memory;
}
