/* SPDX-License-Identifier: MIT */
/* dimms: what a firmware's strings about a module mean. Knows no other field. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "dimms/makers.h"
#include "dimms/modules_parts.h"

/* What firmware writes where it knows nothing; patterns of fnmatch(), in lower case. */
static const char *const placeholders[] = {
	"", "unknown", "unknow", "undefined", "none", "n/a", "na", "not specified",
	"not available", "not present", "no dimm", "empty", "\\[empty\\]", "default string",
	"to be filled by o.e.m.*", "*manufacturer[0-9]*", "*partnum[0-9]*",
	"*partnumber[0-9]*", "*_partnum*", "*_manufacturer*", "0000*", "ffff*", "0x0000*",
	"0xffff*", "xxxx*", "\\?\\?\\?*", "----*",
};

static bool is_placeholder(const char *raw)
{
	char lower[SMBIOS_TEXT_BYTES];
	size_t length = 0;

	for (; raw[length] && length < sizeof lower - 1; length++)
		lower[length] = (char)tolower((unsigned char)raw[length]);
	lower[length] = '\0';
	for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++) {
		if (fnmatch(placeholders[i], lower, 0) == 0)
			return true;
	}
	return false;
}

void module_text(const char *raw, char text[SMBIOS_TEXT_BYTES])
{
	(void)snprintf(text, SMBIOS_TEXT_BYTES, "%s", is_placeholder(raw) ? "" : raw);
}

/* Printable characters spelled as "0x48..."; false where it is anything else. */
static bool spell_out(const char *raw, char text[SMBIOS_TEXT_BYTES])
{
	size_t digits = strlen(raw);
	size_t length = 0;

	if (!text_starts(raw, "0x") || digits % 2 != 0 || digits < 8)
		return false;
	for (const char *at = raw + 2; *at; at += 2) {
		unsigned value;
		if (!isxdigit((unsigned char)at[0]) || !isxdigit((unsigned char)at[1]) ||
		    sscanf(at, "%2x", &value) != 1 || value < ' ' || value > '~')
			return false;
		text[length++] = (char)value;
	}
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
	return true;
}

void module_part(const char *raw, char text[SMBIOS_TEXT_BYTES])
{
	char spelled[SMBIOS_TEXT_BYTES];

	module_text(spell_out(raw, spelled) ? spelled : raw, text);
}

void module_maker(const struct smbios_device *device, char text[SMBIOS_TEXT_BYTES])
{
	const char *name = maker_from_text(device->maker);

	module_text(name ? name : device->maker, text);
	if (text[0] != '\0')
		return;
	name = maker_name(device->maker_id & 0xFF, device->maker_id >> 8);
	(void)snprintf(text, SMBIOS_TEXT_BYTES, "%s", name ? name : "");
}
