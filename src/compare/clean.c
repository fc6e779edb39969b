/* SPDX-License-Identifier: MIT */
/* compare: rows in which the core was slowed. Knows issue rates, never a rate of memory. */
#include "compare/clean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "compare/thresholds.h"
#include "stats/quantile.h"

/* ---- The best issue rate of each core ---- */

/* One core: threads of a host, as `cpus` lists them. A core of another kind has its own. */
static int core_compare(const void *a, const void *b)
{
	const struct context *left = (*(struct compare_run *const *)a)->context;
	const struct context *right = (*(struct compare_run *const *)b)->context;
	int order = left == right ? 0 : strcmp(left->host, right->host);

	if (order == 0)
		order = strcmp(left->cpu, right->cpu);
	return order ? order : strcmp(left->cpus, right->cpus);
}

static double row_best(const double *issues, size_t count)
{
	double best = (double)NAN;

	for (size_t i = 0; i < count; i++)
		best = fmax(best, issues[i]); /* of a NaN and a number the number */
	return best;
}

static void cores_rate(struct compare_run **runs, size_t count)
{
	for (size_t start = 0, end; start < count; start = end) {
		double best = (double)NAN;
		for (end = start; end < count && core_compare(&runs[start], &runs[end]) == 0; end++)
			best = fmax(best, runs[end]->best_issue);
		for (size_t i = start; i < end; i++)
			runs[i]->best_issue = best;
	}
}

static void best_find(struct comparison *comparison)
{
	size_t total = 0, count = 0, width = comparison->size_count;

	for (size_t c = 0; c < comparison->configuration_count; c++)
		total += comparison->configurations[c].run_count;
	struct compare_run **runs = memory_zeroed(total, sizeof *runs);
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		struct configuration *item = &comparison->configurations[c];
		for (size_t i = 0; i < item->run_count; i++) {
			item->runs[i].best_issue = row_best(&item->issues[i * width], width);
			runs[count++] = &item->runs[i];
		}
	}
	qsort(runs, total, sizeof *runs, core_compare);
	cores_rate(runs, total);
	free(runs);
}

void clean_init(struct comparison *comparison)
{
	best_find(comparison);
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		struct configuration *item = &comparison->configurations[c];
		size_t rows = item->run_count * comparison->size_count;
		for (size_t i = 0; i < rows; i++)
			item->slowed_count += clean_is_slowed(comparison, item, i);
	}
}

bool clean_is_slowed(const struct comparison *comparison, const struct configuration *item,
                     size_t row)
{
	double least = comparison->options.clean *
	               item->runs[row / comparison->size_count].best_issue;

	return !isnan(item->rates[row]) && item->issues[row] < least;
}

/* ---- Runs ---- */

static bool run_is_whole(const struct comparison *comparison,
                         const struct configuration *item, size_t run,
                         const struct size_set *sizes)
{
	for (size_t i = 0; i < sizes->count; i++) {
		if (isnan(item->rates[run * comparison->size_count + sizes->items[i]]))
			return false;
	}
	return true;
}

static bool run_is_slowed(const struct comparison *comparison,
                          const struct configuration *item, size_t run,
                          const struct size_set *sizes)
{
	for (size_t i = 0; i < sizes->count; i++) {
		if (clean_is_slowed(comparison, item,
		                    run * comparison->size_count + sizes->items[i]))
			return true;
	}
	return false;
}

struct clean_runs clean_runs(const struct comparison *comparison,
                             const struct configuration *item,
                             const struct size_set *sizes, bool all, size_t *runs)
{
	struct clean_runs result = { 0 };
	size_t whole = 0;

	for (size_t i = 0; i < item->run_count; i++) {
		if (!run_is_whole(comparison, item, i, sizes))
			continue;
		whole++;
		if (!run_is_slowed(comparison, item, i, sizes))
			runs[result.count++] = i;
	}
	result.slowed = whole - result.count;
	result.is_busy = result.slowed > 0 &&
	                 (result.count < CLEAN_LEAST ||
	                  (double)result.count < CLEAN_PART * (double)whole);
	if (!result.is_busy && !all)
		return result;
	result.count = 0;
	for (size_t i = 0; i < item->run_count; i++) {
		if (run_is_whole(comparison, item, i, sizes))
			runs[result.count++] = i;
	}
	return result;
}

/* ---- The core of one side slower throughout ---- */

/* Median issue rate of each run of a side; how many are known. */
static size_t run_issues(const struct comparison *comparison,
                         const struct configuration *item, double *issues)
{
	size_t width = comparison->size_count, count = 0;

	for (size_t i = 0; i < item->run_count; i++) {
		double *known = memory_zeroed(width, sizeof *known);
		size_t known_count = 0;
		for (size_t j = 0; j < width; j++) {
			if (!isnan(item->issues[i * width + j]))
				known[known_count++] = item->issues[i * width + j];
		}
		if (known_count > 0)
			issues[count++] = median_of(known, known_count);
		free(known);
	}
	return count;
}

static bool same_core(const struct configuration *a, const struct configuration *b)
{
	struct compare_run *left = &a->runs[0], *right;

	for (size_t i = 0; i < a->run_count + b->run_count; i++) {
		right = i < a->run_count ? &a->runs[i] : &b->runs[i - a->run_count];
		if (core_compare(&left, &right) != 0)
			return false;
	}
	return true;
}

double clean_core_ratio(const struct comparison *comparison, const struct compare_pair *pair)
{
	const struct configuration *a = &comparison->configurations[pair->a];
	const struct configuration *b = &comparison->configurations[pair->b];
	double *issues[2] = { memory_zeroed(a->run_count, sizeof(double)),
		              memory_zeroed(b->run_count, sizeof(double)) };
	size_t counts[2] = { run_issues(comparison, a, issues[0]),
		             run_issues(comparison, b, issues[1]) };
	double ratio = 1, clean = comparison->options.clean;

	if (same_core(a, b) && counts[0] > 0 && counts[1] > 0) {
		double medians[2] = { median_of(issues[0], counts[0]),
			              median_of(issues[1], counts[1]) };
		bool a_slower = row_best(issues[0], counts[0]) < clean * medians[1];
		bool b_slower = row_best(issues[1], counts[1]) < clean * medians[0];
		ratio = a_slower || b_slower ? medians[1] / medians[0] : 1;
	}
	free(issues[0]);
	free(issues[1]);
	return ratio;
}
