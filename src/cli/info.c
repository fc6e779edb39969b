/* SPDX-License-Identifier: MIT */
/* cli: `membench info`: this machine, or saved input instead of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/units.h"
#include "base/version.h"
#include "caches/sysfs.h"
#include "cli/commands.h"
#include "cli/info.h"
#include "report/info.h"

struct info_options {
	const char *root, *cpuid, *curve, *dmi, *spd, *for_cpu, *like;
	unsigned kind, format;
	bool quiet, help;
};

static const char *const kind_names[] = { "latency", "bandwidth", NULL };

#define FIELD(name) .offset = offsetof(struct info_options, name)

static const struct option options[] = {
	{ "for-cpu", 'c', "N", NULL, "the CPU in question (default: of those allowed, or of "
	  "those in the saved input, one of the fastest kind or the first)", option_text,
	  FIELD(for_cpu) },
	{ "root", 0, "DIR", NULL, "read a saved tree with sys/ and proc/ in it instead of this "
	  "machine", option_text, FIELD(root) },
	{ "cpuid", 0, "FILE", NULL, "read a saved CPUID table instead of this machine: pu, leaf, "
	  "subleaf, eax, ebx, ecx, edx, tab separated", option_text, FIELD(cpuid) },
	{ "curve", 0, "FILE", NULL, "read a saved curve instead of measuring: bytes and ns or "
	  "MB/s, tab or comma separated", option_text, FIELD(curve) },
	{ "kind", 0, "KIND", "latency", "of --curve: latency or bandwidth", option_choice,
	  FIELD(kind), .choices = kind_names },
	{ "dmi", 0, "FILE", NULL, "read a saved SMBIOS table (/sys/firmware/dmi/tables/DMI) instead "
	  "of this machine: binary, or bytes in hexadecimal", option_text, FIELD(dmi) },
	{ "spd", 0, "FILE[,FILE...]", NULL, "read saved EEPROMs of memory modules instead of this "
	  "machine, in the same forms", option_text, FIELD(spd) },
	{ "like", 0, "FILE", NULL, "say what of an earlier `membench -o FILE` can be measured "
	  "here: status 0 all, 4 a part, 2 nothing of it", option_text, FIELD(like) },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown on standard output",
	  option_choice, FIELD(format), .choices = format_names },
	{ "quiet", 'q', NULL, NULL, "no notes", option_flag, FIELD(quiet) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static void info_unknown(struct info *info, const struct hierarchy *hierarchy)
{
	*info = (struct info){
		.hierarchy = hierarchy,
		.version = version_number(),
		.cpu = -1,
		.clock_ghz = (double)NAN,
		.timer_resolution_ns = (double)NAN,
		.timer_cost_ns = (double)NAN,
		.huge_share = (double)NAN,
	};
}

/* An option given as '' names no file, and the system's message for it no option. */
static int check_paths(const struct info_options *given, struct error *err)
{
	const struct { const char *option, *path, *wanted; } paths[] = {
		{ "--root", given->root, "a directory with sys/ and proc/ in it" },
		{ "--cpuid", given->cpuid, "a file" },
		{ "--curve", given->curve, "a file" },
		{ "--dmi", given->dmi, "a file" },
		{ "--spd", given->spd, "FILE[,FILE...]" },
	};

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		if (paths[i].path != NULL && paths[i].path[0] == '\0')
			return error_set(err, "%s: '' names nothing; give %s", paths[i].option,
			                 paths[i].wanted);
	}
	return 0;
}

static bool is_saved(const struct info_options *given)
{
	return given->root || given->cpuid || given->curve || given->dmi || given->spd;
}

static int check_options(const struct info_options *given, const struct operands *operands,
                         long *cpu, struct error *err)
{
	uint64_t number;

	*cpu = -1;
	if (operands->count > 0)
		return error_set(err, "'%s' is not expected here; saved input is given with --root, "
		                 "--cpuid, --curve, --dmi or --spd", operands->items[0]);
	if (check_paths(given, err) != 0)
		return -1;
	if (given->like != NULL && is_saved(given))
		return error_set(err, "--like asks this machine; it goes with no --root, --cpuid, "
		                 "--curve, --dmi or --spd");
	if (given->for_cpu == NULL)
		return 0;
	if (count_parse(given->for_cpu, "--for-cpu", 0, 1048575, &number, err) != 0)
		return -1;
	*cpu = (long)number;
	return 0;
}

static int check_root(const char *root, long cpu, struct error *err)
{
	struct cpu_set there = { 0 };
	struct stat status;

	if (stat(root, &status) != 0 || !S_ISDIR(status.st_mode))
		return error_set(err, "--root: %s is not a directory; give one with sys/ and proc/ "
		                 "in it", root);
	sysfs_cpus(root, &there);
	int result = info_check_cpu(cpu, &there, "that tree has", err);
	cpu_set_release(&there);
	return result;
}

static void note(const struct info_options *given, const char *text)
{
	if (!given->quiet)
		(void)fprintf(stderr, "note: %s\n", text);
}

/* Saved input alone: nothing of it comes from this machine. */
static int read_saved(const struct info_options *given, long *cpu,
                      struct hierarchy *hierarchy, struct error *err)
{
	struct cpuid_table table = { 0 };
	struct curve curve = { .kind = (enum curve_kind)given->kind };
	struct report_sources sources = { .root = given->root };
	int result = 0;

	if (given->root != NULL)
		result = check_root(given->root, *cpu, err);
	if (result == 0 && given->cpuid != NULL)
		result = cpuid_load(given->cpuid, *cpu, &table, err);
	if (result == 0 && given->curve != NULL)
		result = curve_load(given->curve, &curve, err);
	if (result == 0 && *cpu < 0 && given->root != NULL)
		*cpu = (long)sysfs_first_cpu(given->root);
	sources.cpuid = given->cpuid ? &table : NULL;
	if (result == 0) {
		if (given->cpuid != NULL && table.count == 0)
			note(given, "the CPUID table has no rows for that PU");
		if (given->root != NULL && sysfs_is_absent(given->root, (unsigned)*cpu))
			note(given, "that CPU is offline there, so nothing is known of its caches");
		hierarchy_report(hierarchy, *cpu < 0 ? 0 : (unsigned)*cpu, &sources);
		fit_curve(&curve, &hierarchy->measured);
		hierarchy_decide(hierarchy);
	}
	cpuid_table_release(&table);
	curve_release(&curve);
	return result;
}

static int write_info(const struct info *info, unsigned format, struct error *err)
{
	struct text text = { 0 };

	info_report(info, (enum format)format, &text);
	int result = output_text(&text, err);
	text_release(&text);
	return result;
}

/* Of a saved tree, files that stand for it left out; of files alone nothing is looked for. */
static int read_modules(const struct info_options *given, bool saved,
                        struct modules *modules, struct error *err)
{
	if (modules_load(modules, given->dmi, given->spd, err) != 0)
		return -1;
	if (!saved || given->root != NULL)
		modules_find(modules, given->root ? given->root : "");
	modules_decide(modules);
	return 0;
}

/* The parts of a report: they live as long as it does. */
struct parts {
	struct hierarchy hierarchy;
	struct modules modules;
	struct info_names names;
};

static int fill_info(const struct info_options *given, struct info *info,
                     struct parts *parts, struct error *err)
{
	bool caches = given->root || given->cpuid || given->curve;
	bool saved = is_saved(given);
	struct error trouble = { .text = "" };

	info->has_caches = caches || !saved;
	if (saved && read_saved(given, &info->cpu, &parts->hierarchy, err) != 0)
		return -1;
	if (!saved && info_look_here(info, &parts->names, &parts->hierarchy, &trouble, err) != 0)
		return -1;
	if (trouble.text[0] != '\0')
		note(given, trouble.text);
	if (given->like != NULL && info_look_like(given->like, &info->like, err) != 0)
		return -1;
	parts->modules.cpuid_hypervisor = parts->hierarchy.hypervisor;
	return read_modules(given, saved, &parts->modules, err);
}

static int info_with(const struct info_options *given, long cpu, enum status *status,
                     struct error *err)
{
	struct parts parts = { .hierarchy = { .level_count = 0 } };
	struct info info;

	info_unknown(&info, &parts.hierarchy);
	info.modules = &parts.modules;
	info.cpu = cpu;
	int result = fill_info(given, &info, &parts, err);
	if (result == 0)
		result = write_info(&info, given->format, err);
	*status = info.like.status;
	cpu_set_release(&info.allowed_cpus);
	cpu_set_release(&info.other_cpus);
	cpu_set_release(&info.isolated_cpus);
	cpu_set_release(&info.fastest_cpus);
	text_release(&info.like.lines);
	modules_release(&parts.modules);
	hierarchy_release(&parts.hierarchy);
	return result;
}

static int info_command(const struct command *command, int argc, char **argv,
                        struct error *err)
{
	struct info_options given = { 0 };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	enum status status = STATUS_DONE;
	long cpu;
	int result = options_parse(command, argc, argv, &given, &operands, err);

	if (result == 0)
		result = check_options(&given, &operands, &cpu, err);
	if (result == 0)
		result = info_with(&given, cpu, &status, err);
	free(operands.items);
	return result == 0 ? (int)status : (int)err->status;
}

const struct command command_info = {
	.name = "info",
	.synopsis = "[options]",
	.summary = "Show the machine: caches as reported, measured and believed, pages, kernels, "
	           "memory modules.",
	.details = "--root, --cpuid, --curve, --dmi and --spd take other machines' data and leave "
	           "this one alone; they may be given together. What is not known then is \"-\", "
	           "and null in JSON. Levels beyond L4 are not read.\nMemory modules: --root and "
	           "this machine are looked through for both files; as a rule only root may read "
	           "the first. CSV is of the caches, of the modules where only --dmi or --spd is "
	           "given.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = info_command,
};
