/* SPDX-License-Identifier: MIT */
/*
 * dimms: where firmware, EEPROMs and the system itself do not agree about the memory.
 * Takes nobody's side: says what each says.
 */
#include <string.h>

#include "base/units.h"
#include "dimms/modules_parts.h"

/* The kernel keeps 1/64 of memory for descriptions of its pages (64 bytes for 4 KiB), and
 * firmware some more; what is missing beyond twice that is somebody's. */
#define RESERVED_PARTS 32

/* "LPDDR4" and "LPDDR4X", "DDR2" and "DDR2 FB-DIMM" are one: firmware knows no finer. */
static bool are_of_one_type(const char *a, const char *b)
{
	return text_starts(a, b) || text_starts(b, a);
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
	if (type != NULL && spd->type != NULL && strstr(type, "DDR") != NULL &&
	    !are_of_one_type(type, spd->type))
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

static uint64_t smallest_bytes(const struct modules *modules)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (!module->is_nonvolatile && module->bytes < least)
			least = module->bytes;
	}
	return least;
}

/* Against what the kernel has: a module's worth that is missing, or more than there is. */
static void doubt_system(struct modules *modules)
{
	uint64_t listed = modules_bytes(modules), has = modules->system_bytes;
	char a[SIZE_TEXT_BYTES], b[SIZE_TEXT_BYTES];

	if (listed == 0 || has == 0)
		return;
	(void)size_format(listed, a);
	(void)size_format_short((double)has, b);
	if (has > listed)
		modules_add_doubt(modules, "The modules add up to %s and the system has %s: modules "
		                  "are missing from the list, or their sizes are wrong.", a, b);
	else if (smallest_bytes(modules) < UINT64_MAX &&
	         listed - has >= smallest_bytes(modules) + listed / RESERVED_PARTS)
		modules_add_doubt(modules, "The modules add up to %s and the system has %s: a module "
		                  "is not used, graphics or another system hold that much, or this is "
		                  "a container with a limit; see the firmware's event log.", a, b);
}

void modules_doubt_totals(struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		if (modules->items[i].device != NULL && modules->items[i].spd != NULL)
			doubt_module(modules, &modules->items[i]);
	}
	if (modules->slot_count > 0)
		doubt_strangers(modules);
	doubt_system(modules);
}
