/* SPDX-License-Identifier: MIT */
/* report: the runs of each level as SVG, side by side. Knows runs, not their sizes. */
#include "report/plot_svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/findings.h"
#include "report/axis.h"

#define PANEL_HEIGHT 250.0
#define PANEL_HEAD   32.0
#define FOOT         36.0 /* label and runs */
#define FOOT_CHANGE  68.0 /* and the change with its interval */
#define PANEL_LEFT   50.0 /* labels of the scale */
#define PANEL_GAP    18.0
#define PANEL_LEAST  210.0
#define SLOT         78.0 /* for a configuration, where there is room ... */
#define SLOT_MOST    110.0
#define LABEL_GAP    6.0
#define SLOT_CHANGE  76.0 /* the least in which a change can be written */
#define RATE_TICKS   8
#define GOLDEN       0.61803398874989485 /* its multiples spread evenly, in any number */
#define JITTER       0.34 /* of a slot, all in all */
#define BOX          0.46
#define RUNS_MOST    1000 /* marks of a box: then every second run, every third ... */

struct panel {
	struct sheet *sheet;
	const struct plot_level *level;
	double left, right, top, bottom; /* of the area, pixels */
	double slot;
	struct axis rates;
};

/* As many as fit, spread evenly over the rows. */
static size_t panels_in_row(const struct plot *plot)
{
	double width = PANEL_LEFT + SLOT * (double)plot->series_count;
	double room = PAGE_WIDTH - 2 * PAGE_MARGIN + PANEL_GAP;

	width = fmax(width, PANEL_LEAST) + PANEL_GAP;
	size_t most = room < width ? 1 : (size_t)(room / width);
	size_t rows = (plot->level_count + most - 1) / most;
	return rows > 0 ? (plot->level_count + rows - 1) / rows : 1;
}

static double slot_width(const struct plot *plot)
{
	double in_row = (double)panels_in_row(plot);
	double room = (PAGE_WIDTH - 2 * PAGE_MARGIN + PANEL_GAP) / in_row - PANEL_GAP -
	              PANEL_LEFT;
	return fmin(SLOT_MOST, room / (double)plot->series_count);
}

bool plot_levels_keyed(const struct plot *plot)
{
	for (size_t i = 0; i < plot->series_count; i++) {
		if (svg_width(plot->series[i].label, FONT_SMALL) > slot_width(plot) - LABEL_GAP)
			return true;
	}
	return false;
}

static double y_of(const struct panel *panel, double rate)
{
	return panel->bottom -
	       axis_place(&panel->rates, rate) * (panel->bottom - panel->top);
}

static void panel_axis(struct panel *panel)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < panel->level->count; i++) {
		const struct plot_box *box = &panel->level->boxes[i];
		low = fmin(low, box->rates[0]);
		high = fmax(high, box->rates[box->count - 1]);
	}
	axis_rates(&panel->rates, low, high, RATE_TICKS);
	axis_of(&panel->rates, panel->sheet->plot->quantity);
}

static void draw_scale(const struct panel *panel)
{
	struct sheet *sheet = panel->sheet;
	struct text title = { 0 }, fitting = { 0 };
	char label[AXIS_LABEL_BYTES];

	text_printf(&title, "%s, %s", panel->rates.unit_name, panel->level->name);
	if (!sheet->plot->is_by_size)
		text_printf(&title, ", %s", panel->level->sizes);
	svg_fit(&fitting, text_string(&title), FONT, panel->right - panel->left + PANEL_GAP);
	sheet_text(sheet, panel->left, panel->top - 10, "start", text_string(&fitting));
	svg_leaf(&sheet->svg, "rect", "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
	         "fill-opacity=\"0.04\"", panel->left, panel->top, panel->right - panel->left,
	         panel->bottom - panel->top);
	for (size_t i = 0; i < panel->rates.tick_count; i++) {
		double y = y_of(panel, panel->rates.ticks[i]);
		svg_leaf(&sheet->svg, "path",
		         "stroke=\"currentColor\" stroke-opacity=\"0.14\" d=\"M%.1f %.1fH%.1f\"",
		         panel->left - 4, y, panel->right);
		axis_rate_label(&panel->rates, panel->rates.ticks[i], label);
		sheet_small(sheet, panel->left - 7, y + 4, "end", label);
	}
	text_release(&title);
	text_release(&fitting);
}

static void draw_box(const struct panel *panel, const struct plot_box *box, double x)
{
	struct svg *svg = &panel->sheet->svg;
	double half = panel->slot * BOX / 2;
	double top = y_of(panel, box->q3), bottom = y_of(panel, box->q1);

	svg_leaf(svg, "rect", "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
	         "fill=\"currentColor\" fill-opacity=\"0.15\" stroke=\"currentColor\"",
	         x - half, top, 2 * half, bottom - top);
	svg_leaf(svg, "path", "stroke=\"currentColor\" stroke-width=\"2.5\" "
	         "d=\"M%.1f %.1fh%.1f\"", x - half, y_of(panel, box->median), 2 * half);
}

/* Beside the box, with caps. */
static void draw_interval(const struct panel *panel, const struct plot_box *box, double x)
{
	double at = x + panel->slot * (BOX / 2 + 0.08), cap = panel->slot * 0.04;
	double low = y_of(panel, box->low), high = y_of(panel, box->high);

	if (isnan(box->low))
		return;
	svg_leaf(&panel->sheet->svg, "path",
	         "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" "
	         "d=\"M%.1f %.1fh%.1fm%.1f 0V%.1fm%.1f 0h%.1f\"", at - cap, low, 2 * cap, -cap,
	         high, -cap, 2 * cap);
}

static void draw_runs(const struct panel *panel, const struct plot_box *box, double x)
{
	struct svg *svg = &panel->sheet->svg;
	size_t step = (box->count + RUNS_MOST - 1) / RUNS_MOST;

	svg_open(svg, "g", "opacity=\"0.75\"");
	for (size_t i = 0; i < box->count; i += step) {
		double unit = fmod((double)(i + 1) * GOLDEN, 1) - 0.5;
		sheet_mark(panel->sheet, box->series, x + unit * JITTER * panel->slot,
		           y_of(panel, box->rates[i]), NULL);
	}
	svg_close(svg, "g");
}

/* "+3.6" of "+3.6 %". */
static void put_end(struct text *text, double fraction)
{
	char percent[PERCENT_BYTES];
	const char *end = percent_format(fraction, percent);

	text_put_bytes(text, end, strcspn(end, " "));
}

/* "+4.1 %", and below it "+3.6 .. +4.5". */
static void draw_change(const struct panel *panel, const struct plot_box *box, double x)
{
	char percent[PERCENT_BYTES];
	struct text interval = { 0 };

	if (isnan(box->change) || panel->slot < SLOT_CHANGE)
		return;
	sheet_small(panel->sheet, x, panel->bottom + 46, "middle",
	            percent_format(box->change, percent));
	if (!isfinite(box->change_low) || !isfinite(box->change_high))
		return;
	put_end(&interval, box->change_low);
	text_put(&interval, " .. ");
	put_end(&interval, box->change_high);
	sheet_small(panel->sheet, x, panel->bottom + 60, "middle", text_string(&interval));
	text_release(&interval);
}

static void draw_labels(const struct panel *panel, const struct plot_box *box, double x)
{
	struct sheet *sheet = panel->sheet;
	char line[64];

	sheet_key(box->series, line);
	sheet_small(sheet, x, panel->bottom + 17, "middle",
	            sheet->keyed ? line : sheet->plot->series[box->series].label);
	(void)snprintf(line, sizeof line, "n = %zu", box->count);
	sheet_small(sheet, x, panel->bottom + 31, "middle", line);
	draw_change(panel, box, x);
}

static void draw_panel(struct panel *panel)
{
	panel_axis(panel);
	draw_scale(panel);
	for (size_t i = 0; i < panel->level->count; i++) {
		const struct plot_box *box = &panel->level->boxes[i];
		double x = panel->left + ((double)box->series + 0.5) * panel->slot;
		sheet_series_open(panel->sheet, box->series);
		draw_box(panel, box, x);
		draw_runs(panel, box, x);
		draw_interval(panel, box, x);
		svg_close(&panel->sheet->svg, "g");
		draw_labels(panel, box, x);
	}
}

/* Where there are any, and room to write them. */
static bool shows_changes(const struct plot *plot)
{
	if (slot_width(plot) < SLOT_CHANGE)
		return false;
	for (size_t i = 0; i < plot->level_count; i++) {
		for (size_t box = 0; box < plot->levels[i].count; box++) {
			if (!isnan(plot->levels[i].boxes[box].change))
				return true;
		}
	}
	return false;
}

static void draw_panels(struct sheet *sheet)
{
	const struct plot *plot = sheet->plot;
	size_t in_row = panels_in_row(plot);
	double slot = slot_width(plot), area = slot * (double)plot->series_count;
	double foot = shows_changes(plot) ? FOOT_CHANGE : FOOT;

	for (size_t i = 0; i < plot->level_count; i++) {
		struct panel panel = { .sheet = sheet, .level = &plot->levels[i], .slot = slot };
		double column = (double)(i % in_row);
		panel.left = PAGE_MARGIN + PANEL_LEFT +
		             column * (PANEL_LEFT + area + PANEL_GAP);
		panel.right = panel.left + area;
		panel.top = sheet->y + PANEL_HEAD;
		panel.bottom = panel.top + PANEL_HEIGHT;
		draw_panel(&panel);
		if (i % in_row == in_row - 1 || i + 1 == plot->level_count)
			sheet->y = panel.bottom + foot;
	}
}

void plot_levels_svg(struct sheet *sheet)
{
	bool is_by_size = sheet->plot->is_by_size;

	sheet_heading(sheet, is_by_size ? "Runs by block size" : "Runs by level");
	if (sheet->plot->level_count == 0) {
		sheet_paragraph(sheet, is_by_size ? "No size is in every configuration." :
		                "No size lies within one level in every configuration.");
		return;
	}
	draw_panels(sheet);
	struct text below = { 0 };
	text_printf(&below, "Each mark is one run%s (at most 1000 are shown); box: quartiles and "
	            "median; bar beside it: 95 %% interval of the median, from 6 runs on. Each panel "
	            "has its own scale, which does not start at 0.",
	            is_by_size ? "" : " over the sizes of the level");
	sheet_paragraph(sheet, text_string(&below));
	below.length = 0;
	if (!shows_changes(sheet->plot)) {
		text_release(&below);
		return;
	}
	text_printf(&below, "Below: change against the first configuration, with its %g %% "
	            "interval where there is one.", sheet->plot->confidence * 100);
	sheet_paragraph(sheet, text_string(&below));
	text_release(&below);
}
