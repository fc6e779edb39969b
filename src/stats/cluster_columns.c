/* SPDX-License-Identifier: MIT */
/* stats: which values of a run are ranked together. Knows columns, not values. */
#include "stats/cluster_columns.h"

#include <stdlib.h>

#include "base/memory.h"

static size_t stratum_of(const size_t *strata, size_t column)
{
	return strata ? strata[column] : column;
}

void cluster_columns_init(struct cluster_columns *columns, const size_t *strata,
                          size_t width)
{
	*columns = (struct cluster_columns){ .stratum_count = 0 };
	for (size_t j = 0; j < width; j++) {
		if (stratum_of(strata, j) >= columns->stratum_count)
			columns->stratum_count = stratum_of(strata, j) + 1;
	}
	columns->first = memory_zeroed(columns->stratum_count, sizeof *columns->first);
	columns->next = memory_zeroed(width, sizeof *columns->next);
	for (size_t s = 0; s < columns->stratum_count; s++)
		columns->first[s] = CLUSTER_NO_COLUMN;
	for (size_t j = width; j-- > 0;) {
		columns->next[j] = columns->first[stratum_of(strata, j)];
		columns->first[stratum_of(strata, j)] = j;
	}
	for (size_t s = 0; s < columns->stratum_count; s++) {
		int64_t together = 0;
		for (size_t j = columns->first[s]; j != CLUSTER_NO_COLUMN; j = columns->next[j])
			together++;
		columns->pairs += together * together;
	}
}

void cluster_columns_release(struct cluster_columns *columns)
{
	free(columns->first);
	free(columns->next);
}
