/* SPDX-License-Identifier: MIT */
/* compare: Holm's p over all pairs and levels. Knows no verdict. */
#include "compare/findings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "stats/adjust.h"

/* Each finding's p to or from its place in `p`; how many there are. */
static size_t carry(struct comparison *const *items, size_t count, double *p, bool back)
{
	size_t at = 0;

	for (size_t c = 0; c < count; c++) {
		for (size_t i = 0; i < items[c]->pair_count; i++) {
			const struct compare_pair *pair = &items[c]->pairs[i];
			for (size_t j = 0; j < pair->level_count; j++, at++) {
				if (back)
					pair->levels[j].p_holm = p[at];
				else
					p[at] = pair->levels[j].effect.p;
			}
		}
	}
	return at;
}

void findings_adjust(struct comparison *const *items, size_t count)
{
	size_t most = 0;

	for (size_t c = 0; c < count; c++)
		most += items[c]->pair_count * items[c]->level_count;
	double *p = memory_zeroed(most, sizeof *p);
	size_t family = carry(items, count, p, false);
	adjust_holm(p, family, p);
	(void)carry(items, count, p, true);
	for (size_t c = 0; c < count; c++)
		items[c]->family = family;
	free(p);
}
