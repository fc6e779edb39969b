/* SPDX-License-Identifier: MIT */
/*
 * dimms: how fast modules run against how fast they say they can: the commonest cause of
 * a difference first.
 */
#include <ctype.h>
#include <stdlib.h>

#include "dimms/modules_parts.h"

enum { SLOWEST_MTS = 66, FASTEST_MTS = 20000 }; /* PC66; twice what is in sight */
#define RATE_TOLERANCE 1.01 /* 2666 is 2667, and 1066 is 1067 */

/* The fastest that a module says it can do, and by whom. */
static unsigned fastest(const struct module *module)
{
	unsigned profile = module->spd ? module->spd->profile.rate_mts : 0;
	return profile > module->rated_mts ? profile : module->rated_mts;
}

static bool is_below(unsigned rate_mts, unsigned than_mts)
{
	return rate_mts > 0 && rate_mts * RATE_TOLERANCE < than_mts;
}

static bool is_same_rate(unsigned a_mts, unsigned b_mts)
{
	return !is_below(a_mts, b_mts) && !is_below(b_mts, a_mts);
}

/* "KF4266C19D4/16GX", "F5-5600J40": makers write the rate of the profile, in four digits. */
static bool part_says(const char *part, unsigned rate_mts)
{
	for (const char *at = part; *at; at++) {
		char *end;
		if (!isdigit((unsigned char)*at) || (at > part && isdigit((unsigned char)at[-1])))
			continue;
		unsigned long number = strtoul(at, &end, 10);
		if (end - at == 4 && is_same_rate((unsigned)number, rate_mts))
			return true;
	}
	return false;
}

static bool is_soldered(const struct module *module)
{
	bool chips = module->form != NULL && text_equal(module->form, "Row Of Chips");
	return chips || (module->type != NULL && text_starts(module->type, "LPDDR"));
}

/* Registered and ECC modules have no profiles; others may, until their EEPROM says no. */
static bool may_have_profile(const struct module *module)
{
	bool read = module->spd != NULL && !module->spd->is_cut;
	return module->ecc != SPD_ECC_YES && (!read || module->spd->profile.rate_mts > 0);
}

static const char *why_slow(const struct module *module)
{
	unsigned limit = fastest(module);

	if (module->spd != NULL && is_below(module->configured_mts, module->spd->profile.rate_mts))
		return "the profile (XMP or EXPO) is off: switch it on in the firmware's setup";
	if (is_same_rate(2 * module->configured_mts, limit))
		return "either half of it is lost, or the firmware counts the clock, which is half "
		       "the rate; measure";
	if (is_soldered(module))
		return "the CPU allows no more, or a setting of the firmware saves power; see its "
		       "setup";
	if (!may_have_profile(module))
		return "the CPU or the board allows no more with these modules, or with as many of "
		       "them on a channel; see its manual";
	return "the profile (XMP, EXPO, DOCP) is off, or the CPU or the board allows no more with "
	       "these modules; see the firmware's setup";
}

static const char *why_fast(const struct module *module)
{
	if (part_says(module->part, module->configured_mts))
		return "a profile (XMP, EXPO, DOCP) is on, and the part number says that rate; the "
		       "rating is JEDEC's. Where errors show, switch it off";
	if (is_soldered(module))
		return "soldered memory has no profiles: its maker set it so, or the firmware's "
		       "table is wrong; measure";
	return "most likely a profile (XMP, EXPO, DOCP) is on; else it is overclocked by hand, or "
	       "the firmware is wrong. A memory test shows whether they bear it";
}

static bool is_alike(const struct module *a, const struct module *b)
{
	bool parts = part_says(a->part, a->configured_mts) ==
	             part_says(b->part, b->configured_mts);
	return a->configured_mts == b->configured_mts && fastest(a) == fastest(b) && parts;
}

/* `first` and all that are configured and rated alike; once for each such set. */
static void doubt_rate(struct modules *modules, size_t first)
{
	const struct module *module = &modules->items[first];
	struct concerned concerned = { 0 };
	bool slow = is_below(module->configured_mts, fastest(module));

	for (size_t i = 0; i < modules->count; i++) {
		if (is_alike(module, &modules->items[i]) && !modules->items[i].is_nonvolatile)
			concerned_add(&concerned, &modules->items[i]);
	}
	if (concerned.first == module)
		modules_add_doubt(modules, "%zu module%s (%s) run%s at %u MT/s, rated for %u: %s.",
		                  concerned.count, plural(concerned.count),
		                  text_string(&concerned.slots), concerned.count == 1 ? "s" : "",
		                  module->configured_mts, fastest(module),
		                  slow ? why_slow(module) : why_fast(module));
	text_release(&concerned.slots);
}

bool module_is_no_rate(unsigned rate_mts)
{
	return rate_mts > 0 && (rate_mts < SLOWEST_MTS || rate_mts > FASTEST_MTS);
}

void modules_doubt_rates(struct modules *modules)
{
	bool odd = false;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (odd || (!module_is_no_rate(module->rated_mts) && !module_is_no_rate(module->configured_mts)))
			continue;
		odd = true;
		modules_add_doubt(modules, "%s has a speed that no memory has (rated %u, "
		                  "configured %u MT/s): not to be believed; a firmware update may "
		                  "mend it.", module->slot, module->rated_mts,
		                  module->configured_mts);
	}
	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		unsigned limit = fastest(module);
		if (!module->is_nonvolatile && module->configured_mts > 0 && limit > 0 &&
		    !is_same_rate(module->configured_mts, limit))
			doubt_rate(modules, i);
	}
}
