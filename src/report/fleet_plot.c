/* SPDX-License-Identifier: MIT */
/* report: hosts by name with the middle, the fence and the margin, as SVG. Computes nothing. */
#include "report/fleet_parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/axis.h"
#include "report/plot_svg.h"

#define CHART_HEIGHT 300.0
#define CHART_HEAD   26.0
#define CHART_FOOT   34.0
#define CHART_LEFT   50.0 /* labels of the scale */
#define CHART_RIGHT  70.0 /* names of the lines */
#define RATE_TICKS   8
#define NAMED_MOST   12   /* hosts that are slow, written beside their marks */
#define NAME_GAP     12.0 /* between names below the chart */

struct chart {
	struct sheet *sheet;
	const struct fleet *fleet;
	const struct fleet_group *group;
	const struct fleet_host **hosts; /* by name, those that have a rate */
	size_t count;
	double left, right, top, bottom;
	struct axis rates;
};

static int by_name(const void *a, const void *b)
{
	return fleet_by_name(*(const struct fleet_host *const *)a,
	                     *(const struct fleet_host *const *)b);
}

static double rate_of(const struct fleet_host *host)
{
	return exp(host->rates[FLEET_JUDGED].log_rate);
}

static void chart_hosts(struct chart *chart)
{
	const struct fleet_group *group = chart->group;

	chart->hosts = memory_zeroed(group->host_count, sizeof *chart->hosts);
	for (size_t i = 0; i < group->host_count; i++) {
		if (!isnan(group->hosts[i].rates[FLEET_JUDGED].log_rate))
			chart->hosts[chart->count++] = &group->hosts[i];
	}
	qsort(chart->hosts, chart->count, sizeof *chart->hosts, by_name);
}

/* The lines of a group: their rates, and what they are called. */
static double line_rate(const struct chart *chart, double change)
{
	return exp(chart->group->levels[FLEET_JUDGED].centre) * (1 + change);
}

static double fence_change(const struct chart *chart)
{
	const struct fleet_level *level = &chart->group->levels[FLEET_JUDGED];

	return expm1(-level->fence * level->spread);
}

static void chart_axis(struct chart *chart)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < chart->count; i++) {
		low = fmin(low, rate_of(chart->hosts[i]));
		high = fmax(high, rate_of(chart->hosts[i]));
	}
	if (!isnan(chart->group->levels[FLEET_JUDGED].centre)) {
		low = fmin(low, line_rate(chart, fmin(-chart->fleet->options.margin,
		                                      fence_change(chart))));
		high = fmax(high, line_rate(chart, 0));
	}
	axis_rates(&chart->rates, low, high, RATE_TICKS);
}

static double x_of(const struct chart *chart, size_t index)
{
	return chart->left + ((double)index + 0.5) / (double)chart->count *
	                     (chart->right - chart->left);
}

static double y_of(const struct chart *chart, double rate)
{
	return chart->bottom - axis_place(&chart->rates, rate) * (chart->bottom - chart->top);
}

static void draw_scale(const struct chart *chart)
{
	struct sheet *sheet = chart->sheet;
	char label[AXIS_LABEL_BYTES];

	sheet_text(sheet, chart->left, chart->top - 8, "start", chart->rates.unit_name);
	svg_leaf(&sheet->svg, "rect", "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
	         "fill-opacity=\"0.04\"", chart->left, chart->top, chart->right - chart->left,
	         chart->bottom - chart->top);
	for (size_t i = 0; i < chart->rates.tick_count; i++) {
		double y = y_of(chart, chart->rates.ticks[i]);
		svg_leaf(&sheet->svg, "path",
		         "stroke=\"currentColor\" stroke-opacity=\"0.14\" d=\"M%.1f %.1fH%.1f\"",
		         chart->left - 4, y, chart->right);
		axis_rate_label(&chart->rates, chart->rates.ticks[i], label);
		sheet_small(sheet, chart->left - 7, y + 4, "end", label);
	}
}

static void draw_line(const struct chart *chart, double change, const char *name,
                      const char *dash)
{
	double y = y_of(chart, line_rate(chart, change));

	svg_leaf(&chart->sheet->svg, "path", "fill=\"none\" stroke=\"currentColor\" "
	         "stroke-dasharray=\"%s\" d=\"M%.1f %.1fH%.1f\"", dash, chart->left, y,
	         chart->right);
	sheet_small(chart->sheet, chart->right + 6, y + 4, "start", name);
}

static void draw_lines(const struct chart *chart)
{
	const struct fleet_level *level = &chart->group->levels[FLEET_JUDGED];

	if (isnan(level->centre))
		return;
	draw_line(chart, 0, level->is_given ? "given" : "middle", "none");
	draw_line(chart, fence_change(chart), "fence", "7 3");
	draw_line(chart, -chart->fleet->options.margin, "margin", "2 2");
}

/* A series of the sheet for each verdict: its colour and its mark. */
static size_t series_of(const struct fleet_host *host)
{
	return fleet_is_slow(host) ? 1 : host->verdict == FLEET_ALIKE ? 0 : 3;
}

static void draw_hosts(const struct chart *chart)
{
	struct sheet *sheet = chart->sheet;
	size_t named = 0;

	for (size_t series = 0; series <= 3; series++) {
		sheet_series_open(sheet, series);
		for (size_t i = 0; i < chart->count; i++) {
			const struct fleet_host *host = chart->hosts[i];
			double x = x_of(chart, i), y = y_of(chart, rate_of(host));
			if (series_of(host) != series)
				continue;
			sheet_mark(sheet, series, x, y, host->name);
			if (series == 1 && named++ < NAMED_MOST)
				sheet_small(sheet, x, y + 16, "middle", host->name);
		}
		svg_close(&sheet->svg, "g");
	}
}

/* The names below, as many as fit: each one, or every second, tenth ... */
static void draw_names(const struct chart *chart)
{
	double widest = 0, room = (chart->right - chart->left) / (double)chart->count;
	size_t step = 1;

	for (size_t i = 0; i < chart->count; i++)
		widest = fmax(widest, svg_width(chart->hosts[i]->name, FONT_SMALL) + NAME_GAP);
	while ((double)step * room < widest && step < chart->count)
		step++;
	for (size_t i = 0; i < chart->count; i += step)
		sheet_small(chart->sheet, x_of(chart, i), chart->bottom + 17, "middle",
		            chart->hosts[i]->name);
}

static void draw_group(struct sheet *sheet, const struct fleet *fleet, size_t index)
{
	struct chart chart = { .sheet = sheet, .fleet = fleet, .group = &fleet->groups[index],
		              .left = PAGE_MARGIN + CHART_LEFT,
		              .right = PAGE_WIDTH - PAGE_MARGIN - CHART_RIGHT };
	struct text head = { 0 };

	fleet_put_head(fleet, index, &head);
	sheet->y += PAGE_MARGIN / 2;
	sheet_paragraphs(sheet, text_string(&head));
	text_release(&head);
	chart_hosts(&chart);
	if (chart.count > 0) {
		chart.top = sheet->y + CHART_HEAD;
		chart.bottom = chart.top + CHART_HEIGHT;
		chart_axis(&chart);
		draw_scale(&chart);
		draw_lines(&chart);
		draw_hosts(&chart);
		draw_names(&chart);
		sheet->y = chart.bottom + CHART_FOOT;
	}
	free(chart.hosts);
}

void fleet_svg(const struct fleet *fleet, struct text *text)
{
	struct text drawn = { 0 }, words = { 0 };
	struct sheet sheet = { .svg = { .text = &drawn, .depth = 1 } };

	sheet_title(&sheet, text_string(&fleet->sentence));
	for (size_t i = 0; i < fleet->group_count; i++) {
		draw_group(&sheet, fleet, i);
		fleet_put_head(fleet, i, &words);
	}
	sheet_paragraph(&sheet, "Each mark is a host, in the order of their names; squares are slow: "
	                        "beyond the fence and the margin. The scale does not start at 0.");
	sheet_page(&sheet, text_string(&fleet->sentence), text_string(&words), text);
	text_release(&words);
	text_release(&drawn);
}
