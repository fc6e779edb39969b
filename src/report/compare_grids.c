/* SPDX-License-Identifier: MIT */
/* report: the tables of a comparison, as rows of short strings. Lays nothing out. */
#include "report/compare.h"

#include <math.h>

#include "base/units.h"
#include "compare/findings.h"

static void put_change(struct grid *grid, double fraction)
{
	char percent[PERCENT_BYTES];

	grid_put(grid, "%s", isnan(fraction) ? "-" : percent_format(fraction, percent));
}

static void put_end(struct text *text, double fraction)
{
	if (!isfinite(fraction))
		text_put(text, isnan(fraction) ? "?" : "any");
	else if (fabs(fraction) < 0.00005)
		text_put(text, "0.0");
	else
		text_printf(text, "%+.*f", fabs(fraction) < 0.00095 ? 2 : 1, 100 * fraction);
}

static void put_interval(struct grid *grid, double low, double high)
{
	struct text text = { 0 };

	if (!isfinite(low) && !isfinite(high)) {
		grid_put(grid, "none");
		return;
	}
	put_end(&text, low);
	text_put(&text, " .. ");
	put_end(&text, high);
	grid_put(grid, "%s", text_string(&text));
	text_release(&text);
}

static void put_p(struct grid *grid, double value, bool is_asymptotic)
{
	struct text text = { 0 };

	compare_put_p(value, is_asymptotic, &text);
	grid_put(grid, "%s", text_string(&text));
	text_release(&text);
}

#define LABEL_MOST 12 /* columns of a label above a rate; the heading has all of it */

static void column_rate(struct grid *grid, const struct comparison *comparison,
                        size_t configuration)
{
	const char *label = comparison->configurations[configuration].label;
	struct text title = { 0 };

	while (*label && text_columns(text_string(&title)) < LABEL_MOST) {
		size_t length = text_character(label);
		text_put_bytes(&title, label, length ? length : 1);
		label += length ? length : 1;
	}
	grid_column(grid, text_string(&title), true);
	text_release(&title);
}

static void column_interval(struct grid *grid, double confidence)
{
	struct text title = { 0 };

	text_printf(&title, "%.3g %% interval", 100 * confidence);
	grid_column(grid, text_string(&title), true);
	text_release(&title);
}

static void columns_effect(const struct comparison *comparison,
                           const struct compare_pair *pair, struct grid *grid)
{
	column_rate(grid, comparison, pair->a);
	column_rate(grid, comparison, pair->b);
	grid_column(grid, "change", true);
	column_interval(grid, 1 - comparison->options.alpha);
	grid_column(grid, "p", true);
}

/* Rates with four digits at least. */
static void put_rate(struct grid *grid, double mb_per_s)
{
	grid_put(grid, "%.*f", mb_per_s < 10 ? 3 : mb_per_s < 1000 ? 1 : 0, mb_per_s);
}

static void put_effect(struct grid *grid, const struct effect *effect)
{
	put_rate(grid, effect->median_a);
	put_rate(grid, effect->median_b);
	put_change(grid, effect->change);
	put_interval(grid, effect->low, effect->high);
	put_p(grid, effect->p, effect->is_asymptotic);
}

/* Green, red and yellow, where a terminal is to be coloured. */
static const char *colour_of(const struct level_finding *finding)
{
	if (finding->control == CONTROL_MOVED)
		return "\033[33m";
	if (finding->control != CONTROL_NONE)
		return "";
	return finding->verdict == LEVEL_FASTER ? "\033[32m" :
	       finding->verdict == LEVEL_SLOWER ? "\033[31m" : "";
}

static void put_level(const struct comparison *comparison,
                      const struct level_finding *finding, bool colour, struct grid *grid)
{
	const struct compare_level *level = &comparison->levels[finding->level];
	struct text verdict = { 0 };

	compare_put_verdict(finding, &verdict);
	grid_put(grid, "%s", level->name);
	put_effect(grid, &finding->effect);
	grid_put(grid, "%s", text_string(&verdict));
	grid_colour(grid, colour ? colour_of(finding) : "");
	text_release(&verdict);
}

void compare_grid_levels(const struct comparison *comparison,
                         const struct compare_pair *pair, bool colour, struct grid *grid)
{
	grid_column(grid, "level", false);
	columns_effect(comparison, pair, grid);
	grid_column(grid, "verdict", false);
	for (size_t i = 0; i < pair->level_count; i++)
		put_level(comparison, &pair->levels[i], colour, grid);
}

static void put_detail(const struct comparison *comparison,
                       const struct level_finding *finding, struct grid *grid)
{
	grid_put(grid, "%s", comparison->levels[finding->level].name);
	grid_put(grid, "%zu v %zu", finding->effect.n_a, finding->effect.n_b);
	put_p(grid, finding->p_holm, finding->effect.is_asymptotic);
	put_p(grid, finding->effect.p_floor, false);
	grid_put(grid, "%.2f", finding->effect.a12);
	put_interval(grid, finding->near_low, finding->near_high);
	if (isnan(finding->mde))
		grid_put(grid, "-");
	else
		grid_put(grid, "%.2g %%", 100 * finding->mde);
	put_p(grid, finding->pooled_p, false);
}

void compare_grid_details(const struct comparison *comparison,
                          const struct compare_pair *pair, struct grid *grid)
{
	grid_column(grid, "level", false);
	grid_column(grid, "units", true);
	grid_column(grid, "Holm p", true);
	grid_column(grid, "smallest p", true);
	grid_column(grid, "A12", true);
	column_interval(grid, 1 - 2 * comparison->options.alpha);
	grid_column(grid, "detectable", true);
	grid_column(grid, "U test p*", true);
	for (size_t i = 0; i < pair->level_count; i++)
		put_detail(comparison, &pair->levels[i], grid);
}

void compare_grid_sizes(const struct comparison *comparison,
                        const struct compare_pair *pair, struct grid *grid)
{
	char bytes[SIZE_TEXT_BYTES];

	grid_column(grid, "size", true);
	grid_column(grid, "level", false);
	columns_effect(comparison, pair, grid);
	grid_column(grid, "", false);
	for (size_t i = 0; i < pair->size_count; i++) {
		const struct compare_size *size = &comparison->sizes[pair->sizes[i].size];
		grid_put(grid, "%s", size_format(size->block_bytes, bytes));
		grid_put(grid, "%s", size->level);
		put_effect(grid, &pair->sizes[i].effect);
		grid_put(grid, "%s", size->use == SIZE_USED ? "" : size_use_names[size->use]);
	}
}
