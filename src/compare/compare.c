/* SPDX-License-Identifier: MIT */
/* compare: the stages in order, and the value they leave. Computes nothing itself. */
#include "compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/clean.h"
#include "compare/design.h"
#include "compare/findings.h"
#include "compare/selection.h"

const char *const compare_test_names[] = { "clustered", "pooled", NULL };

const char *comparison_label(const struct comparison *comparison, size_t configuration)
{
	return comparison->configurations[configuration].label;
}

void comparison_warn(struct comparison *comparison, const char *kind, struct text *text)
{
	warnings_add(&comparison->warnings, kind, "%s", text_string(text));
	text_release(text);
}

static void warn_left_out(struct comparison *comparison, const struct design *design,
                          const struct compare_pair *pair)
{
	const size_t sides[2] = { pair->a, pair->b };
	bool shared = design->unit == UNIT_BOOT;

	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item = &comparison->configurations[sides[side]];
		size_t count = design->left_out[side];
		struct text text = { 0 };
		if (count == 0)
			continue;
		text_printf(&text, "%s: %zu of %zu runs stay out: ", item->label, count,
		            item->run_count);
		text_put(&text, shared
		         ? "their boots hold both configurations, too few runs for a test of its own; "
		           "the boots of one configuration each are the test. --only boot=NAME compares "
		           "inside one."
		         : "their boots or hosts hold this configuration alone, while others hold both "
		           "and are the test. Measure both in each boot, or give each configuration 4 "
		           "or more boots of its own.");
		comparison_warn(comparison, shared ? "shared-boots" : "unshared-boots", &text);
	}
}

static void pairs_init(struct comparison *comparison)
{
	size_t count = comparison->configuration_count;

	comparison->pair_count = pairs_count(count);
	comparison->pairs = memory_zeroed(comparison->pair_count, sizeof *comparison->pairs);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = i + 1; j < count; j++) {
			struct compare_pair *pair = &comparison->pairs[pairs_index(count, i, j)];
			struct design design;
			*pair = (struct compare_pair){ .a = i, .b = j };
			design_init(&design, comparison, i, j);
			pair_measure(comparison, &design, pair);
			warn_left_out(comparison, &design, pair);
			design_release(&design);
		}
	}
}

static int no_common_size(const struct comparison *comparison, struct error *err)
{
	for (size_t i = 0; i < comparison->pair_count; i++) {
		const struct compare_pair *pair = &comparison->pairs[i];
		if (pair->size_count > 0)
			continue;
		return error_set(err, "%s and %s have no block size in common; measure one "
		                 "again with --like and the other file", comparison->configurations[pair->a].label,
		                 comparison->configurations[pair->b].label);
	}
	return 0;
}

static int arrange_selection(const struct selection *selection,
                             struct comparison *comparison, struct error *err)
{
	if (settings_check(selection, comparison, err) != 0 ||
	    runs_init(selection, comparison, err) != 0)
		return -1;
	clean_init(comparison);
	levels_init(selection, comparison);
	return 0;
}

int compare_arrange(const struct compare_file *files, size_t file_count,
                    const struct compare_options *options, struct comparison *comparison,
                    struct error *err)
{
	struct selection selection;

	*comparison = (struct comparison){ .options = *options };
	if (settings_check_vary(options->vary, err) != 0)
		return -1;
	for (size_t i = 0; i < file_count; i++)
		warnings_add_lines(&comparison->warnings, "cut-line", text_string(&files[i].notes));
	int result = selection_init(&selection, files, file_count, options, err);
	if (result == 0)
		result = arrange_selection(&selection, comparison, err);
	selection_release(&selection);
	return result;
}

static int check_pair(const struct comparison *comparison, struct error *err)
{
	if (comparison->configuration_count >= 2)
		return 0;
	if (comparison->options.by == NULL)
		return error_set(err, "1 configuration; a comparison needs two or more: give "
		                 "another file, or --by COLUMN for groups of one file");
	return error_set(err, "--by %s makes one configuration, '%.60s'; a comparison needs two "
	                 "or more", comparison->options.by, comparison->configurations[0].label);
}

int compare_measure(const struct compare_file *files, size_t file_count,
                  const struct compare_options *options, struct comparison *comparison,
                  struct error *err)
{
	if (compare_arrange(files, file_count, options, comparison, err) != 0 ||
	    check_pair(comparison, err) != 0 || gate_check(comparison, err) != 0)
		return -1;
	pairs_init(comparison);
	if (no_common_size(comparison, err) != 0)
		return -1;
	levels_kruskal(comparison);
	return 0;
}

void comparison_conclude(struct comparison *comparison)
{
	comparison_explain(comparison);
	comparison_doubt(comparison);
	comparison_rank_doubts(comparison);
}

int compare_files(const struct compare_file *files, size_t file_count,
                  const struct compare_options *options, struct comparison *comparison,
                  struct error *err)
{
	if (compare_measure(files, file_count, options, comparison, err) != 0)
		return -1;
	comparisons_judge(&comparison, 1);
	comparison_conclude(comparison);
	return 0;
}

static void configurations_release(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->configuration_count; i++) {
		free(comparison->configurations[i].label);
		free(comparison->configurations[i].runs);
		free(comparison->configurations[i].rates);
		free(comparison->configurations[i].issues);
	}
	free(comparison->configurations);
}

void comparison_release(struct comparison *comparison)
{
	levels_release(comparison);
	configurations_release(comparison);
	for (size_t i = 0; i < comparison->pair_count; i++) {
		free(comparison->pairs[i].levels);
		free(comparison->pairs[i].sizes);
		text_release(&comparison->pairs[i].sentences);
		text_release(&comparison->pairs[i].advice);
	}
	free(comparison->pairs);
	free(comparison->sizes);
	warnings_release(&comparison->warnings);
	text_release(&comparison->settings);
	text_release(&comparison->forced);
	text_release(&comparison->varied);
	text_release(&comparison->classes);
	*comparison = (struct comparison){ 0 };
}

const char *conclusion_name(const struct comparison *comparison,
                            const struct compare_pair *pair)
{
	static const char *const names[] = {
		[CONCLUDE_DRAM_ONLY] = "dram-only", [CONCLUDE_ALL_MOVED] = "all-moved",
		[CONCLUDE_CACHE_ONLY] = "cache-only",
		[CONCLUDE_CONTROLS_INCONCLUSIVE] = "controls-inconclusive",
		[CONCLUDE_EQUIVALENT] = "equivalent", [CONCLUDE_CANNOT_TELL] = "cannot-tell",
		[CONCLUDE_CORE_SLOWER] = "core-slower", [CONCLUDE_FASTER] = "faster",
		[CONCLUDE_SLOWER] = "slower", [CONCLUDE_MIXED] = "mixed",
	};
	static const char *const from[] = {
		[CELL_L1] = "from-L1", [CELL_L2] = "from-L2", [CELL_L3] = "from-L3",
		[CELL_L4] = "from-L4",
	};

	if (pair->conclusion != CONCLUDE_FROM_CACHE)
		return names[pair->conclusion];
	return from[cell_level(comparison->levels[pair->levels[pair->first_mover].level].name)];
}
