/* SPDX-License-Identifier: MIT */
/* compare: cells to runs, with the boot and host of each. Knows no level, no statistic. */
#include "compare/selection.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "stats/describe.h"

#define RATES_MOST 3e7 /* runs times sizes: 240 MB */

static bool same_run(const struct cell *a, const struct cell *b)
{
	if (a->run != b->run)
		return false;
	if (a->context == b->context)
		return true;
	return text_equal(a->context->host, b->context->host) &&
	       text_equal(a->context->boot, b->context->boot) &&
	       text_equal(a->context->session, b->context->session);
}

/* Runs of the sorted cells: where each starts, and when it was started. */
struct span {
	size_t start, end;
	int64_t started_us;
	const struct cell *cell;
};

static int span_compare(const void *a, const void *b)
{
	const struct span *left = a, *right = b;
	int order = (left->started_us > right->started_us) -
	            (left->started_us < right->started_us);

	/* The cells are sorted already: their order is that of host, boot, session, run. */
	return order ? order : (left->start > right->start) - (left->start < right->start);
}

static size_t spans_find(const struct group *group, struct span *spans)
{
	size_t count = 0;

	for (size_t i = 0; i < group->count; i++) {
		int64_t started_us = group->cells[i]->started_us;
		if (i == 0 || !same_run(group->cells[i - 1], group->cells[i]))
			spans[count++] = (struct span){ i, i, started_us, group->cells[i] };
		struct span *span = &spans[count - 1];
		span->end = i + 1;
		if (started_us < span->started_us)
			span->started_us = started_us;
	}
	qsort(spans, count, sizeof *spans, span_compare);
	return count;
}

/* One run's cells into its row of rates. Returns how many stood there before. */
static size_t row_fill(const struct selection *selection, const struct group *group,
                       struct span span, double *row)
{
	size_t repeated = 0;

	for (size_t i = 0; i < selection->size_count; i++)
		row[i] = (double)NAN;
	for (size_t i = span.start; i < span.end; i++) {
		const struct cell *cell = group->cells[i];
		double *rate = &row[selection_size(selection, cell->block_bytes)];
		repeated += isnan(*rate) ? 0 : 1;
		if (isnan(*rate) && cell->mb_per_s > 0)
			*rate = cell->mb_per_s;
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
	configuration->clock_ghz = describe_median(clocks, clock_count);
	configuration->core_ipc = describe_median(rates, rate_count);
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
	if ((double)count * (double)width > RATES_MOST) {
		free(spans);
		return error_set(err, "%s: %zu runs of %zu sizes are more than can be compared at "
		                 "once; --only takes a part", group->label, count, width);
	}
	configuration->run_count = count;
	configuration->runs = memory_zeroed(count, sizeof *configuration->runs);
	configuration->rates = memory_zeroed(count * width, sizeof *configuration->rates);
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell = spans[i].cell;
		configuration->runs[i] = (struct compare_run){ .context = cell->context,
			                                       .run = cell->run,
			                                       .started_us = spans[i].started_us };
		repeated += row_fill(selection, group, spans[i], &configuration->rates[i * width]);
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

/* An unknown boot is taken for one of the configuration's own. */
static int place_compare(const void *a, const void *b)
{
	const struct place *left = a, *right = b;
	int order = strcmp(left->host, right->host);

	if (order == 0)
		order = strcmp(left->boot, right->boot);
	if (order != 0 || left->boot[0] != '\0')
		return order;
	return (left->configuration > right->configuration) -
	       (left->configuration < right->configuration);
}

static void places_number(struct comparison *comparison, struct place *places, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || strcmp(places[i - 1].host, places[i].host) != 0)
			comparison->host_count++;
		if (i == 0 || place_compare(&places[i - 1], &places[i]) != 0)
			comparison->boot_count++;
		places[i].run->host = comparison->host_count - 1;
		places[i].run->boot = comparison->boot_count - 1;
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
	qsort(places, count, sizeof *places, place_compare);
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
