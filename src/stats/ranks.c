/* SPDX-License-Identifier: MIT */
/* stats: midranks. Knows no test. */
#include "stats/ranks.h"

#include <stdlib.h>

#include "base/memory.h"
#include "stats/quantile.h"

struct place {
	double value;
	size_t index;
};

static int place_compare(const void *a, const void *b)
{
	return compare_doubles(&((const struct place *)a)->value,
	                     &((const struct place *)b)->value);
}

uint64_t ranks_doubled(const double *values, size_t count, int64_t *doubled)
{
	struct place *places = memory_zeroed(count, sizeof *places);
	uint64_t tie_term = 0;

	for (size_t i = 0; i < count; i++)
		places[i] = (struct place){ values[i], i };
	qsort(places, count, sizeof *places, place_compare);
	for (size_t start = 0, end; start < count; start = end) {
		end = start + 1;
		while (end < count && places[end].value == places[start].value)
			end++;
		/* Ranks start + 1 ... end: twice their mean. */
		for (size_t i = start; i < end; i++)
			doubled[places[i].index] = (int64_t)(start + 1 + end);
		uint64_t tied = end - start;
		tie_term += tied * tied * tied - tied;
	}
	free(places);
	return tie_term;
}
