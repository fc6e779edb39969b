/* SPDX-License-Identifier: MIT */
/* report: a machine and its caches for people. Pure; asks no system. */
#include "report/info.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "caches/attribute.h"
#include "kernels/kernel.h"
#include "platform/clock.h"
#include "platform/features.h"
#include "report/grid.h"
#include "report/info_cpus.h"
#include "report/info_modules.h"

#define DASH "-" /* what is not known */

const char *info_level_name(const struct level *level)
{
	static const char *const names[] = { "", "L1d", "L2", "L3", "L4" };
	return names[level->number];
}

size_t info_levels(const struct info *info, struct level levels[CACHE_LEVELS])
{
	const struct hierarchy *hierarchy = info->hierarchy;
	size_t count = 3;

	if (hierarchy->level_count > 0)
		count = hierarchy->levels[hierarchy->level_count - 1].number;
	for (unsigned i = 0; i < count; i++) {
		const struct level *known = hierarchy_level(hierarchy, i + 1);
		levels[i] = known ? *known
		                  : (struct level){ .number = i + 1, .latency_ns = (double)NAN,
			                            .life_ns = (double)NAN,
			                            .life_longer_ns = (double)NAN,
			                            .reason = "not reported, not measured: "
			                                      "unknown" };
	}
	return count;
}

static void line_machine(const struct info *info, struct text *text)
{
	const char *hypervisor = info->hierarchy->hypervisor;
	struct text line = { 0 };

	text_printf(&line, "membench %s", info->version);
	if (info->cpu_model != NULL)
		text_printf(&line, " on %s", info->cpu_model);
	if (info->system != NULL)
		text_printf(&line, ", %s", info->system);
	if (info->libc != NULL)
		text_printf(&line, ", %s", info->libc);
	if (hypervisor[0] != '\0')
		text_printf(&line, ", under %s",
		            text_equal(hypervisor, "yes") ? "a hypervisor" : hypervisor);
	text_put_lines(text, "", text_string(&line));
	text_release(&line);
}

static void line_memory(const struct info *info, struct text *text)
{
	char size[SIZE_TEXT_BYTES];

	if (info->page_bytes > 0) {
		text_printf(text, "pages    %s", size_format(info->page_bytes, size));
		if (info->huge_page_bytes > 0)
			text_printf(text, ", huge %s", size_format(info->huge_page_bytes, size));
		if (info->huge_page_bytes > 0 && !isnan(info->huge_share))
			text_printf(text, ", obtained for %.0f %%", info->huge_share * 100);
		text_put(text, "\n");
	}
	if (info->memory.source == NULL)
		return;
	text_printf(text, "memory   ");
	if (info->memory.bytes == UINT64_MAX)
		text_put(text, "no limit known\n");
	else
		text_printf(text, "%s may be taken (%s)\n",
		            size_format_short((double)info->memory.bytes, size),
		            info->memory.source);
}

static void line_kernels(const struct info *info, struct text *text)
{
	if (!info->has_features)
		return;
	text_put(text, "kernels  copy:");
	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (kernel->op == OP_COPY && (kernel->needs & ~info->features) == 0)
			text_printf(text, " %s", kernel->name);
	}
	text_put(text, "\n");
}

static void line_timer(const struct info *info, struct text *text)
{
	if (isinf(info->timer_resolution_ns))
		text_put(text, "timer    stands still: nothing can be timed\n");
	else if (!isnan(info->timer_resolution_ns))
		text_printf(text, "timer    steps of %.3g ns, a reading takes %.3g ns%s\n",
		            info->timer_resolution_ns, info->timer_cost_ns,
		            info->timer_resolution_ns > CLOCK_COARSE_NS ?
		            ": too coarse for caches,\n         and for rates without a longer --budget"
		            : "");
}

static bool source_tells(const struct info *info, unsigned source)
{
	return info->hierarchy->reported[source].count > 0;
}

static void put_size(struct grid *grid, double bytes)
{
	char size[SIZE_TEXT_BYTES];
	grid_put(grid, "%s", bytes > 0 ? size_format_short(bytes, size) : DASH);
}

static void put_count(struct grid *grid, unsigned count)
{
	if (count > 0)
		grid_put(grid, "%u", count);
	else
		grid_put(grid, DASH);
}

static void put_ns(struct grid *grid, double ns)
{
	if (isnan(ns))
		grid_put(grid, DASH);
	else
		grid_put(grid, "%.1f ns", ns);
}

static void grid_columns(struct grid *grid, const struct info *info)
{
	grid_column(grid, "cache", false);
	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		if (source_tells(info, source))
			grid_column(grid, cache_source_names[source], true);
	}
	grid_column(grid, "measured", true);
	grid_column(grid, "latency", true);
	grid_column(grid, "there are", true);
	grid_column(grid, "CPUs each", true);
	grid_column(grid, "believed", true);
}

static void grid_level(struct grid *grid, const struct info *info, const struct level *level)
{
	char size[SIZE_TEXT_BYTES];

	grid_put(grid, "%s", info_level_name(level));
	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache =
		        cache_list_data(&info->hierarchy->reported[source], level->number);
		if (source_tells(info, source))
			put_size(grid, cache ? (double)cache->bytes : 0);
	}
	put_size(grid, (double)level->measured_bytes);
	put_ns(grid, level->latency_ns);
	put_count(grid, level->instances);
	put_count(grid, level->sharers);
	if (level->believed_bytes > 0)
		grid_put(grid, "%s %s", size_format_short((double)level->believed_bytes, size),
		         belief_names[level->belief]);
	else
		grid_put(grid, "%s", belief_names[level->belief]);
}

static void grid_memory(struct grid *grid, const struct info *info)
{
	if (isnan(info->hierarchy->memory_latency_ns))
		return;
	grid_put(grid, "memory");
	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		if (source_tells(info, source))
			grid_put(grid, "%s", "");
	}
	grid_put(grid, "%s", "");
	put_ns(grid, info->hierarchy->memory_latency_ns);
	for (unsigned i = 0; i < 3; i++)
		grid_put(grid, "%s", "");
}

static void fill_grid(struct grid *grid, const struct info *info)
{
	struct level levels[CACHE_LEVELS];
	size_t count = info_levels(info, levels);

	grid_columns(grid, info);
	for (size_t i = 0; i < count; i++)
		grid_level(grid, info, &levels[i]);
	grid_memory(grid, info);
}

/* What a core that has fewer levels than others might be thought to share with them. */
static void put_others(const struct info *info, unsigned last, struct text *text)
{
	for (unsigned level = last + 1;
	     level <= info->hierarchy->reported[SOURCE_SYSFS].last_of_any; level++)
		text_printf(text, "L%u   listed for other CPUs and not for this one, which is "
		                  "taken to have none\n", level);
}

/* Why each size is believed, and what follows from it. */
static void put_reasons(const struct info *info, struct text *text)
{
	struct level levels[CACHE_LEVELS];
	size_t count = info_levels(info, levels);
	char size[SIZE_TEXT_BYTES];
	uint64_t block = attribute_dram_block(info->hierarchy, LEVELS_BY_FOOTPRINT, 2, 1, 1);

	for (size_t i = 0; i < count; i++)
		text_printf(text, "%-4s %s\n", info_level_name(&levels[i]), levels[i].reason);
	put_others(info, levels[count - 1].number, text);
	if (info->hierarchy->measured.more > 0)
		text_printf(text, "The curve rises %zu more times, the last at %s: more caches than "
		                  "have names; memory lies behind them.\n", info->hierarchy->measured.more,
		            size_format_short(info->hierarchy->measured.more_bytes, size));
	if (hierarchy_is_disturbed(info->hierarchy))
		text_put(text, "Other work disturbed the measurement: caches may be larger than "
		               "measured. Stop it and repeat.\n");
	if (hierarchy_is_of_today(info->hierarchy)) {
		text_put(text, "Measured sizes vary from day to day: compare sessions by --like, or "
		               "give both --levels ");
		hierarchy_format(info->hierarchy, text);
		text_put(text, ".\n");
	}
	if (block > 0)
		text_printf(text, "One thread's copies are DRAM from blocks of %s on.\n",
		            size_format(block, size));
	else
		text_put(text, "No block size is surely DRAM; `run --levels` can say where caches "
		               "end.\n");
}

static void put_caches(const struct info *info, struct text *text)
{
	struct grid grid = { 0 };
	struct text reasons = { 0 };

	text_put(text, "\n");
	fill_grid(&grid, info);
	grid_table(&grid, "", text);
	text_put(text, "\n");
	put_reasons(info, &reasons);
	text_put_prose(text, "", text_string(&reasons));
	text_release(&reasons);
	grid_release(&grid);
}

static void put_like(const struct info *info, struct text *text)
{
	if (info->like.path == NULL)
		return;
	text_put(text, "\n");
	text_put_lines(text, "", text_string(&info->like.lines));
}

void info_report_table(const struct info *info, struct text *text)
{
	line_machine(info, text);
	info_cpus_lines(info, text);
	line_memory(info, text);
	line_timer(info, text);
	line_kernels(info, text);
	if (info->has_caches)
		put_caches(info, text);
	put_like(info, text);
	info_modules_table(info->modules, text);
}

void info_report_markdown(const struct info *info, struct text *text)
{
	struct grid grid = { 0 };

	line_machine(info, text);
	if (info->has_caches) {
		text_put(text, "\n");
		fill_grid(&grid, info);
		grid_markdown(&grid, text);
		grid_release(&grid);
	}
	put_like(info, text);
	info_modules_markdown(info->modules, text);
}
