/* SPDX-License-Identifier: MIT */
/* compare: levels that were measured but cannot be compared. Knows no statistic. */
#include "compare/findings.h"

const char *list_separator(size_t nth, size_t total)
{
	return nth == 0 ? "" : nth + 1 == total ? " and " : ", ";
}

/* How many levels of the comparison stand before the first mover, itself included. */
static size_t mover_place(const struct compare_pair *pair)
{
	return pair->first_mover < pair->level_count
	       ? pair->levels[pair->first_mover].level + 1 : (size_t)-1;
}

static bool picks(const struct lost_level *level, const struct compare_pair *pair,
                  enum lost_pick pick)
{
	bool before = level->before < mover_place(pair);

	return pick == LOST_ALL || (level->is_cache && before == (pick == LOST_BEFORE));
}

size_t lost_put(const struct comparison *comparison, const struct compare_pair *pair,
                enum lost_pick pick, struct text *text)
{
	size_t total = 0, nth = 0;

	for (size_t i = 0; i < comparison->lost_count; i++)
		total += picks(&comparison->lost[i], pair, pick);
	for (size_t i = 0; text != NULL && i < comparison->lost_count; i++) {
		if (!picks(&comparison->lost[i], pair, pick))
			continue;
		text_printf(text, "%s%s", list_separator(nth, total), comparison->lost[i].name);
		nth++;
	}
	return total;
}

bool lost_holds(const struct comparison *comparison, const char *level)
{
	for (size_t i = 0; i < comparison->lost_count; i++) {
		if (text_equal(comparison->lost[i].name, level))
			return true;
	}
	return false;
}

void lost_explain(const struct comparison *comparison, const struct compare_pair *pair,
                  struct text *text)
{
	size_t count = lost_put(comparison, pair, LOST_ALL, NULL);

	if (count == 0)
		return;
	lost_put(comparison, pair, LOST_ALL, text);
	text_printf(text, " %s measured, but none of %s sizes can be compared (see the doubts): "
	            "nothing is said of %s.\n", count == 1 ? "was" : "were",
	            count == 1 ? "its" : "their", count == 1 ? "it" : "them");
}
