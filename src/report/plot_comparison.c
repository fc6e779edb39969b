/* SPDX-License-Identifier: MIT */
/* report: from a comparison to the value that is drawn. Knows no format. */
#include "report/plot_comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/findings.h"
#include "report/compare_parts.h"

#define ROUNDING 1e-9 /* of a confidence */

static void title_of(struct plot *plot)
{
	struct text title = { 0 };

	text_put(&title, plot->quantity == QUANTITY_LATENCY ? "Latency: " : "Bandwidth: ");
	for (size_t i = 0; i < plot->series_count; i++)
		text_printf(&title, "%s%s", i ? " v " : "", plot->series[i].label);
	plot->title = memory_copy_text(text_string(&title));
	text_release(&title);
}

/* The distinct values of a field of all runs, joined; nothing where all are empty. */
struct distinct {
	const char **items;
	size_t count, capacity;
};

static void distinct_add(struct distinct *distinct, const char *value)
{
	for (size_t i = 0; i < distinct->count; i++) {
		if (text_equal(distinct->items[i], value))
			return;
	}
	if (*value == '\0')
		return;
	memory_grow(&distinct->items, &distinct->capacity, distinct->count,
	            sizeof *distinct->items);
	distinct->items[distinct->count++] = value;
}

static void put_distinct(const struct comparison *comparison,
                         const char *(*field)(const struct context *), const char *lead,
                         struct text *text)
{
	struct distinct distinct = { 0 };

	for (size_t i = 0; i < comparison->configuration_count; i++) {
		const struct configuration *configuration = &comparison->configurations[i];
		for (size_t run = 0; run < configuration->run_count; run++)
			distinct_add(&distinct, field(configuration->runs[run].context));
	}
	for (size_t i = 0; i < distinct.count; i++) {
		text_put(text, i ? " / " : lead);
		text_put_printable(text, distinct.items[i]);
	}
	free(distinct.items);
}

static const char *cpu_of(const struct context *context) { return context->cpu; }
static const char *host_of(const struct context *context) { return context->host; }
static const char *version_of(const struct context *context) { return context->version; }

static void put_boots(const struct comparison *comparison, struct text *text)
{
	for (size_t i = 0; i < comparison->configuration_count; i++)
		text_printf(text, "%s%zu", i ? ", " : "; boots: ",
		            comparison->configurations[i].boot_count);
}

static void put_list(const char *lead, const struct text *list, struct text *text)
{
	if (list->length == 0)
		return;
	text_put(text, lead);
	for (const char *at = text_string(list); *at; at++)
		text_put_bytes(text, *at == ';' ? "," : at, 1);
	text_put(text, "\n");
}

/* The machine, what was measured, and what is not alike. */
static void facts_of(struct plot *plot, const struct comparison *comparison)
{
	struct text *facts = &plot->facts;
	size_t before = facts->length;

	put_distinct(comparison, cpu_of, "", facts);
	put_distinct(comparison, host_of, facts->length > before ? ", host " : "host ", facts);
	put_distinct(comparison, version_of, ", membench ", facts);
	text_put(facts, facts->length > before ? "\n" : "");
	text_put_printable(facts, text_string(&comparison->settings));
	put_boots(comparison, facts);
	text_put(facts, "\n");
	put_list("Compared although unlike: ", &comparison->forced, facts);
	put_list("What differs: ", &comparison->varied, facts);
}

static void series_of(struct plot *plot, const struct comparison *comparison,
                      const struct configuration *configuration)
{
	size_t at = plot_series_add(plot, configuration->label);
	double *rates = memory_zeroed(configuration->run_count, sizeof *rates);

	for (size_t i = 0; i < comparison->size_count; i++) {
		struct plot_size size = { .block_bytes = comparison->sizes[i].block_bytes,
			                  .edge = comparison->sizes[i].edge };
		size_t count = 0;
		memcpy(size.level, comparison->sizes[i].level, LEVEL_BYTES);
		for (size_t run = 0; run < configuration->run_count; run++) {
			double rate = configuration->rates[run * comparison->size_count + i];
			if (!isnan(rate))
				rates[count++] = comparison_value(comparison, rate);
		}
		if (count > 0)
			plot_size_add(&plot->series[at], &size, rates, count);
	}
	free(rates);
}

/* Against the baseline, if there was a comparison and its interval holds what was asked. */
static void box_change(struct plot_box *box, const struct comparison *comparison,
                       size_t configuration, size_t level)
{
	double asked = 1 - comparison->options.alpha - ROUNDING;

	for (size_t i = 0; i < comparison->pair_count; i++) {
		const struct compare_pair *pair = &comparison->pairs[i];
		if (pair->a != 0 || pair->b != configuration)
			continue;
		for (size_t at = 0; at < pair->level_count; at++) {
			const struct effect *effect = &pair->levels[at].effect;
			if (pair->levels[at].level != level)
				continue;
			enum quantity quantity = comparison_quantity(comparison);
			bool is_time = quantity == QUANTITY_LATENCY;
			double low = is_time ? effect->high : effect->low;
			double high = is_time ? effect->low : effect->high;
			bool holds = effect->confidence >= asked;
			box->change = quantity_change(quantity, effect->change);
			box->change_low = holds ? quantity_change(quantity, low) : NAN;
			box->change_high = holds ? quantity_change(quantity, high) : NAN;
		}
	}
}

static bool has_runs(const struct comparison *comparison, size_t level)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->configuration_count; i++)
		count += comparison->levels[level].configurations[i].count;
	return count > 0;
}

static void level_of(struct plot *plot, const struct comparison *comparison, size_t at)
{
	const struct compare_level *level = &comparison->levels[at];
	struct text sizes = { 0 };

	compare_put_sizes(comparison, level, &sizes);
	struct plot_level *drawn = plot_level_add(plot, level->name, text_string(&sizes));
	text_release(&sizes);
	for (size_t i = 0; i < comparison->configuration_count; i++) {
		const struct level_values *values = &level->configurations[i];
		if (values->count == 0)
			continue;
		double *shown = memory_zeroed(values->count, sizeof *shown);
		for (size_t run = 0; run < values->count; run++)
			shown[run] = comparison_value(comparison, values->values[run]);
		struct plot_box *box = plot_box_add(drawn, i, shown, values->count);
		box_change(box, comparison, i, at);
		free(shown);
	}
}

void plot_comparison(struct plot *plot, const struct comparison *comparison)
{
	*plot = (struct plot){ .confidence = 1 - comparison->options.alpha,
		                .is_by_size = comparison->is_by_size,
		                .quantity = comparison_quantity(comparison) };
	for (size_t i = 0; i < comparison->configuration_count; i++)
		series_of(plot, comparison, &comparison->configurations[i]);
	for (size_t i = 0; i < comparison->level_count; i++) {
		if (has_runs(comparison, i))
			level_of(plot, comparison, i);
	}
	title_of(plot);
	facts_of(plot, comparison);
}
