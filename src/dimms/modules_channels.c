/* SPDX-License-Identifier: MIT */
/*
 * dimms: how evenly memory channels are filled, as far as the names of the slots tell.
 * Slots are not channels: a name that does not say so is not taken for one.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"
#include "dimms/modules_parts.h"

enum { CHANNELS_SHOWN = 6 };

/* A channel by its name, with everything before it: sockets and controllers have theirs. */
struct channel {
	char name[SMBIOS_TEXT_BYTES];
	uint64_t bytes;
	size_t modules;
};

struct channels {
	struct channel *items;
	size_t count, capacity;
};

static const char *find_word(const char *text, const char *word)
{
	for (; *text; text++) {
		if (strncasecmp(text, word, strlen(word)) == 0)
			return text + strlen(word);
	}
	return NULL;
}

static const char *skip_separator(const char *text)
{
	return *text != '\0' && strchr(" _-", *text) != NULL ? text + 1 : text;
}

/* "P0 CHANNEL A", "Controller0ChannelADimm0", "P0_Node0_Channel1_Dimm0": where it ends. */
static const char *end_of_channel(const char *text)
{
	const char *at = find_word(text, "channel");

	if (at == NULL)
		return NULL;
	at = skip_separator(at);
	if (isalpha((unsigned char)*at))
		return at + 1;
	const char *digits = at;
	while (isdigit((unsigned char)*digits))
		digits++;
	return digits > at ? digits : NULL;
}

/* "CPU1_DIMM_A1", "DIMMB2": boards call the channel by the letter. */
static const char *end_of_letter(const char *text)
{
	const char *at = find_word(text, "dimm");

	if (at == NULL)
		return NULL;
	at = skip_separator(at);
	if (!isalpha((unsigned char)at[0]) || !isdigit((unsigned char)at[1]))
		return NULL;
	return at[2] == '\0' ? at + 1 : NULL;
}

/* "" where no name tells. */
static void channel_name(const struct smbios_device *device, char name[SMBIOS_TEXT_BYTES])
{
	const struct { const char *text, *end; } names[] = {
		{ device->bank, end_of_channel(device->bank) },
		{ device->locator, end_of_channel(device->locator) },
		{ device->locator, end_of_letter(device->locator) },
	};

	name[0] = '\0';
	for (size_t i = 0; i < sizeof names / sizeof *names && name[0] == '\0'; i++) {
		size_t length = names[i].end ? (size_t)(names[i].end - names[i].text) : 0;
		memcpy(name, names[i].text, length);
		name[length] = '\0';
	}
}

static void count_device(struct channels *channels, const struct smbios_device *device)
{
	char name[SMBIOS_TEXT_BYTES];
	size_t i = 0;

	channel_name(device, name);
	while (i < channels->count && !text_equal(channels->items[i].name, name))
		i++;
	if (i == channels->count) {
		memory_grow(&channels->items, &channels->capacity, channels->count,
		            sizeof *channels->items);
		channels->items[channels->count++] = (struct channel){ .bytes = 0 };
		memcpy(channels->items[i].name, name, sizeof name);
	}
	channels->items[i].bytes += device->bytes;
	channels->items[i].modules += device->is_populated;
}

static void doubt_empty(struct modules *modules, const struct channels *channels,
                        size_t filled)
{
	struct text names = { 0 };
	size_t shown = 0;

	for (size_t i = 0; i < channels->count && shown < CHANNELS_SHOWN; i++) {
		if (channels->items[i].modules == 0)
			text_printf(&names, "%s%s", shown++ ? ", " : "", channels->items[i].name);
	}
	modules_add_doubt(modules, "By the names of the slots %zu of %zu channels are empty (%s%s): "
	                  "bandwidth is that of the filled ones. Spread the modules as the "
	                  "board's manual says.", channels->count - filled, channels->count,
	                  text_string(&names), channels->count - filled > shown ? " ..." : "");
	text_release(&names);
}

static void doubt_uneven(struct modules *modules, const struct channels *channels)
{
	struct text list = { 0 };
	char size[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < channels->count && i < CHANNELS_SHOWN; i++)
		text_printf(&list, "%s%s %s", i ? ", " : "", channels->items[i].name,
		            size_format(channels->items[i].bytes, size));
	modules_add_doubt(modules, "By the names of the slots channels hold unequal amounts (%s%s): "
	                  "what one has more is reached over fewer channels. Equal amounts "
	                  "avoid that.", text_string(&list),
	                  channels->count > CHANNELS_SHOWN ? " ..." : "");
	text_release(&list);
}

/* Only where every slot's name tells of a channel, and every module's size is known. */
static bool count_channels(const struct modules *modules, struct channels *channels)
{
	for (size_t i = 0; i < modules->smbios.device_count; i++) {
		const struct smbios_device *device = &modules->smbios.devices[i];
		char name[SMBIOS_TEXT_BYTES];
		if (!module_is_slot(modules, device) || device->is_nonvolatile)
			continue;
		channel_name(device, name);
		if (name[0] == '\0' || (device->is_populated && device->bytes == 0))
			return false;
		count_device(channels, device);
	}
	return channels->count > 1;
}

static void doubt_filling(struct modules *modules, const struct channels *channels)
{
	size_t filled = 0, alike = 0;

	for (size_t i = 0; i < channels->count; i++) {
		filled += channels->items[i].modules > 0;
		alike += channels->items[i].bytes == channels->items[0].bytes;
	}
	if (filled == 0 || (filled == channels->count && alike == channels->count))
		return;
	if (filled < channels->count)
		doubt_empty(modules, channels, filled);
	else
		doubt_uneven(modules, channels);
}

void modules_doubt_channels(struct modules *modules)
{
	struct channels channels = { 0 };

	if (count_channels(modules, &channels))
		doubt_filling(modules, &channels);
	free(channels.items);
}
