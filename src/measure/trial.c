/* SPDX-License-Identifier: MIT */
/* measure: which kernel `auto` takes for which footprints. Runs none and knows no clock. */
#include "measure/trial.h"

#include <math.h>

#include "measure/summary.h"
#include "stats/quantile.h"

#define CACHE_ADVANTAGE  0.04
#define MEMORY_ADVANTAGE 0.10
#define PLATEAU_RATIO    1.33
#define AGREEING_ROUNDS  23
#define ZONE_FIRST       2 /* memory's zones begin at 2, 8, 32, ... bytes */
#define ZONE_FACTOR      4
#define HALF_OCTAVE      1.4143 /* how finely the size of a shared cache is known */

/* The power of two that is nearest on a logarithmic scale. */
static uint64_t nearest_power(double bytes)
{
	return bytes < 1 ? 0 : (uint64_t)1 << (unsigned)lround(log2(bytes));
}

/* The least of first, first * factor, first * factor^2 ... that is no smaller. */
static uint64_t step_above(double bytes, uint64_t first, uint64_t factor)
{
	while ((double)first < bytes)
		first *= factor;
	return first;
}

size_t trial_zones(const struct hierarchy *hierarchy, const struct workload *workload,
                   struct zone zones[ZONES_MAX])
{
	size_t count = 0;
	double before = 0, here = 0;

	for (size_t i = 0; i < hierarchy->level_count; i++) {
		double bytes = attribute_share_bytes(&hierarchy->levels[i], workload);
		if (nearest_power(bytes) <= nearest_power(here))
			continue;
		before = here;
		here = bytes;
		if (before > 0)
			zones[count++] = (struct zone){ nearest_power(before),
				                        nearest_power(sqrt(before * here)), false, 0 };
	}
	if (attribute_dram_block(hierarchy, LEVELS_BY_FOOTPRINT, 1, workload->threads, 1) > 0) {
		uint64_t beyond = step_above(here, ZONE_FIRST, ZONE_FACTOR);
		uint64_t earlier = beyond / ZONE_FACTOR;
		zones[count++] = (struct zone){
			beyond, step_above(4 * here, 2 * beyond, 2), true,
			here <= HALF_OCTAVE * (double)earlier ? earlier : 0,
		};
	}
	return count;
}

size_t trial_plateau(const double *rates, size_t count)
{
	size_t flat = 1;

	while (flat < count && rates[flat] > 0 && rates[flat] <= PLATEAU_RATIO * rates[0])
		flat++;
	return flat > 1 ? flat : 0;
}

struct zone zone_earlier(const struct zone *memory)
{
	uint64_t beyond = memory->earlier_bytes;

	return (struct zone){ beyond, 4 * beyond, true, 0 };
}

uint64_t trial_blind_beyond(uint64_t footprint_bytes, size_t flat)
{
	return step_above((double)(footprint_bytes >> flat), ZONE_FIRST, ZONE_FACTOR);
}

void trial_take(struct trial *trial, size_t index, double sample_bytes, const uint64_t *ns,
                size_t count)
{
	size_t each = (count + TRIAL_ROUNDS - 1) / TRIAL_ROUNDS;
	double *rates = trial->rates[index] + trial->times * TRIAL_ROUNDS;

	for (size_t i = 0; i < TRIAL_ROUNDS && i * each < count; i++) {
		size_t left = count - i * each < each ? count - i * each : each;
		rates[i] = sample_bytes / summary_of(ns + i * each, left).q1;
	}
}

/* log of the rate of kernel a over that of b, round by round. */
static size_t log_ratios(const struct trial *trial, size_t a, size_t b,
                         double ratios[TRIAL_TIMES * TRIAL_ROUNDS])
{
	size_t count = 0;

	for (size_t i = 0; i < (trial->times + 1) * TRIAL_ROUNDS; i++) {
		if (trial->rates[a][i] > 0 && trial->rates[b][i] > 0)
			ratios[count++] = log(trial->rates[a][i] / trial->rates[b][i]);
	}
	return count;
}

static double advantage(const struct trial *trial)
{
	return trial->zone.is_memory ? MEMORY_ADVANTAGE : CACHE_ADVANTAGE;
}

static bool clearly_beats(const struct trial *trial, size_t a, size_t b)
{
	double ratios[TRIAL_TIMES * TRIAL_ROUNDS];
	size_t count = log_ratios(trial, a, b, ratios), agreeing = 0;

	for (size_t i = 0; i < count; i++)
		agreeing += ratios[i] > 0;
	return agreeing >= (trial->times + 1) * AGREEING_ROUNDS &&
	       median_of(ratios, count) >= log1p(advantage(trial));
}

size_t trial_incumbent(const struct trial *trial)
{
	size_t incumbent = 0;

	for (size_t i = 0; i < trial->count; i++) {
		if (trial->zone.is_memory && trial->kernels[i]->stores == STORES_NONTEMPORAL)
			return i;
		if (trial->kernels[i] == trial->before)
			incumbent = i;
	}
	return incumbent;
}

void trial_decide(struct trial *trial)
{
	double ratios[TRIAL_TIMES * TRIAL_ROUNDS];

	trial->chosen = trial->incumbent;
	for (size_t i = 0; i < trial->count; i++) {
		size_t count = log_ratios(trial, i, 0, ratios);
		trial->ratios[i] = exp(median_of(ratios, count));
		if (i != trial->chosen && clearly_beats(trial, i, trial->chosen))
			trial->chosen = i;
	}
}

bool trial_is_close(const struct trial *trial)
{
	double ratios[TRIAL_TIMES * TRIAL_ROUNDS], least = log1p(advantage(trial));

	for (size_t i = 0; i < trial->count; i++) {
		size_t count = log_ratios(trial, i, trial->incumbent, ratios);
		double ahead = median_of(ratios, count);
		if (ahead > least / 2 && ahead < least * 2)
			return true;
	}
	return false;
}
