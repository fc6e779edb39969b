/* SPDX-License-Identifier: MIT */
/* stats: the exact null of Kruskal-Wallis. Knows ranks, not values. */
#include "stats/kexact.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/kgroups.h"
#include "stats/null.h"

#define GROUPS_MOST    12
#define LOG_COUNT_MOST 690.0 /* ln 1e300 */
#define INTEGER_MOST   9e18

/* All groups but the last (the largest) are tracked. Ranks are first + step * t. */
struct deal {
	size_t group_count, tracked, count;
	size_t sizes[GROUPS_MOST];
	int64_t sums[GROUPS_MOST]; /* observed, doubled */
	int64_t *t;                /* ascending */
	int64_t first, step;
	size_t widths[GROUPS_MOST];  /* range of each tracked sum of t, from 0 */
	size_t strides[GROUPS_MOST]; /* of those sums inside one plane */
	size_t plane;                /* cells of one vector of counts */
	size_t planes;               /* vectors of counts */
	double *cells;
	double cost_most;            /* additions */
};

static int rank_compare(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
	return (left > right) - (left < right);
}

static void deal_groups(struct deal *deal, const struct sample *groups,
                        const int64_t *sums)
{
	size_t largest = 0;

	for (size_t g = 0; g < deal->group_count; g++) {
		deal->sizes[g] = groups[g].count;
		deal->sums[g] = sums[g];
		deal->count += groups[g].count;
		largest = groups[g].count > groups[largest].count ? g : largest;
	}
	deal->tracked = deal->group_count - 1;
	deal->sizes[largest] = deal->sizes[deal->tracked];
	deal->sums[largest] = deal->sums[deal->tracked];
	deal->sizes[deal->tracked] = groups[largest].count;
	deal->sums[deal->tracked] = sums[largest];
}

static void deal_ranks(struct deal *deal, const int64_t *ranks)
{
	deal->t = memory_zeroed(deal->count, sizeof *deal->t);
	memcpy(deal->t, ranks, deal->count * sizeof *deal->t);
	qsort(deal->t, deal->count, sizeof *deal->t, rank_compare);
	deal->first = deal->t[0];
	for (size_t i = 0; i < deal->count; i++)
		deal->step = null_gcd(deal->t[i] - deal->first, deal->step);
	for (size_t i = 0; i < deal->count; i++)
		deal->t[i] = (deal->t[i] - deal->first) / deal->step;
}

/* False where it is too large. */
static bool deal_layout(struct deal *deal)
{
	double plane = 1, planes = 1, log_ways = lgamma((double)deal->count + 1);

	for (size_t g = deal->group_count; g-- > 0;) {
		log_ways -= lgamma((double)deal->sizes[g] + 1);
		if (g == deal->tracked)
			continue;
		deal->strides[g] = (size_t)plane;
		deal->widths[g] = 1;
		for (size_t i = deal->count - deal->sizes[g]; i < deal->count; i++)
			deal->widths[g] += (size_t)deal->t[i];
		plane *= (double)deal->widths[g];
		planes *= (double)deal->sizes[g] + 1;
		if (plane * planes > KRUSKAL_CELLS_MOST)
			return false;
	}
	deal->plane = (size_t)plane;
	deal->planes = (size_t)planes;
	return log_ways < LOG_COUNT_MOST && (double)deal->count * (double)deal->tracked *
	       plane * planes <= deal->cost_most;
}

/* The counts of plane number `index`, the last group's fastest; false where more than
 * `items` are dealt, or too few for the rest to be dealt to the largest group. */
static bool plane_counts(const struct deal *deal, size_t index, size_t items,
                         size_t counts[GROUPS_MOST])
{
	size_t dealt = 0;

	for (size_t g = deal->tracked; g-- > 0;) {
		counts[g] = index % (deal->sizes[g] + 1);
		index /= deal->sizes[g] + 1;
		dealt += counts[g];
	}
	return dealt <= items && items - dealt <= deal->sizes[deal->tracked];
}

/*
 * Give item number `items` - 1 to group `g`: plane `to` takes from the plane with one
 * less. A sum never leaves its range (it is at most the sum of the largest t), so that
 * shifting the whole plane by t * stride carries nothing into a neighbour.
 */
static void deal_item(struct deal *deal, size_t to, size_t g, size_t items)
{
	size_t before = 1, shift = (size_t)deal->t[items - 1] * deal->strides[g];

	for (size_t h = g + 1; h < deal->tracked; h++)
		before *= deal->sizes[h] + 1;
	double *restrict target = deal->cells + to * deal->plane + shift;
	const double *restrict source = deal->cells + (to - before) * deal->plane;
	for (size_t i = 0; i < deal->plane - shift; i++)
		target[i] += source[i];
}

static void deal_count(struct deal *deal)
{
	size_t counts[GROUPS_MOST];

	deal->cells = memory_zeroed(deal->plane * deal->planes, sizeof *deal->cells);
	deal->cells[0] = 1;
	for (size_t items = 1; items <= deal->count; items++) {
		for (size_t to = deal->planes; to-- > 1;) {
			if (!plane_counts(deal, to, items, counts))
				continue;
			for (size_t g = 0; g < deal->tracked; g++) {
				if (counts[g] > 0)
					deal_item(deal, to, g, items);
			}
		}
	}
}

static int64_t common_multiple(const struct deal *deal)
{
	int64_t multiple = 1;

	for (size_t g = 0; g < deal->group_count; g++) {
		int64_t size = (int64_t)deal->sizes[g];
		multiple = multiple / null_gcd(multiple, size) * size;
	}
	return multiple;
}

/* multiple * sum(R_i^2 / n_i). */
static int64_t statistic(const struct deal *deal, const int64_t *sums, int64_t multiple)
{
	int64_t total = 0;

	for (size_t g = 0; g < deal->group_count; g++)
		total += multiple / (int64_t)deal->sizes[g] * sums[g] * sums[g];
	return total;
}

/* The rank sums that cell `index` of the last plane stands for. */
static void cell_sums(const struct deal *deal, size_t index, int64_t sums[GROUPS_MOST])
{
	int64_t left = (int64_t)deal->count * ((int64_t)deal->count + 1);

	for (size_t g = 0; g < deal->tracked; g++) {
		int64_t t = (int64_t)(index / deal->strides[g] % deal->widths[g]);
		sums[g] = (int64_t)deal->sizes[g] * deal->first + deal->step * t;
		left -= sums[g];
	}
	sums[deal->tracked] = left;
}

static double deal_p(const struct deal *deal)
{
	const double *last = deal->cells + (deal->planes - 1) * deal->plane;
	int64_t sums[GROUPS_MOST], multiple = common_multiple(deal);
	int64_t observed = statistic(deal, deal->sums, multiple);
	double all = 0, far = 0;

	for (size_t i = 0; i < deal->plane; i++) {
		if (last[i] == 0)
			continue;
		cell_sums(deal, i, sums);
		all += last[i];
		far += statistic(deal, sums, multiple) >= observed ? last[i] : 0;
	}
	return far / all;
}

static bool deal_fits_integers(const struct deal *deal)
{
	double sum = (double)deal->count * (double)(deal->count + 1), multiple = 1;

	for (size_t g = 0; g < deal->group_count; g++)
		multiple *= (double)deal->sizes[g]; /* at least the common multiple */
	return multiple * sum * sum < INTEGER_MOST;
}

double kexact_p(const struct sample *groups, size_t count, const int64_t *ranks,
                const int64_t *sums, double cost_most)
{
	struct deal deal = { .group_count = count, .cost_most = cost_most };
	double p = NAN;

	if (count > GROUPS_MOST)
		return p;
	deal_groups(&deal, groups, sums);
	deal_ranks(&deal, ranks);
	if (deal_fits_integers(&deal) && deal_layout(&deal)) {
		deal_count(&deal);
		p = deal_p(&deal);
		free(deal.cells);
	}
	free(deal.t);
	return p;
}
