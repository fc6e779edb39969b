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

bool explain_core_changed(const struct comparison *comparison,
                          const struct compare_pair *pair, struct text *text)
{
	const struct level_finding *first = NULL;
	char percent[PERCENT_BYTES];
	size_t total = 0, count = 0;

	for (size_t i = 0; i < pair->level_count; i++)
		total += pair->levels[i].is_core;
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (!finding->is_core)
			continue;
		first = first == NULL ? finding : first;
		text_printf(text, "%s%s (%s)", list_separator(count++, total),
		            comparison->levels[finding->level].name,
		            change_format(comparison, &finding->effect, percent));
	}
	if (first != NULL)
		text_printf(text, " changed as the core did (%s in %s, by its clock or a neighbour)",
		            percent_format(first->core_change, percent),
		            comparison_label(comparison, pair->b));
	return first != NULL;
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

/* Far apart is not enough where the state of the machine lasts longer, or its core's; and
 * what was found one side after the other may be drift. */
static bool asks_for_turns(const struct compare_pair *pair)
{
	bool asks = false;

	for (size_t i = 0; i < pair->level_count; i++)
		asks = asks || pair->levels[i].is_serial || pair->levels[i].is_core ||
		       (pair->design != DESIGN_INTERLEAVED && finding_moved(&pair->levels[i]));
	return asks && pair->scope != SCOPE_THESE_BOOTS && pair->scope != SCOPE_BOOTS;
}

static void put_blocks(const struct comparison *comparison, const struct compare_pair *pair,
                       const struct level_finding *finding, struct text *text)
{
	char change[PERCENT_BYTES];

	text_printf(text, "%s %s: ", comparison->levels[finding->level].name,
	            change_format(comparison, &finding->effect, change));
	if (isinf(finding->allowance)) {
		text_put(text, "too few runs in a row to show what two sessions differ by");
		return;
	}
	text_printf(text, finding->is_serial
	                  ? "runs resemble their neighbours, minutes apart as they are; two stretches of "
	                    "time differ by %.2g %% here at least"
	                  : "two sessions of one configuration differ by up to %.2g %% here",
	            100 * finding->drift);
	if (!isnan(finding->apart_mde) && !asks_for_turns(pair))
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
		put_blocks(comparison, pair, open, text);
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

static void put_program(const struct comparison *comparison, struct text *text)
{
	text_put(text, comparison->is_by_size ? "membench run --command '...'" : "membench");
}

/* Runs a side that lie far apart: 10 over 4 minutes, or all that a level still lacks. */
static void put_over(const struct comparison *comparison, const char *path,
                     struct text *text)
{
	put_program(comparison, text);
	text_put(text, " --like ");
	put_path(path, text);
	text_put(text, " --over 4m --append -o ");
	put_path(path, text);
	text_put(text, "\n");
}

/* Runs of both in turn, which no drift parts. */
static void put_in_turn(const struct comparison *comparison, const char *const paths[2],
                        struct text *text)
{
	text_put(text, "for i in $(seq 10); do for f in");
	for (size_t side = 0; side < 2; side++) {
		text_put(text, " ");
		put_path(paths[side], text);
	}
	text_put(text, "; do ");
	put_program(comparison, text);
	text_put(text, " --like \"$f\" --runs 1 --append -o \"$f\"; done; done\n");
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
	const char *const paths[2] = { comparison->configurations[pair->a].path,
		                       comparison->configurations[pair->b].path };
	bool known[2];

	for (size_t side = 0; side < 2; side++)
		known[side] = paths[side] != NULL && !text_equal(paths[side], "-");
	if (asks_for_turns(pair) && known[0] && known[1]) {
		put_in_turn(comparison, paths, &pair->advice);
		return;
	}
	if (is_told(pair))
		return;
	for (size_t side = 0; side < 2; side++) {
		if (known[side])
			put_over(comparison, paths[side], &pair->advice);
	}
}
