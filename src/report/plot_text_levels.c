/* SPDX-License-Identifier: MIT */
/* report: the runs of each level as strips of characters. Knows runs, not their sizes. */
#include "report/plot_text.h"

#include <math.h>

#include "compare/findings.h"
#include "report/axis.h"
#include "report/canvas.h"

#define STRIP_LEFT 16 /* labels of the strips */
#define STRIP      (TEXT_WIDTH - STRIP_LEFT - 19) /* and medians with changes behind */
#define RATE_TICKS 6

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

	canvas_init(&canvas, TEXT_WIDTH, 1);
	draw_label(plot, box, glyphs, &canvas);
	size_t last = strip_column(axis, box->rates[box->count - 1]);
	for (size_t i = strip_column(axis, box->rates[0]); i <= last; i++)
		canvas_put(&canvas, i, 0, glyphs->range);
	for (size_t i = strip_column(axis, box->q1); i <= strip_column(axis, box->q3); i++)
		canvas_put(&canvas, i, 0, glyphs->box);
	canvas_put(&canvas, strip_column(axis, box->median), 0, glyphs->median);
	axis_text(plot->quantity, box->median, median);
	text_printf(&label, "%s", median);
	if (!isnan(box->change))
		text_printf(&label, " %s", percent_format(box->change, percent));
	canvas_write(&canvas, STRIP_LEFT + STRIP + 1, 0, text_string(&label));
	canvas_text(&canvas, text);
	canvas_release(&canvas);
	text_release(&label);
}

static void level_text(const struct plot *plot, const struct plot_level *level,
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
	axis_of(&axis, plot->quantity);
	axis_text(plot->quantity, low, left);
	axis_text(plot->quantity, high, right);
	text_printf(text, "%s", level->name);
	if (!plot->is_by_size)
		text_printf(text, ", %s", level->sizes);
	text_printf(text, ": from %s to %s\n", left, right);
	for (size_t i = 0; i < level->count; i++)
		draw_strip(plot, &level->boxes[i], &axis, glyphs, text);
}

void plot_levels_text(const struct plot *plot, const struct glyphs *glyphs,
                      struct text *text)
{
	text_printf(text, "\nRuns by %s, each on its own scale\n"
	            "%s %s run, %s quartiles, %s median, which is written out\n\n",
	            plot->is_by_size ? "block size" : "level", glyphs->range,
	            plot->quantity == QUANTITY_LATENCY ? "fastest to slowest" : "slowest to fastest",
	            glyphs->box, glyphs->median);
	for (size_t i = 0; i < plot->level_count; i++)
		level_text(plot, &plot->levels[i], glyphs, text);
	if (plot->level_count == 0)
		text_put(text, plot->is_by_size ? "No size is in every configuration.\n" :
		               "No size lies within one level in every configuration.\n");
}
