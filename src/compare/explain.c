/* SPDX-License-Identifier: MIT */
/* compare: a conclusion in words: what follows, what does not, and for what it holds. */
#include "compare/findings.h"

#include <math.h>

#include "base/units.h"

static const char *name_of(const struct comparison *comparison,
                           const struct level_finding *finding)
{
	return comparison->levels[finding->level].name;
}

static bool is_dram(const struct level_finding *finding)
{
	return finding->control == CONTROL_NONE;
}

/* Which levels a list names. */
enum pick { PICK_MOVED, PICK_STILL, PICK_BOUNDED, PICK_OPEN, PICK_CACHES,
            PICK_HELD_BETWEEN, PICK_OPEN_BETWEEN };

static bool picks(const struct compare_pair *pair, size_t index, enum pick pick)
{
	const struct level_finding *finding = &pair->levels[index];

	switch (pick) {
	case PICK_MOVED:
		return finding_moved(finding);
	case PICK_STILL:
		return finding->is_still;
	case PICK_BOUNDED:
		return finding->control == CONTROL_HOLDS && !finding->is_still;
	case PICK_OPEN:
		return finding->control == CONTROL_CANNOT_TELL;
	case PICK_CACHES:
		return !is_dram(finding);
	case PICK_HELD_BETWEEN:
		return index > pair->first_mover && finding->control == CONTROL_HOLDS;
	case PICK_OPEN_BETWEEN:
		return index > pair->first_mover && finding->control == CONTROL_CANNOT_TELL;
	}
	return false;
}

/* "L1 and L2 (+0.3 %)": names, with their change where it is wanted. */
static size_t put_levels(const struct comparison *comparison,
                         const struct compare_pair *pair, enum pick pick, bool change,
                         struct text *text)
{
	char percent[PERCENT_BYTES];
	size_t total = 0, count = 0;

	for (size_t i = 0; i < pair->level_count; i++)
		total += picks(pair, i, pick);
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (!picks(pair, i, pick))
			continue;
		count++;
		text_printf(text, "%s%s", list_separator(count - 1, total),
		            name_of(comparison, finding));
		if (change)
			text_printf(text, " (%s)", change_format(comparison, &finding->effect, percent));
	}
	return total;
}

/* Levels that moved, and not all the same way: no one cause does that. */
static bool moved_apart(const struct compare_pair *pair)
{
	bool faster = false, slower = false;

	for (size_t i = 0; i < pair->level_count; i++) {
		bool has = finding_moved(&pair->levels[i]);
		faster = faster || (has && pair->levels[i].effect.change > 0);
		slower = slower || (has && pair->levels[i].effect.change < 0);
	}
	return faster && slower;
}

/* What it is consistent with: the settings that were varied, else `plain`. */
static void put_cause(const struct comparison *comparison, const char *plain,
                      struct text *text)
{
	if (comparison->varied.length == 0) {
		text_put(text, plain);
		return;
	}
	text_put(text, "the change of ");
	for (const char *at = text_string(&comparison->varied); *at; at++)
		text_put_bytes(text, *at == ';' ? "+" : at, 1);
}

/* A margin that DRAM's change widened shows less than one of 1 %: it is said with it.
 * Returns whether any control is. */
static bool put_held(const struct comparison *comparison, const struct compare_pair *pair,
                     struct text *text)
{
	struct text bounded = { 0 };
	double margin = 0;

	for (size_t i = 0; i < pair->level_count; i++)
		margin = fmax(margin, pair->levels[i].control_margin);
	bool any = put_levels(comparison, pair, PICK_STILL, false, text) > 0;
	text_put(text, any ? " did not move" : "");
	if (put_levels(comparison, pair, PICK_BOUNDED, false, &bounded) > 0)
		text_printf(text, "%s%s moved by less than %.2g %%", any ? ", " : "",
		            text_string(&bounded), 100 * margin);
	bool is_bounded = bounded.length > 0;
	text_release(&bounded);
	return is_bounded;
}

static void say_dram_only(const struct comparison *comparison,
                          const struct compare_pair *pair, struct text *text)
{
	char percent[PERCENT_BYTES];

	bool bounded = put_held(comparison, pair, text);
	text_printf(text, ", DRAM %s (%s): consistent with ", bounded ? "moved" : "did",
	            change_format(comparison, &pair_dram(comparison, pair)->effect, percent));
	put_cause(comparison, "the memory", text);
	text_put(text, comparison->varied.length > 0 ? " acting on DRAM alone.\n" : ".\n");
}

static void say_from_cache(const struct comparison *comparison,
                           const struct compare_pair *pair, struct text *text)
{
	const char *first = name_of(comparison, &pair->levels[pair->first_mover]);
	struct text held = { 0 };

	put_levels(comparison, pair, PICK_MOVED, true, text);
	text_put(text, " moved");
	if (put_levels(comparison, pair, PICK_HELD_BETWEEN, false, &held) > 0)
		text_printf(text, "; %s in between held", text_string(&held));
	held.length = 0;
	if (put_levels(comparison, pair, PICK_OPEN_BETWEEN, false, &held) > 0)
		text_printf(text, "; of %s in between it cannot be told", text_string(&held));
	held.length = 0;
	if (lost_put(comparison, pair, LOST_BETWEEN, &held) > 0)
		text_printf(text, "; %s in between cannot be compared", text_string(&held));
	text_printf(text, ": the difference starts at %s, so it is not the memory's alone. "
	            "Consistent with ", first);
	if (moved_apart(pair))
		text_put(text, "more than one cause, since not all moved the same way: ");
	put_cause(comparison, "what that cache and DRAM share: its clock, its share among "
	          "neighbours, page size", text);
	text_put(text, ".\n");
	text_release(&held);
}

static void say_all_moved(const struct comparison *comparison,
                          const struct compare_pair *pair, struct text *text)
{
	put_levels(comparison, pair, PICK_MOVED, true, text);
	text_put(text, " moved, every level there is: consistent with ");
	if (moved_apart(pair))
		text_put(text, "more than one cause, since not all moved the same way: ");
	put_cause(comparison, "the clock, the load or the build", text);
	text_put(text, ". Nothing is said of the memory.\n");
}

static void say_cache_only(const struct comparison *comparison,
                           const struct compare_pair *pair, struct text *text)
{
	const struct level_finding *dram = pair_dram(comparison, pair);
	char percent[PERCENT_BYTES];

	put_levels(comparison, pair, PICK_MOVED, true, text);
	text_put(text, " moved, ");
	if (dram == NULL && !lost_holds(comparison, "DRAM"))
		text_put(text, "and there is no DRAM size here");
	else if (dram != NULL && dram->verdict == LEVEL_EQUIVALENT)
		text_printf(text, "DRAM did not (%s)",
		            change_format(comparison, &dram->effect, percent));
	else
		text_put(text, "of DRAM it cannot be told");
	text_put(text, ": consistent with ");
	put_cause(comparison, "the core: its clock, its load, the build", text);
	text_put(text, ", not with the memory.\n");
}

/* The controls before DRAM of which it is not known whether they moved; how many. */
static size_t put_open(const struct comparison *comparison, const struct compare_pair *pair,
                       struct text *text)
{
	struct text names = { 0 };

	size_t open = put_levels(comparison, pair, PICK_OPEN, false, &names);
	if (open > 0)
		text_printf(text, "of %s it cannot be told whether %s moved too",
		            text_string(&names), open > 1 ? "they" : "it");
	names.length = 0;
	size_t lost = lost_put(comparison, pair, LOST_BEFORE, &names);
	if (lost > 0)
		text_printf(text, "%sthe control%s %s cannot be compared", open > 0 ? ", and " : "",
		            lost > 1 ? "s" : "", text_string(&names));
	text_release(&names);
	return open + lost;
}

static void say_inconclusive(const struct comparison *comparison,
                             const struct compare_pair *pair, struct text *text)
{
	char percent[PERCENT_BYTES];
	struct text caches = { 0 };

	text_printf(text, "DRAM moved (%s), but ",
	            change_format(comparison, &pair_dram(comparison, pair)->effect, percent));
	if (!explain_core_changed(comparison, pair, text) &&
	    put_open(comparison, pair, text) == 0)
		text_put(text, put_levels(comparison, pair, PICK_CACHES, false, &caches) == 0
		               ? "no cache size is here as a control; add small --sizes"
		               : "another task ran on the measuring CPU on one side only");
	text_put(text, ": nothing follows for the memory yet.\n");
	text_release(&caches);
}

static void explain(const struct comparison *comparison, struct compare_pair *pair)
{
	static void (*const say[])(const struct comparison *, const struct compare_pair *,
	                           struct text *) = {
		[CONCLUDE_DRAM_ONLY] = say_dram_only,
		[CONCLUDE_FROM_CACHE] = say_from_cache,
		[CONCLUDE_ALL_MOVED] = say_all_moved,
		[CONCLUDE_CACHE_ONLY] = say_cache_only,
		[CONCLUDE_CONTROLS_INCONCLUSIVE] = say_inconclusive,
		[CONCLUDE_EQUIVALENT] = explain_equivalent,
		[CONCLUDE_CANNOT_TELL] = explain_cannot_tell,
		[CONCLUDE_CORE_SLOWER] = explain_core_slower,
	};

	(comparison->is_by_size ? explain_sizes : say[pair->conclusion])(comparison, pair,
	                                                                &pair->sentences);
	explain_open(comparison, pair, &pair->sentences);
	lost_explain(comparison, pair, &pair->sentences);
	scope_explain(comparison, pair, &pair->sentences);
	if (!comparison->is_by_size && (pair->conclusion == CONCLUDE_DRAM_ONLY ||
	                                pair->conclusion == CONCLUDE_FROM_CACHE))
		text_put(&pair->sentences, "A cache control cannot exclude firmware settings, channel "
		                           "population or temperature.\n");
	pair_advise(comparison, pair);
}

void comparison_explain(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->pair_count; i++)
		explain(comparison, &comparison->pairs[i]);
}
