/* SPDX-License-Identifier: MIT */
/*
 * dimms: what is doubtful about the memory modules, one sentence each, with its cure.
 * Knows nothing of where the facts came from.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "dimms/modules_parts.h"

enum { SLOTS_SHOWN = 4, KINDS_SHOWN = 4 };

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

void concerned_add(struct concerned *concerned, const struct module *module)
{
	if (concerned->count < SLOTS_SHOWN)
		text_printf(&concerned->slots, "%s%s", concerned->count ? ", " : "",
		            module->slot);
	else if (concerned->count == SLOTS_SHOWN)
		text_put(&concerned->slots, " ...");
	concerned->count++;
}

static bool are_alike(const struct module *a, const struct module *b)
{
	return a->bytes == b->bytes && a->rated_mts == b->rated_mts && a->ranks == b->ranks &&
	       text_equal(a->part, b->part);
}

/* What shares the work: memory that keeps its contents has another. */
static bool is_ram(const struct module *module)
{
	return !module->is_nonvolatile;
}

/* Returns whether `first` is the first of its kind; appends how many there are of it. */
static bool put_kind(struct text *kinds, const struct modules *modules, size_t first)
{
	const struct module *module = &modules->items[first];
	char size[SIZE_TEXT_BYTES];
	size_t count = 0;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *other = &modules->items[i];
		bool alike = is_ram(other) && are_alike(module, other);
		if (alike && i < first)
			return false;
		count += alike;
	}
	text_printf(kinds, "%s%zu x %s%s%s", kinds->length ? ", " : "", count,
	            module->bytes ? size_format(module->bytes, size) : "unknown size",
	            module->part[0] ? " " : "", module->part);
	return true;
}

static bool is_soldered(const struct module *module)
{
	return module->form != NULL && (text_equal(module->form, "Row Of Chips") ||
	                                text_equal(module->form, "Chip"));
}

static void doubt_mixture(struct modules *modules)
{
	const struct module *first = NULL;
	struct text kinds = { 0 };
	size_t shown = 0;
	bool mixed = false, sizes = false, soldered = false;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (!is_ram(module))
			continue;
		first = first ? first : module;
		mixed = mixed || !are_alike(first, module);
		sizes = sizes || first->bytes != module->bytes;
		soldered = soldered || is_soldered(module);
	}
	for (size_t i = 0; i < modules->count && mixed && shown < KINDS_SHOWN; i++)
		shown += is_ram(&modules->items[i]) && put_kind(&kinds, modules, i);
	if (mixed)
		modules_add_doubt(modules, "Unlike modules are mixed (%s%s): all run as the slowest%s. "
		                  "%s.", text_string(&kinds), shown == KINDS_SHOWN ? " ..." : "",
		                  sizes ? ", and part of the memory is reached over fewer channels"
		                        : "",
		                  soldered ? "What is soldered stays; modules like it avoid that"
		                           : "Modules of one kind avoid that");
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
		readable += module_spd_is_module(spd);
		if (spd->spd.state == SPD_READ && spd->spd.checksum == SPD_CHECKSUM_BAD &&
		    (spd->is_found || module_needs_checksum(&spd->spd)))
			modules_add_doubt(modules, "The SPD %s has a wrong checksum: misread, "
			                  "written over, or no SPD at all; read it again before "
			                  "believing it.", spd->name);
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
	if (modules->hypervisor != NULL)
		return;
	if (modules_in_memory_mode(modules))
		modules_add_doubt(modules, "Non-volatile modules serve as memory and DRAM is their "
		                  "cache (memory mode): rows beyond its size are not DRAM's. The "
		                  "firmware's setup can change that.");
	modules_doubt_rates(modules);
	doubt_mixture(modules);
	modules_doubt_channels(modules);
	doubt_widths(modules);
	doubt_ecc(modules);
	doubt_eeproms(modules);
	modules_doubt_totals(modules);
}
