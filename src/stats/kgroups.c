/* SPDX-License-Identifier: MIT */
/* stats: rank tests of several groups. Knows no names and no pairs' meaning. */
#include "stats/kgroups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/distribution.h"
#include "stats/kexact.h"
#include "stats/ranks.h"

/* Doubled midranks of all values, group after group, and each group's sum of them. */
struct pooled {
	int64_t *ranks, *sums;
	size_t count;
	uint64_t tie_term;
};

static void pooled_init(struct pooled *pooled, const struct sample *groups, size_t count)
{
	size_t at = 0;

	*pooled = (struct pooled){ .sums = memory_zeroed(count, sizeof *pooled->sums) };
	for (size_t g = 0; g < count; g++)
		pooled->count += groups[g].count;
	double *values = memory_zeroed(pooled->count, sizeof *values);
	pooled->ranks = memory_zeroed(pooled->count, sizeof *pooled->ranks);
	for (size_t g = 0; g < count; at += groups[g++].count)
		memcpy(values + at, groups[g].values, groups[g].count * sizeof *values);
	pooled->tie_term = ranks_doubled(values, pooled->count, pooled->ranks);
	at = 0;
	for (size_t g = 0; g < count; g++) {
		for (size_t i = 0; i < groups[g].count; i++)
			pooled->sums[g] += pooled->ranks[at++];
	}
	free(values);
}

static void pooled_release(struct pooled *pooled)
{
	free(pooled->ranks);
	free(pooled->sums);
}

static double tie_correction(const struct pooled *pooled)
{
	double n = (double)pooled->count;
	return 1 - (double)pooled->tie_term / (n * n * n - n);
}

void kruskal_run(const struct sample *groups, size_t count, double cost_most,
                 struct kruskal *result)
{
	struct pooled pooled;
	double squares = 0;

	pooled_init(&pooled, groups, count);
	double n = (double)pooled.count;
	for (size_t g = 0; g < count; g++) {
		/* Deviations first: a difference of two large sums loses digits. */
		double size = (double)groups[g].count;
		double deviation = (double)pooled.sums[g] / 2 - size * (n + 1) / 2;
		squares += deviation * deviation / size;
	}
	*result = (struct kruskal){ .df = (double)count - 1, .p = 1, .p_exact = 1 };
	result->h_uncorrected = 12 / (n * (n + 1)) * squares;
	result->tie_correction = tie_correction(&pooled);
	result->h = NAN;
	if (result->tie_correction > 0) {
		result->h = result->h_uncorrected / result->tie_correction;
		result->p = chi2_upper(result->h, result->df);
		result->p_exact = kexact_p(groups, count, pooled.ranks, pooled.sums,
		                           cost_most);
	}
	pooled_release(&pooled);
}

size_t pairs_count(size_t group_count)
{
	return group_count * (group_count - 1) / 2;
}

size_t pairs_index(size_t group_count, size_t i, size_t j)
{
	return i * (2 * group_count - i - 1) / 2 + (j - i - 1);
}

void dunn_run(const struct sample *groups, size_t count, double *z, double *p)
{
	struct pooled pooled;

	pooled_init(&pooled, groups, count);
	double n = (double)pooled.count;
	double variance = n * (n + 1) / 12 * tie_correction(&pooled);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = i + 1; j < count; j++) {
			double n_i = (double)groups[i].count,
			       n_j = (double)groups[j].count;
			double between = (double)pooled.sums[i] / 2 / n_i -
			                 (double)pooled.sums[j] / 2 / n_j;
			size_t at = pairs_index(count, i, j);
			z[at] = variance > 0
			                ? between / sqrt(variance * (1 / n_i + 1 / n_j))
			                : NAN;
			p[at] = variance > 0 ? fmin(2 * normal_upper(fabs(z[at])), 1) : 1;
		}
	}
	pooled_release(&pooled);
}
