/* SPDX-License-Identifier: MIT */
/* report: memory modules for people. Pure; asks no system. */
#include "report/info_parts.h"

#include "base/units.h"
#include "dimms/modules_parts.h"
#include "dimms/peak.h"

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

/* Of memory that nobody was asked about in vain: the line above says what would do. */
static void put_peak(const struct modules *modules, struct text *text)
{
	const struct peak peak = peak_of(modules);

	if (modules->count == 0)
		return;
	text_put(text, "memory peak: ");
	peak_format(&peak, text);
	text_put(text, peak.source == PEAK_UNKNOWN
	                       ? "; run takes it from --peak 307.2G or the like\n" : "\n");
}

void info_modules_page(const struct modules *modules, struct page *page)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid, .for_people = true };
	struct text summary = { 0 }, common = { 0 }, notes = { 0 }, peak = { 0 };

	if (!modules_are_asked(modules))
		return;
	text_put(&summary, "memory modules: ");
	put_summary(modules, &summary);
	page_gap(page);
	page_prose(page, text_string(&summary));
	if (modules->count > 0) {
		info_modules(&fields, modules);
		text_put(&common, "Each: ");
		if (!page->markdown && grid_take_common(&grid, TEXT_WIDTH, &common))
			page_prose(page, text_string(&common));
		page_gap(page);
		page_grid(page, "", &grid);
	}
	put_spares(modules, &notes);
	put_missing_timings(modules, &notes);
	page_lines(page, "", text_string(&notes));
	put_peak(modules, &peak);
	page_prose(page, text_string(&peak));
	put_doubts(modules, page->text);
	text_release(&summary);
	text_release(&common);
	text_release(&notes);
	text_release(&peak);
}
