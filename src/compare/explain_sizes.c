/* SPDX-License-Identifier: MIT */
/* compare: sizes of commands, which are no levels of memory and control nothing. */
#include "compare/findings.h"

#include <math.h>

#include "compare/selection.h"

/* "4K (+12 %) and 64K (+3.1 %)": the sizes of this verdict; returns how many. */
static size_t put_sizes(const struct comparison *comparison, const struct compare_pair *pair,
                        enum level_verdict verdict, struct text *text)
{
	char percent[PERCENT_BYTES];
	size_t total = 0, nth = 0;

	for (size_t i = 0; i < pair->level_count; i++)
		total += pair->levels[i].verdict == verdict;
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (finding->verdict != verdict)
			continue;
		text_printf(text, "%s%s", list_separator(nth++, total),
		            comparison->levels[finding->level].name);
		if (verdict == LEVEL_FASTER || verdict == LEVEL_SLOWER)
			text_printf(text, " (%s)", percent_format(finding->effect.change, percent));
	}
	return total;
}

static size_t count_of(const struct compare_pair *pair, enum level_verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < pair->level_count; i++)
		count += pair->levels[i].verdict == verdict;
	return count;
}

enum conclusion conclude_sizes(const struct compare_pair *pair)
{
	bool faster = count_of(pair, LEVEL_FASTER) > 0, slower = count_of(pair, LEVEL_SLOWER) > 0;

	if (faster || slower)
		return !slower ? CONCLUDE_FASTER : !faster ? CONCLUDE_SLOWER : CONCLUDE_MIXED;
	return pair->level_count > 0 && count_of(pair, LEVEL_EQUIVALENT) == pair->level_count
	       ? CONCLUDE_EQUIVALENT : CONCLUDE_CANNOT_TELL;
}

/* "b is faster than a at 4K (+12 %), slower at 64K (-3 %); no difference within 1 % at 1M". */
static void say_moved(const struct comparison *comparison, const struct compare_pair *pair,
                      struct text *text)
{
	bool faster = count_of(pair, LEVEL_FASTER) > 0;
	struct text sizes = { 0 };

	(void)put_sizes(comparison, pair, faster ? LEVEL_FASTER : LEVEL_SLOWER, &sizes);
	text_printf(text, "%s is %s than %s at %s", comparison_label(comparison, pair->b),
	            faster ? "faster" : "slower", comparison_label(comparison, pair->a),
	            text_string(&sizes));
	sizes.length = 0;
	if (faster && put_sizes(comparison, pair, LEVEL_SLOWER, &sizes) > 0)
		text_printf(text, ", slower at %s", text_string(&sizes));
	sizes.length = 0;
	if (put_sizes(comparison, pair, LEVEL_EQUIVALENT, &sizes) > 0)
		text_printf(text, "; no difference beyond %.3g %% at %s",
		            100 * comparison->options.margin, text_string(&sizes));
	sizes.length = 0;
	if (put_sizes(comparison, pair, LEVEL_CANNOT_TELL, &sizes) > 0)
		text_printf(text, "; of %s it cannot be told", text_string(&sizes));
	text_put(text, ".\n");
	text_release(&sizes);
}

static void say_unseen(const struct comparison *comparison, const struct compare_pair *pair,
                       struct text *text)
{
	double mde = pair_worst_mde(pair);

	if (!isnan(mde))
		text_printf(text, "; a change of %.2g %% would have been found with a chance of "
		            "%.0f %%", 100 * mde, 100 * comparison->options.power);
	text_put(text, ".\n");
}

static void say_open(const struct comparison *comparison, const struct compare_pair *pair,
                     struct text *text)
{
	size_t missing = 0;

	for (size_t i = 0; i < pair->level_count; i++)
		missing += pair->levels[i].units_missing > 0;
	text_put(text, "Cannot tell");
	if (pair->level_count == 0)
		text_put(text, ": no block size has a whole run on both sides");
	else if (missing > 0)
		text_printf(text, ": with %zu v %zu %ss this test cannot reach %.3g at %zu block "
		            "size%s", pair->levels[0].effect.n_a, pair->levels[0].effect.n_b,
		            compare_unit_names[pair->unit], comparison->options.alpha,
		            comparison->family, comparison->family == 1 ? "" : "s under Holm");
	else
		text_put(text, pair->level_count == 1
		               ? ": neither a difference is shown nor that there is none"
		               : ": no block size is shown to differ, and not all are shown to be "
		                 "the same");
	say_unseen(comparison, pair, text);
}

void explain_sizes(const struct comparison *comparison, const struct compare_pair *pair,
                   struct text *text)
{
	if (pair->conclusion == CONCLUDE_CANNOT_TELL) {
		say_open(comparison, pair, text);
	} else if (pair->conclusion == CONCLUDE_EQUIVALENT) {
		text_printf(text, "No difference: %s moves its bytes as fast as %s, within %.3g %%",
		            comparison_label(comparison, pair->b),
		            comparison_label(comparison, pair->a), 100 * comparison->options.margin);
		say_unseen(comparison, pair, text);
	} else {
		say_moved(comparison, pair, text);
	}
}
