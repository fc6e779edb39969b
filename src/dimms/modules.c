/* SPDX-License-Identifier: MIT */
/* dimms: memory modules as firmware and EEPROMs tell of them, brought together. */
#include "dimms/modules.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "dimms/modules_parts.h"

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
const char *module_known(const char *name)
{
	if (name == NULL || text_equal(name, "Unknown") || text_equal(name, "Other"))
		return NULL;
	return name;
}

bool module_spd_is_module(const struct module_spd *spd)
{
	if (spd->spd.state != SPD_READ)
		return false;
	if (spd->is_found)
		return spd->spd.checksum == SPD_CHECKSUM_OK;
	return spd->spd.checksum != SPD_CHECKSUM_BAD || !module_needs_checksum(&spd->spd);
}

bool module_needs_checksum(const struct spd *spd)
{
	return spd->type == NULL || !text_starts(spd->type, "LPDDR");
}

/* By the widths, else by what the array of slots corrects. */
static enum spd_ecc device_ecc(const struct modules *modules,
                               const struct smbios_device *device)
{
	static const enum spd_ecc eccs[] = {
		[SMBIOS_CORRECTION_NONE] = SPD_ECC_NO, [SMBIOS_CORRECTION_SINGLE] = SPD_ECC_YES,
		[SMBIOS_CORRECTION_MULTI] = SPD_ECC_YES,
	};
	const struct smbios_array *array =
	        smbios_array(&modules->smbios, device->array_handle);

	if (module_widths_fit(device->total_bits, device->data_bits))
		return device->total_bits > device->data_bits ? SPD_ECC_YES : SPD_ECC_NO;
	return array != NULL && array->correction < sizeof eccs / sizeof *eccs
	               ? eccs[array->correction] : SPD_ECC_UNKNOWN;
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
		if (spd->spd.state != SPD_READ || !text_equal(spd->spd.part, part))
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
	module->is_nonvolatile = module->is_nonvolatile || spd->is_nonvolatile;
	copy_where_unknown(module->maker, spd->maker);
	copy_where_unknown(module->part, spd->part);
}

static void add_module(struct modules *modules, const struct module *module)
{
	memory_grow(&modules->items, &modules->capacity, modules->count, sizeof *module);
	modules->items[modules->count++] = *module;
}

/* What a device says that only holds of real modules. */
static void fill_facts(const struct modules *modules, const struct smbios_device *device,
                       struct module *module)
{
	const char *technology = smbios_technology_name(device->technology);

	module->rated_mts = device->rated_mts;
	module->configured_mts = device->configured_mts;
	module->ranks = device->ranks;
	module->ecc = device_ecc(modules, device);
	module->total_bits = device->total_bits;
	module->data_bits = device->data_bits;
	module->is_nonvolatile = device->is_nonvolatile;
	module->type = technology ? technology : module->type;
}

static void add_device(struct modules *modules, const struct smbios_device *device)
{
	struct module module = {
		.bytes = device->bytes,
		.type = module_known(smbios_type_name(device->type)),
		.form = module_known(smbios_form_factor_name(device->form_factor)),
		.device = device,
	};

	name_slot(modules, &module);
	module_maker(device, module.maker);
	module_part(device->part, module.part);
	if (modules->hypervisor == NULL)
		fill_facts(modules, device, &module);
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
		if (!module_spd_is_module(spd))
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

	modules->hypervisor = modules_find_hypervisor(modules);
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

/* Optane that serves as memory has DRAM for its cache, which then counts no more. */
bool modules_in_memory_mode(const struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		const struct smbios_device *device = modules->items[i].device;
		if (device != NULL && device->technology == SMBIOS_OPTANE &&
		    device->volatile_bytes > 0)
			return true;
	}
	return false;
}

/* What of a module that keeps its contents serves as memory all the same. */
static uint64_t volatile_bytes(const struct module *module)
{
	uint64_t told = module->device != NULL ? module->device->volatile_bytes : 0;
	return told < module->bytes ? told : module->bytes;
}

uint64_t modules_bytes(const struct modules *modules)
{
	bool memory_mode = modules_in_memory_mode(modules);
	uint64_t bytes = 0;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (module->bytes == 0)
			return 0;
		if (module->is_nonvolatile)
			bytes += volatile_bytes(module);
		else if (!memory_mode)
			bytes += module->bytes;
	}
	return bytes;
}

uint64_t modules_nonvolatile_bytes(const struct modules *modules)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < modules->count; i++) {
		const struct module *module = &modules->items[i];
		if (module->is_nonvolatile)
			bytes += module->bytes - volatile_bytes(module);
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
