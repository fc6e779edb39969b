/* SPDX-License-Identifier: MIT */
/* cli: pages of the manual for a terminal, 80 columns. */
#include "cli/manual.h"

#include <ctype.h>
#include <string.h>

#include "samples/columns.h"

#define TAG_COLUMN 18

/* Without the marks around `code`. */
static void put_bare(struct text *text, const char *marked)
{
	for (; *marked; marked++) {
		if (*marked != '`')
			text_put_bytes(text, marked, 1);
	}
}

static void put_item(const char *tag, const char *marked, struct text *text)
{
	struct text lead = { 0 }, bare = { 0 };

	text_printf(&lead, "  %s  ", tag[0] ? tag : "-");
	put_bare(&bare, marked);
	if (tag[0] && lead.length > TAG_COLUMN) {
		text_printf(text, "  %s\n", tag);
		lead.length = 0;
	}
	if (tag[0])
		text_repeat(&lead, " ", TAG_COLUMN - lead.length);
	text_put_prose(text, text_string(&lead), text_string(&bare));
	text_release(&lead);
	text_release(&bare);
}

static void put_title(const char *title, struct text *text)
{
	for (; *title; title++) {
		char upper = (char)toupper((unsigned char)*title);
		text_put_bytes(text, &upper, 1);
	}
	text_put(text, "\n");
}

static void put_block(const struct manual_block *block, struct text *text)
{
	struct text bare = { 0 };

	switch (block->kind) {
	case MANUAL_TITLE:
		put_title(text_string(&block->text), text);
		break;
	case MANUAL_ITEM:
		put_item(text_string(&block->tag), text_string(&block->text), text);
		break;
	case MANUAL_CODE:
		text_put_lines(text, "    ", text_string(&block->text));
		break;
	case MANUAL_SUBTITLE:
	case MANUAL_PARAGRAPH:
		put_bare(&bare, text_string(&block->text));
		text_put_prose(text, "", text_string(&bare));
		break;
	case MANUAL_END:
		break;
	}
	text_release(&bare);
}

void manual_page_text(const struct manual_page *page, struct text *text)
{
	const char *const *lines = page->lines;
	struct manual_block block = { 0 };
	enum manual_kind before = MANUAL_END;

	for (;; before = block.kind) {
		manual_next(&lines, &block);
		if (block.kind == MANUAL_END)
			break;
		if (before != MANUAL_END && (before != MANUAL_ITEM || block.kind != MANUAL_ITEM))
			text_put(text, "\n");
		put_block(&block, text);
	}
	manual_block_release(&block);
}

void manual_columns_text(struct text *text)
{
	put_title("CSV columns", text);
	text_put(text, "\n");
	for (size_t i = 0; i < column_count; i++)
		put_item(columns[i].name, columns[i].meaning, text);
}
