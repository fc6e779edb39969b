/* SPDX-License-Identifier: MIT */
/* report: a plan for people, as table and Markdown. Computes none of it. */
#include "report/plan_parts.h"

#include <inttypes.h>

#include "report/page.h"

#define ORDER_MOST 12 /* boots a side that are written out */

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

static void put_floor(const struct campaign *campaign, struct text *text)
{
	text_printf(text, "fewer than %zu boots a side can never reach p < %g, whatever they "
	            "show\nfewer than %zu cannot under Holm over %zu test%s\n",
	            campaign->least_units, campaign->options.alpha,
	            campaign->least_units_family, campaign->options.family,
	            campaign->options.family == 1 ? "" : "s");
}

static void put_tables(const struct campaign *campaign, struct page *page)
{
	struct grid levels = { 0 }, boots = { 0 };
	struct text floor = { 0 };

	if (campaign->level_count > 0) {
		page_heading(page, "One boot a side: the change of these two boots only, not of "
		                   "what they hold");
		plan_levels(&(struct fields){ .grid = &levels, .for_people = true }, campaign);
		page_grid(page, "  ", &levels);
	}
	page_heading(page, "Boots a side, by how far boots of one configuration lie apart");
	plan_boots(&(struct fields){ .grid = &boots, .for_people = true }, campaign);
	page_grid(page, "  ", &boots);
	put_floor(campaign, &floor);
	page_items(page, "  ", text_string(&floor));
	text_release(&floor);
}

static void put_plan(const struct campaign *campaign, struct page *page)
{
	struct text lines = { 0 }, commands = { 0 };

	if (campaign->boots == 0)
		return;
	text_put(&lines, page->markdown ? "**Plan:** " : "Plan: ");
	put_choice(campaign, &lines);
	page_prose(page, text_string(&lines));
	page_prose(page, "Order: shut down, change or reseat the modules, boot, run. Reseat "
	                     "also where the same configuration comes next: else its boots share "
	                     "one seating:\n");
	lines.length = 0;
	put_order(campaign, &lines);
	page_lines(page, "    ", text_string(&lines));
	plan_commands(campaign, &commands);
	page_commands(page, text_string(&commands));
	text_release(&lines);
	text_release(&commands);
}

/* Of commands: runs, far apart, and no boots. */
static void put_runs(const struct campaign *campaign, struct page *page)
{
	struct grid sizes = { 0 };
	struct text lines = { 0 }, commands = { 0 };

	if (campaign->runs > 0)
		text_printf(&lines, "Plan: %zu runs a side over %" PRIu64 " minutes each, the sides in "
		            "turn where that can be; finds %.2g %% at a sd of runs of %.2g %%.\n",
		            campaign->runs, campaign->over_minutes, campaign->mde * 100,
		            campaign->run_sd * 100);
	else
		text_put(&lines, "No number of runs up to 100000 finds so small a change; ask for a "
		                 "larger --effect.\n");
	page_prose(page, text_string(&lines));
	if (campaign->runs > 0)
		plan_commands(campaign, &commands);
	page_commands(page, text_string(&commands));
	page_heading(page, "Runs a side, by block size");
	plan_levels(&(struct fields){ .grid = &sizes, .for_people = true }, campaign);
	page_grid(page, "  ", &sizes);
	(void)page_warnings(page, "", &campaign->notes, SIZE_MAX, SIZE_MAX);
	text_release(&lines);
	text_release(&commands);
}

/* A terminal shows the plan first, then what it rests on. */
static void put_page(const struct campaign *campaign, const char *files, struct page *page)
{
	struct text head = { 0 };

	put_head(campaign, files, &head);
	page_items(page, "", text_string(&head));
	if (campaign->is_by_size) {
		put_runs(campaign, page);
		text_release(&head);
		return;
	}
	if (page->markdown)
		put_tables(campaign, page);
	put_plan(campaign, page);
	(void)page_warnings(page, "", &campaign->notes, SIZE_MAX, SIZE_MAX);
	if (!page->markdown)
		put_tables(campaign, page);
	text_release(&head);
}

void plan_report(const struct campaign *campaign, const char *files, enum format format,
                 struct text *text)
{
	if (format == FORMAT_JSON)
		plan_json(campaign, files, text);
	else
		put_page(campaign, files, &(struct page){ text, format == FORMAT_MARKDOWN });
}
