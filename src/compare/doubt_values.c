/* SPDX-License-Identifier: MIT */
/* compare: doubts about the values that were measured. Changes no finding. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/selection.h"
#include "stats/describe.h"
#include "stats/ranks.h"

#define TREND_P   0.01 /* of Mann-Kendall, looked at once for each level and side */
#define TREND_FROM 6   /* runs */
#define TREND_RUNS 400 /* of more, so many are looked at: pairs of them are compared */
#define TIES_MOST 0.1  /* of the values of a size that equal another one */

/* The trend over the runs as they were started; of very many, over some, evenly taken. */
static void trend_of(const struct level_values *values, struct describe *describe)
{
	double *some = memory_zeroed(TREND_RUNS, sizeof *some);
	size_t count = values->count < TREND_RUNS ? values->count : TREND_RUNS;

	for (size_t i = 0; i < count; i++)
		some[i] = values->values[i * values->count / count];
	describe_run(some, count, describe);
	free(some);
}

static void warn_drift(struct comparison *comparison, const struct compare_level *level,
                       size_t configuration)
{
	const struct level_values *values = &level->configurations[configuration];
	struct describe describe;
	struct text text = { 0 };

	if (values->count < TREND_FROM)
		return;
	trend_of(values, &describe);
	if (!(describe.trend_p < TREND_P))
		return;
	text_printf(&text, "%s drifts in %s: %+.1f %% from the first run to the last (p = %.2g); "
	            "let the machine settle, and interleave the configurations.",
	            comparison_label(comparison, configuration), level->name,
	            100 * describe.trend * (double)(describe.count - 1) / describe.median,
	            describe.trend_p);
	comparison_warn(comparison, "drift", &text);
}

static void warn_flags(struct comparison *comparison)
{
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		const struct configuration *item = &comparison->configurations[c];
		struct text text = { 0 };
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
			if (item->flagged[flag] > 0)
				text_printf(&text, "%s%zu %s", text.length ? ", " : "",
				            item->flagged[flag], cell_flag_names[flag]);
		}
		if (text.length == 0)
			continue;
		text_printf(&text, " of %zu rows of %s; all are used%s.", item->cell_count,
		            item->label, item->flagged[4] > 0
		            ? " (incomplete: the run was interrupted; --append adds whole ones)"
		            : ". The README says what each flag means and what to do");
		comparison_warn(comparison, item->flagged[4] > 0 ? "incomplete" : "flags", &text);
	}
}

/* Values of one size, over all configurations, that equal another. */
static size_t tied_values(const struct comparison *comparison, size_t size, size_t *total)
{
	size_t count = 0, tied = 0, most = 0;

	for (size_t c = 0; c < comparison->configuration_count; c++)
		most += comparison->configurations[c].run_count;
	double *values = memory_zeroed(most, sizeof *values);
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		const struct configuration *item = &comparison->configurations[c];
		for (size_t i = 0; i < item->run_count; i++) {
			double rate = item->rates[i * comparison->size_count + size];
			if (!isnan(rate))
				values[count++] = rate;
		}
	}
	qsort(values, count, sizeof *values, ranks_compare);
	for (size_t i = 0; i < count; i++)
		tied += (i > 0 && values[i] == values[i - 1]) ||
		        (i + 1 < count && values[i] == values[i + 1]);
	free(values);
	*total = count;
	return tied;
}

static void warn_ties(struct comparison *comparison)
{
	size_t sizes = 0, worst = 0;
	struct text text = { 0 };

	for (size_t i = 0; i < comparison->size_count; i++) {
		size_t total, tied = tied_values(comparison, i, &total);
		if (tied <= 2 || (double)tied <= TIES_MOST * (double)total)
			continue;
		sizes++;
		worst = tied > worst ? tied : worst;
	}
	if (sizes == 0)
		return;
	text_printf(&text, "Runs tie at %zu size%s (up to %zu values): the timer, or rounding in "
	            "the file, is too coarse. The test takes ties as they are; longer samples "
	            "(--budget) tell runs apart.", sizes, sizes == 1 ? "" : "s", worst);
	comparison_warn(comparison, "ties", &text);
}

/* All levels in one sentence. */
static void warn_outliers(struct comparison *comparison)
{
	struct text text = { 0 };

	for (size_t i = 0; i < comparison->level_count; i++) {
		const struct compare_level *level = &comparison->levels[i];
		for (size_t c = 0; c < comparison->configuration_count; c++) {
			const struct level_values *values = &level->configurations[c];
			if (values->outliers > 0)
				text_printf(&text, "%s%s: %zu of %zu runs of %s", text.length ? "; " : "",
				            level->name, values->outliers, values->count,
				            comparison_label(comparison, c));
		}
	}
	if (text.length == 0)
		return;
	text_put(&text, " lie far from the rest (1.5 quartile distances). They count; ranks keep "
	                "them from ruling. Look at the plot, or measure on a quieter machine.");
	comparison_warn(comparison, "outliers", &text);
}

void comparison_doubt_values(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->level_count; i++) {
		for (size_t c = 0; c < comparison->configuration_count; c++)
			warn_drift(comparison, &comparison->levels[i], c);
	}
	warn_outliers(comparison);
	warn_flags(comparison);
	warn_ties(comparison);
}
