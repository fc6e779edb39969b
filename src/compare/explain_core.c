/* SPDX-License-Identifier: MIT */
/* compare: what the core and the time of the runs leave open, in words. Decides nothing. */
#include "compare/findings.h"

#include <math.h>
#include <string.h>

#include "compare/selection.h"

void explain_core_slower(const struct comparison *comparison,
                         const struct compare_pair *pair, struct text *text)
{
	bool is_b = pair->core_ratio < 1;
	double ratio = is_b ? pair->core_ratio : 1 / pair->core_ratio;

	text_printf(text, "The core itself was slower in %s: it issued %.0f %% of the "
	            "instructions that it did in %s, in every run. Nothing is said of caches and "
	            "memory.\n", comparison_label(comparison, is_b ? pair->b : pair->a),
	            100 * ratio, comparison_label(comparison, is_b ? pair->a : pair->b));
}

/* "s2 met a busy core in 6 of 10 runs": the sides of one level that did. */
static void put_busy(const struct comparison *comparison, const struct compare_pair *pair,
                     const struct level_finding *finding, struct text *text)
{
	const size_t sides[2] = { pair->a, pair->b };
	const struct compare_level *level = &comparison->levels[finding->level];
	size_t count = 0;

	for (size_t side = 0; side < 2; side++) {
		const struct level_values *values = &level->configurations[sides[side]];
		if (values->is_busy)
			text_printf(text, "%s%s met a busy core in %zu of %zu runs",
			            count++ ? ", " : "", comparison_label(comparison, sides[side]),
			            values->slowed, values->count);
	}
}

static void put_blocks(const struct comparison *comparison,
                       const struct level_finding *finding, struct text *text)
{
	char change[PERCENT_BYTES];

	text_printf(text, "%s %s: ", comparison->levels[finding->level].name,
	            change_format(comparison, &finding->effect, change));
	if (isinf(finding->allowance)) {
		text_put(text, "too few runs in a row to show what two sessions differ by");
		return;
	}
	text_printf(text, "two sessions of one configuration differ by up to %.2g %% here",
	            100 * finding->drift);
	if (!isnan(finding->apart_mde))
		text_printf(text, "; --over 4m would tell %.2g %%", 100 * finding->apart_mde);
}

static bool is_open(const struct level_finding *finding)
{
	if (finding->control != CONTROL_NONE)
		return finding->control == CONTROL_CANNOT_TELL;
	return finding->verdict == LEVEL_CANNOT_TELL;
}

/* DRAM where it is open, else the first level that is; NULL where all are told. */
static const struct level_finding *open_level(const struct comparison *comparison,
                                              const struct compare_pair *pair)
{
	const struct level_finding *dram = pair_dram(comparison, pair);

	if (dram != NULL && is_open(dram))
		return dram;
	for (size_t i = 0; i < pair->level_count; i++) {
		if (is_open(&pair->levels[i]))
			return &pair->levels[i];
	}
	return NULL;
}

void explain_open(const struct comparison *comparison, const struct compare_pair *pair,
                  struct text *text)
{
	const struct level_finding *open = open_level(comparison, pair);

	if (open == NULL || pair->core_ratio != 1)
		return;
	size_t before = text->length;
	if (open->is_busy)
		put_busy(comparison, pair, open, text);
	else if (open->is_below_control)
		text_put(text, "DRAM moved less than a cache did between the same two stretches of "
		               "time");
	else if (open->allowance > 0 && open->units_missing == 0 &&
	         !(open->effect.low > 0 || open->effect.high < 0))
		put_blocks(comparison, open, text);
	if (text->length > before)
		text_put(text, ".\n");
}

/* ---- Commands ---- */

/* A file name as a shell takes it. */
static void put_path(const char *path, struct text *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                            "0123456789._-/+=:,@%";

	if (path[0] != '\0' && path[0] != '-' && path[strspn(path, plain)] == '\0') {
		text_put(text, path);
		return;
	}
	text_put(text, path[0] == '-' ? "'./" : "'");
	for (; *path; path++)
		text_printf(text, *path == '\'' ? "'\\''" : "%c", *path);
	text_put(text, "'");
}

/* Runs a side that lie far apart: 10 over 4 minutes, or all that a level still lacks. */
static void put_command(const struct comparison *comparison, const char *path,
                        struct text *text)
{
	text_printf(text, "membench %s--like ",
	            comparison->is_by_size ? "run --command '...' " : "");
	put_path(path, text);
	text_put(text, " --over 4m --append -o ");
	put_path(path, text);
	text_put(text, "\n");
}

static bool is_told(const struct compare_pair *pair)
{
	for (size_t i = 0; i < pair->level_count; i++) {
		if (is_open(&pair->levels[i]))
			return false;
	}
	return pair->level_count > 0 && pair->core_ratio == 1;
}

void pair_advise(const struct comparison *comparison, struct compare_pair *pair)
{
	const size_t sides[2] = { pair->a, pair->b };

	for (size_t side = 0; side < 2 && !is_told(pair); side++) {
		const char *path = comparison->configurations[sides[side]].path;
		if (path != NULL && !text_equal(path, "-"))
			put_command(comparison, path, &pair->advice);
	}
}
