/* SPDX-License-Identifier: MIT */
/* dimms: what the memory's wires carry at most, as far as the firmware's table tells. */
#include "dimms/peak.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "dimms/modules_parts.h"

enum { DIMM_BITS = 64 }; /* of each module that is plugged in, from SDRAM to DDR5 */
#define SAME_RATE 1.01   /* 2666 is 2667 */

/* What one channel, or one module, adds to a peak. */
struct lane {
	unsigned bits, mts, rated_mts; /* 0: not told */
};

/* Chips on the board are as wide as the table says; a module of one of the DDR types is
 * not, since tables err there (one half of DDR5's two, ECC counted in). */
static unsigned width_bits(const struct module *module)
{
	const char *type = module->type ? module->type : "", *form = module->form ? module->form : "";
	unsigned bits = module->data_bits;
	bool is_chip = text_equal(form, "Row Of Chips") || text_equal(form, "Chip") ||
	               text_equal(form, "Die") || text_starts(type, "LPDDR") ||
	               text_starts(type, "HBM");

	if (!is_chip)
		return text_equal(type, "RDRAM") ? 0 : DIMM_BITS;
	return bits >= 8 && bits <= 4096 && (bits & (bits - 1)) == 0 ? bits : 0;
}

static unsigned rate(unsigned mts)
{
	return module_is_no_rate(mts) ? 0 : mts;
}

static struct lane lane_of(const struct module *module)
{
	return (struct lane){ width_bits(module), rate(module->configured_mts),
		              rate(module->rated_mts) };
}

static unsigned slower(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Modules of one channel share its wires: they run as the slowest. */
static void lane_join(struct lane *lane, const struct lane *other)
{
	if (lane->bits == 0) {
		*lane = *other;
		return;
	}
	lane->bits = other->bits > lane->bits ? other->bits : lane->bits;
	lane->mts = slower(lane->mts, other->mts);
	lane->rated_mts = slower(lane->rated_mts, other->rated_mts);
}

/* Lanes one by one: sums, the least, and what all of them share. */
struct sums {
	double set, rated, least; /* bytes a second */
	size_t count;
	bool lacks_bits, lacks_set, lacks_rated, is_half;
	struct lane common; /* a field is 0 where they differ */
};

static void sums_add(struct sums *sums, const struct lane *lane)
{
	double bytes = lane->bits / 8.0, set = bytes * lane->mts * 1e6;

	if (sums->count++ == 0)
		sums->common = *lane;
	sums->common.bits = sums->common.bits == lane->bits ? lane->bits : 0;
	sums->common.mts = sums->common.mts == lane->mts ? lane->mts : 0;
	sums->common.rated_mts = sums->common.rated_mts == lane->rated_mts ? lane->rated_mts : 0;
	sums->lacks_bits = sums->lacks_bits || lane->bits == 0;
	sums->lacks_set = sums->lacks_set || lane->mts == 0;
	sums->lacks_rated = sums->lacks_rated || lane->rated_mts == 0;
	sums->is_half = sums->is_half || (lane->mts > 0 && 2 * lane->mts * SAME_RATE > lane->rated_mts &&
	                                  2 * lane->mts < lane->rated_mts * SAME_RATE);
	sums->set += set;
	sums->rated += bytes * lane->rated_mts * 1e6;
	sums->least = sums->least > 0 ? fmin(sums->least, set) : set;
}

/* Channel by channel where names tell of them, else module by module. */
static struct sums add_lanes(const struct modules *modules, const struct channels *channels)
{
	struct lane *lanes = memory_zeroed(channels->count, sizeof *lanes);
	struct sums sums = { .count = 0 };

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		const struct lane lane = lane_of(module);
		if (module->is_nonvolatile)
			continue;
		if (channels->is_told_of_filled && module->device != NULL)
			lane_join(&lanes[channels->of_devices[module->device - modules->smbios.devices]],
			          &lane);
		else
			sums_add(&sums, &lane);
	}
	for (size_t i = 0; i < channels->count && channels->is_told_of_filled; i++) {
		if (channels->items[i].modules > 0)
			sums_add(&sums, &lanes[i]);
	}
	free(lanes);
	return sums;
}

static size_t filled_of(const struct channels *channels, const char *socket)
{
	size_t count = 0;

	for (size_t i = 0; i < channels->count; i++)
		count += channels->items[i].modules > 0 &&
		         text_equal(channels->items[i].socket, socket);
	return count;
}

/* Sockets that hold memory, where names tell of them and they have as many channels; else 0. */
static size_t count_sockets(const struct channels *channels)
{
	size_t each = 0;

	for (size_t i = 0; i < channels->count; i++) {
		const struct channel *channel = &channels->items[i];
		if (channel->modules == 0)
			continue;
		size_t filled = filled_of(channels, channel->socket);
		if (channel->socket[0] == '\0' || (each > 0 && filled != each))
			return 0;
		each = filled;
	}
	return each > 0 ? channels->filled / each : 0;
}

/* A table without one name: not of a board, unless the firmware sets a speed all the same. */
static bool is_nameless(const struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (module->slot[0] != '#' || module->maker[0] || module->part[0] ||
		    module->configured_mts > 0)
			return false;
	}
	return true;
}

static const char *why_unknown(const struct modules *modules, const struct sums *sums)
{
	if (modules->hypervisor != NULL)
		return "a hypervisor deals the memory out, and says nothing of the channels behind "
		       "it";
	if (sums->count == 0)
		return "no SMBIOS memory devices here";
	if (is_nameless(modules))
		return "the table names no slot, maker or part, as those of hypervisors do";
	if (sums->lacks_bits)
		return "how wide the channels are is not told";
	if (sums->lacks_set && sums->lacks_rated)
		return "no speed of the modules is told";
	return NULL;
}

struct peak peak_of(const struct modules *modules)
{
	struct channels channels;

	channels_read(modules, &channels);
	bool told = channels.is_told_of_filled;
	struct sums sums = add_lanes(modules, &channels);
	struct peak peak = {
		.source = PEAK_SMBIOS,
		.channels_low = told ? sums.count : 1, .channels_high = sums.count,
		.channel_bytes = sums.common.bits / 8,
		.mts = sums.common.mts, .rated_mts = sums.common.rated_mts,
		.sockets = told ? count_sockets(&channels) : 0,
		.why = why_unknown(modules, &sums),
	};
	channels_release(&channels);
	if (peak.why != NULL)
		return (struct peak){ .why = peak.why };
	bool half = sums.is_half && !sums.lacks_rated;
	peak.rated = sums.lacks_rated ? 0 : sums.rated;
	peak.high = sums.lacks_set || half ? sums.rated : sums.set;
	peak.low = sums.lacks_set ? 0 : told ? sums.set : sums.least;
	if (half)
		peak.why = "either half the speed is lost, or the firmware counts the clock";
	else if (peak.channels_low < peak.channels_high)
		peak.why = "the names of the slots do not tell the channels";
	return peak;
}

struct peak peak_given(double bytes_per_s)
{
	return (struct peak){ .source = PEAK_USER, .low = bytes_per_s, .high = bytes_per_s };
}

bool peak_is_known(const struct peak *peak)
{
	return peak->low > 0 && peak->low == peak->high;
}

/* "8 channels of 8 bytes at 4800 MT/s (as set)" */
static void put_channels(const struct peak *peak, struct text *text)
{
	bool is_set = peak->low > 0;
	unsigned mts = is_set ? peak->mts : peak->rated_mts;

	if (peak->channels_low < peak->channels_high)
		text_printf(text, "%zu to ", peak->channels_low);
	text_printf(text, "%zu channel%s", peak->channels_high, plural(peak->channels_high));
	if (peak->channel_bytes > 0)
		text_printf(text, " of %u bytes", peak->channel_bytes);
	if (mts > 0)
		text_printf(text, " at %u MT/s", mts);
	text_put(text, is_set ? " (as set)" : " (as rated; as set is not told)");
}

void peak_format(const struct peak *peak, struct text *text)
{
	if (peak->source == PEAK_UNKNOWN) {
		text_printf(text, "not known: %s", peak->why);
		return;
	}
	if (peak->low > 0 && peak->low < peak->high)
		text_printf(text, "%.1f to ", peak->low * 1e-9);
	text_printf(text, "%s%.1f GB/s", peak->low > 0 ? "" : "at most ", peak->high * 1e-9);
	if (peak->source == PEAK_USER) {
		text_put(text, " (given)");
		return;
	}
	text_put(text, ": ");
	put_channels(peak, text);
	if (peak_is_known(peak) && peak->sockets > 1)
		text_printf(text, ", %.1f a socket", peak->high * 1e-9 / (double)peak->sockets);
	if (peak_is_known(peak) && peak->rated > peak->high * SAME_RATE)
		text_printf(text, "; %.1f at what the modules are rated for", peak->rated * 1e-9);
	if (peak->why != NULL)
		text_printf(text, "; %s", peak->why);
}
