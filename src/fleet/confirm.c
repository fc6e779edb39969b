/* SPDX-License-Identifier: MIT */
/* fleet: the second round. Knows hosts that were called slow and their controls. */
#include "fleet/parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/adjust.h"
#include "stats/cluster.h"
#include "stats/quantile.h"
#include "stats/verdict.h"

/* What a host did in the second round at a level. */
struct round {
	struct fleet_host *host;
	double *values; /* ln MB/s of each run */
	size_t count;
	double median;
};

static struct round round_of(struct fleet_host *host, const struct fleet_level *level)
{
	struct round round = { .host = host };
	size_t rows = host->count - host->first_count;

	round.values = memory_zeroed(rows, sizeof *round.values);
	round.count = rate_runs(host->cells + host->first_count, rows, level, round.values);
	round.median = median_of(round.values, round.count);
	return round;
}

/* Of those that are not slow and have runs enough. */
static size_t controls_of(struct fleet_group *group, const struct fleet_level *level,
                          struct round *controls)
{
	size_t count = 0;

	for (size_t i = 0; i < group->host_count; i++) {
		struct fleet_host *host = &group->hosts[i];
		if (host->verdict != FLEET_ALIKE && host->verdict != FLEET_ODD)
			continue;
		struct round round = round_of(host, level);
		host->is_control = host->is_control || round.count >= CONFIRM_RUNS;
		if (round.count >= CONFIRM_RUNS)
			controls[count++] = round;
		else
			free(round.values);
	}
	return count;
}

/* P(as low or lower) of the runs of one host beside those of another, were both alike. */
static double below_p(const struct round *suspect, const struct round *control)
{
	const struct cluster_block block = { suspect->values, control->values, suspect->count,
		                             control->count };
	const struct cluster_data data = { .blocks = &block, .block_count = 1, .width = 1 };
	struct cluster_test test;

	cluster_run(&data, (struct test_options)TEST_DEFAULTS, &test);
	return test.test.p_less;
}

static void suspect_ask(const struct round *suspect, const struct round *controls, size_t count)
{
	struct fleet_again *again = &suspect->host->again;
	double *medians = memory_zeroed(count, sizeof *medians);

	*again = (struct fleet_again){ suspect->count, count, (double)NAN, (double)NAN,
		                       (double)NAN };
	for (size_t i = 0; i < count; i++)
		medians[i] = controls[i].median;
	again->change = expm1(suspect->median - median_of(medians, count));
	free(medians);
	if (suspect->count < CONFIRM_RUNS || count < CONFIRM_CONTROLS)
		return;
	again->p = 0;
	for (size_t i = 0; i < count; i++)
		again->p = fmax(again->p, below_p(suspect, &controls[i]));
}

/* Those that are slow by one level, against controls at that level. */
static void part_ask(struct fleet_group *group, enum fleet_part part)
{
	const struct fleet_level *level = &group->levels[part];
	struct round *controls = memory_zeroed(group->host_count, sizeof *controls);
	size_t count = controls_of(group, level, controls);

	for (size_t i = 0; i < group->host_count; i++) {
		struct fleet_host *host = &group->hosts[i];
		if (host->verdict != FLEET_SLOW || host->by != part)
			continue;
		struct round suspect = round_of(host, level);
		suspect_ask(&suspect, controls, count);
		free(suspect.values);
	}
	for (size_t i = 0; i < count; i++)
		free(controls[i].values);
	free(controls);
}

static enum fleet_verdict verdict_again(const struct fleet_again *again, double margin)
{
	if (isnan(again->p))
		return FLEET_CANNOT_TELL;
	return verdict_reaches(again->p_holm, CONFIRM_ALPHA) && again->change < -margin
	       ? FLEET_CONFIRMED : FLEET_NOT_CONFIRMED;
}

void fleet_confirm(struct fleet_group *group, const struct fleet_options *options)
{
	double *p = memory_zeroed(group->host_count, sizeof *p);

	for (enum fleet_part part = FLEET_JUDGED; part < FLEET_PARTS; part++)
		part_ask(group, part);
	for (size_t i = 0; i < group->host_count; i++) {
		const struct fleet_host *host = &group->hosts[i];
		p[i] = host->verdict == FLEET_SLOW ? host->again.p : (double)NAN;
	}
	adjust_holm(p, group->host_count, p);
	for (size_t i = 0; i < group->host_count; i++) {
		struct fleet_host *host = &group->hosts[i];
		if (host->verdict != FLEET_SLOW)
			continue;
		host->again.p_holm = p[i];
		host->verdict = verdict_again(&host->again, options->margin);
	}
	free(p);
	fleet_count(group);
}
