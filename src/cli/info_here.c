/* SPDX-License-Identifier: MIT */
/* cli: `membench info` of this machine. Reads no saved input and writes nothing. */
#include "cli/info.h"

#include <math.h>

#include "caches/topology.h"
#include "measure/witness.h"
#include "platform/clock.h"
#include "platform/core_kinds.h"
#include "platform/features.h"
#include "stats/quantile.h"

/* The CPU that `run` would take for one thread; -1 where none can be told. */
static long choose_cpu(const struct cpu_set *allowed)
{
	struct cpu_set chosen = { 0 }, busy = { 0 };

	platform_busy_cpus(&busy);
	cpu_set_choose(&chosen, allowed, &busy, 1);
	long cpu = chosen.count > 0 ? (long)chosen.cpus[0] : -1;
	cpu_set_release(&chosen);
	cpu_set_release(&busy);
	return cpu;
}

enum { CLOCK_READINGS = 9 };

static void look_at_clock(struct info *info)
{
	struct clock clock = clock_monotonic();
	struct clock_facts facts = clock_probe(&clock);
	double ghz[CLOCK_READINGS];

	for (size_t i = 0; i < CLOCK_READINGS; i++)
		ghz[i] = witness_read(&clock, facts.cost_ns).clock_ghz;
	info->clock_ghz = witness_fits(&facts) ? median_of(ghz, CLOCK_READINGS) : (double)NAN;
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
	double share = platform_huge_share(memory, bytes).all;
	platform_unmap(memory, bytes);
	return share;
}

static const char *name_or_null(const char *name)
{
	return name[0] ? name : NULL;
}

static void look_at_system(struct info *info, struct info_names *names)
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

static void look_at_cpus(struct info *info)
{
	struct core_kinds kinds;

	platform_allowed_cpus(&info->allowed_cpus);
	platform_other_cpus(&info->other_cpus);
	platform_isolated_cpus(&info->isolated_cpus);
	core_kinds_read(&kinds, "", &info->allowed_cpus);
	info->kinds_source = kinds.source;
	if (kinds.differ)
		core_kinds_fastest(&kinds, &info->allowed_cpus, &info->fastest_cpus);
	core_kinds_release(&kinds);
}

int info_look_here(struct info *info, struct info_names *names, struct hierarchy *hierarchy,
                   struct error *trouble, struct error *err)
{
	look_at_cpus(info);
	bool granted = info->cpu >= 0 && platform_can_pin((unsigned)info->cpu);
	if (!granted && info_check_cpu(info->cpu, &info->allowed_cpus, "this process may run on",
	                               err) != 0)
		return -1;
	if (info->cpu < 0)
		info->cpu = choose_cpu(&info->allowed_cpus);
	info->is_pinned = info->cpu >= 0 && platform_pin((unsigned)info->cpu);
	look_at_system(info, names);
	look_at_clock(info);
	trouble->text[0] = '\0';
	(void)hierarchy_measure(hierarchy, info->cpu < 0 ? 0 : (unsigned)info->cpu, 1, trouble);
	return 0;
}
