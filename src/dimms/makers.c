/* SPDX-License-Identifier: MIT */
/* dimms: who made a memory module, by number. */
#include "dimms/makers.h"

#include <string.h>

#include "base/text.h"
#include "dimms/bytes.h"

enum { CODE_MASK = 0x7F, CONTINUATION = 0x7F };

/* Facts of JEP106, by continuations and code without parity: those who make memory, and
 * firms whose name is on modules. */
static const char *const makers[][128] = {
	[0] = { [0x01] = "AMD", [0x04] = "Fujitsu", [0x07] = "Hitachi", [0x09] = "Intel",
		[0x10] = "NEC", [0x17] = "Texas Instruments", [0x18] = "Toshiba",
		[0x1C] = "Mitsubishi", [0x20] = "STMicroelectronics", [0x24] = "IBM",
		[0x2C] = "Micron", [0x2D] = "SK Hynix", [0x2E] = "OKI",
		[0x32] = "Panasonic", [0x40] = "ProMOS", [0x41] = "Infineon",
		[0x48] = "Apple", [0x4A] = "Compaq", [0x4E] = "Samsung",
		[0x52] = "Alliance", [0x54] = "Hewlett-Packard", [0x55] = "ISSI",
		[0x5A] = "Winbond", [0x60] = "LG Semicon", [0x71] = "Sony" },
	[1] = { [0x11] = "Dataram", [0x14] = "Smart Modular", [0x18] = "Kingston",
		[0x1D] = "ISSI", [0x28] = "STEC", [0x2D] = "Century", [0x32] = "Mushkin",
		[0x3A] = "PNY", [0x40] = "Viking", [0x4E] = "Unigen", [0x4F] = "Transcend",
		[0x5A] = "Dane-Elec", [0x61] = "Wintec", [0x6B] = "Goldenram",
		[0x7A] = "Apacer" },
	[2] = { [0x1E] = "Corsair", [0x29] = "Adtec", [0x35] = "SpecTek",
		[0x7E] = "Elpida" },
	[3] = { [0x03] = "Buffalo", [0x0B] = "Nanya", [0x13] = "GeIL", [0x14] = "Mushkin",
		[0x16] = "Netlist", [0x19] = "Centon", [0x25] = "Kingmax",
		[0x58] = "takeMS", [0x5A] = "Swissbit", [0x78] = "SimpleTech" },
	[4] = { [0x16] = "Positivo", [0x1E] = "Intelligent Memory", [0x28] = "US Modular",
		[0x30] = "OCZ", [0x43] = "Ramaxel", [0x48] = "Powerchip", [0x4B] = "A-DATA",
		[0x4D] = "G.Skill", [0x69] = "Century Micro", [0x6F] = "Team Group" },
	[5] = { [0x02] = "Patriot", [0x1B] = "Crucial", [0x3A] = "Virtium", [0x3E] = "PQI",
		[0x51] = "Qimonda", [0x57] = "Aeneon", [0x77] = "Avant" },
	[6] = { [0x16] = "Avexir", [0x34] = "Super Talent", [0x41] = "ASint",
		[0x53] = "Silicon Power", [0x5E] = "Lexar", [0x63] = "ATP",
		[0x69] = "SanMax", [0x6B] = "TwinMOS", [0x6D] = "V-Color",
		[0x71] = "Innodisk" },
	[7] = { [0x03] = "Strontium", [0x12] = "HT Micron", [0x25] = "Ramos",
		[0x32] = "Ritek", [0x46] = "Gloway", [0x52] = "Memphis", [0x5D] = "Goodram",
		[0x62] = "VisionTek", [0x6F] = "Zentel", [0x70] = "Panram" },
	[8] = { [0x12] = "Galax", [0x13] = "Gloway", [0x18] = "Essencore",
		[0x48] = "Lenovo", [0x53] = "AP Memory", [0x71] = "Asgard",
		[0x75] = "Juhor" },
	[9] = { [0x02] = "VMware", [0x03] = "HPE", [0x04] = "Intenso", [0x2D] = "Neo Forza",
		[0x4D] = "Longsys", [0x68] = "Kimtigo", [0x6C] = "Colorful",
		[0x72] = "Gigabyte", [0x77] = "Netac" },
	[10] = { [0x02] = "KingSpec", [0x11] = "CXMT", [0x2D] = "Puskill", [0x31] = "Biwin",
		[0x42] = "Thermaltake", [0x48] = "Advantech", [0x56] = "Longsys",
		[0x6B] = "Acer", [0x76] = "Lexar" },
	[11] = { [0x12] = "Kingbank" },
};

const char *maker_name(unsigned continuations, unsigned code)
{
	unsigned bank = continuations & CODE_MASK;
	return bank < sizeof makers / sizeof *makers ? makers[bank][code & CODE_MASK] : NULL;
}

const char *maker_from_text(const char *text)
{
	static const char *const prefixes[] = { "JEDEC ID:", "JEDEC ID ", "0x", "0X" };
	uint8_t bytes[32];
	unsigned continuations = 0;

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		text += text_starts(text, prefixes[i]) ? strlen(prefixes[i]) : 0;
	size_t count = bytes_from_hex(text, bytes, sizeof bytes);
	if (count < 2)
		return NULL;
	while (continuations < count - 1 && bytes[continuations] == CONTINUATION)
		continuations++;
	if (continuations > 0)
		return maker_name(continuations, bytes[continuations]);
	/* The code alone, filled up with zeros, as the EEPROMs of old modules have it. */
	if (bytes[1] == 0)
		return maker_name(0, bytes[0]);
	return maker_name(bytes[0], bytes[1]);
}
