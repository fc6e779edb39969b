/* SPDX-License-Identifier: MIT */
/* dimms: what is doubtful about the memory modules, one sentence each, with its cure. */
#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "dimms/modules_parts.h"

enum { SLOTS_SHOWN = 4, KINDS_SHOWN = 4 };

/* The kernel keeps 1/64 of memory for descriptions of its pages (64 bytes for 4 KiB), and
 * firmware some more; what is missing beyond twice that is somebody's. */
#define RESERVED_PARTS 32

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
	if (concerned->count == 0)
		concerned->first = module;
	if (concerned->count < SLOTS_SHOWN)
		text_printf(&concerned->slots, "%s%s", concerned->count ? ", " : "",
		            module->slot);
	else if (concerned->count == SLOTS_SHOWN)
		text_put(&concerned->slots, " ...");
	concerned->count++;
}

static struct concerned find_concerned(const struct modules *modules,
                                       bool (*is_concerned)(const struct modules *modules,
                                                            const struct module *module))
{
	struct concerned concerned = { 0 };

	for (size_t i = 0; i < modules->count; i++) {
		if (is_concerned(modules, &modules->items[i]))
			concerned_add(&concerned, &modules->items[i]);
	}
	return concerned;
}

static bool are_alike(const struct module *a, const struct module *b)
{
	return a->bytes == b->bytes && a->rated_mts == b->rated_mts && a->ranks == b->ranks &&
	       text_equal(a->part, b->part);
}

/* Returns whether `first` is the first of its kind; appends how many there are of it. */
static bool put_kind(struct text *kinds, const struct modules *modules, size_t first)
{
	const struct module *module = &modules->items[first];
	char size[SIZE_TEXT_BYTES];
	size_t count = 0;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *other = &modules->items[i];
		bool alike = !other->is_nonvolatile && are_alike(module, other);
		if (alike && i < first)
			return false;
		count += alike;
	}
	text_printf(kinds, "%s%zu x %s%s%s", kinds->length ? ", " : "", count,
	            module->bytes ? size_format(module->bytes, size) : "unknown size",
	            module->part[0] ? " " : "", module->part);
	return true;
}

/* Memory that keeps its contents does not share the work, and may be unlike. */
static void doubt_mixture(struct modules *modules)
{
	const struct module *first = NULL;
	struct text kinds = { 0 };
	size_t shown = 0;
	bool mixed = false, sizes = false, soldered = false;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		const char *form = module->form ? module->form : "";
		if (module->is_nonvolatile)
			continue;
		first = first ? first : module;
		mixed = mixed || !are_alike(first, module);
		sizes = sizes || first->bytes != module->bytes;
		soldered = soldered || text_equal(form, "Row Of Chips") || text_equal(form, "Chip");
	}
	for (size_t i = 0; i < modules->count && mixed && shown < KINDS_SHOWN; i++)
		shown += !modules->items[i].is_nonvolatile && put_kind(&kinds, modules, i);
	if (mixed)
		modules_add_doubt(modules, "Unlike modules are mixed (%s%s): all run as the slowest%s. "
		                  "%s.", text_string(&kinds), shown == KINDS_SHOWN ? " ..." : "",
		                  sizes ? ", and part of the memory is reached over fewer channels"
		                        : "",
		                  soldered ? "What is soldered stays; modules like it avoid that"
		                           : "Modules of one kind avoid that");
	text_release(&kinds);
}

/* Something told that is not a width of data that a module can have. */
static bool has_odd_widths(const struct modules *modules, const struct module *module)
{
	unsigned data = module->data_bits, total = module->total_bits;

	(void)modules;
	if (total == 0)
		return data != 0 && !module_widths_fit(data, data);
	return !module_widths_fit(total, data);
}

static void doubt_widths(struct modules *modules)
{
	struct concerned concerned = find_concerned(modules, has_odd_widths);

	if (concerned.count > 0)
		modules_add_doubt(modules, "The firmware gives %zu module%s (%s) widths that none "
		                  "has (%u bits of data, %u with ECC): not believed; a firmware update may "
		                  "mend it.", concerned.count, plural(concerned.count),
		                  text_string(&concerned.slots), concerned.first->data_bits,
		                  concerned.first->total_bits);
	text_release(&concerned.slots);
}

static bool has_unused_ecc(const struct modules *modules, const struct module *module)
{
	const struct smbios_array *array =
	        module->device ? smbios_array(&modules->smbios, module->device->array_handle)
	                       : NULL;
	return module->ecc == SPD_ECC_YES && array != NULL &&
	       array->correction == SMBIOS_CORRECTION_NONE;
}

/* ECC chips on a board that says it corrects nothing. */
static void doubt_ecc(struct modules *modules)
{
	struct concerned concerned = find_concerned(modules, has_unused_ecc);

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

static void doubt_module(struct modules *modules, const struct module *module)
{
	const char *type = smbios_type_name(module->device->type);
	const struct spd *spd = module->spd;
	char told[SIZE_TEXT_BYTES], read[SIZE_TEXT_BYTES];

	if (module->device->bytes > 0 && spd->bytes > 0 && module->device->bytes != spd->bytes)
		modules_add_doubt(modules, "%s: the firmware says %s, the module's EEPROM %s: one of "
		                  "them is wrong, or part of the module is switched off; see the "
		                  "firmware's event log.", module->slot,
		                  size_format(module->device->bytes, told),
		                  size_format(spd->bytes, read));
	/* "LPDDR4" and "LPDDR4X", "DDR2" and "DDR2 FB-DIMM" are one: firmware knows no finer. */
	if (type != NULL && spd->type != NULL && strstr(type, "DDR") != NULL &&
	    !text_starts(type, spd->type) && !text_starts(spd->type, type))
		modules_add_doubt(modules, "%s: the firmware says %s, the module's EEPROM %s: one of "
		                  "them is wrong; believe the label on the module.", module->slot,
		                  type, spd->type);
}

/* EEPROMs without a module of their part number, though the firmware gives such numbers. */
static void doubt_strangers(struct modules *modules)
{
	size_t strangers = 0, nameless = 0;
	const char *part = "";

	for (size_t i = 0; i < modules->count; i++)
		nameless += modules->items[i].part[0] == '\0';
	for (size_t i = 0; i < modules->spd_count; i++) {
		const struct module_spd *spd = &modules->spds[i];
		if (!spd->is_found || spd->is_used || !module_spd_is_module(spd) ||
		    spd->spd.part[0] == '\0')
			continue;
		strangers++;
		part = spd->spd.part;
	}
	if (strangers > 0 && nameless == 0 && modules->count > 0)
		modules_add_doubt(modules, "%zu EEPROM%s (%s%s) belong%s to no module that the firmware "
		                  "lists: its table may be old, or a module switched off; see its "
		                  "event log.", strangers, plural(strangers), part,
		                  strangers > 1 ? " ..." : "", strangers == 1 ? "s" : "");
}

/* Against what the kernel has: a module's worth that is missing, or more than there is. */
static void doubt_system(struct modules *modules)
{
	uint64_t listed = modules_bytes(modules), has = modules->system_bytes;
	uint64_t least = UINT64_MAX; /* of a module */
	char a[SIZE_TEXT_BYTES], b[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (!module->is_nonvolatile && module->bytes < least)
			least = module->bytes;
	}
	if (listed == 0 || has == 0)
		return;
	(void)size_format(listed, a);
	(void)size_format_short((double)has, b);
	if (has > listed)
		modules_add_doubt(modules, "The modules add up to %s and the system has %s: modules "
		                  "are missing from the list, or their sizes are wrong.", a, b);
	else if (least < UINT64_MAX && listed - has >= least + listed / RESERVED_PARTS)
		modules_add_doubt(modules, "The modules add up to %s and the system has %s: a module "
		                  "is not used, graphics or another system hold that much, or this is "
		                  "a container with a limit; see the firmware's event log.", a, b);
}

/* Where firmware, EEPROMs and the system itself do not agree. */
static void doubt_totals(struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		if (modules->items[i].device != NULL && modules->items[i].spd != NULL)
			doubt_module(modules, &modules->items[i]);
	}
	if (modules->slot_count > 0)
		doubt_strangers(modules);
	doubt_system(modules);
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
	doubt_totals(modules);
}
