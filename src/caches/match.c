/* SPDX-License-Identifier: MIT */
/*
 * caches: which measured size is which level. Knows neither sources nor what is believed.
 */
#include "caches/match.h"

#include <math.h>
#include <string.h>

#define SUPPORT 1.5
#define NEAR 2.0 /* 1.6 to 1.9 was seen of an L2 beside other work */

/* How far a measured size is from a reported one, as a factor; large where one is unknown. */
static double apart(double measured, uint64_t reported_bytes)
{
	double reported = (double)reported_bytes;

	if (measured <= 0 || reported <= 0)
		return (double)INFINITY;
	return measured > reported ? measured / reported : reported / measured;
}

bool match_supports(double measured_bytes, uint64_t reported_bytes)
{
	return apart(measured_bytes, reported_bytes) <= SUPPORT;
}

bool match_ends_before(double bytes, uint64_t reported_bytes)
{
	return bytes > 0 && bytes <= (double)reported_bytes * SUPPORT;
}

bool match_is_near(double measured_bytes, uint64_t reported_bytes)
{
	return apart(measured_bytes, reported_bytes) <= NEAR;
}

/* The measured size, from `first` on, that supports `bytes` best; `count` where none does. */
static size_t find_support(const struct fit *fit, size_t first, size_t count, uint64_t bytes)
{
	double least = SUPPORT;
	size_t best = count;

	for (size_t i = first; i < count; i++) {
		double factor = apart(fit->plateaus[i].capacity_bytes, bytes);
		if (factor <= least) {
			least = factor;
			best = i;
		}
	}
	return best;
}

/*
 * The highest number that measured sizes above `below` may take: that of the last reported
 * level, where it is an L3 or L4 still to be found, else any.
 */
static unsigned highest_number(const struct level slots[CACHE_LEVELS], unsigned below)
{
	unsigned highest = 0;

	for (unsigned i = 0; i < CACHE_LEVELS; i++)
		highest = slots[i].is_reported ? i + 1 : highest;
	return highest >= 3 && highest > below ? highest : CACHE_LEVELS;
}

/*
 * Measured sizes `first` to `last` - 1, which support no report, take the numbers from
 * `below` + 1 to `above` - 1 in order. Where there are more of them than numbers, the
 * smallest are nobody's: steps of a TLB, or of an L3 while others use it. No cache is then
 * taken for memory.
 */
static void assign_between(unsigned owners[FIT_CACHES_MAX], size_t first, size_t last,
                           unsigned below, unsigned above)
{
	size_t places = above - below - 1, count = last - first;

	for (size_t i = first + (count > places ? count - places : 0); i < last; i++)
		owners[i] = ++below;
}

size_t match_measured(const struct fit *fit, const struct level slots[CACHE_LEVELS],
                      unsigned owners[FIT_CACHES_MAX])
{
	size_t count = fit->count > 0 ? fit->count - 1 : 0, next = 0;
	unsigned below = 0;

	memset(owners, 0, FIT_CACHES_MAX * sizeof *owners);
	for (unsigned i = 0; i < CACHE_LEVELS; i++) {
		size_t at = find_support(fit, next, count, slots[i].reported_bytes);
		if (at == count)
			continue;
		owners[at] = i + 1;
		assign_between(owners, next, at, below, i + 1);
		next = at + 1;
		below = i + 1;
	}
	assign_between(owners, next, count, below, highest_number(slots, below) + 1);
	return count;
}
