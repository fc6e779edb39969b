/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_MANUAL_H
#define MEMBENCH_CLI_MANUAL_H

#include "base/text.h"

/*
 * The manual: prose from src/manual, one Markdown file a page, which the Makefile puts into
 * the program, and what the tables of commands, options and columns say of themselves. Of
 * Markdown it knows headings (# and ##), paragraphs, items that begin with "- ", blocks of
 * four blanks and `code`; each line of a file is one string.
 */
struct manual_page {
	const char *name;         /* of the file: "levels" */
	const char *const *lines; /* ends with NULL */
};
extern const struct manual_page manual_pages[]; /* in the order of the manual; last: NULL */

/* One piece of a page. */
enum manual_kind { MANUAL_TITLE, MANUAL_SUBTITLE, MANUAL_PARAGRAPH, MANUAL_ITEM, MANUAL_CODE,
	           MANUAL_END };
struct manual_block {
	enum manual_kind kind;
	struct text tag;  /* of an item "- `tag`: text"; else empty */
	struct text text; /* one line; of MANUAL_CODE as many as there are, without the blanks */
};
/* The block at *lines, which moves behind it; MANUAL_END where there is none. `block` is
 * { 0 } or of the call before; manual_block_release() after the last. */
void manual_next(const char *const **lines, struct manual_block *block);
void manual_block_release(struct manual_block *block);

/* The page whole, as mdoc(7) for man(1). */
void manual_mdoc(struct text *text);
/* For a terminal: one page, and what the columns of the CSV hold. */
void manual_page_text(const struct manual_page *page, struct text *text);
void manual_columns_text(struct text *text);

#endif
