/* SPDX-License-Identifier: MIT */
/* report: a plan for people, as table and Markdown. Computes none of it. */
#include "report/plan.h"

#include <inttypes.h>
#include <math.h>

#include "report/grid.h"

#define ORDER_MOST 12 /* boots a side that are written out */

static void put_units(struct grid *grid, size_t units)
{
	if (units == 0)
		grid_put(grid, "out of reach");
	else
		grid_put(grid, "%zu", units);
}

static void put_sd(struct grid *grid, double sd)
{
	if (isnan(sd))
		grid_put(grid, "unknown");
	else
		grid_put(grid, "%.2f %%", sd * 100);
}

static void levels_grid(const struct campaign *campaign, struct grid *grid)
{
	struct text title = { 0 };

	grid_column(grid, "level", false);
	grid_column(grid, "runs", true);
	grid_column(grid, "boots", true);
	grid_column(grid, "sd of runs", true);
	grid_column(grid, "sd of boots", true);
	text_printf(&title, "runs for %g %%", campaign->options.effect * 100);
	grid_column(grid, text_string(&title), true);
	title.length = 0;
	text_printf(&title, "to hold in %g %%", campaign->options.margin * 100);
	grid_column(grid, text_string(&title), true);
	text_release(&title);
	for (size_t i = 0; i < campaign->level_count; i++) {
		const struct campaign_level *level = &campaign->levels[i];
		grid_put(grid, "%s", level->name);
		grid_put(grid, "%zu", level->spread.runs);
		grid_put(grid, "%zu", level->spread.boots);
		put_sd(grid, level->spread.run_sd);
		put_sd(grid, level->spread.boot_sd);
		if (isnan(level->spread.run_sd))
			grid_put(grid, "unknown");
		else
			put_units(grid, level->effect_units);
		if (!level->is_cache || isnan(level->spread.run_sd))
			grid_put(grid, "-");
		else
			put_units(grid, level->control_units);
	}
}

static void boots_grid(const struct campaign *campaign, struct grid *grid)
{
	struct text title = { 0 };

	grid_column(grid, "sd of boots", true);
	for (size_t i = 0; i < CAMPAIGN_CHOICES; i++) {
		title.length = 0;
		text_printf(&title, "%zu runs each", campaign_runs[i]);
		grid_column(grid, text_string(&title), true);
	}
	text_release(&title);
	for (size_t row = 0; row < campaign->row_count; row++) {
		put_sd(grid, campaign->rows[row].boot_sd);
		for (size_t i = 0; i < CAMPAIGN_CHOICES; i++)
			put_units(grid, campaign->rows[row].boots[i]);
	}
}

static const char *target_name(const struct campaign *campaign)
{
	return campaign->level_count > 0 ? campaign->levels[campaign->target].name : "DRAM";
}

static void put_head(const struct campaign *campaign, const char *files, struct text *text)
{
	const struct campaign_options *options = &campaign->options;

	text_printf(text, "To find a change of %g %% in %s with %g %% power at alpha %g, Holm "
	            "over %zu test%s (p < %.3g)\n", options->effect * 100,
	            target_name(campaign), options->power * 100, options->alpha,
	            options->family, options->family == 1 ? "" : "s",
	            options->alpha / (double)options->family);
	if (campaign->level_count > 0)
		text_put_lines(text, "pilot: ", files);
}

static void put_choice(const struct campaign *campaign, struct text *text)
{
	if (campaign->boots == 0)
		return;
	text_printf(text, "%zu boots of each configuration, %zu runs in each boot; finds %.1f %% "
	            "at a sd of boots of %.2f %%%s.\n", campaign->boots, campaign->runs,
	            campaign->mde * 100, campaign->boot_sd * 100,
	            campaign->boot_sd_assumed ? " (assumed)" : "");
	text_printf(text, "About %.1f hours: in each boot %.0f s to reboot and reseat, and %" PRIu64
	            " minutes for the runs, twice that at most where the core is busy.\n",
	            campaign->total_s / 3600, campaign->options.boot_s, campaign->over_minutes);
}

/* "A B  B A  A B": a blank between the two of a pair, two between pairs. */
static void put_order(const struct campaign *campaign, struct text *text)
{
	struct text order = { 0 };
	size_t shown = campaign->boots < ORDER_MOST ? campaign->boots : ORDER_MOST;

	campaign_order(shown, &order);
	for (size_t i = 0; i < order.length; i++)
		text_printf(text, "%s%c", i == 0 ? "" : i % 2 ? " " : "  ", order.bytes[i]);
	text_put(text, shown < campaign->boots ? "  ... and so on\n" : "\n");
	text_release(&order);
}

static void put_floor(const struct campaign *campaign, const char *lead, struct text *text)
{
	text_printf(text, "%sfewer than %zu boots a side can never reach p < %g, whatever they "
	            "show\n%sfewer than %zu cannot under Holm over %zu test%s\n", lead,
	            campaign->least_units, campaign->options.alpha, lead,
	            campaign->least_units_family, campaign->options.family,
	            campaign->options.family == 1 ? "" : "s");
}

/* What both sides are told alike: the rest of a command. */
static void put_runs(const struct campaign *campaign, const char *name, struct text *text)
{
	text_printf(text, " --over %" PRIu64 "m --runs %zu -o %s.csv --label %s --append\n",
	            campaign->over_minutes, campaign->runs, name, name);
}

void plan_commands(const struct campaign *campaign, struct text *text)
{
	const char *settings = campaign->settings.length > 0
	                       ? text_string(&campaign->settings)
	                       : "--sizes 2K-256M --op copy --pages auto";

	text_printf(text, "# in each boot with A, which comes first\nmembench run %s", settings);
	put_runs(campaign, "A", text);
	text_put(text, "# in each boot with B\nmembench run --like A.csv");
	put_runs(campaign, "B", text);
	text_put(text, "# after the last boot\nmembench compare A.csv B.csv\n");
}

/* The texts between the grids, which table and Markdown share. */
static const char levels_text[] =
	"One boot a side: the change of these two boots only, not of what they hold";
static const char boots_text[] =
	"Boots a side, by how far boots of one configuration lie apart";
static const char order_text[] =
	"Order: shut down, change or reseat the modules, boot, run. Reseat also where the same "
	"configuration comes next: else its boots share one seating";

static void put_plan(const struct campaign *campaign, struct text *text)
{
	struct text lines = { 0 }, commands = { 0 };

	text_put(&lines, "Plan: ");
	put_choice(campaign, &lines);
	text_printf(&lines, "%s:\n", order_text);
	text_put_prose(text, "", text_string(&lines));
	text_put(text, "    ");
	put_order(campaign, text);
	plan_commands(campaign, &commands);
	text_put_lines(text, "    ", text_string(&commands));
	text_release(&lines);
	text_release(&commands);
}

/* The plan first, then what it rests on. */
void plan_table(const struct campaign *campaign, const char *files, struct text *text)
{
	struct grid levels = { 0 }, boots = { 0 };
	struct text head = { 0 };

	put_head(campaign, files, &head);
	text_put_prose(text, "", text_string(&head));
	if (campaign->boots > 0)
		put_plan(campaign, text);
	text_put_prose(text, "", text_string(&campaign->notes));
	if (campaign->level_count > 0) {
		text_printf(text, "\n%s\n", levels_text);
		levels_grid(campaign, &levels);
		grid_table(&levels, "  ", text);
	}
	text_printf(text, "\n%s\n", boots_text);
	boots_grid(campaign, &boots);
	grid_table(&boots, "  ", text);
	put_floor(campaign, "  ", text);
	text_release(&head);
	grid_release(&levels);
	grid_release(&boots);
}

void plan_markdown(const struct campaign *campaign, const char *files, struct text *text)
{
	struct grid levels = { 0 }, boots = { 0 };
	struct text head = { 0 };

	put_head(campaign, files, &head);
	text_put_lines(text, "- ", text_string(&head));
	if (campaign->level_count > 0) {
		text_printf(text, "\n%s:\n\n", levels_text);
		levels_grid(campaign, &levels);
		grid_markdown(&levels, text);
	}
	text_printf(text, "\n%s:\n\n", boots_text);
	boots_grid(campaign, &boots);
	grid_markdown(&boots, text);
	text_put(text, "\n");
	put_floor(campaign, "- ", text);
	if (campaign->boots > 0) {
		text_put(text, "\n**Plan:** ");
		put_choice(campaign, text);
		text_printf(text, "\n%s:\n\n    ", order_text);
		put_order(campaign, text);
		text_put(text, "\n```sh\n");
		plan_commands(campaign, text);
		text_put(text, "```\n");
	}
	text_put(text, campaign->notes.length > 0 ? "\n" : "");
	text_put_lines(text, "- ", text_string(&campaign->notes));
	text_release(&head);
	grid_release(&levels);
	grid_release(&boots);
}
