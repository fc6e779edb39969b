/* SPDX-License-Identifier: MIT */
/* report: a comparison as JSON. Computes nothing. */
#include "report/compare_parts.h"

#include <math.h>

static const char *method_name(bool is_asymptotic)
{
	return is_asymptotic ? "asymptotic" : "exact";
}

static void put_effect_notes(struct json *json, const struct effect *effect)
{
	json_number(json, "log10_p", effect->log10_p);
	json_number(json, "confidence", effect->confidence);
	json_text(json, "p_method", method_name(effect->is_asymptotic));
	json_text(json, "interval_method", method_name(effect->is_interval_asymptotic));
}

static void put_level(struct json *json, const struct comparison *comparison,
                      const struct compare_pair *pair, const struct level_finding *finding)
{
	const struct compare_level *level = &comparison->levels[finding->level];
	struct finding_view view = { comparison, pair, &finding->effect, finding, false };
	struct fields fields = { .json = json };

	json_open(json, NULL, '{');
	json_text(json, "level", level->name);
	json_open(json, "sizes", '[');
	for (size_t i = 0; i < level->size_count; i++)
		json_count(json, NULL, comparison->sizes[level->sizes[i]].block_bytes);
	json_close(json, ']');
	finding_fields(&fields, &view);
	verdict_fields(&fields, &view);
	json_number(json, "control_margin", finding->control != CONTROL_NONE ?
	            finding->control_margin : (double)NAN);
	put_effect_notes(json, &finding->effect);
	json_number(json, "drift", finding->drift);
	json_bool(json, "busy_core", finding->is_busy);
	json_number(json, "core_change", finding->core_change);
	json_bool(json, "as_the_core", finding->is_core);
	json_number(json, "serial_z", finding->serial_z);
	json_number(json, "near_low", finding->near_low);
	json_number(json, "near_high", finding->near_high);
	json_count(json, "units_missing", finding->units_missing);
	json_number(json, "pooled_p", finding->pooled_p);
	json_close(json, '}');
}

static void put_size(struct json *json, const struct comparison *comparison,
                     const struct compare_pair *pair, const struct size_finding *finding)
{
	const struct compare_size *size = &comparison->sizes[finding->size];
	struct finding_view view = { comparison, pair, &finding->effect, NULL, false };

	json_open(json, NULL, '{');
	json_count(json, "block_bytes", size->block_bytes);
	json_text(json, "level", size->level);
	json_bool(json, "edge", size->edge);
	json_text(json, "use", size_use_names[size->use]);
	finding_fields(&(struct fields){ .json = json }, &view);
	put_effect_notes(json, &finding->effect);
	json_close(json, '}');
}

static void put_pair(struct json *json, const struct comparison *comparison,
                     const struct compare_pair *pair)
{
	json_text(json, "a", comparison->configurations[pair->a].label);
	json_text(json, "b", comparison->configurations[pair->b].label);
	json_text(json, "conclusion", conclusion_name(comparison, pair));
	json_text(json, "design", compare_design_names[pair->design]);
	json_open(json, "blocks", '[');
	for (size_t side = 0; pair->design == DESIGN_BLOCKS && side < 2; side++)
		json_count(json, NULL, pair->stretches[side]);
	json_close(json, ']');
	json_text(json, "unit", compare_unit_names[pair->unit]);
	json_text(json, "scope", compare_scope_names[pair->scope]);
	json_number(json, "core_ratio", pair->core_ratio);
	json_lines(json, "sentences", text_string(&pair->sentences), '\n');
	json_lines(json, "advice", text_string(&pair->advice), '\n');
	json_open(json, "levels", '[');
	for (size_t i = 0; i < pair->level_count; i++)
		put_level(json, comparison, pair, &pair->levels[i]);
	json_close(json, ']');
	json_open(json, "sizes", '[');
	for (size_t i = 0; i < pair->size_count; i++)
		put_size(json, comparison, pair, &pair->sizes[i]);
	json_close(json, ']');
}

static void put_kruskal(struct json *json, const struct compare_level *level)
{
	if (!level->has_kruskal)
		return;
	json_open(json, NULL, '{');
	json_text(json, "level", level->name);
	json_number(json, "h", level->kruskal.h);
	json_number(json, "df", level->kruskal.df);
	json_number(json, "p", level->kruskal.p);
	json_text(json, "p_method", method_name(true));
	json_close(json, '}');
}

static void put_pairs(struct json *json, const struct comparison *comparison)
{
	json_open(json, "kruskal", '[');
	for (size_t i = 0; i < comparison->level_count; i++)
		put_kruskal(json, &comparison->levels[i]);
	json_close(json, ']');
	json_open(json, "pairs", '[');
	for (size_t i = 0; i < comparison->pair_count; i++) {
		json_open(json, NULL, '{');
		put_pair(json, comparison, &comparison->pairs[i]);
		json_close(json, '}');
	}
	json_close(json, ']');
}

/* What 0.1 had above the pairs, in a shape that hung on their number; goes with 0.3. */
static void put_old_keys(struct json *json, const struct comparison *comparison)
{
	const struct compare_pair *pair = &comparison->pairs[0];

	if (comparison->pair_count == 1) {
		put_pair(json, comparison, pair);
		return;
	}
	json_text(json, "design", compare_design_names[pair->design]);
	json_text(json, "unit", compare_unit_names[pair->unit]);
	json_text(json, "scope", compare_scope_names[pair->scope]);
}

static void put_configuration(struct json *json, const struct configuration *configuration)
{
	json_open(json, NULL, '{');
	json_text(json, "label", configuration->label);
	json_count(json, "runs", configuration->run_count);
	json_count(json, "boots", configuration->boot_count);
	json_count(json, "rows", configuration->cell_count);
	json_count(json, "slowed_rows", configuration->slowed_count);
	json_number(json, "clock_ghz", configuration->clock_ghz);
	json_number(json, "core_ipc", configuration->core_ipc);
	json_open(json, "flagged", '{');
	for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
		json_count(json, cell_flag_names[flag], configuration->flagged[flag]);
	json_close(json, '}');
	json_close(json, '}');
}

static void put_head(struct json *json, const struct comparison *comparison)
{
	bool has_gate = comparison->gate != GATE_NONE;

	json_text(json, "test", compare_test_names[comparison->options.test]);
	json_number(json, "alpha", comparison->options.alpha);
	json_number(json, "margin", comparison->options.margin);
	json_count(json, "family", comparison->family);
	json_text(json, "settings", text_string(&comparison->settings));
	json_lines(json, "varied", text_string(&comparison->varied), ';');
	json_lines(json, "forced", text_string(&comparison->forced), ';');
	json_open(json, "left_out", '[');
	for (size_t i = 0; i < comparison->lost_count; i++)
		json_text(json, NULL, comparison->lost[i].name);
	json_close(json, ']');
	json_text(json, "gate", has_gate ? gate_names[comparison->gate] : NULL);
	json_open(json, "configurations", '[');
	for (size_t i = 0; i < comparison->configuration_count; i++)
		put_configuration(json, &comparison->configurations[i]);
	json_close(json, ']');
}

static void put_warnings(struct json *json, const struct comparison *comparison)
{
	json_open(json, "warnings", '[');
	for (size_t i = 0; i < comparison->warnings.count; i++) {
		json_open(json, NULL, '{');
		json_text(json, "kind", comparison->warnings.items[i].kind);
		json_text(json, "text", comparison->warnings.items[i].text);
		json_close(json, '}');
	}
	json_close(json, ']');
}

void compare_json(const struct comparison *comparison, struct text *text)
{
	struct json json = { .text = text };

	json_open(&json, NULL, '{');
	json_count(&json, "schema", SAMPLES_SCHEMA);
	put_head(&json, comparison);
	put_old_keys(&json, comparison);
	put_pairs(&json, comparison);
	put_warnings(&json, comparison);
	json_close(&json, '}');
}
