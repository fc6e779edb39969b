/* SPDX-License-Identifier: MIT */
/*
 * dimms: how evenly memory channels are filled, as far as the names of the slots tell.
 * Slots are not channels: a name that does not say so is not taken for one.
 */
#include <ctype.h>
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
/* "CPU1_DIMM_A1", "P0 CHANNEL A", "PROC 2 DIMM 3". */
#define BY_SOCKET "(^|[^[:alnum:]])(cpu|processor|proc|socket|p)[ _-]?[[:digit:]]+"

struct patterns {
	regex_t word, letter, socket;
};

static bool patterns_init(struct patterns *patterns)
{
	const int flags = REG_EXTENDED | REG_ICASE;

	if (regcomp(&patterns->word, BY_WORD, flags) != 0)
		return false;
	if (regcomp(&patterns->letter, BY_LETTER, flags) == 0) {
		if (regcomp(&patterns->socket, BY_SOCKET, flags) == 0)
			return true;
		regfree(&patterns->letter);
	}
	regfree(&patterns->word);
	return false;
}

static void patterns_release(struct patterns *patterns)
{
	regfree(&patterns->word);
	regfree(&patterns->letter);
	regfree(&patterns->socket);
}

/* Where the first match ends; 0 where there is none. */
static size_t match_end(const regex_t *pattern, const char *text)
{
	regmatch_t match;
	return regexec(pattern, text, 1, &match, 0) == 0 ? (size_t)match.rm_eo : 0;
}

/* "" where no name tells. */
static void channel_name(const struct patterns *patterns, const struct smbios_device *device,
                         char name[SMBIOS_TEXT_BYTES])
{
	const char *text = device->bank;
	size_t length = match_end(&patterns->word, text);

	if (length == 0) {
		text = device->locator;
		length = match_end(&patterns->word, text);
	}
	if (length == 0 && (length = match_end(&patterns->letter, text)) > 0)
		length--; /* the digit is the slot's */
	memcpy(name, text, length);
	name[length] = '\0';
}

/* The number of its socket as the names have it; "" where they do not. */
static void socket_name(const struct patterns *patterns, const struct smbios_device *device,
                        char name[SMBIOS_TEXT_BYTES])
{
	const char *text = device->locator;
	size_t end = match_end(&patterns->socket, text);

	if (end == 0) {
		text = device->bank;
		end = match_end(&patterns->socket, text);
	}
	size_t begin = end;
	while (begin > 0 && isdigit((unsigned char)text[begin - 1]))
		begin--;
	memcpy(name, text + begin, end - begin);
	name[end - begin] = '\0';
}

static size_t channel_find(struct channels *channels, const char *name,
                                    const char *socket)
{
	size_t at = 0;

	while (at < channels->count && !(text_equal(channels->items[at].name, name) &&
	                                 text_equal(channels->items[at].socket, socket)))
		at++;
	if (at == channels->count) {
		memory_grow(&channels->items, &channels->capacity, channels->count,
		            sizeof *channels->items);
		channels->items[channels->count++] = (struct channel){ .bytes = 0 };
		memcpy(channels->items[at].name, name, strlen(name));
		memcpy(channels->items[at].socket, socket, strlen(socket));
	}
	return at;
}

static void count_slot(struct channels *channels, const struct patterns *patterns,
                       const struct smbios_device *device, size_t *of_device)
{
	char name[SMBIOS_TEXT_BYTES], socket[SMBIOS_TEXT_BYTES];

	channel_name(patterns, device, name);
	socket_name(patterns, device, socket);
	if (name[0] == '\0') {
		channels->is_told = false;
		channels->is_told_of_filled = channels->is_told_of_filled && !device->is_populated;
		return;
	}
	*of_device = channel_find(channels, name, socket);
	struct channel *channel = &channels->items[*of_device];
	if (!device->is_populated)
		return;
	channels->is_told = channels->is_told && device->bytes > 0;
	channels->filled += channel->modules++ == 0;
	channel->bytes += device->bytes;
}

void channels_read(const struct modules *modules, struct channels *channels)
{
	struct patterns patterns;

	size_t count = modules->smbios.device_count;

	*channels = (struct channels){ .of_devices = memory_zeroed(count, sizeof(size_t)) };
	if (!patterns_init(&patterns))
		return;
	channels->is_told = channels->is_told_of_filled = true;
	for (size_t i = 0; i < count; i++) {
		const struct smbios_device *device = &modules->smbios.devices[i];
		channels->of_devices[i] = CHANNEL_NONE;
		if (module_is_slot(modules, device) && !device->is_nonvolatile)
			count_slot(channels, &patterns, device, &channels->of_devices[i]);
	}
	channels->is_told = channels->is_told && channels->count > 1 && channels->filled > 0;
	channels->is_told_of_filled = channels->is_told_of_filled && channels->filled > 0;
	patterns_release(&patterns);
}

void channels_release(struct channels *channels)
{
	free(channels->items);
	free(channels->of_devices);
	*channels = (struct channels){ .count = 0 };
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
	struct channels channels;
	struct text list = { 0 };

	channels_read(modules, &channels);
	put_channels(&channels, &list);
	if (channels.is_told && channels.filled < channels.count)
		modules_add_doubt(modules, "By the names of the slots %zu of %zu channels are "
		                  "empty (%s): bandwidth is that of the filled ones. Spread the "
		                  "modules as the board's manual says.",
		                  channels.count - channels.filled, channels.count,
		                  text_string(&list));
	else if (channels.is_told && !are_even(&channels))
		modules_add_doubt(modules, "By the names of the slots channels hold unequal "
		                  "amounts (%s): what one has more is reached over fewer "
		                  "channels. Equal amounts avoid that.", text_string(&list));
	text_release(&list);
	channels_release(&channels);
}
