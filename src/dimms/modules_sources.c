/* SPDX-License-Identifier: MIT */
/* dimms: where the table and the EEPROMs of memory modules are found, and why not. */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/units.h"
#include "dimms/dump.h"
#include "dimms/modules.h"

#define TABLE_PATH   "sys/firmware/dmi/tables/DMI"
#define DRIVERS_PATH "sys/bus/i2c/drivers"

#if defined(__linux__)
#define NOT_THERE "not there: this system, often a virtual machine, does not show its modules"
#else
#define NOT_THERE "not there: only Linux shows programs its modules; --dmi reads a saved table"
#endif

static void explain(struct module_source *source, const char *path, int trouble,
                    const char *not_there)
{
	const char *why = trouble == EACCES || trouble == EPERM   ? "permission denied; run as root"
	                  : trouble == ENOENT || trouble == ENOTDIR ? not_there
	                                                            : strerror(trouble);
	text_printf(&source->trouble, "%s: %s", path, why);
}

static int take_table(struct modules *modules, const struct dump *dump, const char *path)
{
	struct bytes bytes = dump_bytes(dump);

	if (smbios_decode(&bytes, &modules->smbios) == 0) {
		modules->table.is_read = true;
		return 0;
	}
	text_printf(&modules->table.trouble, "%s: no SMBIOS table; copy it anew as root", path);
	return -1;
}

static void take_spd(struct modules *modules, const struct dump *dump, const char *name,
                     bool is_found)
{
	struct bytes bytes = dump_bytes(dump);
	struct module_spd spd = { .name = memory_copy_text(name), .is_found = is_found };

	spd_decode(&bytes, &spd.spd);
	memory_grow(&modules->spds, &modules->spd_capacity, modules->spd_count, sizeof spd);
	modules->spds[modules->spd_count++] = spd;
	modules->eeproms.is_read = true;
}

static void find_table(struct modules *modules, const char *root)
{
	struct text path = { 0 };
	struct dump dump;

	text_printf(&path, "%s/" TABLE_PATH, root);
	modules->table.is_asked = true;
	modules->table.is_here = root[0] == '\0';
	int trouble = dump_read(text_string(&path), &dump);
	if (trouble == 0)
		(void)take_table(modules, &dump, text_string(&path));
	else
		explain(&modules->table, text_string(&path), trouble,
		        modules->table.is_here ? NOT_THERE : "not there; copy it as root");
	dump_release(&dump);
	text_release(&path);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}

static void find_spd(struct modules *modules, const char *folder)
{
	struct text path = { 0 };
	struct dump dump;

	text_printf(&path, "%s/eeprom", folder);
	int trouble = dump_read(text_string(&path), &dump);
	if (trouble == 0)
		take_spd(modules, &dump, base_name(folder), true);
	else if (modules->eeproms.trouble.length == 0)
		explain(&modules->eeproms, text_string(&path), trouble, "not there");
	dump_release(&dump);
	text_release(&path);
}

static const struct { const char *name, *types; } drivers[] = {
	{ "ee1004", "DDR4" }, { "spd5118", "DDR5" }, { "at24", "DDR,DDR2,DDR3" }, { "eeprom", "" },
};

/* "0-0050": EEPROMs of modules answer at the addresses 50 to 57; in their order, which is
 * that of the slots. */
static void find_spds(struct modules *modules, const char *root)
{
	modules->eeproms.is_asked = true;
	modules->eeproms.is_here = root[0] == '\0';
	for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++) {
		struct text pattern = { 0 };
		glob_t found = { 0 };
		for (const char *at = root; *at; at++)
			text_printf(&pattern, "%s%c", strchr("*?[\\", *at) ? "\\" : "", *at);
		text_printf(&pattern, "/" DRIVERS_PATH "/%s/*-005[0-7]", drivers[i].name);
		if (glob(text_string(&pattern), 0, NULL, &found) != 0)
			found.gl_pathc = 0;
		for (size_t spd = 0; spd < found.gl_pathc; spd++)
			find_spd(modules, found.gl_pathv[spd]);
		globfree(&found);
		text_release(&pattern);
	}
}

/* What the kernel has of memory: "MemTotal:  32768 kB". */
static void find_total(struct modules *modules, const char *root)
{
	char content[256];
	unsigned long long kib;
	struct text path = { 0 };

	text_printf(&path, "%s/proc/meminfo", root);
	if (file_read(text_string(&path), content, sizeof content) > 0 &&
	    sscanf(content, "MemTotal: %llu kB", &kib) == 1 && kib < UINT64_MAX / KIB)
		modules->system_bytes = kib * KIB;
	text_release(&path);
}

void modules_find(struct modules *modules, const char *root)
{
	/* Of a table that was brought from elsewhere this machine's total says nothing. */
	if (!modules->table.is_asked) {
		find_total(modules, root);
		find_table(modules, root);
	}
	if (!modules->eeproms.is_asked)
		find_spds(modules, root);
}

const char *modules_driver(const char *type)
{
	for (size_t i = 0; type != NULL && i < sizeof drivers / sizeof *drivers; i++) {
		if (items_hold(drivers[i].types, ',', type))
			return drivers[i].name;
	}
	return NULL;
}

static const struct dump_option dmi_option = {
	"--dmi", "is text and holds no bytes of a table; give a copy of /" TABLE_PATH ", or what "
	         "dmidecode --dump-bin wrote"
};
static const struct dump_option spd_option = {
	"--spd", "is text and holds no bytes of an EEPROM; give a copy of "
	         "/" DRIVERS_PATH "/*/0-0050/eeprom, or what i2cdump printed of it"
};

static int load_table(struct modules *modules, const char *path, struct error *err)
{
	struct dump dump;

	modules->table.is_asked = true;
	if (dump_load(path, &dmi_option, &dump, err) != 0)
		return -1;
	int result = take_table(modules, &dump, path);
	dump_release(&dump);
	return result == 0 ? 0
	                   : error_set(err, "--dmi: %s holds no SMBIOS table; give a copy of "
	                               "/" TABLE_PATH " or what dmidecode --dump-bin wrote", path);
}

static int load_spd(struct modules *modules, const char *path, struct error *err)
{
	struct dump dump;

	if (path[0] == '\0')
		return error_set(err, "--spd: '' names nothing; give FILE[,FILE...]");
	if (dump_load(path, &spd_option, &dump, err) != 0)
		return -1;
	take_spd(modules, &dump, text_equal(path, "-") ? "standard input" : base_name(path),
	         false);
	dump_release(&dump);
	return 0;
}

/* Some of several may be misread or empty; where none is one, it was the wrong file. */
static int check_spds(const struct modules *modules, struct error *err)
{
	const struct module_spd *last = NULL;

	for (size_t i = 0; i < modules->spd_count; i++) {
		last = &modules->spds[i];
		if (last->spd.state != SPD_UNKNOWN)
			return 0;
	}
	return last == NULL ? 0 : error_set(err, "--spd: %s is no EEPROM of a module: %s",
	                                    last->name, last->spd.reason);
}

static int load_spds(struct modules *modules, const char *list, struct error *err)
{
	struct items items = items_of(list, ',');
	int result = 0;

	modules->eeproms.is_asked = true;
	for (const char *path; result == 0 && (path = items_next(&items)) != NULL;)
		result = load_spd(modules, path, err);
	items_release(&items);
	return result == 0 ? check_spds(modules, err) : -1;
}

int modules_load(struct modules *modules, const char *table, const char *spd_list,
                 struct error *err)
{
	if (table != NULL && load_table(modules, table, err) != 0)
		return -1;
	return spd_list != NULL ? load_spds(modules, spd_list, err) : 0;
}
