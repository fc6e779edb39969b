/* SPDX-License-Identifier: MIT */
/* compare: which sizes stand in which level, and which runs are whole there. */
#include "compare/selection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"
#include "compare/clean.h"
#include "stats/outliers.h"
#include "stats/quantile.h"

/* How many runs of a configuration have this size. */
static size_t runs_with(const struct comparison *comparison, size_t configuration,
                        size_t size)
{
	const struct configuration *item = &comparison->configurations[configuration];
	size_t count = 0;

	for (size_t i = 0; i < item->run_count; i++)
		count += isnan(item->rates[i * comparison->size_count + size]) ? 0 : 1;
	return count;
}

static enum size_use size_use_of(const struct comparison *comparison, size_t index)
{
	const struct compare_size *size = &comparison->sizes[index];
	bool sparse = false;

	for (size_t c = 0; c < comparison->configuration_count; c++) {
		size_t with = runs_with(comparison, c, index);
		if (with == 0)
			return SIZE_UNMATCHED;
		sparse = sparse || 2 * with < comparison->configurations[c].run_count;
	}
	if (cell_level(size->level) == CELL_NONE)
		return sparse ? SIZE_SPARSE : SIZE_USED;
	if (cell_level(size->level) == CELL_BEYOND)
		return SIZE_BEYOND;
	if (size->edge && !comparison->options.edges)
		return SIZE_EDGE;
	if (cell_level(size->level) > CELL_DRAM)
		return SIZE_NO_LEVEL;
	return sparse ? SIZE_SPARSE : SIZE_USED;
}

static void sizes_init(const struct selection *selection, struct comparison *comparison)
{
	comparison->sizes = memory_zeroed(selection->size_count, sizeof *comparison->sizes);
	sizes_class(selection, comparison);
	for (size_t i = 0; i < comparison->size_count; i++)
		comparison->sizes[i].use = size_use_of(comparison, i);
}

/* ---- Sizes that are left out, by reason ---- */

static const struct { enum size_use use; const char *kind, *why; } reasons[] = {
	{ SIZE_BEYOND, "beyond-sizes", "past the last cache but not yet DRAM, so of no level, with "
	  "--edges either; --levels L1=...,L2=... says where caches end" },
	{ SIZE_NO_LEVEL, "no-level", "in no level, as no cache size is believed; --levels "
	  "L1=...,L2=... says the sizes" },
	{ SIZE_UNMATCHED, "unmatched-sizes", "not in every configuration; measure the others "
	  "with --like and the first file" },
	{ SIZE_SPARSE, "sparse-sizes", "lacks in more than half of the runs of a configuration; "
	  "measure again" },
};

static void warn_sizes(struct comparison *comparison)
{
	char size[SIZE_TEXT_BYTES];

	for (size_t r = 0; r < sizeof reasons / sizeof *reasons; r++) {
		struct text text = { 0 };
		size_t count = 0;
		for (size_t i = 0; i < comparison->size_count; i++) {
			if (comparison->sizes[i].use != reasons[r].use)
				continue;
			text_printf(&text, "%s%s", count++ ? ", " : comparison->is_by_size
			            ? "Left out: " : "Left out of the levels: ",
			            size_format(comparison->sizes[i].block_bytes, size));
		}
		if (count == 0)
			continue;
		text_printf(&text, ": %s.", reasons[r].why);
		comparison_warn(comparison, reasons[r].kind, &text);
	}
}

/* ---- Runs that have every size of a level ---- */

static double run_mean(const struct size_set *sizes, const double *row)
{
	double sum = 0;

	if (sizes->count == 1)
		return row[sizes->items[0]];
	for (size_t i = 0; i < sizes->count; i++)
		sum += log(row[sizes->items[i]]);
	return exp(sum / (double)sizes->count);
}

static size_t outliers_of(const double *values, size_t count)
{
	double *logs = memory_zeroed(count, sizeof *logs);

	for (size_t i = 0; i < count; i++)
		logs[i] = log(values[i]);
	size_t outliers = outliers_count(logs, count);
	free(logs);
	return outliers;
}

void level_values_init(struct level_values *values, const struct comparison *comparison,
                       const struct size_set *sizes, size_t configuration, bool all)
{
	const struct configuration *item = &comparison->configurations[configuration];

	values->runs = memory_zeroed(item->run_count, sizeof *values->runs);
	values->values = memory_zeroed(item->run_count, sizeof *values->values);
	struct clean_runs clean = clean_runs(comparison, item, sizes, all, values->runs);
	values->count = clean.count;
	values->slowed = clean.slowed;
	values->is_busy = clean.is_busy;
	for (size_t i = 0; i < values->count; i++)
		values->values[i] = run_mean(sizes, &item->rates[values->runs[i] *
		                                                 comparison->size_count]);
	values->median = median_of(values->values, values->count);
	values->outliers = outliers_of(values->values, values->count);
}

void level_values_release(struct level_values *values)
{
	free(values->runs);
	free(values->values);
}

static struct size_set sizes_of(const struct compare_level *level)
{
	return (struct size_set){ level->sizes, level->size_count };
}

static void warn_missing(struct comparison *comparison, const struct compare_level *level)
{
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		const struct configuration *item = &comparison->configurations[c];
		const struct size_set sizes = sizes_of(level);
		struct text text = { 0 }, runs = { 0 };
		size_t missing = 0;
		for (size_t i = 0; i < item->run_count; i++) {
			if (!isnan(run_mean(&sizes, &item->rates[i * comparison->size_count])))
				continue;
			if (missing++ < 10)
				text_printf(&runs, " %zu", (size_t)item->runs[i].run);
		}
		if (missing > 0) {
			text_printf(&text, "%s: %zu of %zu runs lack a size of %s and stay out of it "
			            "(run%s); membench run --append adds whole ones.", item->label,
			            missing, item->run_count, level->name, text_string(&runs));
			comparison_warn(comparison, "missing-cells", &text);
		}
		text_release(&runs);
	}
}

/* Of the sizes from `first` on that the files class so: all, or of commands the first. */
static void level_init(struct comparison *comparison, enum cell_level name, size_t first,
                       struct compare_level *level)
{
	*level = (struct compare_level){ .is_cache = name < CELL_DRAM };
	(void)strcpy(level->name, cell_level_names[name]);
	level->sizes = memory_zeroed(comparison->size_count, sizeof *level->sizes);
	for (size_t i = first; i < comparison->size_count; i++) {
		if (comparison->sizes[i].use == SIZE_USED &&
		    cell_level(comparison->sizes[i].level) == name)
			level->sizes[level->size_count++] = i;
		if (name == CELL_NONE)
			break;
	}
	if (name == CELL_NONE)
		(void)size_format(comparison->sizes[first].block_bytes, level->name);
	level->configurations = memory_zeroed(comparison->configuration_count,
	                                      sizeof *level->configurations);
	level->whole = memory_zeroed(comparison->configuration_count, sizeof *level->whole);
	const struct size_set sizes = sizes_of(level);
	for (size_t c = 0; sizes.count > 0 && c < comparison->configuration_count; c++) {
		level_values_init(&level->configurations[c], comparison, &sizes, c, false);
		level_values_init(&level->whole[c], comparison, &sizes, c, true);
	}
}

const struct level_values *level_side(const struct compare_level *level,
                                      const struct compare_pair *pair, size_t side)
{
	bool is_busy = level->configurations[pair->a].is_busy ||
	               level->configurations[pair->b].is_busy;

	return &(is_busy ? level->whole : level->configurations)[side == 0 ? pair->a : pair->b];
}

static void level_release(struct comparison *comparison, struct compare_level *level)
{
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		level_values_release(&level->configurations[c]);
		level_values_release(&level->whole[c]);
	}
	free(level->configurations);
	free(level->whole);
	free(level->sizes);
}

/* A level stands where every configuration has a whole run of it. */
static bool level_stands(const struct comparison *comparison,
                         const struct compare_level *level)
{
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		if (level->configurations[c].count == 0)
			return false;
	}
	return level->size_count > 0;
}

/* Whether any file has it, without an edge. */
static bool is_measured(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->size_count; i++) {
		if (!comparison->sizes[i].edge && text_equal(comparison->sizes[i].level, name))
			return true;
	}
	return false;
}

static void lost_add(struct comparison *comparison, const char *name)
{
	struct lost_level *lost = &comparison->lost[comparison->lost_count++];

	*lost = (struct lost_level){ .is_cache = cell_level(name) < CELL_DRAM,
		                     .before = comparison->level_count };
	(void)strcpy(lost->name, name);
}

static bool level_add(struct comparison *comparison, enum cell_level name, size_t first)
{
	struct compare_level *level = &comparison->levels[comparison->level_count];

	level_init(comparison, name, first, level);
	if (level->size_count > 0)
		warn_missing(comparison, level);
	bool stands = level_stands(comparison, level);
	comparison->level_count += stands;
	if (!stands)
		level_release(comparison, level);
	return stands;
}

void levels_init(const struct selection *selection, struct comparison *comparison)
{
	sizes_init(selection, comparison);
	warn_sizes(comparison);
	/* Those beyond DRAM in the list are none that a comparison speaks of. */
	comparison->levels = memory_zeroed(CELL_DRAM + 1 + comparison->size_count,
	                                   sizeof *comparison->levels);
	for (size_t i = 0; !comparison->is_by_size && i <= CELL_DRAM; i++) {
		if (!level_add(comparison, (enum cell_level)i, 0) &&
		    is_measured(comparison, cell_level_names[i]))
			lost_add(comparison, cell_level_names[i]);
	}
	for (size_t i = 0; comparison->is_by_size && i < comparison->size_count; i++)
		(void)level_add(comparison, CELL_NONE, i);
}

void levels_release(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->level_count; i++)
		level_release(comparison, &comparison->levels[i]);
	free(comparison->levels);
}
