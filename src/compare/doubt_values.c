/* SPDX-License-Identifier: MIT */
/* compare: doubts about the values that were measured. Changes no finding. */
#include "compare/findings.h"

#include "compare/selection.h"

static void warn_flags(struct comparison *comparison)
{
	for (size_t c = 0; c < comparison->configuration_count; c++) {
		const struct configuration *item = &comparison->configurations[c];
		bool is_cut = item->flagged[cell_flag_index(CELL_INCOMPLETE)] > 0;
		struct text text = { 0 };
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++) {
			/* Those that are left out have a doubt of their own. */
			if (item->flagged[flag] > 0 &&
			    (comparison->options.clean <= 0 || 1u << flag != CELL_SLOWED))
				text_printf(&text, "%s%zu %s", text.length ? ", " : "",
				            item->flagged[flag], cell_flag_names[flag]);
		}
		if (text.length == 0)
			continue;
		text_printf(&text, " of %zu rows of %s; all are used%s.", item->cell_count,
		            item->label, is_cut
		            ? " (incomplete: the run was interrupted; --append adds whole ones)"
		            : ". The README says what each flag means and what to do");
		comparison_warn(comparison, is_cut ? "incomplete" : "flags", &text);
	}
}

static void warn_slowed(struct comparison *comparison)
{
	size_t slowed = 0, rows = 0;
	struct text text = { 0 };

	for (size_t c = 0; c < comparison->configuration_count; c++) {
		slowed += comparison->configurations[c].slowed_count;
		rows += comparison->configurations[c].cell_count;
	}
	if (slowed == 0)
		return;
	text_printf(&text, "%zu of %zu rows met a busy core (issue rate below %.2g of the best). Where "
	            "enough other runs are, those are compared (--all-rows: all); elsewhere all "
	            "are shown and nothing is told: measure when the core is left alone.", slowed,
	            rows, comparison->options.clean);
	comparison_warn(comparison, "busy-core", &text);
}

/* All levels in one sentence. */
static void warn_outliers(struct comparison *comparison)
{
	struct text text = { 0 };

	for (size_t i = 0; i < comparison->level_count; i++) {
		const struct compare_level *level = &comparison->levels[i];
		for (size_t c = 0; c < comparison->configuration_count; c++) {
			const struct level_values *values = &level->configurations[c];
			if (values->outliers > 0)
				text_printf(&text, "%s%s: %zu of %zu runs of %s", text.length ? "; " : "",
				            level->name, values->outliers, values->count,
				            comparison_label(comparison, c));
		}
	}
	if (text.length == 0)
		return;
	text_put(&text, " lie far from the rest (one clean sample in a hundred has any). They "
	                "count; ranks keep them from ruling. Look at the plot, or measure on a "
	                "quieter machine.");
	comparison_warn(comparison, "outliers", &text);
}

void comparison_doubt_values(struct comparison *comparison)
{
	warn_slowed(comparison);
	comparison_doubt_drift(comparison);
	warn_outliers(comparison);
	warn_flags(comparison);
}
