/* SPDX-License-Identifier: MIT */
/* report: rate against block size in characters. Knows sizes and medians, no run. */
#include "report/plot_text.h"

#include <math.h>
#include <string.h>

#include "report/axis.h"
#include "report/canvas.h"
#include "report/plot_bands.h"

#define LEFT       10 /* of the area: labels of the scale and the axis */
#define AREA       (TEXT_WIDTH - LEFT)
#define ROWS       16
#define RATE_TICKS 6
#define TICK_WIDTH 6

struct rate_text {
	const struct plot *plot;
	const struct glyphs *glyphs;
	struct canvas canvas;
	struct axis sizes, rates;
};

static size_t column_of(const struct rate_text *chart, double block_bytes)
{
	return LEFT + (size_t)(axis_place(&chart->sizes, block_bytes) * (AREA - 1) + 0.5);
}

static size_t row_of(const struct rate_text *chart, double rate)
{
	return ROWS - (size_t)(axis_place(&chart->rates, rate) * (ROWS - 1) + 0.5);
}

static void draw_between(struct rate_text *chart, const struct plot_size *from,
                         const struct plot_size *to)
{
	size_t left = column_of(chart, (double)from->block_bytes);
	size_t right = column_of(chart, (double)to->block_bytes);

	for (size_t column = left + 1; column < right; column++) {
		double share = (double)(column - left) / (double)(right - left);
		double rate = from->median * pow(to->median / from->median, share);
		size_t row = row_of(chart, rate);
		if (canvas_is_blank(&chart->canvas, column, row))
			canvas_put(&chart->canvas, column, row, chart->glyphs->dot);
	}
}

static void draw_mark(struct rate_text *chart, size_t series, const struct plot_size *size)
{
	size_t column = column_of(chart, (double)size->block_bytes);
	size_t row = row_of(chart, size->median);
	const char *mark = chart->glyphs->marks[series % 6];
	bool free = canvas_is_blank(&chart->canvas, column, row) ||
	            canvas_holds(&chart->canvas, column, row, mark);

	canvas_put(&chart->canvas, column, row, free ? mark : chart->glyphs->both);
}

/* Marks first: lines only fill what they leave. */
static void draw_series(struct rate_text *chart)
{
	for (size_t i = 0; i < chart->plot->series_count; i++) {
		const struct plot_series *series = &chart->plot->series[i];
		for (size_t at = 0; at < series->count; at++)
			draw_mark(chart, i, &series->sizes[at]);
	}
	for (size_t i = 0; i < chart->plot->series_count; i++) {
		const struct plot_series *series = &chart->plot->series[i];
		for (size_t at = 1; at < series->count; at++)
			draw_between(chart, &series->sizes[at - 1], &series->sizes[at]);
	}
}

static void draw_rate_scale(struct rate_text *chart)
{
	char label[AXIS_LABEL_BYTES];

	canvas_write(&chart->canvas, 0, 0, chart->rates.unit_name);
	for (size_t row = 1; row <= ROWS; row++)
		canvas_put(&chart->canvas, LEFT - 1, row, chart->glyphs->vertical);
	for (size_t i = 0; i < chart->rates.tick_count; i++) {
		size_t row = row_of(chart, chart->rates.ticks[i]);
		axis_rate_label(&chart->rates, chart->rates.ticks[i], label);
		canvas_write(&chart->canvas, LEFT - 2 - strlen(label), row, label);
		canvas_put(&chart->canvas, LEFT - 1, row, chart->glyphs->tick);
	}
}

static void draw_size_scale(struct rate_text *chart)
{
	char label[AXIS_LABEL_BYTES];

	canvas_put(&chart->canvas, LEFT - 1, ROWS + 1, chart->glyphs->corner);
	for (size_t column = LEFT; column < TEXT_WIDTH; column++)
		canvas_put(&chart->canvas, column, ROWS + 1, chart->glyphs->horizontal);
	for (size_t i = 0; i < chart->sizes.tick_count; i++) {
		axis_size_label(chart->sizes.ticks[i], label);
		size_t column = column_of(chart, chart->sizes.ticks[i]);
		canvas_write(&chart->canvas, column - strlen(label) / 2, ROWS + 2, label);
	}
}

/* Names of the levels along the top, each over its sizes, with bars between them. */
static void draw_bands(struct rate_text *chart)
{
	struct plot_bands bands;

	plot_bands_init(&bands, chart->plot, &chart->sizes);
	for (size_t i = 0; i < bands.count; i++) {
		const struct plot_band *band = &bands.items[i];
		size_t left = column_of(chart, band->low), right = column_of(chart, band->high);
		size_t length = strlen(band->name);
		if (i > 0)
			canvas_put(&chart->canvas, left, 0, chart->glyphs->vertical);
		if (length + 1 < right - left)
			canvas_write(&chart->canvas, (left + right - length) / 2 + 1, 0, band->name);
	}
	plot_bands_release(&bands);
}

static void draw_legend(const struct rate_text *chart, struct text *text)
{
	const struct plot *plot = chart->plot;

	for (size_t i = 0; i < plot->series_count; i++) {
		struct text line = { 0 };
		text_printf(&line, "%s %s, %zu run%s\n", chart->glyphs->marks[i % 6],
		            plot->series[i].label, plot->series[i].runs,
		            plot->series[i].runs == 1 ? "" : "s");
		text_put_prose(text, "", text_string(&line));
		text_release(&line);
	}
	if (plot->series_count > 1)
		text_printf(text, "%s several of them\n", chart->glyphs->both);
}

void plot_rate_text(const struct plot *plot, const struct glyphs *glyphs,
                    struct text *text)
{
	struct rate_text chart = { .plot = plot, .glyphs = glyphs };
	struct plot_extent extent = plot_extent(plot);

	if (extent.rate_high == 0) {
		text_put(text, "\nNo size has a rate.\n");
		return;
	}
	canvas_init(&chart.canvas, TEXT_WIDTH, ROWS + 3);
	axis_sizes(&chart.sizes, extent.size_low, extent.size_high, AREA / TICK_WIDTH);
	axis_log_rates(&chart.rates, extent.rate_low, extent.rate_high, RATE_TICKS);
	axis_of(&chart.rates, plot->quantity);
	draw_bands(&chart);
	draw_rate_scale(&chart);
	draw_size_scale(&chart);
	draw_series(&chart);
	text_printf(text, "\n%s against block size, medians of the runs, logarithmic axes%s\n",
	            plot->quantity == QUANTITY_LATENCY ? "Time of a load" : "Rate",
	            plot->quantity == QUANTITY_LATENCY ? ", less is better" : "");
	draw_legend(&chart, text);
	text_put(text, "\n");
	canvas_text(&chart.canvas, text);
	canvas_release(&chart.canvas);
}
