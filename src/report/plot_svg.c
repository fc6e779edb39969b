/* SPDX-License-Identifier: MIT */
/* report: the sheet around the charts: title, legend, colours. Knows no chart's inside. */
#include "report/plot_svg.h"

#include <stdio.h>
#include <string.h>

#include "report/axis.h"

#define TITLE_SIZE   18.0
#define HEADING_SIZE 14.0
#define LINE_STEP    17.0 /* from one line of text to the next */
#define SAMPLE       34.0 /* width of a line in the legend */

/* Okabe and Ito, "Color Universal Design" (2008): the strong ones first on white, the
 * bright ones first on black. */
struct colour {
	const char *on_light, *on_dark;
};
static const struct colour colours[] = {
	{ "#0072B2", "#56B4E9" }, { "#D55E00", "#E69F00" }, { "#009E73", "#009E73" },
	{ "#CC79A7", "#CC79A7" }, { "#E69F00", "#F0E442" }, { "#56B4E9", "#D55E00" },
};
#define COLOURS (sizeof colours / sizeof *colours)

/* Counts without a common factor where it can be: the look repeats after 30. */
static const char *const dashes[] = { "none", "7 3", "2 2", "8 3 2 3", "12 3" };
#define DASHES (sizeof dashes / sizeof *dashes)

/* Circle, square, triangle, diamond, triangle down, cross. Radius 3.5 or so. */
static const char *const marks[] = {
	"m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "m-3.2-3.2h6.4v6.4h-6.4z",
	"m0-4.2l4 7h-8z", "m0-4.6l4.2 4.6l-4.2 4.6l-4.2-4.6z", "m0 4.2l4-7h-8z",
	"m-4-1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z",
};
#define MARKS (sizeof marks / sizeof *marks)

void sheet_series_open(struct sheet *sheet, size_t series)
{
	svg_open(&sheet->svg, "g", "class=\"c%zu\" color=\"%s\"", series % COLOURS,
	         colours[series % COLOURS].on_light);
}

const char *sheet_dash(size_t series)
{
	return dashes[series % DASHES];
}

void sheet_mark(struct sheet *sheet, size_t series, double x, double y, const char *title)
{
	const char *mark = marks[series % MARKS];

	if (title == NULL) {
		svg_leaf(&sheet->svg, "path", "fill=\"currentColor\" d=\"M%.1f %.1f%s\"", x, y,
		         mark);
		return;
	}
	svg_open(&sheet->svg, "path", "fill=\"currentColor\" d=\"M%.1f %.1f%s\"", x, y, mark);
	svg_content(&sheet->svg, "title", title, NULL);
	svg_close(&sheet->svg, "path");
}

static void text_sized(struct sheet *sheet, const double place[3], const char *anchor,
                       const char *content)
{
	svg_content(&sheet->svg, "text", content,
	            "x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" text-anchor=\"%s\"", place[0],
	            place[1], place[2], anchor);
}

void sheet_text(struct sheet *sheet, double x, double y, const char *anchor,
                const char *content)
{
	text_sized(sheet, (const double[]){ x, y, FONT }, anchor, content);
}

void sheet_small(struct sheet *sheet, double x, double y, const char *anchor,
                 const char *content)
{
	text_sized(sheet, (const double[]){ x, y, FONT_SMALL }, anchor, content);
}

/* The length of what of `content` fits on one line, whole words where there are any. */
static size_t line_length(const char *content, double width)
{
	struct text fitting = { 0 };
	size_t length = strlen(content);

	if (svg_width(content, FONT) > width) {
		svg_fit(&fitting, content, FONT, width);
		length = 0;
		while (content[length] && content[length] == fitting.bytes[length])
			length++;
		size_t whole = length;
		while (whole > 0 && content[whole] != ' ')
			whole--;
		length = whole > 0 ? whole : length > 0 ? length : 1;
	}
	text_release(&fitting);
	return length;
}

void sheet_paragraph(struct sheet *sheet, const char *content)
{
	while (*content) {
		struct text line = { 0 };
		size_t length = line_length(content, PAGE_WIDTH - 2 * PAGE_MARGIN);
		text_put_bytes(&line, content, length);
		sheet->y += LINE_STEP;
		sheet_text(sheet, PAGE_MARGIN, sheet->y, "start", text_string(&line));
		text_release(&line);
		content += length;
		content += *content == ' ';
	}
}

void sheet_heading(struct sheet *sheet, const char *content)
{
	sheet->y += 34;
	svg_content(&sheet->svg, "text", content,
	            "x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" font-weight=\"600\"", PAGE_MARGIN,
	            sheet->y, HEADING_SIZE);
}

void sheet_key(size_t series, char key[KEY_BYTES])
{
	(void)snprintf(key, KEY_BYTES, "%c", 'A' + (char)(series % 26));
}

static void style(struct sheet *sheet)
{
	struct svg *svg = &sheet->svg;

	svg_open(svg, "style", NULL);
	text_put(svg->text, "  @media (prefers-color-scheme: dark) {\n"
	                    "   .membench { color: #E8E8E8 }\n"
	                    "   .membench .paper { fill: #161616 }\n");
	for (size_t i = 0; i < COLOURS; i++)
		text_printf(svg->text, "   .membench .c%zu { color: %s }\n", i,
		            colours[i].on_dark);
	text_put(svg->text, "  }\n");
	svg_close(svg, "style");
}

void sheet_title(struct sheet *sheet, const char *title)
{
	struct text fitting = { 0 };

	sheet->y = PAGE_MARGIN + TITLE_SIZE;
	svg_fit(&fitting, title, TITLE_SIZE, PAGE_WIDTH - 2 * PAGE_MARGIN);
	svg_content(&sheet->svg, "text", text_string(&fitting),
	            "x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" font-weight=\"600\"", PAGE_MARGIN,
	            sheet->y, TITLE_SIZE);
	sheet->y += 4;
	text_release(&fitting);
}

void sheet_paragraphs(struct sheet *sheet, const char *lines)
{
	while (*lines) {
		struct text line = { 0 };
		size_t length = strcspn(lines, "\n");
		text_put_bytes(&line, lines, length);
		sheet_paragraph(sheet, text_string(&line));
		text_release(&line);
		lines += length + (lines[length] == '\n');
	}
}

static void legend_entry(struct sheet *sheet, size_t series, double x, const char *label)
{
	sheet_series_open(sheet, series);
	svg_leaf(&sheet->svg, "path",
	         "stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
	         "d=\"M%.1f %.1fh%.1f\"", sheet_dash(series), x, sheet->y - 4, SAMPLE);
	sheet_mark(sheet, series, x + SAMPLE / 2, sheet->y - 4, NULL);
	svg_close(&sheet->svg, "g");
	sheet_text(sheet, x + SAMPLE + 6, sheet->y, "start", label);
}

/* Entries side by side as long as they fit. */
static void legend(struct sheet *sheet)
{
	const struct plot *plot = sheet->plot;
	double x = PAGE_MARGIN;
	char key[KEY_BYTES];

	sheet->y += 26;
	for (size_t i = 0; i < plot->series_count; i++) {
		struct text label = { 0 }, fitting = { 0 };
		sheet_key(i, key);
		text_printf(&label, "%s%s%s, %zu run%s", sheet->keyed ? key : "",
		            sheet->keyed ? ": " : "", plot->series[i].label, plot->series[i].runs,
		            plot->series[i].runs == 1 ? "" : "s");
		svg_fit(&fitting, text_string(&label), FONT,
		        PAGE_WIDTH - 2 * PAGE_MARGIN - SAMPLE - 6);
		double width = SAMPLE + 6 + svg_width(text_string(&fitting), FONT) + 16;
		if (x > PAGE_MARGIN && x + width > PAGE_WIDTH - PAGE_MARGIN) {
			x = PAGE_MARGIN;
			sheet->y += LINE_STEP + 2;
		}
		legend_entry(sheet, i, x, text_string(&fitting));
		x += width;
		text_release(&label);
		text_release(&fitting);
	}
}

static void describe(const struct plot *plot, struct text *words)
{
	char low[AXIS_LABEL_BYTES];

	text_put(words, text_string(&plot->facts));
	for (size_t i = 0; i < plot->level_count; i++) {
		const struct plot_level *level = &plot->levels[i];
		for (size_t box = 0; box < level->count; box++) {
			axis_text(plot->quantity, level->boxes[box].median, low);
			text_printf(words, "%s", level->name);
			if (!plot->is_by_size)
				text_printf(words, " (%s)", level->sizes);
			text_printf(words, ", %s: median %s over %zu runs.\n",
			            plot->series[level->boxes[box].series].label, low,
			            level->boxes[box].count);
		}
	}
}

/* The height is known at the end: what is drawn goes to a text of its own first. */
void sheet_page(const struct sheet *sheet, const char *title, const char *words,
                struct text *text)
{
	double height = sheet->y + PAGE_MARGIN;
	struct sheet page = { .svg = { .text = text } };

	text_put(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	svg_open(&page.svg, "svg",
	         "xmlns=\"http://www.w3.org/2000/svg\" class=\"membench\" role=\"img\" "
	         "aria-labelledby=\"membench-title membench-desc\" width=\"%.0f\" "
	         "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" color=\"#1A1A1A\" "
	         "fill=\"currentColor\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\"",
	         PAGE_WIDTH, height, PAGE_WIDTH, height);
	svg_content(&page.svg, "title", title, "id=\"membench-title\"");
	svg_content(&page.svg, "desc", words, "id=\"membench-desc\"");
	style(&page);
	svg_leaf(&page.svg, "rect", "class=\"paper\" width=\"%.0f\" height=\"%.0f\" "
	         "fill=\"#FFFFFF\"", PAGE_WIDTH, height);
	text_put(text, text_string(sheet->svg.text));
	svg_close(&page.svg, "svg");
}

void plot_svg(const struct plot *plot, enum plot_charts charts, struct text *text)
{
	struct text drawn = { 0 }, words = { 0 };
	struct sheet sheet = { .svg = { .text = &drawn, .depth = 1 }, .plot = plot,
		              .keyed = plot_levels_keyed(plot) };

	sheet_title(&sheet, plot->title);
	sheet_paragraphs(&sheet, text_string(&plot->facts));
	legend(&sheet);
	if (charts != PLOT_LEVELS)
		plot_rate_svg(&sheet);
	if (charts != PLOT_RATE)
		plot_levels_svg(&sheet);
	describe(plot, &words);
	sheet_page(&sheet, plot->title, text_string(&words), text);
	text_release(&words);
	text_release(&drawn);
}
