/* SPDX-License-Identifier: MIT */
/* report: memory modules as fields, and so as JSON and CSV. Pure; asks no system. */
#include "report/info_parts.h"

#include <math.h>
#include <stdio.h>

/* What a field may leave empty. */
static const char *known(const char *string)
{
	return string && string[0] ? string : NULL;
}

static void ecc_field(struct fields *fields, enum spd_ecc ecc)
{
	static const char *const names[] = { NULL, "no", "yes" };

	if (fields->json == NULL)
		field_text(fields, "ecc", "ECC", names[ecc]);
	else if (ecc == SPD_ECC_UNKNOWN)
		json_null(fields->json, "ecc");
	else
		json_bool(fields->json, "ecc", ecc == SPD_ECC_YES);
}

static void json_timings(struct json *json, const char *key,
                         const struct spd_timings *timings)
{
	if (timings == NULL || timings->rate_mts == 0) {
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
	struct fields fields = { .json = json };

	json_open(json, NULL, '{');
	json_text(json, "name", named->name);
	json_text(json, "state", states[spd->state]);
	json_text(json, "reason", known(spd->reason));
	json_bool(json, "used", named->is_used);
	json_text(json, "type", spd->type);
	json_text(json, "form", spd->form);
	json_known(json, "bytes", spd->bytes);
	json_known(json, "ranks", spd->ranks);
	json_known(json, "device_bits", spd->device_bits);
	ecc_field(&fields, spd->ecc);
	json_text(json, "maker", known(spd->maker));
	json_text(json, "part", known(spd->part));
	json_text(json, "checksum", sums[spd->checksum]);
	json_timings(json, "jedec", &spd->jedec);
	json_text(json, "profile_name", spd->profile_name);
	json_timings(json, "profile", &spd->profile);
	json_close(json, '}');
}

/* "22-22-22-52 at 3200"; "-" where they are not known. */
static void shown_timings(struct fields *fields, const char *title, const char *name,
                          const struct spd_timings *timings)
{
	if (timings->rate_mts == 0)
		field_shown(fields, title, false, "-");
	else if (timings->cl > 0 || name[0])
		field_shown(fields, title, false, "%s%g-%u-%u-%u at %u", name, timings->cl,
		            timings->trcd, timings->trp, timings->tras, timings->rate_mts);
	else
		field_shown(fields, title, false, "tRCD %g ns, tRP %g ns",
		            timings->trcd_ps / 1e3, timings->trp_ps / 1e3);
}

/* Flat in a row of CSV; words for people, in columns that only EEPROMs fill. */
static void timing_fields(struct fields *fields, const struct spd *spd,
                          const struct modules *modules)
{
	const struct spd none = { .state = SPD_EMPTY };
	const struct spd_timings *jedec = &(spd ? spd : &none)->jedec;
	const struct spd_timings *profile = &(spd ? spd : &none)->profile;
	bool has_jedec = false, has_profile = false;
	char name[16] = "";

	for (size_t i = 0; i < modules->count; i++) {
		const struct spd *other = modules->items[i].spd;
		has_jedec = has_jedec || (other && other->jedec.rate_mts > 0);
		has_profile = has_profile || (other && other->profile.rate_mts > 0);
	}
	field_known(fields, "jedec_mts", NULL, jedec->rate_mts);
	field_number(fields, "cl", NULL, jedec->cl > 0 ? jedec->cl : (double)NAN, NULL);
	field_known(fields, "trcd", NULL, jedec->trcd);
	field_known(fields, "trp", NULL, jedec->trp);
	field_known(fields, "tras", NULL, jedec->tras);
	field_known(fields, "profile_mts", NULL, profile->rate_mts);
	if (has_jedec)
		shown_timings(fields, "JEDEC timings", "", jedec);
	if (profile->rate_mts > 0)
		(void)snprintf(name, sizeof name, "%s ", spd->profile_name);
	if (has_profile)
		shown_timings(fields, "profile", name, profile);
}

static void module_fields(struct fields *fields, const struct module *module,
                          const struct modules *modules)
{
	struct json *json = fields->json;

	field_text(fields, "slot", "slot", module->slot);
	field_bytes(fields, "bytes", "size", module->bytes);
	json_bool(json, "nonvolatile", module->is_nonvolatile);
	field_text(fields, "type", "type", module->type);
	json_text(json, "form", module->form);
	field_known(fields, "rated_mts", "rated MT/s", module->rated_mts);
	field_known(fields, "configured_mts", "configured MT/s", module->configured_mts);
	field_text(fields, "maker", "maker", known(module->maker));
	field_text(fields, "part", "part", known(module->part));
	field_known(fields, "ranks", "ranks", module->ranks);
	ecc_field(fields, module->ecc);
	json_known(json, "total_bits", module->total_bits);
	json_known(json, "data_bits", module->data_bits);
	if (json == NULL) {
		timing_fields(fields, module->spd, modules);
		return;
	}
	json_timings(json, "jedec", module->spd ? &module->spd->jedec : NULL);
	json_timings(json, "profile", module->spd ? &module->spd->profile : NULL);
}

void info_modules(struct fields *fields, const struct modules *modules)
{
	const struct module none = { .bytes = 0 };

	for (size_t i = 0; i < modules->count; i++) {
		fields_begin(fields);
		module_fields(fields, &modules->items[i], modules);
		fields_end(fields);
	}
	if (modules->count == 0 && fields->grid != NULL) {
		module_fields(fields, &none, modules);
		fields_end_none(fields);
	}
}

static void json_source(struct json *json, const char *name,
                        const struct module_source *source)
{
	const char *trouble = source->trouble.length > 0 ? text_string(&source->trouble)
	                                                 : "none is there";

	if (!source->is_asked)
		return;
	json_open(json, NULL, '{');
	json_text(json, "source", name);
	json_bool(json, "read", source->is_read);
	json_text(json, "trouble", source->is_read ? NULL : trouble);
	json_close(json, '}');
}

void info_peak_json(const struct peak *peak, struct json *json)
{
	static const char *const sources[] = { NULL, "smbios", "user" };
	bool is_known = peak_is_known(peak);

	json_number(json, "peak_bytes_per_s", is_known ? peak->high : (double)NAN);
	json_number(json, "peak_low_bytes_per_s", peak->low > 0 ? peak->low : (double)NAN);
	json_number(json, "peak_high_bytes_per_s", peak->high > 0 ? peak->high : (double)NAN);
	json_text(json, "peak_source", sources[peak->source]);
}

void info_modules_json(const struct modules *modules, struct json *json)
{
	struct fields fields = { .json = json };
	const struct peak peak = peak_of(modules);

	if (modules->slot_count == 0 && modules->count == 0) {
		json_null(json, "memory_modules");
	} else {
		json_open(json, "memory_modules", '[');
		info_modules(&fields, modules);
		json_close(json, ']');
	}
	json_known(json, "memory_slots", modules->slot_count);
	json_text(json, "memory_hypervisor", modules->hypervisor);
	json_known(json, "memory_total_bytes", modules->system_bytes);
	info_peak_json(&peak, json);
	json_open(json, "memory_spds", '[');
	for (size_t i = 0; i < modules->spd_count; i++)
		json_spd(json, &modules->spds[i]);
	json_close(json, ']');
	json_open(json, "memory_sources", '[');
	json_source(json, "smbios", &modules->table);
	json_source(json, "spd", &modules->eeproms);
	json_close(json, ']');
	json_open(json, "memory_doubts", '[');
	for (size_t i = 0; i < modules->doubt_count; i++)
		json_text(json, NULL, modules->doubts[i]);
	json_close(json, ']');
}
