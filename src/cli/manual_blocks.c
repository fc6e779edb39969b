/* SPDX-License-Identifier: MIT */
/* cli: pages of the manual into blocks. Knows no output. */
#include "cli/manual.h"

#include <string.h>

#define INDENT "    "

static void block_clear(struct manual_block *block)
{
	block->tag.length = block->text.length = 0;
	text_put(&block->tag, "");
	text_put(&block->text, "");
}

/* Whether a line goes on with the paragraph or item before it. */
static bool is_continued(const char *line)
{
	return line != NULL && line[0] != '\0' && line[0] != '#' && !text_starts(line, "- ") &&
	       !text_starts(line, INDENT);
}

/* The first line of an item, without its dash. */
static void take_tag(struct manual_block *block, const char *line)
{
	const char *end = line[0] == '`' ? strstr(line, "`: ") : NULL;

	if (end != NULL) {
		text_put_bytes(&block->tag, line + 1, (size_t)(end - line - 1));
		line = end + strlen("`: ");
	}
	text_put(&block->text, line);
}

static void take_code(const char *const **lines, struct manual_block *block)
{
	const char *const *at = *lines;

	while (*at != NULL && text_starts(*at, INDENT)) {
		text_printf(&block->text, "%s\n", *at + strlen(INDENT));
		at++;
		/* An empty line inside is part of the block, one behind it is not. */
		if (*at != NULL && **at == '\0' && at[1] != NULL && text_starts(at[1], INDENT)) {
			text_put(&block->text, "\n");
			at++;
		}
	}
	*lines = at;
}

static void take_prose(const char *const **lines, struct manual_block *block)
{
	for (; is_continued(**lines); (*lines)++)
		text_printf(&block->text, "%s%s", block->text.length ? " " : "",
		            **lines + strspn(**lines, " "));
}

void manual_next(const char *const **lines, struct manual_block *block)
{
	block_clear(block);
	while (**lines != NULL && (**lines)[0] == '\0')
		(*lines)++;
	const char *line = **lines;
	if (line == NULL) {
		block->kind = MANUAL_END;
	} else if (text_starts(line, "# ") || text_starts(line, "## ")) {
		block->kind = line[1] == '#' ? MANUAL_SUBTITLE : MANUAL_TITLE;
		text_put(&block->text, line + strspn(line, "# "));
		(*lines)++;
	} else if (text_starts(line, INDENT)) {
		block->kind = MANUAL_CODE;
		take_code(lines, block);
	} else if (text_starts(line, "- ")) {
		block->kind = MANUAL_ITEM;
		take_tag(block, line + 2);
		(*lines)++;
		take_prose(lines, block);
	} else {
		block->kind = MANUAL_PARAGRAPH;
		take_prose(lines, block);
	}
}

void manual_block_release(struct manual_block *block)
{
	text_release(&block->tag);
	text_release(&block->text);
}
