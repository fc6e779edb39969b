/* SPDX-License-Identifier: MIT */
/* report: the charts for a terminal, one below the other. Knows no chart's inside. */
#include "report/plot_text.h"

#include <string.h>

static const struct glyphs in_unicode = {
	"│", "─", "└", "┤", { "●", "○", "▲", "□", "◆", "▽" }, "※", "·",
	"─", "▒", "█", "…",
};
static const struct glyphs in_ascii = {
	"|", "-", "+", "+", { "o", "x", "+", "#", "@", "v" }, "*", ".",
	"-", "=", "|", "~",
};

/* What stands for an unsafe byte of a name is no ASCII itself. */
static void put_ascii(const char *drawn, struct text *text)
{
	while (*drawn) {
		bool replaced = text_starts(drawn, TEXT_REPLACEMENT);
		text_put_bytes(text, replaced ? "?" : drawn, 1);
		drawn += replaced ? strlen(TEXT_REPLACEMENT) : 1;
	}
}

void plot_text(const struct plot *plot, enum plot_charts charts, bool unicode,
               struct text *text)
{
	const struct glyphs *glyphs = unicode ? &in_unicode : &in_ascii;
	struct text drawn = { 0 };

	text_put_prose(&drawn, "", plot->title);
	text_put_prose(&drawn, "", text_string(&plot->facts));
	if (charts != PLOT_LEVELS)
		plot_rate_text(plot, glyphs, &drawn);
	if (charts != PLOT_RATE)
		plot_levels_text(plot, glyphs, &drawn);
	if (unicode)
		text_put(text, text_string(&drawn));
	else
		put_ascii(text_string(&drawn), text);
	text_release(&drawn);
}
