/* SPDX-License-Identifier: MIT */
/* compare: drift, from run to run and from boot to boot. Changes no finding. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/selection.h"
#include "stats/adjust.h"
#include "stats/quantile.h"
#include "stats/trend.h"

#define DRIFT_ALPHA 0.05  /* of all questions of one comparison together (Holm) */
#define BLOCK_MOST  400   /* values; of more, so many are looked at, evenly taken */
#define PAIRS_MOST  80000 /* of values: later blocks are not looked at */

/* ln rates in order of time, those that are compared with one another together. */
struct blocks {
	double *values;
	struct sample *items;
	size_t count;
};

/* `keys[i]` is the block of `values[i]`, below `count`. */
static void blocks_init(struct blocks *blocks, const double *values, const size_t *keys,
                        size_t value_count, size_t count)
{
	size_t *ends = memory_zeroed(count + 1, sizeof *ends);

	blocks->values = memory_zeroed(value_count, sizeof *blocks->values);
	blocks->items = memory_zeroed(count, sizeof *blocks->items);
	blocks->count = count;
	for (size_t i = 0; i < value_count; i++)
		ends[keys[i] + 1]++;
	for (size_t i = 0; i < count; i++) {
		blocks->items[i] = (struct sample){ blocks->values + ends[i], ends[i + 1] };
		ends[i + 1] += ends[i];
	}
	for (size_t i = 0; i < value_count; i++)
		blocks->values[ends[keys[i]]++] = values[i];
	free(ends);
}

static void blocks_release(struct blocks *blocks)
{
	free(blocks->values);
	free(blocks->items);
}

/* All pairs of a block are compared: long ones are thinned, those past the most left. */
static void blocks_thin(struct blocks *blocks)
{
	double *values = blocks->values;
	size_t pairs = 0, used = 0;

	for (; used < blocks->count && pairs < PAIRS_MOST; used++) {
		struct sample *block = &blocks->items[used];
		size_t count = block->count < BLOCK_MOST ? block->count : BLOCK_MOST;
		for (size_t i = 0; i < count; i++)
			values[i] = block->values[i * block->count / count];
		*block = (struct sample){ values, count };
		values += count;
		pairs += count * (count + 1) / 2;
	}
	blocks->count = used;
}

/* One question: does a level drift, inside boots or between them? */
struct drift {
	size_t level, configuration; /* the number of configurations: in all of them */
	bool between;
	double change;      /* over the longest block, as a fraction */
	double p, p_floor;  /* p NaN: not asked, because it could not be answered */
	size_t block_count; /* of two values or more */
};

static void drift_ask(struct blocks *blocks, struct drift *drift)
{
	struct trend trend;
	size_t longest = 0;

	drift->p = NAN;
	blocks_thin(blocks);
	drift->p_floor = trend_floor(blocks->items, blocks->count);
	if (drift->p_floor > DRIFT_ALPHA)
		return;
	for (size_t i = 0; i < blocks->count; i++) {
		size_t count = blocks->items[i].count;
		longest = count > longest ? count : longest;
		drift->block_count += count > 1;
	}
	trend_run(blocks->items, blocks->count, &trend);
	drift->change = expm1(trend.slope * (double)(longest - 1));
	drift->p = trend_exact_p(blocks->items, blocks->count, &trend);
	if (isnan(drift->p))
		drift->p = trend.p;
}

/* The runs of one configuration, boot by boot. */
static void boots_init(struct blocks *boots, const struct comparison *comparison,
                       size_t level, size_t configuration)
{
	const struct configuration *item = &comparison->configurations[configuration];
	const struct level_values *values =
	        &comparison->levels[level].configurations[configuration];
	double *logs = memory_zeroed(values->count, sizeof *logs);
	size_t *keys = memory_zeroed(values->count, sizeof *keys);

	for (size_t i = 0; i < values->count; i++) {
		logs[i] = log(values->values[i]);
		keys[i] = item->runs[values->runs[i]].boot;
	}
	blocks_init(boots, logs, keys, values->count, comparison->boot_count);
	free(logs);
	free(keys);
}

/* Medians of the boots of all configurations, each of them on each host a block. */
struct medians {
	double *values;
	size_t *keys, count;
};

/* In the order of their first runs. */
static void medians_add(struct medians *medians, const struct comparison *comparison,
                        size_t level, size_t configuration, const struct blocks *boots)
{
	const struct configuration *item = &comparison->configurations[configuration];
	const struct level_values *values =
	        &comparison->levels[level].configurations[configuration];
	bool *seen = memory_zeroed(boots->count, sizeof *seen);

	for (size_t i = 0; i < values->count; i++) {
		const struct compare_run *run = &item->runs[values->runs[i]];
		const struct sample *boot = &boots->items[run->boot];
		if (seen[run->boot])
			continue;
		seen[run->boot] = true;
		medians->values[medians->count] = median_of(boot->values, boot->count);
		medians->keys[medians->count++] =
		        configuration * comparison->host_count + run->host;
	}
	free(seen);
}

static void between_ask(const struct comparison *comparison,
                        const struct medians *medians, size_t from, struct drift *drift)
{
	struct blocks blocks;

	blocks_init(&blocks, medians->values + from, medians->keys + from,
	            medians->count - from,
	            comparison->configuration_count * comparison->host_count);
	drift_ask(&blocks, drift);
	blocks_release(&blocks);
}

/* All questions about one level: within and between the boots of each configuration, then
 * between those of all together, which a drift of the machine moves alike. */
static void level_ask(const struct comparison *comparison, struct drift *drifts)
{
	size_t configurations = comparison->configuration_count, runs = 0;
	struct medians medians = { .count = 0 };

	for (size_t c = 0; c < configurations; c++)
		runs += comparison->configurations[c].run_count;
	medians.values = memory_zeroed(runs, sizeof *medians.values);
	medians.keys = memory_zeroed(runs, sizeof *medians.keys);
	for (size_t c = 0; c < configurations; c++) {
		struct drift *within = &drifts[2 * c], *between = within + 1;
		size_t from = medians.count;
		struct blocks boots;
		boots_init(&boots, comparison, within->level, c);
		medians_add(&medians, comparison, within->level, c, &boots);
		drift_ask(&boots, within);
		blocks_release(&boots);
		between_ask(comparison, &medians, from, between);
	}
	between_ask(comparison, &medians, 0, &drifts[2 * configurations]);
	free(medians.values);
	free(medians.keys);
}

static void warn_drift(struct comparison *comparison, const struct drift *drift, double p)
{
	const char *level = comparison->levels[drift->level].name;
	char percent[PERCENT_BYTES];
	struct text text = { 0 };

	if (drift->configuration < comparison->configuration_count)
		text_printf(&text, "%s drifts in %s",
		            comparison_label(comparison, drift->configuration), level);
	else
		text_printf(&text, "All drift in %s", level);
	text_printf(&text, ": %s from the first %s to the last (Holm p %s %.2g); ",
	            percent_format(drift->change, percent),
	            drift->between ? "boot" : drift->block_count > 1 ? "run of a boot" : "run",
	            p < COMPARE_P_LEAST ? "<" : "=", fmax(p, COMPARE_P_LEAST));
	text_put(&text, drift->between
	                ? "take the configurations in turn (A B B A)."
	                : "let the machine settle, and interleave the configurations.");
	comparison_warn(comparison, "drift", &text);
}

/* What all do together is worth a word only where none does it alone. */
static void level_warn(struct comparison *comparison, const struct drift *drifts,
                       const double *p)
{
	size_t together = 2 * comparison->configuration_count;
	bool alone = false;

	for (size_t i = 0; i <= together; i++) {
		if (!(p[i] < DRIFT_ALPHA) || (i == together && alone))
			continue;
		alone = alone || drifts[i].between;
		warn_drift(comparison, &drifts[i], p[i]);
	}
}

/* Holm's p over those that can come below their share of alpha at all (Tarone 1990); NaN
 * of the others. */
static void drifts_adjust(const struct drift *drifts, size_t count, double *p)
{
	size_t family = 0, asked = count;

	while (asked > family) {
		family++;
		asked = 0;
		for (size_t i = 0; i < count; i++)
			asked += drifts[i].p_floor <= DRIFT_ALPHA / (double)family;
	}
	for (size_t i = 0; i < count; i++)
		p[i] = drifts[i].p_floor <= DRIFT_ALPHA / (double)family ? drifts[i].p : NAN;
	adjust_holm(p, count, p);
}

void comparison_doubt_drift(struct comparison *comparison)
{
	size_t of_level = 2 * comparison->configuration_count + 1;
	size_t count = comparison->level_count * of_level;
	struct drift *drifts = memory_zeroed(count, sizeof *drifts);
	double *p = memory_zeroed(count, sizeof *p);

	for (size_t i = 0; i < count; i++) {
		size_t at = i % of_level;
		drifts[i] = (struct drift){ .level = i / of_level, .configuration = at / 2,
			                    .between = at % 2 == 1 || at + 1 == of_level };
	}
	for (size_t i = 0; i < count; i += of_level)
		level_ask(comparison, &drifts[i]);
	drifts_adjust(drifts, count, p);
	for (size_t i = 0; i < count; i += of_level)
		level_warn(comparison, &drifts[i], &p[i]);
	free(drifts);
	free(p);
}
