/* SPDX-License-Identifier: MIT */
/* report: a machine and its caches for people. Pure; asks no system. */
#include "report/info_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "caches/attribute.h"
#include "kernels/kernel.h"
#include "platform/clock.h"
#include "platform/features.h"

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

/* What lies behind the caches has a latency alone. */
static void grid_memory(struct grid *grid, double latency_ns)
{
	char latency[32];

	if (isnan(latency_ns))
		return;
	(void)snprintf(latency, sizeof latency, "%.1f ns", latency_ns);
	for (size_t i = 0; i < grid->column_count; i++)
		grid_put(grid, "%s", i == 0 ? "memory" :
		         text_equal(grid->columns[i].title, "latency") ? latency : "");
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

static void put_caches(const struct info *info, struct page *page)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid, .for_people = true };
	struct text reasons = { 0 };

	page_gap(page);
	info_caches(&fields, info);
	grid_memory(&grid, info->hierarchy->memory_latency_ns);
	page_grid(page, "", &grid);
	if (page->markdown)
		return;
	page_gap(page);
	put_reasons(info, &reasons);
	page_prose(page, text_string(&reasons));
	text_release(&reasons);
}

static void put_page(const struct info *info, struct page *page)
{
	line_machine(info, page->text);
	if (!page->markdown) {
		info_cpus_lines(info, page->text);
		line_memory(info, page->text);
		line_timer(info, page->text);
		line_kernels(info, page->text);
	}
	if (info->has_caches)
		put_caches(info, page);
	if (info->like.path != NULL) {
		page_gap(page);
		page_lines(page, "", text_string(&info->like.lines));
	}
	info_modules_page(info->modules, page);
}

void info_report(const struct info *info, enum format format, struct text *text)
{
	if (format == FORMAT_JSON)
		info_json(info, text);
	else if (format == FORMAT_CSV)
		info_csv(info, text);
	else
		put_page(info, &(struct page){ text, format == FORMAT_MARKDOWN });
}
