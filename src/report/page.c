/* SPDX-License-Identifier: MIT */
/* report: blocks of a page for a terminal or as Markdown. Knows nothing of what they say. */
#include "report/page.h"

#include <string.h>

const char *const format_names[] = { "table", "csv", "json", "markdown", NULL };

static void page_part(struct page *page)
{
	if (page->markdown && page->text->length > 0)
		text_put(page->text, "\n");
}

void page_gap(struct page *page)
{
	text_put(page->text, page->markdown ? "" : "\n");
}

void page_heading(struct page *page, const char *words)
{
	page_gap(page);
	page_part(page);
	text_printf(page->text, page->markdown ? "%s:\n" : "%s\n", words);
}

void page_prose(struct page *page, const char *lines)
{
	if (page->markdown)
		page_lines(page, "", lines);
	else
		text_put_prose(page->text, "", lines);
}

void page_items(struct page *page, const char *lead, const char *lines)
{
	struct text item = { 0 };

	text_printf(&item, "- %s", lead + strspn(lead, "- "));
	if (page->markdown)
		page_lines(page, text_string(&item), lines);
	else
		text_put_prose(page->text, lead, lines);
	text_release(&item);
}

void page_lines(struct page *page, const char *lead, const char *lines)
{
	if (*lines == '\0')
		return;
	page_part(page);
	text_put_lines(page->text, lead, lines);
}

size_t page_height(const char *text)
{
	size_t lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

size_t page_warnings(struct page *page, const char *lead, const struct warnings *warnings,
                     size_t most, size_t room)
{
	struct text lines = { 0 };
	size_t shown = 0, used = 0;

	for (; shown < warnings->count && shown < most; shown++) {
		struct text broken = { 0 };
		text_put_prose(&broken, lead, warnings->items[shown].text);
		used += page_height(text_string(&broken));
		text_release(&broken);
		if (used > room)
			break;
		text_printf(&lines, "%s\n", warnings->items[shown].text);
	}
	page_items(page, lead, text_string(&lines));
	text_release(&lines);
	return shown;
}

void page_commands(struct page *page, const char *lines)
{
	page_part(page);
	text_put(page->text, page->markdown ? "```sh\n" : "");
	text_put_lines(page->text, page->markdown ? "" : "    ", lines);
	text_put(page->text, page->markdown ? "```\n" : "");
}

void page_grid(struct page *page, const char *indent, struct grid *grid)
{
	page_part(page);
	if (page->markdown)
		grid_markdown(grid, page->text);
	else
		grid_table(grid, indent, page->text);
	grid_release(grid);
}
