/* SPDX-License-Identifier: MIT */
/* report: a machine and its caches for programs: JSON and CSV. Pure; asks no system. */
#include <inttypes.h>
#include <math.h>

#include "base/units.h"
#include "kernels/kernel.h"
#include "platform/features.h"
#include "report/grid.h"
#include "report/info.h"
#include "report/info_modules.h"
#include "report/json.h"

static void json_known(struct json *json, const char *key, uint64_t value)
{
	if (value > 0)
		json_count(json, key, value);
	else
		json_null(json, key);
}

static void json_cpus(struct json *json, const char *key, const struct cpu_set *set)
{
	struct text list = { 0 };

	cpu_set_format(set, &list);
	json_text(json, key, list.length > 0 ? text_string(&list) : NULL);
	text_release(&list);
}

/* What every source says of one level. */
static void json_reports(struct json *json, const struct info *info, unsigned number)
{
	json_open(json, "reports", '[');
	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache =
		        cache_list_data(&info->hierarchy->reported[source], number);
		if (cache == NULL)
			continue;
		json_open(json, NULL, '{');
		json_text(json, "source", cache_source_names[source]);
		json_known(json, "bytes", cache->bytes);
		json_known(json, "line_bytes", cache->line_bytes);
		json_known(json, "shared_cpus", cache->sharers);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void json_level(struct json *json, const struct info *info, const struct level *level)
{
	json_open(json, NULL, '{');
	json_text(json, "level", info_level_name(level));
	json_known(json, "reported_bytes", level->reported_bytes);
	json_text(json, "source",
	          level->is_reported ? cache_source_names[level->source] : NULL);
	json_known(json, "instances", level->instances);
	json_known(json, "shared_cpus", level->sharers);
	json_cpus(json, "shared_cpu_list", &level->shared_cpus);
	json_known(json, "line_bytes", level->line_bytes);
	json_known(json, "measured_bytes", level->measured_bytes);
	json_known(json, "low_bytes", level->low_bytes);
	json_known(json, "high_bytes", level->fading_bytes);
	json_known(json, "at_least_bytes", level->at_least_bytes);
	json_bool(json, "uncertain", level->is_uncertain);
	json_number(json, "life_ms", level->life_ns / 1e6);
	json_number(json, "life_longer_than_ms", level->life_longer_ns / 1e6);
	json_number(json, "confidence",
	            level->measured_bytes > 0 ? level->confidence : (double)NAN);
	json_number(json, "latency_ns", level->latency_ns);
	json_known(json, "believed_bytes", level->believed_bytes);
	json_text(json, "believed", belief_names[level->belief]);
	json_text(json, "reason", level->reason);
	json_reports(json, info, level->number);
	json_close(json, '}');
}

static void json_features(struct json *json, const struct info *info)
{
	if (!info->has_features) {
		json_null(json, "features");
		return;
	}
	json_open(json, "features", '[');
	for (unsigned i = 0; features_name(i) != NULL; i++) {
		if (info->features >> i & 1)
			json_text(json, NULL, features_name(i));
	}
	json_close(json, ']');
}

static void json_kernels(struct json *json, const struct info *info)
{
	if (!info->has_features) {
		json_null(json, "kernels");
		return;
	}
	json_open(json, "kernels", '{');
	for (unsigned op = 0; op < OP_COUNT; op++) {
		json_open(json, op_names[op], '[');
		for (size_t i = 0; i < kernels_count(); i++) {
			const struct kernel *kernel = kernels_at(i);
			if (kernel->op == (enum op)op && (kernel->needs & ~info->features) == 0)
				json_text(json, NULL, kernel->name);
		}
		json_close(json, ']');
	}
	json_close(json, '}');
}

static void json_machine(struct json *json, const struct info *info)
{
	bool live = info->system != NULL;

	json_text(json, "version", info->version);
	json_text(json, "system", info->system);
	json_text(json, "libc", info->libc);
	json_text(json, "cpu_model", info->cpu_model);
	json_text(json, "hypervisor",
	          info->hierarchy->hypervisor[0] ? info->hierarchy->hypervisor : NULL);
	if (info->cpu >= 0)
		json_count(json, "cpu", (uint64_t)info->cpu);
	else
		json_null(json, "cpu");
	if (live)
		json_bool(json, "pinned", info->is_pinned);
	else
		json_null(json, "pinned");
	json_cpus(json, "allowed_cpus", &info->allowed_cpus);
	json_cpus(json, "other_cpus", &info->other_cpus);
	json_cpus(json, "isolated_cpus", &info->isolated_cpus);
	json_cpus(json, "fastest_cpus", &info->fastest_cpus);
	json_text(json, "core_kinds_by", info->kinds_source);
	json_number(json, "clock_ghz", info->clock_ghz);
	json_number(json, "timer_resolution_ns", info->timer_resolution_ns);
	json_number(json, "timer_cost_ns", info->timer_cost_ns);
	json_known(json, "page_bytes", info->page_bytes);
	json_known(json, "huge_page_bytes", info->huge_page_bytes);
	json_number(json, "huge_share", info->huge_share);
	json_known(json, "memory_limit_bytes",
	           info->memory.bytes == UINT64_MAX ? 0 : info->memory.bytes);
	json_text(json, "memory_limit_source", info->memory.source);
}

static void json_like(struct json *json, const struct info_like *like)
{
	if (like->path == NULL)
		return;
	json_open(json, "like", '{');
	json_text(json, "file", like->path);
	json_bool(json, "possible", like->status == STATUS_DONE);
	json_text(json, "text", text_string(&like->lines));
	json_close(json, '}');
}

void info_report_json(const struct info *info, struct text *text)
{
	struct json json = { .text = text };
	struct level levels[CACHE_LEVELS];
	size_t count = info_levels(info, levels);

	json_open(&json, NULL, '{');
	json_machine(&json, info);
	json_features(&json, info);
	json_kernels(&json, info);
	json_open(&json, "caches", '[');
	for (size_t i = 0; i < count; i++)
		json_level(&json, info, &levels[i]);
	json_close(&json, ']');
	json_number(&json, "memory_latency_ns", info->hierarchy->memory_latency_ns);
	if (info->hierarchy->spread > 0)
		json_bool(&json, "disturbed", hierarchy_is_disturbed(info->hierarchy));
	else
		json_null(&json, "disturbed");
	json_like(&json, &info->like);
	info_modules_json(info->modules, &json);
	json_close(&json, '}');
}

static void put_known(struct grid *grid, uint64_t value)
{
	if (value > 0)
		grid_put(grid, "%" PRIu64, value);
	else
		grid_put(grid, "%s", "");
}

static void put_level(struct grid *grid, const struct level *level)
{
	char latency[NUMBER_TEXT_BYTES];

	grid_put(grid, "%s", info_level_name(level));
	put_known(grid, level->reported_bytes);
	grid_put(grid, "%s", level->is_reported ? cache_source_names[level->source] : "");
	put_known(grid, level->instances);
	put_known(grid, level->sharers);
	put_known(grid, level->line_bytes);
	put_known(grid, level->measured_bytes);
	if (isnan(level->latency_ns))
		grid_put(grid, "%s", "");
	else
		grid_put(grid, "%s", number_format(level->latency_ns, latency));
	put_known(grid, level->believed_bytes);
	grid_put(grid, "%s", belief_names[level->belief]);
	grid_put(grid, "%s", level->reason);
}

static void put_caches(const struct info *info, struct text *text)
{
	static const char *const columns[] = {
		"level", "reported_bytes", "source", "instances", "shared_cpus", "line_bytes",
		"measured_bytes", "latency_ns", "believed_bytes", "believed", "reason",
	};
	struct level levels[CACHE_LEVELS];
	size_t count = info_levels(info, levels);
	struct grid grid = { 0 };

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		grid_column(&grid, columns[i], false);
	for (size_t i = 0; i < count; i++)
		put_level(&grid, &levels[i]);
	grid_csv(&grid, text);
	grid_release(&grid);
}

void info_report_csv(const struct info *info, struct text *text)
{
	if (info->has_caches)
		put_caches(info, text);
	else
		info_modules_csv(info->modules, text);
}
