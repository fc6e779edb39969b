/* SPDX-License-Identifier: MIT */
/* measure: when runs begin, and how many there are. Knows no clock and starts nothing. */
#include "measure/spacing.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"

#define JITTER_SHARE 4 /* of the gap: a quarter */

uint64_t spacing_gap_ns(const struct spacing *spacing)
{
	return spacing->over_ns / spacing->runs;
}

uint64_t spacing_due_ns(const struct spacing *spacing, uint64_t run)
{
	struct random random = { spacing->seed + run };
	uint64_t gap = spacing_gap_ns(spacing);

	if (run == 1 || gap < JITTER_SHARE)
		return 0;
	return (run - 1) * gap + random_below(&random, gap / JITTER_SHARE);
}

uint64_t spacing_start_ns(const struct spacing *spacing, uint64_t run,
                           uint64_t before_ns)
{
	uint64_t gap = spacing_gap_ns(spacing), due = spacing_due_ns(spacing, run);
	uint64_t soonest = run == 1 ? 0 : before_ns + (gap - gap / JITTER_SHARE);

	return due > soonest ? due : soonest;
}

bool spacing_wants(const struct spacing *spacing, uint64_t done, uint64_t clean,
                    uint64_t now_ns)
{
	if (done < spacing->runs)
		return true;
	return spacing->over_ns > 0 && clean < spacing->runs && done < 2 * spacing->runs &&
	       now_ns < 2 * spacing->over_ns;
}

uint64_t spacing_advised_minutes(uint64_t runs)
{
	/* The first and the last are (runs - 1) gaps apart. */
	uint64_t each = 24 * runs, span = runs > 1 ? 180 * runs / (runs - 1) : 180;
	uint64_t seconds = each > span ? each : span;

	return (seconds + 59) / 60;
}

void issue_log_run(struct issue_log *log)
{
	memory_grow(&log->slowest, &log->capacity, log->count, sizeof *log->slowest);
	log->slowest[log->count++] = (double)INFINITY;
}

void issue_log_row(struct issue_log *log, double rate)
{
	if (isnan(rate))
		return;
	log->best = fmax(log->best, rate);
	log->slowest[log->count - 1] = fmin(log->slowest[log->count - 1], rate);
}

size_t issue_log_clean(const struct issue_log *log)
{
	size_t clean = 0;

	for (size_t i = 0; i < log->count; i++)
		clean += log->slowest[i] >= CLEAN_SHARE * log->best;
	return clean;
}

void issue_log_release(struct issue_log *log)
{
	free(log->slowest);
	*log = (struct issue_log){ 0 };
}
