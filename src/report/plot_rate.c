/* SPDX-License-Identifier: MIT */
/* report: rate against block size as SVG. Knows sizes and rates, not how they were had. */
#include "report/plot_svg.h"

#include "base/units.h"
#include "report/axis.h"
#include "report/plot_bands.h"

#define AREA_HEIGHT  340.0
#define AREA_LEFT    (PAGE_MARGIN + 44)
#define AREA_RIGHT   (PAGE_WIDTH - PAGE_MARGIN)
#define NAMES_HEIGHT 22.0 /* above the rates, for the names of the levels */
#define TICK_WIDTH   44.0 /* that a size's label needs */
#define RATE_TICKS   10
#define MARKS_MOST   40   /* on a line: more of them are a smear */

#define LINES "Lines: median of the runs; bands: from the slowest to the fastest run. Both " \
              "axes are logarithmic."
#define BANDS " Shaded: sizes that fit one level; between them they straddle two, or the " \
              "configurations disagree."

struct rate_chart {
	struct sheet *sheet;
	double top, bottom; /* of the area, pixels */
	struct axis sizes, rates;
};

static double x_of(const struct rate_chart *chart, double block_bytes)
{
	return AREA_LEFT + axis_place(&chart->sizes, block_bytes) * (AREA_RIGHT - AREA_LEFT);
}

static double y_of(const struct rate_chart *chart, double rate)
{
	double height = chart->bottom - chart->top - NAMES_HEIGHT;
	return chart->bottom - axis_place(&chart->rates, rate) * height;
}

static void chart_axes(struct rate_chart *chart, const struct plot_extent *extent)
{
	axis_sizes(&chart->sizes, extent->size_low, extent->size_high,
	           (size_t)((AREA_RIGHT - AREA_LEFT) / TICK_WIDTH));
	axis_log_rates(&chart->rates, extent->rate_low, extent->rate_high, RATE_TICKS);
	axis_of(&chart->rates, chart->sheet->plot->quantity);
}

static void draw_bands(const struct rate_chart *chart)
{
	struct sheet *sheet = chart->sheet;
	struct plot_bands bands;

	plot_bands_init(&bands, sheet->plot, &chart->sizes);
	for (size_t i = 0; i < bands.count; i++) {
		const struct plot_band *band = &bands.items[i];
		double x = x_of(chart, band->low), width = x_of(chart, band->high) - x;
		if (!band->edge)
			svg_leaf(&sheet->svg, "rect", "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
			         "height=\"%.1f\" fill-opacity=\"0.07\"", x, chart->top, width,
			         chart->bottom - chart->top);
		if (i > 0)
			svg_leaf(&sheet->svg, "path", "stroke=\"currentColor\" stroke-opacity=\"0.4\" "
			         "stroke-dasharray=\"3 3\" d=\"M%.1f %.1fV%.1f\"", x, chart->top,
			         chart->bottom);
		if (svg_width(band->name, FONT) <= width)
			sheet_text(sheet, x + width / 2, chart->top + 15, "middle", band->name);
	}
	plot_bands_release(&bands);
}

static void draw_size_ticks(const struct rate_chart *chart)
{
	struct sheet *sheet = chart->sheet;
	char label[AXIS_LABEL_BYTES];

	for (size_t i = 0; i < chart->sizes.tick_count; i++) {
		double x = x_of(chart, chart->sizes.ticks[i]);
		svg_leaf(&sheet->svg, "path",
		         "stroke=\"currentColor\" stroke-opacity=\"0.14\" d=\"M%.1f %.1fv%.1f\"",
		         x, chart->top + NAMES_HEIGHT, chart->bottom - chart->top - NAMES_HEIGHT + 4);
		axis_size_label(chart->sizes.ticks[i], label);
		sheet_text(sheet, x, chart->bottom + 18, "middle", label);
	}
	sheet_text(sheet, (AREA_LEFT + AREA_RIGHT) / 2, chart->bottom + 37, "middle",
	           "block size in bytes (K, M, G: powers of two)");
}

static void draw_rate_ticks(const struct rate_chart *chart)
{
	struct sheet *sheet = chart->sheet;
	char label[AXIS_LABEL_BYTES];

	for (size_t i = 0; i < chart->rates.tick_count; i++) {
		double y = y_of(chart, chart->rates.ticks[i]);
		svg_leaf(&sheet->svg, "path",
		         "stroke=\"currentColor\" stroke-opacity=\"0.14\" d=\"M%.1f %.1fH%.1f\"",
		         AREA_LEFT - 4, y, AREA_RIGHT);
		axis_rate_label(&chart->rates, chart->rates.ticks[i], label);
		sheet_text(sheet, AREA_LEFT - 8, y + 4, "end", label);
	}
	sheet_text(sheet, PAGE_MARGIN, chart->top - 8, "start", chart->rates.unit_name);
}

/* There along the fastest runs, back along the slowest. */
static void draw_spread(const struct rate_chart *chart, const struct plot_series *series)
{
	struct text path = { 0 };

	for (size_t i = 0; i < series->count; i++)
		text_printf(&path, "%s%.1f %.1f", i ? "L" : "M",
		            x_of(chart, (double)series->sizes[i].block_bytes),
		            y_of(chart, series->sizes[i].high));
	for (size_t i = series->count; i-- > 0;)
		text_printf(&path, "L%.1f %.1f",
		            x_of(chart, (double)series->sizes[i].block_bytes),
		            y_of(chart, series->sizes[i].low));
	svg_leaf(&chart->sheet->svg, "path",
	         "fill=\"currentColor\" fill-opacity=\"0.18\" d=\"%sz\"", text_string(&path));
	text_release(&path);
}

static void draw_line(const struct rate_chart *chart, size_t at)
{
	const struct plot_series *series = &chart->sheet->plot->series[at];
	struct text path = { 0 };

	for (size_t i = 0; i < series->count; i++)
		text_printf(&path, "%s%.1f %.1f", i ? "L" : "M",
		            x_of(chart, (double)series->sizes[i].block_bytes),
		            y_of(chart, series->sizes[i].median));
	svg_leaf(&chart->sheet->svg, "path",
	         "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" "
	         "stroke-linejoin=\"round\" stroke-dasharray=\"%s\" d=\"%s\"", sheet_dash(at),
	         text_string(&path));
	text_release(&path);
}

static void mark_title(enum quantity quantity, const struct plot_series *series, const struct plot_size *size,
                       struct text *text)
{
	char block[SIZE_TEXT_BYTES], median[AXIS_LABEL_BYTES], low[AXIS_LABEL_BYTES],
	        high[AXIS_LABEL_BYTES];

	axis_text(quantity, size->median, median);
	axis_text(quantity, size->low, low);
	axis_text(quantity, size->high, high);
	text_printf(text, "%s, %s, %s%s: %s (%s to %s, %zu runs)", series->label,
	            size_format(size->block_bytes, block), size->level,
	            size->edge ? " edge" : "", median, low, high, size->runs);
}

static void draw_marks(const struct rate_chart *chart, size_t at)
{
	const struct plot_series *series = &chart->sheet->plot->series[at];
	size_t step = series->count / MARKS_MOST + 1;

	for (size_t i = 0; i < series->count; i += step) {
		const struct plot_size *size = &series->sizes[i];
		struct text title = { 0 };
		mark_title(chart->sheet->plot->quantity, series, size, &title);
		sheet_mark(chart->sheet, at, x_of(chart, (double)size->block_bytes),
		           y_of(chart, size->median), text_string(&title));
		text_release(&title);
	}
}

static void draw_series(const struct rate_chart *chart)
{
	for (size_t i = 0; i < chart->sheet->plot->series_count; i++) {
		sheet_series_open(chart->sheet, i);
		draw_spread(chart, &chart->sheet->plot->series[i]);
		draw_line(chart, i);
		draw_marks(chart, i);
		svg_close(&chart->sheet->svg, "g");
	}
}

void plot_rate_svg(struct sheet *sheet)
{
	struct rate_chart chart = { .sheet = sheet };
	struct plot_extent extent = plot_extent(sheet->plot);

	sheet_heading(sheet, sheet->plot->quantity == QUANTITY_LATENCY
	                             ? "Time of a load against block size: less is better"
	                             : "Rate against block size");
	if (extent.rate_high == 0) {
		sheet_paragraph(sheet, "No size has a rate.");
		return;
	}
	chart.top = sheet->y + 30;
	chart.bottom = chart.top + AREA_HEIGHT;
	chart_axes(&chart, &extent);
	draw_bands(&chart);
	draw_rate_ticks(&chart);
	draw_size_ticks(&chart);
	draw_series(&chart);
	sheet->y = chart.bottom + 46;
	sheet_paragraph(sheet, sheet->plot->is_by_size ? LINES : LINES BANDS);
}
