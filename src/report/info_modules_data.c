/* SPDX-License-Identifier: MIT */
/* report: memory modules for programs: JSON and CSV. Pure; asks no system. */
#include <inttypes.h>
#include <math.h>

#include "report/grid.h"
#include "report/info_modules.h"

static void json_known(struct json *json, const char *key, uint64_t value)
{
	if (value > 0)
		json_count(json, key, value);
	else
		json_null(json, key);
}

static void json_known_text(struct json *json, const char *key, const char *value)
{
	json_text(json, key, value && value[0] ? value : NULL);
}

static void json_ecc(struct json *json, enum spd_ecc ecc)
{
	if (ecc == SPD_ECC_UNKNOWN)
		json_null(json, "ecc");
	else
		json_bool(json, "ecc", ecc == SPD_ECC_YES);
}

static void json_timings(struct json *json, const char *key,
                         const struct spd_timings *timings)
{
	if (timings->rate_mts == 0) {
		json_null(json, key);
		return;
	}
	json_open(json, key, '{');
	json_count(json, "rate_mts", timings->rate_mts);
	json_number(json, "cl", timings->cl > 0 ? timings->cl : (double)NAN);
	json_known(json, "trcd", timings->trcd);
	json_known(json, "trp", timings->trp);
	json_known(json, "tras", timings->tras);
	json_known(json, "tck_ps", timings->tck_ps);
	json_known(json, "taa_ps", timings->taa_ps);
	json_known(json, "trcd_ps", timings->trcd_ps);
	json_known(json, "trp_ps", timings->trp_ps);
	json_known(json, "tras_ps", timings->tras_ps);
	json_close(json, '}');
}

static void json_spd(struct json *json, const struct module_spd *named)
{
	static const char *const states[] = { "read", "empty", "cut", "unknown" };
	static const char *const sums[] = { NULL, "ok", "bad" };
	const struct spd *spd = &named->spd;

	json_open(json, NULL, '{');
	json_text(json, "name", named->name);
	json_text(json, "state", states[spd->state]);
	json_known_text(json, "reason", spd->reason);
	json_bool(json, "used", named->is_used);
	json_text(json, "type", spd->type);
	json_text(json, "form", spd->form);
	json_known(json, "bytes", spd->bytes);
	json_known(json, "ranks", spd->ranks);
	json_known(json, "device_bits", spd->device_bits);
	json_ecc(json, spd->ecc);
	json_known_text(json, "maker", spd->maker);
	json_known_text(json, "part", spd->part);
	json_text(json, "checksum", sums[spd->checksum]);
	json_timings(json, "jedec", &spd->jedec);
	json_text(json, "profile_name", spd->profile_name);
	json_timings(json, "profile", &spd->profile);
	json_close(json, '}');
}

static void json_module(struct json *json, const struct module *module)
{
	const struct spd_timings none = { 0 };

	json_open(json, NULL, '{');
	json_text(json, "slot", module->slot);
	json_known(json, "bytes", module->bytes);
	json_bool(json, "nonvolatile", module->is_nonvolatile);
	json_text(json, "type", module->type);
	json_text(json, "form", module->form);
	json_known(json, "rated_mts", module->rated_mts);
	json_known(json, "configured_mts", module->configured_mts);
	json_known_text(json, "maker", module->maker);
	json_known_text(json, "part", module->part);
	json_known(json, "ranks", module->ranks);
	json_ecc(json, module->ecc);
	json_known(json, "total_bits", module->total_bits);
	json_known(json, "data_bits", module->data_bits);
	json_timings(json, "jedec", module->spd ? &module->spd->jedec : &none);
	json_timings(json, "profile", module->spd ? &module->spd->profile : &none);
	json_close(json, '}');
}

static void json_source(struct json *json, const char *name,
                        const struct module_source *source)
{
	const char *trouble = source->trouble.length > 0 ? text_string(&source->trouble)
	                                                 : "none is there";

	json_open(json, NULL, '{');
	json_text(json, "source", name);
	json_bool(json, "read", source->is_read);
	json_text(json, "trouble", source->is_read ? NULL : trouble);
	json_close(json, '}');
}

static void json_sources(struct json *json, const struct modules *modules)
{
	json_open(json, "memory_sources", '[');
	if (modules->table.is_asked)
		json_source(json, "smbios", &modules->table);
	if (modules->eeproms.is_asked)
		json_source(json, "spd", &modules->eeproms);
	json_close(json, ']');
}

void info_modules_json(const struct modules *modules, struct json *json)
{
	if (modules->slot_count == 0 && modules->count == 0) {
		json_null(json, "memory_modules");
	} else {
		json_open(json, "memory_modules", '[');
		for (size_t i = 0; i < modules->count; i++)
			json_module(json, &modules->items[i]);
		json_close(json, ']');
	}
	json_known(json, "memory_slots", modules->slot_count);
	json_text(json, "memory_hypervisor", modules->hypervisor);
	json_known(json, "memory_total_bytes", modules->system_bytes);
	json_open(json, "memory_spds", '[');
	for (size_t i = 0; i < modules->spd_count; i++)
		json_spd(json, &modules->spds[i]);
	json_close(json, ']');
	json_sources(json, modules);
	json_open(json, "memory_doubts", '[');
	for (size_t i = 0; i < modules->doubt_count; i++)
		json_text(json, NULL, modules->doubts[i]);
	json_close(json, ']');
}

static void put_known(struct grid *grid, uint64_t value)
{
	if (value > 0)
		grid_put(grid, "%" PRIu64, value);
	else
		grid_put(grid, "%s", "");
}

static void put_csv_timings(struct grid *grid, const struct spd_timings *timings)
{
	put_known(grid, timings->rate_mts);
	if (timings->cl > 0)
		grid_put(grid, "%g", timings->cl);
	else
		grid_put(grid, "%s", "");
	put_known(grid, timings->trcd);
	put_known(grid, timings->trp);
	put_known(grid, timings->tras);
}

static void put_module(struct grid *grid, const struct module *module)
{
	static const char *const eccs[] = { "", "no", "yes" };
	const struct spd_timings none = { 0 };

	grid_put(grid, "%s", module->slot);
	put_known(grid, module->bytes);
	grid_put(grid, "%s", module->type ? module->type : "");
	put_known(grid, module->rated_mts);
	put_known(grid, module->configured_mts);
	grid_put(grid, "%s", module->maker);
	grid_put(grid, "%s", module->part);
	put_known(grid, module->ranks);
	grid_put(grid, "%s", eccs[module->ecc]);
	put_csv_timings(grid, module->spd ? &module->spd->jedec : &none);
	put_known(grid, module->spd ? module->spd->profile.rate_mts : 0);
}

void info_modules_csv(const struct modules *modules, struct text *text)
{
	static const char *const columns[] = {
		"slot", "bytes", "type", "rated_mts", "configured_mts", "maker", "part", "ranks",
		"ecc", "jedec_mts", "cl", "trcd", "trp", "tras", "profile_mts",
	};
	struct grid grid = { 0 };

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		grid_column(&grid, columns[i], false);
	for (size_t i = 0; i < modules->count; i++)
		put_module(&grid, &modules->items[i]);
	grid_csv(&grid, text);
	grid_release(&grid);
}
