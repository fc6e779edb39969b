/* SPDX-License-Identifier: MIT */
/*
 * dimms: how evenly memory channels are filled, as far as the names of the slots tell.
 * Slots are not channels: a name that does not say so is not taken for one.
 */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "dimms/modules_parts.h"

enum { CHANNELS_SHOWN = 6 };

/* "P0 CHANNEL A", "Controller0ChannelADimm0", "P0_Node0_Channel1_Dimm0". */
#define BY_WORD   "channel[ _-]?([[:alpha:]]|[[:digit:]]+)"
/* "CPU1_DIMM_A1", "DIMMB2": boards call the channel by the letter. */
#define BY_LETTER "dimm[ _-]?[[:alpha:]][[:digit:]]$"

struct channels {
	regex_t by_word, by_letter;
	/* A channel by its name, with everything before it: sockets and controllers have theirs. */
	struct channel {
		char name[SMBIOS_TEXT_BYTES];
		uint64_t bytes;
		size_t modules;
	} *items;
	size_t count, capacity, filled;
};

/* Where the first match ends; 0 where there is none. */
static size_t match_end(const regex_t *pattern, const char *text)
{
	regmatch_t match;
	return regexec(pattern, text, 1, &match, 0) == 0 ? (size_t)match.rm_eo : 0;
}

/* "" where no name tells. */
static void channel_name(const struct channels *channels, const struct smbios_device *device,
                         char name[SMBIOS_TEXT_BYTES])
{
	const char *text = device->bank;
	size_t length = match_end(&channels->by_word, text);

	if (length == 0) {
		text = device->locator;
		length = match_end(&channels->by_word, text);
	}
	if (length == 0 && (length = match_end(&channels->by_letter, text)) > 0)
		length--; /* the digit is the slot's */
	memcpy(name, text, length);
	name[length] = '\0';
}

static void count_device(struct channels *channels, const struct smbios_device *device,
                         const char *name)
{
	size_t at = 0;

	while (at < channels->count && !text_equal(channels->items[at].name, name))
		at++;
	if (at == channels->count) {
		memory_grow(&channels->items, &channels->capacity, channels->count,
		            sizeof *channels->items);
		channels->items[channels->count++] = (struct channel){ .bytes = 0 };
		memcpy(channels->items[at].name, name, strlen(name));
	}
	struct channel *channel = &channels->items[at];
	channels->filled += channel->modules == 0 && device->is_populated;
	channel->modules += device->is_populated;
	channel->bytes += device->bytes;
}

/* Only where every slot's name tells of a channel, and every module's size is known. */
static bool count_channels(const struct modules *modules, struct channels *channels)
{
	for (size_t i = 0; i < modules->smbios.device_count; i++) {
		const struct smbios_device *device = &modules->smbios.devices[i];
		char name[SMBIOS_TEXT_BYTES];
		if (!module_is_slot(modules, device) || device->is_nonvolatile)
			continue;
		channel_name(channels, device, name);
		if (name[0] == '\0' || (device->is_populated && device->bytes == 0))
			return false;
		count_device(channels, device, name);
	}
	return channels->count > 1 && channels->filled > 0;
}

static bool are_even(const struct channels *channels)
{
	for (size_t i = 1; i < channels->count; i++) {
		if (channels->items[i].bytes != channels->items[0].bytes)
			return false;
	}
	return true;
}

/* The names of the empty ones where there are such, else all and what they hold. */
static void put_channels(const struct channels *channels, struct text *list)
{
	bool some_empty = channels->filled < channels->count;
	char size[SIZE_TEXT_BYTES];
	size_t shown = 0;

	for (size_t i = 0; i < channels->count && shown <= CHANNELS_SHOWN; i++) {
		const struct channel *channel = &channels->items[i];
		if (some_empty && channel->modules > 0)
			continue;
		if (shown++ == CHANNELS_SHOWN)
			text_put(list, " ...");
		else
			text_printf(list, "%s%s%s%s", shown > 1 ? ", " : "", channel->name,
			            some_empty ? "" : " ",
			            some_empty ? "" : size_format(channel->bytes, size));
	}
}

void modules_doubt_channels(struct modules *modules)
{
	struct channels channels = { .count = 0 };
	struct text list = { 0 };

	if (regcomp(&channels.by_word, BY_WORD, REG_EXTENDED | REG_ICASE) != 0)
		return;
	if (regcomp(&channels.by_letter, BY_LETTER, REG_EXTENDED | REG_ICASE) == 0) {
		bool told = count_channels(modules, &channels);
		put_channels(&channels, &list);
		if (told && channels.filled < channels.count)
			modules_add_doubt(modules, "By the names of the slots %zu of %zu channels are "
			                  "empty (%s): bandwidth is that of the filled ones. Spread the "
			                  "modules as the board's manual says.",
			                  channels.count - channels.filled, channels.count,
			                  text_string(&list));
		else if (told && !are_even(&channels))
			modules_add_doubt(modules, "By the names of the slots channels hold unequal "
			                  "amounts (%s): what one has more is reached over fewer "
			                  "channels. Equal amounts avoid that.", text_string(&list));
		regfree(&channels.by_letter);
	}
	regfree(&channels.by_word);
	text_release(&list);
	free(channels.items);
}
