/* SPDX-License-Identifier: MIT */
/* report: the findings of a comparison as fields, for every format. Lays nothing out. */
#include "report/compare_parts.h"

#include <math.h>

#include "base/units.h"
#include "compare/findings.h"

#define LABEL_MOST 12 /* columns of a label above a rate; the heading has all of it */

void field_p(struct fields *fields, const char *name, const char *title, double p,
             bool is_asymptotic)
{
	struct text words = { 0 };

	field_number(fields, name, NULL, p, NULL);
	compare_put_p(p, is_asymptotic, &words);
	if (title != NULL)
		field_shown(fields, title, true, "%s", text_string(&words));
	text_release(&words);
}

/* What programs get as a rate, in MB/s, people get as what it is shown as: with four digits
 * at least, below a label. */
static void field_value(struct fields *fields, const struct comparison *comparison,
                        const char *name, const char *label, double mb_per_s)
{
	double value = fields->for_people ? comparison_value(comparison, mb_per_s) : mb_per_s;
	struct text title = { 0 };

	while (label != NULL && *label && text_columns(text_string(&title)) < LABEL_MOST) {
		size_t length = text_character(label);
		text_put_bytes(&title, label, length ? length : 1);
		label += length ? length : 1;
	}
	field_number(fields, name, label != NULL ? text_string(&title) : NULL, value,
	             value < 10 ? "%.3f" : value < 1000 ? "%.1f" : "%.0f");
	text_release(&title);
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

/* Below its confidence; of changes of rates. */
static void shown_interval(struct fields *fields, enum quantity quantity, double confidence,
                           double low, double high)
{
	struct text title = { 0 }, words = { 0 };

	if (quantity == QUANTITY_LATENCY) {
		double lowest = quantity_change(quantity, high);
		high = quantity_change(quantity, low);
		low = lowest;
	}
	text_printf(&title, "%.3g %% interval", 100 * confidence);
	if (isfinite(low) || isfinite(high)) {
		put_end(&words, low);
		text_put(&words, " .. ");
		put_end(&words, high);
	} else {
		text_put(&words, "none");
	}
	field_shown(fields, text_string(&title), true, "%s", text_string(&words));
	text_release(&title);
	text_release(&words);
}

/* What the answer shows of an effect: rates, change, interval, p. */
static void answer_fields(struct fields *fields, const struct finding_view *view)
{
	const struct configuration *all = view->comparison->configurations;
	const struct effect *effect = view->effect;
	const char *a = view->is_detail ? NULL : all[view->pair->a].label;
	const char *b = view->is_detail ? NULL : all[view->pair->b].label;
	enum quantity quantity = comparison_quantity(view->comparison);
	char percent[PERCENT_BYTES];

	field_value(fields, view->comparison, "median_a", a, effect->median_a);
	field_value(fields, view->comparison, "median_b", b, effect->median_b);
	field_number(fields, "change", NULL, effect->change, NULL);
	field_number(fields, "change_low", NULL, effect->low, NULL);
	field_number(fields, "change_high", NULL, effect->high, NULL);
	if (!view->is_detail) {
		field_shown(fields, "change", true, "%s", isnan(effect->change) ? "-" :
		            percent_format(quantity_change(quantity, effect->change), percent));
		shown_interval(fields, quantity, 1 - view->comparison->options.alpha, effect->low,
		               effect->high);
	}
	field_p(fields, "p", view->is_detail ? NULL : "p", effect->p, effect->is_asymptotic);
}

void finding_fields(struct fields *fields, const struct finding_view *view)
{
	const struct effect *effect = view->effect;
	const struct level_finding *level = view->level;
	bool is_detail = view->is_detail;

	field_count(fields, "n_a", NULL, effect->n_a);
	field_count(fields, "n_b", NULL, effect->n_b);
	if (is_detail)
		field_shown(fields, "units", true, "%zu v %zu", effect->n_a, effect->n_b);
	answer_fields(fields, view);
	field_p(fields, "p_holm", is_detail ? "Holm p" : NULL, level ? level->p_holm : (double)NAN,
	        effect->is_asymptotic);
	field_p(fields, "p_floor", is_detail ? "smallest p" : NULL, effect->p_floor, false);
	field_number(fields, "a12", is_detail ? "A12" : NULL, effect->a12, "%.2f");
	if (is_detail)
		shown_interval(fields, comparison_quantity(view->comparison), 1 - 2 * view->comparison->options.alpha, level->near_low,
		               level->near_high);
	field_number(fields, "mde", is_detail ? "detectable" : NULL,
	             level ? level->mde : (double)NAN, "%.2g %%");
	if (is_detail)
		field_p(fields, NULL, "U test p*", level->pooled_p, false);
}

void verdict_fields(struct fields *fields, const struct finding_view *view)
{
	const struct level_finding *level = view->level;
	bool has_control = level != NULL && level->control != CONTROL_NONE;

	field_text(fields, "verdict", NULL, level ? level_verdict_names[level->verdict] : NULL);
	field_text(fields, "control", NULL, has_control ? control_names[level->control] : NULL);
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

void compare_level_rows(struct fields *fields, const struct comparison *comparison,
                        const struct compare_pair *pair, bool is_detail, bool colour)
{
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		struct finding_view view = { comparison, pair, &finding->effect, finding, is_detail };
		struct text verdict = { 0 };
		compare_put_verdict(finding, &verdict);
		field_text(fields, NULL, comparison->is_by_size ? "block" : "level",
		           comparison->levels[finding->level].name);
		finding_fields(fields, &view);
		if (!is_detail) {
			field_text(fields, NULL, "verdict", text_string(&verdict));
			grid_colour(fields->grid, colour ? colour_of(finding) : "");
		}
		fields_end(fields);
		text_release(&verdict);
	}
}

void compare_size_rows(struct fields *fields, const struct comparison *comparison,
                       const struct compare_pair *pair)
{
	char bytes[SIZE_TEXT_BYTES];

	for (size_t i = 0; i < pair->size_count; i++) {
		const struct size_finding *finding = &pair->sizes[i];
		const struct compare_size *size = &comparison->sizes[finding->size];
		struct finding_view view = { comparison, pair, &finding->effect, NULL, false };
		field_shown(fields, "size", true, "%s", size_format(size->block_bytes, bytes));
		field_text(fields, NULL, "level", size->level);
		finding_fields(fields, &view);
		field_text(fields, NULL, "",
		           size->use == SIZE_USED ? "" : size_use_names[size->use]);
		fields_end(fields);
	}
}
