/* SPDX-License-Identifier: MIT */
/* report: the charts for a terminal. Knows characters, not what SVG is. */
#include "report/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/findings.h"
#include "report/axis.h"
#include "report/canvas.h"
#include "report/plot_bands.h"

#define COLUMNS    80
#define LEFT       10 /* of the area: labels of the scale and the axis */
#define AREA       (COLUMNS - LEFT)
#define ROWS       16
#define RATE_TICKS 6
#define TICK_WIDTH 6
#define STRIP_LEFT 16 /* labels of the strips */
#define STRIP      (COLUMNS - STRIP_LEFT - 19)

/* What charts are drawn with; each is one column wide. */
struct glyphs {
	const char *vertical, *horizontal, *corner, *tick; /* of the axes */
	const char *marks[6], *both;                       /* where several marks meet */
	const char *dot;                                   /* between the marks */
	const char *range, *box, *median;                  /* of a strip */
	const char *cut;                                   /* the rest of a label */
};
static const struct glyphs in_unicode = {
	"│", "─", "└", "┤", { "●", "○", "▲", "□", "◆", "▽" }, "※", "·",
	"─", "▒", "█", "…",
};
static const struct glyphs in_ascii = {
	"|", "-", "+", "+", { "o", "x", "+", "#", "@", "v" }, "*", ".",
	"-", "=", "|", "~",
};

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
	for (size_t column = LEFT; column < COLUMNS; column++)
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

/* Lines broken at blanks where there are any; a word that is too long stays whole. */
static void put_wrapped(struct text *text, const char *lines)
{
	size_t column = 0;

	while (*lines) {
		struct text word = { 0 };
		size_t length = strcspn(lines, " \n");
		text_put_bytes(&word, lines, length);
		size_t width = text_columns(text_string(&word));
		bool breaks = column > 0 && column + 1 + width > COLUMNS;
		text_put(text, breaks ? "\n" : column > 0 ? " " : "");
		text_put(text, text_string(&word));
		column = breaks ? width : column + (column > 0) + width;
		lines += length;
		if (*lines == '\n') {
			text_put(text, "\n");
			column = 0;
		}
		lines += *lines != '\0';
		text_release(&word);
	}
}

static void draw_legend(const struct rate_text *chart, struct text *text)
{
	const struct plot *plot = chart->plot;

	for (size_t i = 0; i < plot->series_count; i++) {
		struct text line = { 0 };
		text_printf(&line, "%s %s, %zu run%s\n", chart->glyphs->marks[i % 6],
		            plot->series[i].label, plot->series[i].runs,
		            plot->series[i].runs == 1 ? "" : "s");
		put_wrapped(text, text_string(&line));
		text_release(&line);
	}
	if (plot->series_count > 1)
		text_printf(text, "%s several of them\n", chart->glyphs->both);
}

static void rate_text(const struct plot *plot, const struct glyphs *glyphs,
                      struct text *text)
{
	struct rate_text chart = { .plot = plot, .glyphs = glyphs };
	struct plot_extent extent = plot_extent(plot);

	if (extent.rate_high == 0) {
		text_put(text, "\nNo size has a rate.\n");
		return;
	}
	canvas_init(&chart.canvas, COLUMNS, ROWS + 3);
	axis_sizes(&chart.sizes, extent.size_low, extent.size_high, AREA / TICK_WIDTH);
	axis_log_rates(&chart.rates, extent.rate_low, extent.rate_high, RATE_TICKS);
	draw_bands(&chart);
	draw_rate_scale(&chart);
	draw_size_scale(&chart);
	draw_series(&chart);
	text_put(text, "\nRate against block size, medians of the runs, logarithmic axes\n");
	draw_legend(&chart, text);
	text_put(text, "\n");
	canvas_text(&chart.canvas, text);
	canvas_release(&chart.canvas);
}

static size_t strip_column(const struct axis *axis, double rate)
{
	return STRIP_LEFT + (size_t)(axis_place(axis, rate) * (STRIP - 1) + 0.5);
}

static void draw_label(const struct plot *plot, const struct plot_box *box,
                       const struct glyphs *glyphs, struct canvas *canvas)
{
	const char *label = plot->series[box->series].label;

	canvas_write(canvas, 4, 0, label);
	if (text_columns(label) > STRIP_LEFT - 5)
		canvas_put(canvas, STRIP_LEFT - 2, 0, glyphs->cut);
	for (size_t column = STRIP_LEFT - 1; column < canvas->columns; column++)
		canvas_put(canvas, column, 0, " ");
	canvas_put(canvas, 2, 0, glyphs->marks[box->series % 6]);
}

/* From the slowest to the fastest run, the quartiles' box and the median. */
static void draw_strip(const struct plot *plot, const struct plot_box *box,
                       const struct axis *axis, const struct glyphs *glyphs,
                       struct text *text)
{
	struct canvas canvas;
	struct text label = { 0 };
	char median[AXIS_LABEL_BYTES], percent[PERCENT_BYTES];

	canvas_init(&canvas, COLUMNS, 1);
	draw_label(plot, box, glyphs, &canvas);
	size_t last = strip_column(axis, box->rates[box->count - 1]);
	for (size_t i = strip_column(axis, box->rates[0]); i <= last; i++)
		canvas_put(&canvas, i, 0, glyphs->range);
	for (size_t i = strip_column(axis, box->q1); i <= strip_column(axis, box->q3); i++)
		canvas_put(&canvas, i, 0, glyphs->box);
	canvas_put(&canvas, strip_column(axis, box->median), 0, glyphs->median);
	axis_rate_text(box->median, median);
	text_printf(&label, "%s", median);
	if (!isnan(box->change))
		text_printf(&label, " %s", percent_format(box->change, percent));
	canvas_write(&canvas, STRIP_LEFT + STRIP + 1, 0, text_string(&label));
	canvas_text(&canvas, text);
	canvas_release(&canvas);
	text_release(&label);
}

static void one_level_text(const struct plot *plot, const struct plot_level *level,
                           const struct glyphs *glyphs, struct text *text)
{
	struct axis axis;
	double low = INFINITY, high = 0;
	char left[AXIS_LABEL_BYTES], right[AXIS_LABEL_BYTES];

	for (size_t i = 0; i < level->count; i++) {
		low = fmin(low, level->boxes[i].rates[0]);
		high = fmax(high, level->boxes[i].rates[level->boxes[i].count - 1]);
	}
	axis_rates(&axis, low, high, RATE_TICKS);
	axis_rate_text(low, left);
	axis_rate_text(high, right);
	text_printf(text, "%s, %s: from %s to %s\n", level->name, level->sizes, left, right);
	for (size_t i = 0; i < level->count; i++)
		draw_strip(plot, &level->boxes[i], &axis, glyphs, text);
}

static void levels_text(const struct plot *plot, const struct glyphs *glyphs,
                        struct text *text)
{
	text_printf(text, "\nRuns by level, each on its own scale\n"
	            "%s slowest to fastest run, %s quartiles, %s median, which is written out\n\n",
	            glyphs->range, glyphs->box, glyphs->median);
	for (size_t i = 0; i < plot->level_count; i++)
		one_level_text(plot, &plot->levels[i], glyphs, text);
	if (plot->level_count == 0)
		text_put(text, "No size lies within one level in every configuration.\n");
}

void plot_text(const struct plot *plot, enum plot_charts charts, bool unicode,
               struct text *text)
{
	const struct glyphs *glyphs = unicode ? &in_unicode : &in_ascii;

	put_wrapped(text, plot->title);
	text_put(text, "\n");
	put_wrapped(text, text_string(&plot->facts));
	if (charts != PLOT_LEVELS)
		rate_text(plot, glyphs, text);
	if (charts != PLOT_RATE)
		levels_text(plot, glyphs, text);
}
