/* SPDX-License-Identifier: MIT */
/* stats: the rank test of several groups. Knows no names and no pairs' meaning. */
#include "stats/kgroups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/ranks.h"

/* Doubled midranks of all values, group after group; returns the tie term. */
static uint64_t ranks_of(const struct sample *groups, size_t count, size_t total,
                         int64_t *ranks)
{
	double *values = memory_zeroed(total, sizeof *values);
	size_t at = 0;

	for (size_t g = 0; g < count; at += groups[g++].count)
		memcpy(values + at, groups[g].values, groups[g].count * sizeof *values);
	uint64_t tie_term = ranks_doubled(values, total, ranks);
	free(values);
	return tie_term;
}

void kruskal_run(const struct sample *groups, size_t count, struct kruskal *result)
{
	size_t total = 0, at = 0;
	double squares = 0;

	for (size_t g = 0; g < count; g++)
		total += groups[g].count;
	double n = (double)total;
	int64_t *ranks = memory_zeroed(total, sizeof *ranks);
	uint64_t tie_term = ranks_of(groups, count, total, ranks);
	for (size_t g = 0; g < count; g++) {
		/* Deviations first: a difference of two large sums loses digits. */
		double size = (double)groups[g].count, deviation = -size * (n + 1) / 2;
		for (size_t i = 0; i < groups[g].count; i++)
			deviation += (double)ranks[at++] / 2;
		squares += deviation * deviation / size;
	}
	free(ranks);
	*result = (struct kruskal){ .h = NAN, .df = (double)count - 1, .p = 1 };
	result->h_uncorrected = 12 / (n * (n + 1)) * squares;
	result->tie_correction = 1 - (double)tie_term / (n * n * n - n);
	if (result->tie_correction > 0) {
		result->h = result->h_uncorrected / result->tie_correction;
		result->p = chi2_upper(result->h, result->df);
	}
}

size_t pairs_count(size_t group_count)
{
	return group_count * (group_count - 1) / 2;
}

size_t pairs_index(size_t group_count, size_t i, size_t j)
{
	return i * (2 * group_count - i - 1) / 2 + (j - i - 1);
}
