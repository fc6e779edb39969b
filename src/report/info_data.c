/* SPDX-License-Identifier: MIT */
/* report: a machine and its caches as fields, and so as JSON and CSV. Pure; asks no system. */
#include "report/info_parts.h"

#include <math.h>

#include "base/units.h"
#include "kernels/kernel.h"
#include "platform/features.h"
#include "samples/cell.h"

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

static const struct cache *reported(const struct info *info, unsigned source, unsigned number)
{
	return cache_list_data(&info->hierarchy->reported[source], number);
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
		const struct cache *cache = reported(info, source, number);
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

/* For people: a column for each source that tells anything. */
static void source_fields(struct fields *fields, const struct info *info, unsigned number)
{
	for (unsigned source = 0; source < SOURCE_COUNT; source++) {
		const struct cache *cache = reported(info, source, number);
		if (info->hierarchy->reported[source].count > 0)
			field_bytes(fields, NULL, cache_source_names[source],
			            cache ? cache->bytes : 0);
	}
}

static void shown_belief(struct fields *fields, const struct level *level)
{
	char size[SIZE_TEXT_BYTES];

	if (level->believed_bytes > 0)
		field_shown(fields, "believed", true, "%s %s",
		            size_format_short((double)level->believed_bytes, size),
		            belief_names[level->belief]);
	else
		field_shown(fields, "believed", true, "%s", belief_names[level->belief]);
}

static void cache_fields(struct fields *fields, const struct info *info,
                         const struct level *level)
{
	struct json *json = fields->json;

	field_text(fields, "level", "cache", info_level_name(level));
	source_fields(fields, info, level->number);
	field_known(fields, "reported_bytes", NULL, level->reported_bytes);
	field_text(fields, "source", NULL,
	           level->is_reported ? cache_source_names[level->source] : NULL);
	field_known(fields, "instances", NULL, level->instances);
	field_known(fields, "shared_cpus", NULL, level->sharers);
	json_cpus(json, "shared_cpu_list", &level->shared_cpus);
	field_known(fields, "line_bytes", NULL, level->line_bytes);
	field_bytes(fields, "measured_bytes", "measured", level->measured_bytes);
	json_known(json, "low_bytes", level->low_bytes);
	json_known(json, "high_bytes", level->fading_bytes);
	json_known(json, "at_least_bytes", level->at_least_bytes);
	json_bool(json, "uncertain", level->is_uncertain);
	json_number(json, "life_ms", level->life_ns / 1e6);
	json_number(json, "life_longer_than_ms", level->life_longer_ns / 1e6);
	json_number(json, "confidence",
	            level->measured_bytes > 0 ? level->confidence : (double)NAN);
	field_number(fields, "latency_ns", "latency", level->latency_ns, "%.1f ns");
	field_known(fields, NULL, "there are", level->instances);
	field_known(fields, NULL, "CPUs each", level->sharers);
	shown_belief(fields, level);
	field_known(fields, "believed_bytes", NULL, level->believed_bytes);
	field_text(fields, "believed", NULL, belief_names[level->belief]);
	field_text(fields, "reason", NULL, level->reason);
	json_reports(json, info, level->number);
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

/* true, false, or null where nobody can tell. */
static void json_told(struct json *json, const char *key, bool is_told, bool value)
{
	if (is_told)
		json_bool(json, key, value);
	else
		json_null(json, key);
}

static void json_machine(struct json *json, const struct info *info)
{
	const char *hypervisor = info->hierarchy->hypervisor;

	json_text(json, "version", info->version);
	json_text(json, "system", info->system);
	json_text(json, "libc", info->libc);
	json_text(json, "cpu_model", info->cpu_model);
	json_text(json, "hypervisor", hypervisor[0] ? hypervisor : NULL);
	json_number(json, "cpu", info->cpu >= 0 ? (double)info->cpu : (double)NAN);
	json_told(json, "pinned", info->system != NULL, info->is_pinned);
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

void info_caches(struct fields *fields, const struct info *info)
{
	struct level levels[CACHE_LEVELS];
	size_t count = info_levels(info, levels);

	json_open(fields->json, "caches", '[');
	for (size_t i = 0; i < count; i++) {
		fields_begin(fields);
		cache_fields(fields, info, &levels[i]);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

void info_json(const struct info *info, struct text *text)
{
	struct json json = { .text = text };
	struct fields fields = { .json = &json };

	json_open(&json, NULL, '{');
	json_count(&json, "schema", SAMPLES_SCHEMA);
	json_machine(&json, info);
	json_features(&json, info);
	json_kernels(&json, info);
	info_caches(&fields, info);
	json_number(&json, "memory_latency_ns", info->hierarchy->memory_latency_ns);
	json_told(&json, "disturbed", info->hierarchy->spread > 0,
	          hierarchy_is_disturbed(info->hierarchy));
	json_like(&json, &info->like);
	info_modules_json(info->modules, &json);
	json_close(&json, '}');
}

void info_csv(const struct info *info, struct text *text)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid };

	if (info->has_caches)
		info_caches(&fields, info);
	else
		info_modules(&fields, info->modules);
	grid_csv(&grid, text);
	grid_release(&grid);
}
