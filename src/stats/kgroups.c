/* SPDX-License-Identifier: MIT */
/* stats: the rank test of several groups. Knows no names and no pairs' meaning. */
#include "stats/kgroups.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/cluster.h"
#include "stats/distribution.h"
#include "stats/ranks.h"

/* Doubled midranks of the runs' scores; returns the tie term. */
static uint64_t ranks_of(const double *values, size_t run_count, size_t width,
                         const size_t *strata, int64_t *ranks)
{
	double *scores = memory_zeroed(run_count, sizeof *scores);

	cluster_scores(values, run_count, width, strata, ranks);
	for (size_t i = 0; i < run_count; i++)
		scores[i] = (double)ranks[i];
	uint64_t tie_term = ranks_doubled(scores, run_count, ranks);
	free(scores);
	return tie_term;
}

void kruskal_run(const double *values, const size_t *counts, size_t group_count,
                 size_t width, const size_t *strata, struct kruskal *result)
{
	size_t total = 0, at = 0;
	double squares = 0;

	for (size_t g = 0; g < group_count; g++)
		total += counts[g];
	double n = (double)total;
	int64_t *ranks = memory_zeroed(total, sizeof *ranks);
	uint64_t tie_term = ranks_of(values, total, width, strata, ranks);
	for (size_t g = 0; g < group_count; g++) {
		/* Deviations first: a difference of two large sums loses digits. */
		double size = (double)counts[g], deviation = -size * (n + 1) / 2;
		for (size_t i = 0; i < counts[g]; i++)
			deviation += (double)ranks[at++] / 2;
		squares += deviation * deviation / size;
	}
	free(ranks);
	*result = (struct kruskal){ .h = NAN, .df = (double)group_count - 1, .p = 1 };
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
