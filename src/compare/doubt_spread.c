/* SPDX-License-Identifier: MIT */
/* compare: two sides that spread unlike. Knows run values, nothing of their order. */
#include "compare/findings.h"

#include <math.h>
#include <stdbool.h>

#include "compare/selection.h"
#include "stats/distribution.h"

/*
 * Ranks compare two like distributions that are shifted. Where one side spreads much wider
 * a permutation test takes that for a shift too often, most where the wide side has the
 * fewer runs. Told from a ratio of 3 on that chance makes in one of a thousand (F test).
 */
#define RATIO_LEAST 3
#define CHANCE_MOST 0.001

static double log_variance(const struct level_values *values)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < values->count; i++)
		mean += log(values->values[i]) / (double)values->count;
	for (size_t i = 0; i < values->count; i++)
		squares += pow(log(values->values[i]) - mean, 2);
	return squares / (double)(values->count - 1);
}

/* Upper tail of F with these degrees of freedom (Abramowitz & Stegun 1964, 26.6.2). */
static double f_above(double f, double df_above, double df_below)
{
	return beta_lower(df_below / (df_below + df_above * f), df_below / 2, df_above / 2);
}

void doubt_spread(struct comparison *comparison, const struct compare_pair *pair,
                  const struct level_finding *finding)
{
	const struct compare_level *level = &comparison->levels[finding->level];
	const struct level_values *a = &level->configurations[pair->a];
	const struct level_values *b = &level->configurations[pair->b];
	struct text text = { 0 };

	if (a->count < 2 || b->count < 2)
		return;
	bool a_is_wide = log_variance(a) > log_variance(b);
	size_t wide = a_is_wide ? pair->a : pair->b, narrow = a_is_wide ? pair->b : pair->a;
	double widest = log_variance(a_is_wide ? a : b), least = log_variance(a_is_wide ? b : a);
	double ratio = sqrt(widest / least);
	if (!(least > 0) || ratio < RATIO_LEAST ||
	    2 * f_above(widest / least, (double)level->configurations[wide].count - 1,
	                (double)level->configurations[narrow].count - 1) > CHANCE_MOST)
		return;
	text_printf(&text, "%s: %s spreads %.2g times as wide as %s (%.2g %% against %.2g %%). The "
	            "test asks for a shift, and takes such a spread for one too often. Find what "
	            "disturbs %s, and measure both alike and equally often.", level->name,
	            comparison_label(comparison, wide), ratio, comparison_label(comparison, narrow),
	            100 * sqrt(widest), 100 * sqrt(least), comparison_label(comparison, wide));
	comparison_warn(comparison, "spread", &text);
}
