/* SPDX-License-Identifier: MIT */
/* report: memory modules for people. Pure; asks no system. */
#include "report/info_modules.h"

#include "base/units.h"
#include "dimms/modules_parts.h"
#include "report/grid.h"

#define DASH "-" /* what is not known */

struct shown {
	bool timings, profiles; /* columns that only EEPROMs fill */
};

static struct shown what_is_shown(const struct modules *modules)
{
	struct shown shown = { false, false };

	for (size_t i = 0; i < modules->count; i++) {
		const struct spd *spd = modules->items[i].spd;
		shown.timings = shown.timings || (spd != NULL && spd->jedec.rate_mts > 0);
		shown.profiles = shown.profiles || (spd != NULL && spd->profile.rate_mts > 0);
	}
	return shown;
}

static void put_number(struct grid *grid, unsigned number)
{
	if (number > 0)
		grid_put(grid, "%u", number);
	else
		grid_put(grid, DASH);
}

static void put_string(struct grid *grid, const char *string)
{
	grid_put(grid, "%s", string && string[0] ? string : DASH);
}

static void put_timings(struct grid *grid, const struct spd_timings *timings)
{
	if (timings == NULL || timings->rate_mts == 0)
		grid_put(grid, DASH);
	else if (timings->cl > 0)
		grid_put(grid, "%g-%u-%u-%u at %u", timings->cl, timings->trcd, timings->trp,
		         timings->tras, timings->rate_mts);
	else
		grid_put(grid, "tRCD %g ns, tRP %g ns", timings->trcd_ps / 1e3,
		         timings->trp_ps / 1e3);
}

static void put_profile(struct grid *grid, const struct spd *spd)
{
	if (spd == NULL || spd->profile.rate_mts == 0)
		grid_put(grid, DASH);
	else
		grid_put(grid, "%s %g-%u-%u-%u at %u", spd->profile_name, spd->profile.cl,
		         spd->profile.trcd, spd->profile.trp, spd->profile.tras,
		         spd->profile.rate_mts);
}

static void put_module(struct grid *grid, const struct module *module,
                       const struct shown *shown)
{
	static const char *const eccs[] = { DASH, "no", "yes" };
	char size[SIZE_TEXT_BYTES];

	put_string(grid, module->slot);
	put_string(grid, module->bytes ? size_format(module->bytes, size) : NULL);
	put_string(grid, module->type);
	put_number(grid, module->rated_mts);
	put_number(grid, module->configured_mts);
	put_string(grid, module->maker);
	put_string(grid, module->part);
	put_number(grid, module->ranks);
	grid_put(grid, "%s", eccs[module->ecc]);
	if (shown->timings)
		put_timings(grid, module->spd ? &module->spd->jedec : NULL);
	if (shown->profiles)
		put_profile(grid, module->spd);
}

static void fill_grid(struct grid *grid, const struct modules *modules)
{
	static const struct { const char *title; bool right; } columns[] = {
		{ "slot", false },  { "size", true },  { "type", false }, { "rated MT/s", true },
		{ "configured MT/s", true }, { "maker", false }, { "part", false },
		{ "ranks", true }, { "ECC", false },
	};
	struct shown shown = what_is_shown(modules);

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		grid_column(grid, columns[i].title, columns[i].right);
	if (shown.timings)
		grid_column(grid, "JEDEC timings", false);
	if (shown.profiles)
		grid_column(grid, "profile", false);
	for (size_t i = 0; i < modules->count; i++)
		put_module(grid, &modules->items[i], &shown);
}

/* "4 of 8 slots filled, 64G in all": or what of that is known, and why no more. */
static void put_summary(const struct modules *modules, struct text *text)
{
	const struct text *trouble = &modules->table.trouble;
	char size[SIZE_TEXT_BYTES];
	uint64_t bytes = modules_bytes(modules);

	if (modules->slot_count > 0)
		text_printf(text, "%zu of %zu slots filled", modules->count,
		            modules->slot_count);
	else if (modules->count > 0)
		text_printf(text, "%zu found by EEPROM", modules->count);
	else if (trouble->length == 0)
		text_put(text, "none are listed");
	if (bytes > 0)
		text_printf(text, ", %s in all", size_format(bytes, size));
	if (modules_nonvolatile_bytes(modules) > 0)
		text_printf(text, ", %s non-volatile",
		            size_format(modules_nonvolatile_bytes(modules), size));
	if (trouble->length > 0) {
		text_put(text, modules->count > 0 ? "; " : "");
		text_put_printable(text, text_string(trouble));
	}
	text_put(text, "\n");
	if (modules->hypervisor != NULL && modules->count > 0)
		text_printf(text, "Dealt out by %s: these are no modules, so nothing is said of "
		            "channels, speed and ECC.\n", modules->hypervisor);
}

static void put_spare(const struct spd *spd, struct text *text)
{
	const struct spd_timings *jedec = &spd->jedec;
	char size[SIZE_TEXT_BYTES];
	const char *const words[] = {
		spd->bytes ? size_format(spd->bytes, size) : "", spd->type, spd->maker, spd->part,
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		text_put(text, words[i][0] ? " " : "");
		text_put_printable(text, words[i]);
	}
	if (jedec->cl > 0)
		text_printf(text, ", %g-%u-%u-%u", jedec->cl, jedec->trcd, jedec->trp,
		            jedec->tras);
	if (jedec->rate_mts > 0)
		text_printf(text, " at %u MT/s", jedec->rate_mts);
	text_put(text, "\n");
}

/* Types that are known by name only; the row of such a module is otherwise empty. */
static void put_undecoded(const struct module_spd *spd, struct text *text)
{
	text_put(text, "SPD ");
	text_put_printable(text, spd->name);
	text_printf(text, ": %s\n", spd->spd.reason);
}

/* EEPROMs that no row holds: of no module that is listed, or not to be read. */
static void put_spares(const struct modules *modules, struct text *text)
{
	for (size_t i = 0; i < modules->spd_count; i++) {
		const struct module_spd *spd = &modules->spds[i];
		if (spd->spd.reason[0] != '\0') {
			put_undecoded(spd, text);
		} else if (!spd->is_used) {
			text_put(text, "SPD ");
			text_put_printable(text, spd->name);
			text_put(text, ":");
			if (module_spd_is_module(spd))
				put_spare(&spd->spd, text);
			else
				text_put(text, " no checksum that holds, so no module's\n");
		}
	}
}

/* What would show the timings; only of modules that have an EEPROM to be read. */
static void put_missing_timings(const struct modules *modules, struct text *text)
{
	const char *driver = modules->count > 0 ? modules_driver(modules->items[0].type) : NULL;

	if (!modules->eeproms.is_asked || modules->spd_count > 0 || modules->count == 0)
		return;
	if (modules->eeproms.trouble.length > 0) {
		text_put(text, "No timings: ");
		text_put_printable(text, text_string(&modules->eeproms.trouble));
		text_put(text, "\n");
	} else if (driver != NULL && modules->eeproms.is_here) {
		text_printf(text, "No timings: no EEPROM of a module is shown here; "
		                  "`modprobe %s` may do that.\n", driver);
	}
}

static void put_doubts(const struct modules *modules, struct text *text)
{
	if (modules->doubt_count > 0)
		text_put(text, "\nDoubts about the modules, and what to do\n");
	for (size_t i = 0; i < modules->doubt_count; i++)
		text_put_prose(text, "- ", modules->doubts[i]);
}

static void put_notes(const struct modules *modules, const char *before, struct text *text)
{
	struct text notes = { 0 };

	put_spares(modules, &notes);
	put_missing_timings(modules, &notes);
	if (notes.length > 0)
		text_printf(text, "%s%s", before, text_string(&notes));
	text_release(&notes);
}

/* `before`: what has to stand between a grid and lines of text. */
static void put_all(const struct modules *modules, struct text *text, const char *before,
                    void (*put_grid)(const struct grid *grid, struct text *text))
{
	struct grid grid = { 0 };
	struct text summary = { 0 };

	if (!modules_are_asked(modules))
		return;
	text_put(&summary, "memory modules: ");
	put_summary(modules, &summary);
	text_put(text, "\n");
	text_put_prose(text, "", text_string(&summary));
	text_release(&summary);
	if (modules->count > 0) {
		text_put(text, "\n");
		fill_grid(&grid, modules);
		put_grid(&grid, text);
		grid_release(&grid);
	}
	put_notes(modules, before, text);
	put_doubts(modules, text);
}

static void plain_grid(const struct grid *grid, struct text *text)
{
	grid_table(grid, "", text);
}

void info_modules_table(const struct modules *modules, struct text *text)
{
	put_all(modules, text, "", plain_grid);
}

void info_modules_markdown(const struct modules *modules, struct text *text)
{
	put_all(modules, text, "\n", grid_markdown);
}
