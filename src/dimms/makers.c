/* SPDX-License-Identifier: MIT */
/* dimms: who made a memory module, by number. Knows nothing of modules. */
#include "dimms/makers.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

enum { CODE_MASK = 0x7F, CONTINUATION = 0x7F };

struct maker {
	unsigned char continuations, code; /* without parity */
	const char *name;
};

/* Facts of JEP106: those who make memory, and firms whose name is on modules. */
static const struct maker makers[] = {
	{ 0, 0x01, "AMD" },            { 0, 0x04, "Fujitsu" },
	{ 0, 0x07, "Hitachi" },        { 0, 0x09, "Intel" },
	{ 0, 0x10, "NEC" },            { 0, 0x17, "Texas Instruments" },
	{ 0, 0x18, "Toshiba" },        { 0, 0x1C, "Mitsubishi" },
	{ 0, 0x20, "STMicroelectronics" }, { 0, 0x24, "IBM" },
	{ 0, 0x2C, "Micron" },         { 0, 0x2D, "SK Hynix" },
	{ 0, 0x2E, "OKI" },            { 0, 0x32, "Panasonic" },
	{ 0, 0x40, "ProMOS" },         { 0, 0x41, "Infineon" },
	{ 0, 0x48, "Apple" },          { 0, 0x4A, "Compaq" },
	{ 0, 0x4E, "Samsung" },        { 0, 0x52, "Alliance" },
	{ 0, 0x54, "Hewlett-Packard" }, { 0, 0x55, "ISSI" },
	{ 0, 0x5A, "Winbond" },        { 0, 0x60, "LG Semicon" },
	{ 0, 0x71, "Sony" },           { 1, 0x11, "Dataram" },
	{ 1, 0x14, "Smart Modular" },  { 1, 0x18, "Kingston" },
	{ 1, 0x1D, "ISSI" },           { 1, 0x28, "STEC" },
	{ 1, 0x2D, "Century" },        { 1, 0x32, "Mushkin" },
	{ 1, 0x3A, "PNY" },            { 1, 0x40, "Viking" },
	{ 1, 0x4E, "Unigen" },         { 1, 0x4F, "Transcend" },
	{ 1, 0x5A, "Dane-Elec" },      { 1, 0x61, "Wintec" },
	{ 1, 0x6B, "Goldenram" },      { 1, 0x7A, "Apacer" },
	{ 2, 0x1E, "Corsair" },        { 2, 0x29, "Adtec" },
	{ 2, 0x35, "SpecTek" },        { 2, 0x7E, "Elpida" },
	{ 3, 0x03, "Buffalo" },        { 3, 0x0B, "Nanya" },
	{ 3, 0x13, "GeIL" },           { 3, 0x14, "Mushkin" },
	{ 3, 0x16, "Netlist" },        { 3, 0x19, "Centon" },
	{ 3, 0x25, "Kingmax" },        { 3, 0x58, "takeMS" },
	{ 3, 0x5A, "Swissbit" },       { 3, 0x78, "SimpleTech" },
	{ 4, 0x16, "Positivo" },       { 4, 0x1E, "Intelligent Memory" },
	{ 4, 0x28, "US Modular" },     { 4, 0x30, "OCZ" },
	{ 4, 0x43, "Ramaxel" },        { 4, 0x48, "Powerchip" },
	{ 4, 0x4B, "A-DATA" },         { 4, 0x4D, "G.Skill" },
	{ 4, 0x69, "Century Micro" },  { 4, 0x6F, "Team Group" },
	{ 5, 0x02, "Patriot" },        { 5, 0x1B, "Crucial" },
	{ 5, 0x3A, "Virtium" },        { 5, 0x3E, "PQI" },
	{ 5, 0x51, "Qimonda" },        { 5, 0x57, "Aeneon" },
	{ 5, 0x77, "Avant" },          { 6, 0x16, "Avexir" },
	{ 6, 0x34, "Super Talent" },   { 6, 0x41, "ASint" },
	{ 6, 0x53, "Silicon Power" },  { 6, 0x5E, "Lexar" },
	{ 6, 0x63, "ATP" },            { 6, 0x69, "SanMax" },
	{ 6, 0x6B, "TwinMOS" },        { 6, 0x6D, "V-Color" },
	{ 6, 0x71, "Innodisk" },       { 7, 0x03, "Strontium" },
	{ 7, 0x12, "HT Micron" },      { 7, 0x25, "Ramos" },
	{ 7, 0x32, "Ritek" },          { 7, 0x46, "Gloway" },
	{ 7, 0x52, "Memphis" },        { 7, 0x5D, "Goodram" },
	{ 7, 0x62, "VisionTek" },      { 7, 0x6F, "Zentel" },
	{ 7, 0x70, "Panram" },         { 8, 0x12, "Galax" },
	{ 8, 0x13, "Gloway" },         { 8, 0x18, "Essencore" },
	{ 8, 0x48, "Lenovo" },         { 8, 0x53, "AP Memory" },
	{ 8, 0x71, "Asgard" },         { 8, 0x75, "Juhor" },
	{ 9, 0x02, "VMware" },         { 9, 0x03, "HPE" },
	{ 9, 0x04, "Intenso" },        { 9, 0x2D, "Neo Forza" },
	{ 9, 0x4D, "Longsys" },        { 9, 0x68, "Kimtigo" },
	{ 9, 0x6C, "Colorful" },       { 9, 0x72, "Gigabyte" },
	{ 9, 0x77, "Netac" },          { 10, 0x02, "KingSpec" },
	{ 10, 0x11, "CXMT" },          { 10, 0x2D, "Puskill" },
	{ 10, 0x31, "Biwin" },         { 10, 0x42, "Thermaltake" },
	{ 10, 0x48, "Advantech" },     { 10, 0x56, "Longsys" },
	{ 10, 0x6B, "Acer" },          { 10, 0x76, "Lexar" },
	{ 11, 0x12, "Kingbank" },
};

const char *maker_name(unsigned continuations, unsigned code)
{
	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
		if (makers[i].continuations == (continuations & CODE_MASK) &&
		    makers[i].code == (code & CODE_MASK))
			return makers[i].name;
	}
	return NULL;
}

static unsigned hex_digit(char digit)
{
	return (unsigned)(strchr("0123456789abcdef", tolower((unsigned char)digit)) -
	                  "0123456789abcdef");
}

/* Bytes that `text` spells, blanks between them allowed; 0 where it spells anything else. */
static size_t read_hex(const char *text, unsigned char bytes[16])
{
	size_t digits = 0;

	for (; *text && digits < 32; text++) {
		if (*text == ' ' && digits % 2 == 0)
			continue;
		if (!isxdigit((unsigned char)*text))
			return 0;
		bytes[digits / 2] = (unsigned char)(bytes[digits / 2] * 16u + hex_digit(*text));
		digits++;
	}
	return digits % 2 == 0 ? digits / 2 : 0;
}

const char *maker_from_text(const char *text)
{
	static const char *const prefixes[] = { "JEDEC ID:", "JEDEC ID ", "0x", "0X" };
	unsigned char bytes[16] = { 0 };
	unsigned continuations = 0;

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		text += text_starts(text, prefixes[i]) ? strlen(prefixes[i]) : 0;
	size_t count = read_hex(text, bytes);
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
