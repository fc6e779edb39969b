/* SPDX-License-Identifier: MIT */
/* fleet: from rates to verdicts. Knows hosts and their rates, no row and no file. */
#include "fleet/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/fence.h"
#include "stats/quantile.h"

const char *const fleet_verdict_names[] = { "alike",         "odd",         "slow", "confirmed",
	                                    "not-confirmed", "cannot-tell" };
const char *const fleet_cause_names[] = { NULL, "memory", "clock", "busy" };

static size_t level_values(const struct fleet_group *group, enum fleet_part part,
                           double *values)
{
	size_t count = 0;

	for (size_t i = 0; i < group->host_count; i++) {
		double value = group->hosts[i].rates[part].log_rate;
		if (!isnan(value))
			values[count++] = value;
	}
	return count;
}

/* Against a centre that is given a few hosts have the fence of FENCE_FROM. */
static double fence_of(const struct fleet_level *level, enum fence fence)
{
	return fence_at(fence, level->is_given && level->hosts < FENCE_FROM ? FENCE_FROM
	                                                                    : level->hosts);
}

/* Centre, spread and fence. Of fewer than FENCE_FROM hosts nothing is known of either; against
 * a centre that is given, as much as of so many, and the spread is that of their own runs. */
static void level_measure(struct fleet_group *group, enum fleet_part part,
                          const struct fleet_options *options)
{
	struct fleet_level *level = &group->levels[part];
	double *values = memory_zeroed(group->host_count, sizeof *values);
	size_t count = level_values(group, part, values);
	double median = median_of(values, count);

	if (part == FLEET_JUDGED && !isnan(options->expect)) {
		level->centre = log(options->expect);
		level->is_given = true;
	}
	if (!level->is_given)
		level->centre = count < FENCE_FROM || (part == FLEET_JUDGED && options->golden != NULL)
		                ? (double)NAN : median;
	level->hosts = count;
	level->spread = isnan(level->centre) ? (double)NAN : FLEET_SPREAD_LEAST;
	if (count >= FENCE_FROM)
		level->spread = fmax(mad_of(values, count, median), FLEET_SPREAD_LEAST);
	level->fence = isnan(level->centre)
	               ? (double)NAN
	               : fence_of(level, part == FLEET_JUDGED ? FENCE_OF_VALUE : FENCE_OF_CONTROL);
	free(values);
	for (size_t i = 0; i < group->host_count; i++) {
		struct fleet_rate *rate = &group->hosts[i].rates[part];
		rate->change = expm1(rate->log_rate - level->centre);
		rate->distance = (level->centre - rate->log_rate) /
		                 fmax(level->spread, rate->error);
	}
}

/* NaN is not slow. */
static bool is_slow(const struct fleet_rate *rate, const struct fleet_level *level,
                    double margin)
{
	return rate->distance > level->fence && rate->change < -margin;
}

/* At least half of what was timed was interrupted by other work. */
static bool is_busy(const struct fleet_host *host)
{
	size_t busy = host->flagged[cell_flag_index(CELL_PREEMPTED)];

	return busy > 0 && 2 * busy >= host->first_count;
}

/* The control is asked at the same odds as the value, and has to have lost half as much: a
 * core that is slower by 1 % explains no memory that is slower by 10 %. */
static enum fleet_cause cause_of(const struct fleet_group *group, const struct fleet_host *host)
{
	const struct fleet_rate *judged = &host->rates[FLEET_JUDGED];
	const struct fleet_rate *control = &host->rates[FLEET_CONTROL];
	double fence = fence_of(&group->levels[FLEET_CONTROL], FENCE_OF_VALUE);

	if (is_busy(host))
		return FLEET_BUSY;
	if (host->by == FLEET_CONTROL)
		return FLEET_CLOCK;
	if (isnan(control->change))
		return FLEET_NO_CAUSE;
	return control->distance > fence && control->change <= judged->change / 2 ? FLEET_CLOCK
	                                                                          : FLEET_MEMORY;
}

static void host_judge(const struct fleet_group *group, struct fleet_host *host, double margin)
{
	const struct fleet_level *levels = group->levels;
	const struct fleet_rate *judged = &host->rates[FLEET_JUDGED];
	bool has_control = is_slow(&host->rates[FLEET_CONTROL], &levels[FLEET_CONTROL], margin);

	host->verdict = FLEET_ALIKE;
	host->by = FLEET_JUDGED;
	if (isnan(judged->change)) {
		host->verdict = FLEET_CANNOT_TELL;
	} else if (is_slow(judged, &levels[FLEET_JUDGED], margin)) {
		host->verdict = FLEET_SLOW;
	} else if (has_control) {
		host->verdict = FLEET_SLOW;
		host->by = FLEET_CONTROL;
	} else if (judged->distance > levels[FLEET_JUDGED].fence) {
		host->verdict = FLEET_ODD;
	}
	host->cause = host->verdict == FLEET_SLOW || host->verdict == FLEET_ODD
	              ? cause_of(group, host) : FLEET_NO_CAUSE;
}

/* ---- The order in which they are shown ---- */

/* "n9" before "n10": digits by their number. */
static int name_order(const char *a, const char *b)
{
	while (*a != '\0' && *b != '\0') {
		size_t left = strspn(a, "0123456789"), right = strspn(b, "0123456789");
		if (left > 0 && right > 0) {
			while (*a == '0' && left > 1)
				a++, left--;
			while (*b == '0' && right > 1)
				b++, right--;
			int order = left != right ? (left > right) - (left < right)
			                          : strncmp(a, b, left);
			if (order != 0)
				return order;
			a += left;
			b += right;
		} else if (*a != *b) {
			break;
		} else {
			a++;
			b++;
		}
	}
	return (unsigned char)*a - (unsigned char)*b;
}

int fleet_by_name(const void *a, const void *b)
{
	const struct fleet_host *left = a, *right = b;
	int order = name_order(left->name, right->name);

	return order ? order : strcmp(left->name, right->name);
}

static int shown_order(const void *a, const void *b)
{
	static const unsigned char places[] = {
		[FLEET_CONFIRMED] = 0,     [FLEET_SLOW] = 1, [FLEET_CANNOT_TELL] = 2,
		[FLEET_NOT_CONFIRMED] = 3, [FLEET_ODD] = 4,  [FLEET_ALIKE] = 5,
	};
	const struct fleet_host *left = a, *right = b;
	double mine = left->rates[FLEET_JUDGED].log_rate,
	       other = right->rates[FLEET_JUDGED].log_rate;

	if (places[left->verdict] != places[right->verdict])
		return (int)places[left->verdict] - (int)places[right->verdict];
	if (isnan(mine) || isnan(other) || mine == other)
		return isnan(mine) && isnan(other) ? fleet_by_name(a, b)
		       : mine == other ? fleet_by_name(a, b) : isnan(mine) ? 1 : -1;
	return mine > other ? 1 : -1;
}

void fleet_count(struct fleet_group *group)
{
	memset(group->counts, 0, sizeof group->counts);
	for (size_t i = 0; i < group->host_count; i++)
		group->counts[group->hosts[i].verdict]++;
	qsort(group->hosts, group->host_count, sizeof *group->hosts, shown_order);
}

void fleet_judge(struct fleet_group *group, const struct fleet_options *options)
{
	const struct fleet_level *judged = &group->levels[FLEET_JUDGED];

	for (enum fleet_part part = FLEET_JUDGED; part < FLEET_PARTS; part++)
		level_measure(group, part, options);
	for (size_t i = 0; i < group->host_count; i++)
		host_judge(group, &group->hosts[i], options->margin);
	group->is_wide = judged->hosts > 0 && !isnan(judged->centre) &&
	                 judged->fence * judged->spread > -log1p(-options->margin);
	fleet_count(group);
}
