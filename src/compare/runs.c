/* SPDX-License-Identifier: MIT */
/* compare: cells to runs, with the boot and host of each. Knows no level, no statistic. */
#include "compare/selection.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/time.h"
#include "stats/quantile.h"

#define RATES_MOST 3e7 /* runs times sizes: 240 MB */

static bool same_run(const struct cell *a, const struct cell *b)
{
	return a->run == b->run &&
	       (a->context == b->context || session_order(a->context, b->context) == 0);
}

/* Runs of the sorted cells: where each starts, and when it was started; NaN: unknown. */
struct span {
	size_t start, end;
	double time;
	const struct cell *cell;
};

static int span_compare(const void *a, const void *b)
{
	const struct span *left = a, *right = b;
	int order = compare_doubles(&left->time, &right->time);

	/* The cells are sorted already: their order is that of host, boot, session, run. */
	return order ? order : (left->start > right->start) - (left->start < right->start);
}

static double time_of(const struct cell *cell)
{
	return cell->started_us == TIME_UNKNOWN ? (double)NAN : 1e-6 * (double)cell->started_us;
}

static size_t spans_find(const struct group *group, struct span *spans)
{
	size_t count = 0;

	for (size_t i = 0; i < group->count; i++) {
		double time = time_of(group->cells[i]);
		if (i == 0 || !same_run(group->cells[i - 1], group->cells[i]))
			spans[count++] = (struct span){ i, i, time, group->cells[i] };
		struct span *span = &spans[count - 1];
		span->end = i + 1;
		span->time = fmin(time, span->time);
	}
	qsort(spans, count, sizeof *spans, span_compare);
	return count;
}

/* One run's cells into its rows of rates and issue rates. Returns how many stood there
 * before. */
static size_t row_fill(const struct selection *selection, const struct group *group,
                       struct span span, double *rates, double *issues)
{
	size_t repeated = 0;

	for (size_t i = 0; i < selection->size_count; i++)
		rates[i] = issues[i] = (double)NAN;
	for (size_t i = span.start; i < span.end; i++) {
		const struct cell *cell = group->cells[i];
		size_t at = selection_size(selection, cell->block_bytes);
		repeated += isnan(rates[at]) ? 0 : 1;
		if (!isnan(rates[at]) || !(cell->mb_per_s > 0))
			continue;
		rates[at] = cell->mb_per_s;
		issues[at] = cell->clock_ghz * cell->core_ipc;
	}
	return repeated;
}

static void warn_repeated(struct comparison *comparison, const char *label, size_t count)
{
	struct text text = { 0 };

	if (count == 0)
		return;
	text_printf(&text, "%s: %zu row%s the session, run and size of an earlier one; the "
	            "first is used. A file that was joined twice reads like this.", label,
	            count, count == 1 ? " repeats" : "s repeat");
	comparison_warn(comparison, "repeated", &text);
}

static void warn_zero(struct comparison *comparison, const struct group *group)
{
	struct text text = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < group->count; i++)
		count += !(group->cells[i]->mb_per_s > 0);
	if (count == 0)
		return;
	text_printf(&text, "%s: %zu row%s a rate of 0 and %s not used; measure again.",
	            group->label, count, count == 1 ? " has" : "s have",
	            count == 1 ? "is" : "are");
	comparison_warn(comparison, "zero", &text);
}

/* Medians of the witness; flags by cell. */
static void witness(const struct group *group, struct configuration *configuration)
{
	double *clocks = memory_zeroed(group->count, sizeof *clocks);
	double *rates = memory_zeroed(group->count, sizeof *rates);
	size_t clock_count = 0, rate_count = 0;

	configuration->cell_count = group->count;
	for (size_t i = 0; i < group->count; i++) {
		const struct cell *cell = group->cells[i];
		if (!isnan(cell->clock_ghz))
			clocks[clock_count++] = cell->clock_ghz;
		if (!isnan(cell->core_ipc))
			rates[rate_count++] = cell->core_ipc;
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
			configuration->flagged[flag] += cell->flags >> flag & 1;
	}
	configuration->clock_ghz = median_of(clocks, clock_count);
	configuration->core_ipc = median_of(rates, rate_count);
	free(clocks);
	free(rates);
}

static int configuration_init(const struct selection *selection, const struct group *group,
                              struct comparison *comparison,
                              struct configuration *configuration, struct error *err)
{
	struct span *spans = memory_zeroed(group->count, sizeof *spans);
	size_t count = spans_find(group, spans), width = selection->size_count, repeated = 0;

	configuration->label = memory_copy_text(group->label);
	configuration->path = group->path;
	if ((double)count * (double)width > RATES_MOST) {
		free(spans);
		return error_set(err, "%s: %zu runs of %zu sizes are more than can be compared at "
		                 "once; --only takes a part", group->label, count, width);
	}
	configuration->run_count = count;
	configuration->runs = memory_zeroed(count, sizeof *configuration->runs);
	configuration->rates = memory_zeroed(count * width, sizeof *configuration->rates);
	configuration->issues = memory_zeroed(count * width, sizeof *configuration->issues);
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell = spans[i].cell;
		configuration->runs[i] = (struct compare_run){ .context = cell->context,
			                                       .run = cell->run,
			                                       .time = spans[i].time };
		repeated += row_fill(selection, group, spans[i], &configuration->rates[i * width],
		                     &configuration->issues[i * width]);
	}
	free(spans);
	warn_repeated(comparison, group->label, repeated);
	warn_zero(comparison, group);
	witness(group, configuration);
	return 0;
}

/* ---- Numbers for boots and hosts, over all configurations ---- */

struct place {
	const char *host, *boot;
	size_t configuration; /* of a boot that is not known */
	struct compare_run *run;
};

/* A boot's id is its own, however the host was called in it: containers have names of their
 * own. An unknown boot is taken for one of the configuration's own on that host. */
static bool same_boot(const struct place *a, const struct place *b)
{
	if (a->boot[0] != '\0' || b->boot[0] != '\0')
		return text_equal(a->boot, b->boot);
	return text_equal(a->host, b->host) && a->configuration == b->configuration;
}

static int by_boot(const void *a, const void *b)
{
	const struct place *left = a, *right = b;
	int order = strcmp(left->boot, right->boot);

	if (order == 0)
		order = strcmp(left->host, right->host);
	if (order != 0 || left->boot[0] != '\0')
		return order;
	return (left->configuration > right->configuration) -
	       (left->configuration < right->configuration);
}

static int by_host(const void *a, const void *b)
{
	const struct place *left = a, *right = b;
	return strcmp(left->host, right->host);
}

/* The host of a boot is the first of the names that it has. */
static void places_number(struct comparison *comparison, struct place *places, size_t count)
{
	qsort(places, count, sizeof *places, by_boot);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || !same_boot(&places[i - 1], &places[i]))
			comparison->boot_count++;
		else
			places[i].host = places[i - 1].host;
		places[i].run->boot = comparison->boot_count - 1;
	}
	qsort(places, count, sizeof *places, by_host);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || by_host(&places[i - 1], &places[i]) != 0)
			comparison->host_count++;
		places[i].run->host = comparison->host_count - 1;
	}
}

static void boots_number(struct comparison *comparison)
{
	size_t total = 0, count = 0;

	for (size_t c = 0; c < comparison->configuration_count; c++)
		total += comparison->configurations[c].run_count;
	struct place *places = memory_zeroed(total, sizeof *places);
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		struct configuration *configuration = &comparison->configurations[c];
		for (size_t i = 0; i < configuration->run_count; i++) {
			struct compare_run *run = &configuration->runs[i];
			places[count++] = (struct place){ run->context->host, run->context->boot,
				                          c, run };
		}
	}
	places_number(comparison, places, count);
	free(places);
}

static void boots_count(struct comparison *comparison)
{
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		struct configuration *configuration = &comparison->configurations[c];
		bool *seen = memory_zeroed(comparison->boot_count, sizeof *seen);
		for (size_t i = 0; i < configuration->run_count; i++) {
			bool *boot = &seen[configuration->runs[i].boot];
			configuration->boot_count += !*boot;
			*boot = true;
		}
		free(seen);
	}
}

int runs_init(const struct selection *selection, struct comparison *comparison,
              struct error *err)
{
	comparison->size_count = selection->size_count;
	comparison->configurations = memory_zeroed(selection->count,
	                                           sizeof *comparison->configurations);
	for (size_t i = 0; i < selection->count; i++) {
		comparison->configuration_count = i + 1;
		if (configuration_init(selection, &selection->groups[i], comparison,
		                       &comparison->configurations[i], err) != 0)
			return -1;
	}
	boots_number(comparison);
	boots_count(comparison);
	return 0;
}
