/* SPDX-License-Identifier: MIT */
/* compare: sessions of one configuration, how far they lie apart. Knows no second one. */
#include "compare/sessions.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/findings.h"
#include "compare/selection.h"
#include "stats/adjust.h"
#include "stats/kgroups.h"
#include "stats/moments.h"
#include "stats/oneway.h"
#include "stats/quantile.h"
#include "stats/verdict.h"

const char *const sessions_verdict_names[] = { "alike", "drift", "cannot-tell", NULL };

/* ---- The runs of each session ---- */

struct numbered_run {
	const struct context *context;
	size_t index;
};

static int run_compare(const void *a, const void *b)
{
	return session_order(((const struct numbered_run *)a)->context,
	                     ((const struct numbered_run *)b)->context);
}

/* The session of each run, numbered from 0. free() them. */
static size_t *sessions_number(const struct configuration *item, size_t *session_count)
{
	struct numbered_run *runs = memory_zeroed(item->run_count, sizeof *runs);
	size_t *sessions = memory_zeroed(item->run_count, sizeof *sessions);

	*session_count = 0;
	for (size_t i = 0; i < item->run_count; i++)
		runs[i] = (struct numbered_run){ item->runs[i].context, i };
	qsort(runs, item->run_count, sizeof *runs, run_compare);
	for (size_t i = 0; i < item->run_count; i++) {
		*session_count += i == 0 || run_compare(&runs[i - 1], &runs[i]) != 0;
		sessions[runs[i].index] = *session_count - 1;
	}
	free(runs);
	return sessions;
}

/* ---- One level ---- */

static double largest_of(const struct grouped *sessions)
{
	double low = (double)INFINITY, high = -(double)INFINITY;

	for (size_t i = 0; i < sessions->count; i++) {
		/* Of an empty one NaN, which fmin() and fmax() pass over. */
		double median = median_of(sessions->items[i].values, sessions->items[i].count);
		low = fmin(low, median);
		high = fmax(high, median);
	}
	return expm1(high - low);
}

static double p_of(const struct grouped *sessions, size_t run_count)
{
	size_t *counts = memory_zeroed(sessions->count, sizeof *counts), count = 0;
	struct kruskal kruskal = { .p = (double)NAN };

	for (size_t i = 0; i < sessions->count; i++) {
		if (sessions->items[i].count > 0)
			counts[count++] = sessions->items[i].count;
	}
	if (count > 1 && count < run_count)
		kruskal_run(sessions->values, counts, count, 1, NULL, &kruskal);
	free(counts);
	return kruskal.p;
}

static void level_measure(const struct sessions *sessions, const size_t *session_of_run,
                          struct sessions_level *level)
{
	const struct level_values *values = &level->level->configurations[0];
	size_t *keys = memory_zeroed(values->count, sizeof *keys);
	size_t *families = memory_zeroed(sessions->session_count, sizeof *families);
	double *logs = memory_zeroed(values->count, sizeof *logs);
	struct grouped grouped;
	struct oneway oneway;

	for (size_t i = 0; i < values->count; i++) {
		logs[i] = log(values->values[i]);
		keys[i] = session_of_run[values->runs[i]];
	}
	grouped_init(&grouped, logs, keys, values->count, sessions->session_count);
	oneway_run(grouped.items, families, grouped.count, &oneway);
	double bound = oneway_bound(oneway.between_sd, oneway.between_df, 1, 1,
	                            1 - sessions->comparison.options.alpha);
	level->sessions = oneway.samples;
	level->runs = values->count;
	level->slowed = values->is_busy ? 0 : values->slowed;
	level->median = values->median;
	level->run_sd = oneway.within_sd;
	level->largest = largest_of(&grouped);
	level->differ = isinf(bound) ? (double)NAN : expm1(bound);
	level->p = p_of(&grouped, values->count);
	grouped_release(&grouped);
	free(keys);
	free(families);
	free(logs);
}

static enum sessions_verdict verdict_of_level(const struct comparison *comparison,
                                              const struct sessions_level *level)
{
	bool apart = verdict_reaches(level->p_holm, comparison->options.alpha);
	double margin = comparison->options.margin;

	if (level->level->configurations[0].is_busy)
		return SESSIONS_CANNOT_TELL;
	if (apart && level->largest > margin)
		return SESSIONS_DRIFT;
	return apart || level->differ <= margin ? SESSIONS_ALIKE : SESSIONS_CANNOT_TELL;
}

static void sessions_judge(struct sessions *sessions)
{
	double *p = memory_zeroed(sessions->level_count, sizeof *p);
	size_t drifting = 0, alike = 0;

	for (size_t i = 0; i < sessions->level_count; i++)
		p[i] = sessions->levels[i].p;
	adjust_holm(p, sessions->level_count, p);
	for (size_t i = 0; i < sessions->level_count; i++) {
		struct sessions_level *level = &sessions->levels[i];
		level->p_holm = p[i];
		level->verdict = verdict_of_level(&sessions->comparison, level);
		drifting += level->verdict == SESSIONS_DRIFT;
		alike += level->verdict == SESSIONS_ALIKE;
	}
	free(p);
	sessions->verdict = drifting > 0 ? SESSIONS_DRIFT
	                    : alike == sessions->level_count ? SESSIONS_ALIKE
	                                                     : SESSIONS_CANNOT_TELL;
}

/* ---- In words ---- */

static void put_levels(const struct sessions *sessions, enum sessions_verdict verdict,
                       const char *lead, bool *is_first, struct text *text)
{
	size_t total = 0, count = 0;

	for (size_t i = 0; i < sessions->level_count; i++)
		total += sessions->levels[i].verdict == verdict;
	for (size_t i = 0; i < sessions->level_count; i++) {
		const struct sessions_level *level = &sessions->levels[i];
		if (level->verdict != verdict)
			continue;
		if (count == 0)
			text_printf(text, "%s%s", *is_first ? "" : "; ", lead);
		*is_first = false;
		text_put(text, list_separator(count, total));
		if (verdict == SESSIONS_DRIFT)
			text_printf(text, "%.2g %% in ", 100 * level->largest);
		text_put(text, level->level->name);
		count++;
	}
}

static void sessions_explain(struct sessions *sessions)
{
	struct text *text = &sessions->sentence;
	const struct configuration *item = &sessions->comparison.configurations[0];
	bool is_first = true;

	text_printf(text, "%zu sessions: ", sessions->session_count);
	put_levels(sessions, SESSIONS_DRIFT, "drift of ", &is_first, text);
	put_levels(sessions, SESSIONS_ALIKE, "alike in ", &is_first, text);
	put_levels(sessions, SESSIONS_CANNOT_TELL, "cannot tell in ", &is_first, text);
	text_put(text, ".\n");
	if (sessions->session_count == item->run_count)
		text_put(text, "Every session has one run: what sessions differ by cannot be told "
		               "from what runs do; --runs 10 makes sessions that can.\n");
	if (item->slowed_count > 0)
		text_printf(text, "%zu of %zu rows met a busy core and are left out where enough "
		            "others are; --all-rows takes them in.\n", item->slowed_count,
		            item->cell_count);
	if (sessions->verdict == SESSIONS_DRIFT)
		text_put(text, "A change that is smaller shows only in runs that are interleaved or "
		               "far apart (--over 4m).\n");
}

/* ---- All of it ---- */

int compare_sessions(const struct compare_file *files, size_t file_count,
                     const struct compare_options *options, struct sessions *sessions,
                     struct error *err)
{
	struct comparison *comparison = &sessions->comparison;
	struct compare_options one = *options;

	*sessions = (struct sessions){ .level_count = 0 };
	one.by = "op"; /* whatever files and labels: one operation is one configuration */
	if (compare_arrange(files, file_count, &one, comparison, err) != 0)
		return -1;
	if (comparison->configuration_count > 1)
		return error_set(err, "--by session is about one configuration, and there are rows of "
		                 "several op; --only op=copy takes one");
	size_t *session_of_run = sessions_number(&comparison->configurations[0],
	                                         &sessions->session_count);
	if (sessions->session_count < 2) {
		free(session_of_run);
		return error_set(err, "--by session compares sessions, and there is one; measure "
		                 "again with --append");
	}
	sessions->level_count = comparison->level_count;
	sessions->levels = memory_zeroed(comparison->level_count, sizeof *sessions->levels);
	for (size_t i = 0; i < comparison->level_count; i++) {
		sessions->levels[i].level = &comparison->levels[i];
		level_measure(sessions, session_of_run, &sessions->levels[i]);
	}
	free(session_of_run);
	sessions_judge(sessions);
	sessions_explain(sessions);
	return 0;
}

void sessions_release(struct sessions *sessions)
{
	comparison_release(&sessions->comparison);
	free(sessions->levels);
	text_release(&sessions->sentence);
	*sessions = (struct sessions){ .level_count = 0 };
}
