/* SPDX-License-Identifier: MIT */
/*
 * machine: what is doubtful about the memory modules, one sentence each, with its cure.
 * Knows nothing of where the facts came from.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "machine/modules_parts.h"

enum { SLOTS_SHOWN = 4, KINDS_SHOWN = 4 };
enum { SLOWEST_MTS = 66, FASTEST_MTS = 20000 }; /* PC66; twice what is in sight */
#define RATE_TOLERANCE 1.01 /* 2666 is 2667, and 1066 is 1067 */

void modules_add_doubt(struct modules *modules, const char *format, ...)
{
	struct text text = { 0 };
	va_list args;

	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	memory_grow(&modules->doubts, &modules->doubt_capacity, modules->doubt_count,
	            sizeof *modules->doubts);
	modules->doubts[modules->doubt_count++] = memory_copy_text(text_string(&text));
	text_release(&text);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* Those that a doubt is about: how many, and the first of them by name. */
struct concerned {
	size_t count;
	struct text slots;
};

static void concerned_add(struct concerned *concerned, const struct module *module)
{
	if (concerned->count < SLOTS_SHOWN)
		text_printf(&concerned->slots, "%s%s", concerned->count ? ", " : "",
		            module->slot);
	else if (concerned->count == SLOTS_SHOWN)
		text_put(&concerned->slots, " ...");
	concerned->count++;
}

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

static const char *why_slow(const struct module *module)
{
	unsigned limit = fastest(module), twice = 2 * module->configured_mts;
	bool soldered = module->form != NULL && text_equal(module->form, "Row Of Chips");

	if (module->spd != NULL && is_below(module->configured_mts, module->spd->profile.rate_mts))
		return "the profile (XMP or EXPO) is off: switch it on in the firmware's setup";
	if (!is_below(twice, limit) && !is_below(limit, twice))
		return "either half of it is lost, or the firmware counts the clock, which is half "
		       "the rate; measure";
	if (soldered)
		return "the CPU allows no more, or a setting of the firmware saves power; see its "
		       "setup";
	return "XMP or EXPO is off, or the CPU or the board allows no more with these modules; "
	       "see the firmware's setup";
}

/* `first` and all that are configured and rated alike; once for each such set. */
static void doubt_rate(struct modules *modules, size_t first)
{
	const struct module *module = &modules->items[first];
	struct concerned concerned = { 0 };
	unsigned rate = module->configured_mts, limit = fastest(module);
	bool slow = is_below(rate, limit);

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *other = &modules->items[i];
		if (other->configured_mts != rate || fastest(other) != limit)
			continue;
		if (i < first) {
			text_release(&concerned.slots);
			return;
		}
		concerned_add(&concerned, other);
	}
	modules_add_doubt(modules, "%zu module%s (%s) run%s at %u MT/s, rated for %u: %s.",
	                  concerned.count, plural(concerned.count),
	                  text_string(&concerned.slots), concerned.count == 1 ? "s" : "", rate,
	                  limit, slow ? why_slow(module)
	                              : "overclocked, or the firmware is wrong; a memory test "
	                                "shows whether they bear it");
	text_release(&concerned.slots);
}

static void doubt_rates(struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		unsigned limit = fastest(module);
		if (is_below(module->configured_mts, limit) ||
		    (limit > 0 && is_below(limit, module->configured_mts)))
			doubt_rate(modules, i);
	}
}

static bool are_alike(const struct module *a, const struct module *b)
{
	return a->bytes == b->bytes && a->rated_mts == b->rated_mts && a->ranks == b->ranks &&
	       text_equal(a->part, b->part);
}

/* Memory that a hypervisor deals out is no module: neither kind nor shape. */
static bool is_virtual(const struct module *module)
{
	return module->type == NULL && module->form == NULL;
}

/* Returns whether `first` is the first of its kind; appends how many there are of it. */
static bool put_kind(struct text *kinds, const struct modules *modules, size_t first)
{
	const struct module *module = &modules->items[first];
	char size[SIZE_TEXT_BYTES];
	size_t count = 0;

	for (size_t i = 0; i < modules->count; i++) {
		bool alike = are_alike(module, &modules->items[i]);
		if (alike && i < first)
			return false;
		count += alike;
	}
	text_printf(kinds, "%s%zu x %s%s%s", kinds->length ? ", " : "", count,
	            module->bytes ? size_format(module->bytes, size) : "unknown size",
	            module->part[0] ? " " : "", module->part);
	return true;
}

static void doubt_mixture(struct modules *modules)
{
	struct text kinds = { 0 };
	size_t shown = 0;
	bool mixed = false, sizes = false;

	for (size_t i = 0; i < modules->count; i++) {
		mixed = mixed || !are_alike(&modules->items[0], &modules->items[i]);
		sizes = sizes || modules->items[0].bytes != modules->items[i].bytes;
		if (is_virtual(&modules->items[i]))
			return;
	}
	for (size_t i = 0; i < modules->count && mixed && shown < KINDS_SHOWN; i++)
		shown += put_kind(&kinds, modules, i);
	if (mixed)
		modules_add_doubt(modules, "Unlike modules are mixed (%s%s): all run as the slowest%s. "
		                  "Modules of one kind avoid that.", text_string(&kinds),
		                  shown == KINDS_SHOWN ? " ..." : "",
		                  sizes ? ", and part of the memory is reached over fewer channels"
		                        : "");
	text_release(&kinds);
}

/* Nothing told, or a width of data that a module can have. */
static bool widths_are_sound(const struct module *module)
{
	unsigned data = module->data_bits, total = module->total_bits;

	if (total == 0)
		return data == 0 || module_widths_fit(data, data);
	return module_widths_fit(total, data);
}

static void doubt_widths(struct modules *modules)
{
	struct concerned concerned = { 0 };
	const struct module *first = NULL;

	for (size_t i = 0; i < modules->count; i++) {
		if (widths_are_sound(&modules->items[i]))
			continue;
		first = first ? first : &modules->items[i];
		concerned_add(&concerned, &modules->items[i]);
	}
	if (first != NULL)
		modules_add_doubt(modules, "The firmware gives %zu module%s (%s) widths that none "
		                  "has (%u bits of data, %u with ECC): not believed; a firmware update may "
		                  "mend it.", concerned.count, plural(concerned.count),
		                  text_string(&concerned.slots), first->data_bits,
		                  first->total_bits);
	text_release(&concerned.slots);
}

static bool is_no_rate(unsigned rate_mts)
{
	return rate_mts > 0 && (rate_mts < SLOWEST_MTS || rate_mts > FASTEST_MTS);
}

static void doubt_odd_rates(struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (!is_no_rate(module->rated_mts) && !is_no_rate(module->configured_mts))
			continue;
		modules_add_doubt(modules, "%s has a speed that no memory has (rated %u, "
		                  "configured %u MT/s): not to be believed; a firmware update may "
		                  "mend it.", module->slot, module->rated_mts,
		                  module->configured_mts);
		return;
	}
}

/* ECC chips on a board that says it corrects nothing. */
static void doubt_ecc(struct modules *modules)
{
	struct concerned concerned = { 0 };

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		const struct smbios_array *array = NULL;
		if (module->device != NULL)
			array = smbios_array(&modules->smbios, module->device->array_handle);
		if (module->ecc == SPD_ECC_YES && array != NULL &&
		    array->correction == SMBIOS_CORRECTION_NONE)
			concerned_add(&concerned, module);
	}
	if (concerned.count > 0)
		modules_add_doubt(modules, "%zu module%s (%s) have ECC, and the board says that it "
		                  "corrects nothing: ECC is off in the firmware's setup, or the CPU "
		                  "has none.", concerned.count, plural(concerned.count),
		                  text_string(&concerned.slots));
	text_release(&concerned.slots);
}

static void doubt_eeproms(struct modules *modules)
{
	size_t readable = 0;

	for (size_t i = 0; i < modules->spd_count; i++) {
		const struct module_spd *spd = &modules->spds[i];
		readable += spd->spd.state == SPD_READ;
		if (spd->spd.state == SPD_READ && spd->spd.checksum == SPD_CHECKSUM_BAD)
			modules_add_doubt(modules, "The SPD %s has a wrong checksum: misread or "
			                  "written over; read it again before believing it.",
			                  spd->name);
	}
	if (modules->slot_count > 0 && readable > modules->count)
		modules_add_doubt(modules, "%zu EEPROMs of modules answer and the firmware counts "
		                  "%zu module%s: it may have switched one off; see its event log, "
		                  "or reseat.", readable, modules->count, plural(modules->count));
}

void modules_doubt(struct modules *modules)
{
	if (modules->smbios.is_cut)
		modules_add_doubt(modules, "The SMBIOS table ends within a structure: modules may "
		                  "be missing here. Copy it anew as root.");
	doubt_odd_rates(modules);
	doubt_rates(modules);
	doubt_mixture(modules);
	modules_doubt_channels(modules);
	doubt_widths(modules);
	doubt_ecc(modules);
	doubt_eeproms(modules);
}
