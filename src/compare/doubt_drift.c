/* SPDX-License-Identifier: MIT */
/* compare: drift, from run to run and from boot to boot. Changes no finding. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/selection.h"
#include "compare/spread.h"
#include "compare/thresholds.h"
#include "stats/adjust.h"
#include "stats/quantile.h"
#include "stats/trend.h"

/* One question: does a level drift, inside boots or between them? */
struct drift {
	size_t level, configuration; /* the number of configurations: in all of them */
	bool between;
	struct trend trend;
};

/* Medians of the boots of all configurations, each of them on each host a block. */
struct medians {
	double *values;
	size_t *keys, count;
};

/* In the order of their first runs. */
static void medians_add(struct medians *medians, const struct comparison *comparison,
                        const struct drift *within, const struct grouped *boots)
{
	const struct configuration *item = &comparison->configurations[within->configuration];
	const struct level_values *values =
	        &comparison->levels[within->level].configurations[within->configuration];
	bool *seen = memory_zeroed(boots->count, sizeof *seen);

	for (size_t i = 0; i < values->count; i++) {
		const struct compare_run *run = &item->runs[values->runs[i]];
		const struct sample *boot = &boots->items[run->boot];
		if (seen[run->boot])
			continue;
		seen[run->boot] = true;
		medians->values[medians->count] = median_of(boot->values, boot->count);
		medians->keys[medians->count++] =
		        within->configuration * comparison->host_count + run->host;
	}
	free(seen);
}

static void between_ask(const struct comparison *comparison,
                        const struct medians *medians, size_t from, struct drift *drift)
{
	struct grouped hosts;

	grouped_init(&hosts, medians->values + from, medians->keys + from, medians->count - from,
	             comparison->configuration_count * comparison->host_count);
	trend_ask(hosts.items, hosts.count, DRIFT_ALPHA, &drift->trend);
	grouped_release(&hosts);
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
		struct drift *within = &drifts[2 * c];
		size_t from = medians.count;
		struct grouped boots;
		boots_group(comparison, within->level, c, c, &boots);
		medians_add(&medians, comparison, within, &boots);
		trend_ask(boots.items, boots.count, DRIFT_ALPHA, &within->trend);
		grouped_release(&boots);
		between_ask(comparison, &medians, from, within + 1);
	}
	between_ask(comparison, &medians, 0, &drifts[2 * configurations]);
	free(medians.values);
	free(medians.keys);
}

static void warn_drift(struct comparison *comparison, const struct drift *drift, double p)
{
	const struct trend *trend = &drift->trend;
	double change = expm1(trend->slope * (double)(trend->longest - 1));
	char percent[PERCENT_BYTES];
	struct text text = { 0 };

	if (drift->configuration < comparison->configuration_count)
		text_printf(&text, "%s drifts in %s",
		            comparison_label(comparison, drift->configuration),
		            comparison->levels[drift->level].name);
	else
		text_printf(&text, "All drift in %s", comparison->levels[drift->level].name);
	text_printf(&text, ": %s from the first %s to the last (Holm p %s %.2g); ",
	            percent_format(change, percent),
	            drift->between ? "boot" : trend->block_count > 1 ? "run of a boot" : "run",
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

void comparison_doubt_drift(struct comparison *comparison)
{
	size_t of_level = 2 * comparison->configuration_count + 1;
	size_t count = comparison->level_count * of_level;
	struct drift *drifts = memory_zeroed(count, sizeof *drifts);
	double *p = memory_zeroed(count, sizeof *p), *floors = memory_zeroed(count, sizeof *floors);

	for (size_t i = 0; i < count; i++) {
		size_t at = i % of_level;
		drifts[i] = (struct drift){ .level = i / of_level, .configuration = at / 2,
			                    .between = at % 2 == 1 || at + 1 == of_level };
	}
	for (size_t i = 0; i < count; i += of_level)
		level_ask(comparison, &drifts[i]);
	for (size_t i = 0; i < count; i++) {
		p[i] = drifts[i].trend.p;
		floors[i] = drifts[i].trend.p_floor;
	}
	adjust_holm_reachable(p, floors, count, DRIFT_ALPHA, p);
	for (size_t i = 0; i < count; i += of_level)
		level_warn(comparison, &drifts[i], &p[i]);
	free(drifts);
	free(p);
	free(floors);
}
