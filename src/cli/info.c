/* SPDX-License-Identifier: MIT */
/* cli: `membench info`: this machine, or saved input instead of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/units.h"
#include "cli/commands.h"
#include "cli/info.h"
#include "machine/sysfs.h"
#include "platform/clock.h"
#include "measure/witness.h"
#include "platform/features.h"
#include "report/info.h"

struct info_options {
	const char *root, *cpuid, *curve, *for_cpu;
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
	};

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		if (paths[i].path != NULL && paths[i].path[0] == '\0')
			return error_set(err, "%s: '' names nothing; give %s", paths[i].option,
			                 paths[i].wanted);
	}
	return 0;
}

static int check_options(const struct info_options *given, const struct operands *operands,
                         long *cpu, struct error *err)
{
	uint64_t number;

	*cpu = -1;
	if (operands->count > 0)
		return error_set(err, "'%s' is not expected here; saved input is given with --root, "
		                 "--cpuid or --curve", operands->items[0]);
	if (check_paths(given, err) != 0)
		return -1;
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
		hierarchy_report(hierarchy, *cpu < 0 ? 0 : (unsigned)*cpu, &sources);
		fit_curve(&curve, &hierarchy->measured);
		hierarchy_decide(hierarchy);
	}
	cpuid_table_release(&table);
	curve_release(&curve);
	return result;
}

/* The CPU that `run` would take for one thread; -1 where none can be told. */
static long choose_cpu(const struct cpu_set *allowed)
{
	struct cpu_set chosen = { 0 };

	cpu_set_choose(&chosen, allowed, 1);
	long cpu = chosen.count > 0 ? (long)chosen.cpus[0] : -1;
	cpu_set_release(&chosen);
	return cpu;
}

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

enum { CLOCK_READINGS = 9 };

static void look_at_clock(struct info *info)
{
	struct clock clock = clock_monotonic();
	struct clock_facts facts = clock_probe(&clock);
	double ghz[CLOCK_READINGS];

	for (size_t i = 0; i < CLOCK_READINGS; i++)
		ghz[i] = witness_read(&clock, facts.cost_ns).clock_ghz;
	qsort(ghz, CLOCK_READINGS, sizeof *ghz, compare_doubles);
	info->clock_ghz = ghz[CLOCK_READINGS / 2];
	info->timer_resolution_ns = facts.resolution_ns;
	info->timer_cost_ns = facts.cost_ns;
}

/* What share of a mapping that asks for huge pages gets them. */
static double try_huge_pages(size_t huge_bytes)
{
	size_t bytes = 4 * huge_bytes;
	struct error err;
	unsigned char *memory = huge_bytes ? platform_map(bytes, PAGES_AUTO, &err) : NULL;

	if (memory == NULL)
		return (double)NAN;
	for (size_t at = 0; at < bytes; at += platform_page_bytes())
		memory[at] = 1;
	double share = platform_huge_share(memory, bytes);
	platform_unmap(memory, bytes);
	return share;
}

struct names {
	char system[PLATFORM_TEXT_BYTES], libc[PLATFORM_TEXT_BYTES], cpu[PLATFORM_TEXT_BYTES];
};

static const char *name_or_null(const char *name)
{
	return name[0] ? name : NULL;
}

static void look_at_system(struct info *info, struct names *names)
{
	platform_system(names->system);
	platform_libc(names->libc);
	platform_cpu_model(names->cpu);
	info->system = name_or_null(names->system);
	info->libc = name_or_null(names->libc);
	info->cpu_model = name_or_null(names->cpu);
	info->page_bytes = platform_page_bytes();
	info->huge_page_bytes = platform_huge_page_bytes();
	info->huge_share = try_huge_pages(platform_huge_page_bytes());
	info->memory = platform_memory_limit();
	info->features = features_detect();
	info->has_features = true;
}

static int look_here(const struct info_options *given, struct info *info, struct names *names,
                     struct hierarchy *hierarchy, struct error *err)
{
	struct error trouble;

	platform_allowed_cpus(&info->allowed_cpus);
	if (info_check_cpu(info->cpu, &info->allowed_cpus, "this process may run on", err) != 0)
		return -1;
	if (info->cpu < 0)
		info->cpu = choose_cpu(&info->allowed_cpus);
	info->is_pinned = info->cpu >= 0 && platform_pin((unsigned)info->cpu);
	look_at_system(info, names);
	look_at_clock(info);
	if (hierarchy_measure(hierarchy, info->cpu < 0 ? 0 : (unsigned)info->cpu, &trouble) != 0)
		note(given, trouble.text);
	return 0;
}

static int write_info(const struct info *info, unsigned format, struct error *err)
{
	static void (*const formats[])(const struct info *, struct text *) = {
		[FORMAT_TABLE] = info_report_table, [FORMAT_CSV] = info_report_csv,
		[FORMAT_JSON] = info_report_json, [FORMAT_MARKDOWN] = info_report_markdown,
	};
	struct text text = { 0 };

	formats[format](info, &text);
	int result = output_text(&text, err);
	text_release(&text);
	return result;
}

static int info_with(const struct info_options *given, long cpu, struct error *err)
{
	struct hierarchy hierarchy = { 0 };
	struct names names;
	struct info info;
	bool saved = given->root || given->cpuid || given->curve;
	int result;

	info_unknown(&info, &hierarchy);
	info.cpu = cpu;
	if (saved)
		result = read_saved(given, &info.cpu, &hierarchy, err);
	else
		result = look_here(given, &info, &names, &hierarchy, err);
	if (result == 0)
		result = write_info(&info, given->format, err);
	cpu_set_release(&info.allowed_cpus);
	hierarchy_release(&hierarchy);
	return result;
}

static int info_command(const struct command *command, int argc, char **argv,
                        struct error *err)
{
	struct info_options given = { 0 };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	long cpu;
	int result = options_parse(command, argc, argv, &given, &operands, err);

	if (result == 0)
		result = check_options(&given, &operands, &cpu, err);
	if (result == 0)
		result = info_with(&given, cpu, err);
	free(operands.items);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

const struct command command_info = {
	.name = "info",
	.synopsis = "[options]",
	.summary = "Show the machine: caches as reported, measured and believed, pages, kernels.",
	.details = "--root, --cpuid and --curve take other machines' data and leave this one "
	           "alone; they may be given\ntogether. What is not known then is \"-\", and null "
	           "in JSON.\nLevels beyond L4 are not read.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = info_command,
};
