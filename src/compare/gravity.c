/* SPDX-License-Identifier: MIT */
/* compare: which doubts weigh most. Knows their kinds alone, not what they say. */
#include "compare/findings.h"

/*
 * Gravest first: what is not in the comparison that should be, or not of one machine, then
 * what the core did, then what the design cannot tell, then what touches one number only. Kinds that
 * stand nowhere here come last.
 */
static const char *const kinds[] = {
	"copies", "repeated", "cut-line", "incomplete", "missing-cells", "unmatched-sizes",
	"sparse-sizes", "forced", "host", "cpu", "busy-core", "preempted", "control-moved",
	"witness", "floor", "zero", "levels-differ", "no-level", "shared-boots",
	"unshared-boots", "drift", "spread", "control-wide", "one-boot", "version", "cpus",
	"flags", "outliers", "ties", "beyond-sizes",
};

static size_t place_of(const struct compare_warning *warning)
{
	size_t place = 0, count = sizeof kinds / sizeof *kinds;

	while (place < count && !text_equal(warning->kind, kinds[place]))
		place++;
	return place;
}

/* By insertion, which keeps the order of those that weigh the same; they are few. */
void comparison_rank_doubts(struct comparison *comparison)
{
	struct compare_warning *warnings = comparison->warnings;

	for (size_t i = 1; i < comparison->warning_count; i++) {
		struct compare_warning moved = warnings[i];
		size_t at = i;
		for (; at > 0 && place_of(&warnings[at - 1]) > place_of(&moved); at--)
			warnings[at] = warnings[at - 1];
		warnings[at] = moved;
	}
}
