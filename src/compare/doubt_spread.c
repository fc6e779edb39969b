/* SPDX-License-Identifier: MIT */
/* compare: two sides that spread unlike. Knows run values, nothing of their order. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/selection.h"
#include "compare/thresholds.h"
#include "stats/distribution.h"
#include "stats/moments.h"

/* What one side spreads by: of ln rates, N - 1 degrees of freedom. */
struct side {
	const char *label;
	double variance, df;
};

static struct side side_of(const struct comparison *comparison, size_t configuration,
                           const struct level_values *values)
{
	double *logs = memory_zeroed(values->count, sizeof *logs), df = (double)values->count - 1;

	for (size_t i = 0; i < values->count; i++)
		logs[i] = log(values->values[i]);
	double squares = sample_squares((struct sample){ logs, values->count });
	free(logs);
	return (struct side){ comparison_label(comparison, configuration), squares / df, df };
}

/*
 * Ranks compare two like distributions that are shifted. Where one side spreads much wider
 * a permutation test takes that for a shift too often, most where the wide side has the
 * fewer runs.
 */
void doubt_spread(struct comparison *comparison, const struct compare_pair *pair,
                  const struct level_finding *finding)
{
	const struct compare_level *level = &comparison->levels[finding->level];
	const struct level_values *a = &level->configurations[pair->a];
	const struct level_values *b = &level->configurations[pair->b];
	struct text text = { 0 };

	if (a->count < 2 || b->count < 2)
		return;
	struct side wide = side_of(comparison, pair->a, a);
	struct side narrow = side_of(comparison, pair->b, b);
	if (!(wide.variance > narrow.variance)) {
		struct side swap = wide;
		wide = narrow;
		narrow = swap;
	}
	double f = wide.variance / narrow.variance;
	if (!(narrow.variance > 0) || sqrt(f) < SPREAD_RATIO_LEAST ||
	    2 * f_upper(f, wide.df, narrow.df) > SPREAD_CHANCE_MOST)
		return;
	text_printf(&text, "%s: %s spreads %.2g times as wide as %s (%.2g %% against %.2g %%). The "
	            "test asks for a shift, and takes such a spread for one too often. Find what "
	            "disturbs %s, and measure both alike and equally often.", level->name,
	            wide.label, sqrt(f), narrow.label, 100 * sqrt(wide.variance),
	            100 * sqrt(narrow.variance), wide.label);
	comparison_warn(comparison, "spread", &text);
}
