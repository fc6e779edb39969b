/* SPDX-License-Identifier: MIT */
/*
 * machine: memory modules as firmware and EEPROMs tell of them, brought together. Pure:
 * knows neither files nor what is doubtful.
 */
#include "machine/modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "machine/modules_parts.h"

bool module_is_slot(const struct modules *modules, const struct smbios_device *device)
{
	const struct smbios_array *array =
	        smbios_array(&modules->smbios, device->array_handle);

	if (!smbios_type_is_memory(device->type))
		return false;
	return array == NULL || array->use == SMBIOS_SYSTEM_MEMORY;
}

bool module_widths_fit(unsigned total_bits, unsigned data_bits)
{
	bool power = (data_bits & (data_bits - 1)) == 0;
	return power && data_bits >= 8 && data_bits <= 128 && total_bits >= data_bits &&
	       total_bits - data_bits <= data_bits / 2;
}

/* "Unknown" and "Other" are what nobody says. */
static const char *known_name(const char *name)
{
	if (name == NULL || text_equal(name, "Unknown") || text_equal(name, "Other"))
		return NULL;
	return name;
}

/* By the widths, else by what the array of slots corrects. */
static enum spd_ecc device_ecc(const struct modules *modules,
                               const struct smbios_device *device)
{
	const struct smbios_array *array =
	        smbios_array(&modules->smbios, device->array_handle);

	if (module_widths_fit(device->total_bits, device->data_bits))
		return device->total_bits > device->data_bits ? SPD_ECC_YES : SPD_ECC_NO;
	if (array == NULL)
		return SPD_ECC_UNKNOWN;
	if (array->correction == SMBIOS_CORRECTION_NONE)
		return SPD_ECC_NO;
	return array->correction == SMBIOS_CORRECTION_SINGLE ||
	                       array->correction == SMBIOS_CORRECTION_MULTI
	               ? SPD_ECC_YES
	               : SPD_ECC_UNKNOWN;
}

static bool locator_is_unique(const struct smbios *smbios, const char *locator)
{
	size_t found = 0;

	for (size_t i = 0; i < smbios->device_count; i++)
		found += text_equal(smbios->devices[i].locator, locator);
	return found == 1;
}

static void name_slot(const struct modules *modules, struct module *module)
{
	char locator[SMBIOS_TEXT_BYTES], bank[SMBIOS_TEXT_BYTES];

	module_text(module->device->locator, locator);
	module_text(module->device->bank, bank);
	if (locator[0] == '\0' && bank[0] == '\0')
		(void)snprintf(module->slot, sizeof module->slot, "#%zu", modules->count + 1);
	else if (bank[0] == '\0' ||
	         locator_is_unique(&modules->smbios, module->device->locator))
		(void)snprintf(module->slot, sizeof module->slot, "%s", locator);
	else
		(void)snprintf(module->slot, sizeof module->slot, "%s%s%s", bank,
		               locator[0] ? " " : "", locator);
}

/* The EEPROM with this part number, one that no module has where there are several. */
static struct module_spd *find_spd(struct modules *modules, const char *part)
{
	struct module_spd *found = NULL;

	for (size_t i = 0; i < modules->spd_count && part[0] != '\0'; i++) {
		struct module_spd *spd = &modules->spds[i];
		if (!text_equal(spd->spd.part, part))
			continue;
		if (found == NULL || (found->is_used && !spd->is_used))
			found = spd;
	}
	return found;
}

static void copy_where_unknown(char to[SMBIOS_TEXT_BYTES], const char *from)
{
	if (to[0] == '\0')
		(void)snprintf(to, SMBIOS_TEXT_BYTES, "%s", from);
}

static void fill_from_spd(struct module *module, const struct spd *spd)
{
	module->spd = spd;
	module->bytes = module->bytes ? module->bytes : spd->bytes;
	module->type = module->type ? module->type : spd->type;
	module->form = module->form ? module->form : spd->form;
	module->rated_mts = module->rated_mts ? module->rated_mts : spd->jedec.rate_mts;
	module->ranks = module->ranks ? module->ranks : spd->ranks;
	module->ecc = module->ecc ? module->ecc : spd->ecc;
	copy_where_unknown(module->maker, spd->maker);
	copy_where_unknown(module->part, spd->part);
}

static void add_module(struct modules *modules, const struct module *module)
{
	memory_grow(&modules->items, &modules->capacity, modules->count, sizeof *module);
	modules->items[modules->count++] = *module;
}

static void add_device(struct modules *modules, const struct smbios_device *device)
{
	struct module module = {
		.bytes = device->bytes,
		.type = known_name(smbios_type_name(device->type)),
		.form = known_name(smbios_form_factor_name(device->form_factor)),
		.rated_mts = device->rated_mts,
		.configured_mts = device->configured_mts,
		.ranks = device->ranks,
		.ecc = device_ecc(modules, device),
		.total_bits = device->total_bits,
		.data_bits = device->data_bits,
		.device = device,
	};

	name_slot(modules, &module);
	module_maker(device, module.maker);
	module_part(device->part, module.part);
	struct module_spd *spd = find_spd(modules, module.part);
	if (spd != NULL) {
		fill_from_spd(&module, &spd->spd);
		spd->is_used = true;
	}
	add_module(modules, &module);
}

/* Without the firmware's table the EEPROMs are what there is. */
static void add_spds(struct modules *modules)
{
	for (size_t i = 0; i < modules->spd_count; i++) {
		struct module_spd *spd = &modules->spds[i];
		struct module module = { .device = NULL };
		if (spd->spd.state != SPD_READ)
			continue;
		(void)snprintf(module.slot, sizeof module.slot, "%s", spd->name);
		fill_from_spd(&module, &spd->spd);
		spd->is_used = true;
		add_module(modules, &module);
	}
}

void modules_decide(struct modules *modules)
{
	const struct smbios *smbios = &modules->smbios;

	for (size_t i = 0; i < smbios->device_count; i++) {
		if (!module_is_slot(modules, &smbios->devices[i]))
			continue;
		modules->slot_count++;
		if (smbios->devices[i].is_populated)
			add_device(modules, &smbios->devices[i]);
	}
	if (modules->slot_count == 0)
		add_spds(modules);
	modules_doubt(modules);
}

bool modules_are_asked(const struct modules *modules)
{
	return modules->table.is_asked || modules->eeproms.is_asked;
}

uint64_t modules_bytes(const struct modules *modules)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < modules->count; i++) {
		if (modules->items[i].bytes == 0)
			return 0;
		bytes += modules->items[i].bytes;
	}
	return bytes;
}

void modules_release(struct modules *modules)
{
	for (size_t i = 0; i < modules->spd_count; i++)
		free(modules->spds[i].name);
	for (size_t i = 0; i < modules->doubt_count; i++)
		free(modules->doubts[i]);
	free(modules->spds);
	free(modules->items);
	free(modules->doubts);
	text_release(&modules->table.trouble);
	text_release(&modules->eeproms.trouble);
	smbios_release(&modules->smbios);
	*modules = (struct modules){ 0 };
}
