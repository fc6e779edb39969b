/* SPDX-License-Identifier: MIT */
/* report: the words and fields that every format of a comparison shares. */
#include "report/compare_parts.h"

#include <math.h>

#include "base/units.h"
#include "compare/findings.h"

const char *const size_use_names[] = {
	[SIZE_USED] = "used", [SIZE_EDGE] = "edge", [SIZE_BEYOND] = "beyond",
	[SIZE_NO_LEVEL] = "no-level", [SIZE_UNMATCHED] = "unmatched", [SIZE_SPARSE] = "sparse",
};

/* "of one boot", "of 1 v 2 boots": whose runs. */
static void put_boots(const struct compare_pair *pair, struct text *text)
{
	bool same = pair->scope != SCOPE_THESE_BOOTS && pair->scope != SCOPE_BOOTS;

	if (same && pair->block_count > 1)
		text_printf(text, " inside %zu boots", pair->block_count);
	else if (same)
		text_put(text, " of one boot");
	else
		text_printf(text, " of %zu v %zu boots", pair->boots[0], pair->boots[1]);
	if (!same && pair->block_count > 1)
		text_printf(text, " inside %zu hosts", pair->block_count);
}

void compare_put_design(const struct comparison *comparison,
                        const struct compare_pair *pair, struct text *text)
{
	const struct configuration *a = &comparison->configurations[pair->a];
	const struct configuration *b = &comparison->configurations[pair->b];

	text_printf(text, "%zu v %zu ", pair->runs[0], pair->runs[1]);
	if (pair->runs[0] < a->run_count || pair->runs[1] < b->run_count)
		text_printf(text, "of %zu v %zu ", a->run_count, b->run_count);
	text_put(text, "runs");
	put_boots(pair, text);
	if (pair->design == DESIGN_BLOCKS)
		text_printf(text, ", in %zu v %zu blocks of time", pair->stretches[0],
		            pair->stretches[1]);
	else
		text_put(text, pair->design == DESIGN_APART ? ", far apart" : ", interleaved");
	if (pair->unit != UNIT_RUN)
		text_printf(text, "; what counts is the %s", compare_unit_names[pair->unit]);
}

void compare_put_sizes(const struct comparison *comparison,
                       const struct compare_level *level, struct text *text)
{
	char first[SIZE_TEXT_BYTES], last[SIZE_TEXT_BYTES];

	for (size_t i = 0, end; i < level->size_count; i = end + 1) {
		end = i;
		while (end + 1 < level->size_count && level->sizes[end + 1] == level->sizes[end] + 1)
			end++;
		text_printf(text, "%s%s", i > 0 ? "," : "",
		            size_format(comparison->sizes[level->sizes[i]].block_bytes, first));
		if (end > i)
			text_printf(text, "%s%s", end > i + 1 ? "-" : ",",
			            size_format(comparison->sizes[level->sizes[end]].block_bytes, last));
	}
}

void compare_put_verdict(const struct level_finding *finding, struct text *text)
{
	static const char *const verdicts[] = { "faster", "slower", "equivalent", "cannot tell" };

	if (finding->control == CONTROL_HOLDS)
		text_printf(text, "same (±%.2g %%)", 100 * finding->control_margin);
	else if (finding->control == CONTROL_MOVED)
		text_printf(text, "moved, %s", finding->effect.change > 0 ? "faster" : "slower");
	else if (finding->is_core)
		text_put(text, "as the core");
	else if (finding->control == CONTROL_CANNOT_TELL)
		text_put(text, "cannot tell");
	else
		text_put(text, verdicts[finding->verdict]);
}

void compare_put_p(double value, bool is_asymptotic, struct text *text)
{
	if (isnan(value))
		text_put(text, "-");
	else if (value <= COMPARE_P_LEAST)
		text_put(text, "< 1e-300");
	else
		text_printf(text, "%s%.2g", is_asymptotic ? "~" : "", value);
}

void compare_put_kruskal(const struct comparison *comparison, struct text *text)
{
	for (size_t i = 0; i < comparison->level_count; i++) {
		const struct kruskal *kruskal = &comparison->levels[i].kruskal;
		if (!comparison->levels[i].has_kruskal)
			continue;
		text_printf(text, "%s: Kruskal-Wallis H = %.3g (chi-squared, %g df), p = ",
		            comparison->levels[i].name, isnan(kruskal->h) ? 0 : kruskal->h,
		            kruskal->df);
		compare_put_p(kruskal->p, true, text);
		text_put(text, "\n");
	}
}

void compare_put_gate(const struct comparison *comparison, struct text *text)
{
	static const char *const words[] = { "", "passed", "failed", "cannot tell" };

	if (comparison->gate == GATE_NONE)
		return;
	text_put(text, "Gate, ");
	if (comparison->options.gate_level != NULL)
		text_put(text, comparison->options.gate_level);
	for (size_t i = 0; comparison->options.gate_level == NULL &&
	                   i < comparison->level_count; i++)
		text_printf(text, "%s%s", list_separator(i, comparison->level_count),
		            comparison->levels[i].name);
	text_printf(text, " at most %.3g %% slower: %s\n", 100 * comparison->options.gate,
	            words[comparison->gate]);
}
