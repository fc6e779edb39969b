/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PAGE_H
#define MEMBENCH_REPORT_PAGE_H

#include <stdbool.h>

#include "base/text.h"
#include "base/warnings.h"
#include "report/format.h"
#include "report/grid.h"

/*
 * What people read, block by block: for a terminal, where prose is broken into lines of
 * TEXT_WIDTH columns, or as Markdown, where a blank line parts any two blocks and prose is
 * left whole. A block of nothing is none. All text is shown printable.
 */
struct page {
	struct text *text; /* the caller's, empty at first */
	bool markdown;
};

/* A blank line, on a terminal. */
void page_gap(struct page *page);
/* Above a table: on a terminal behind a blank line. */
void page_heading(struct page *page, const char *words);
/* A paragraph. */
void page_prose(struct page *page, const char *lines);
/* Each line behind `lead`, in Markdown an item of a list: there without indent and dash. */
void page_items(struct page *page, const char *lead, const char *lines);
size_t page_height(const char *text); /* its lines */
/* The first `most` of them, as far as `room` lines of a terminal take them; how many. */
size_t page_warnings(struct page *page, const char *lead, const struct warnings *warnings,
                     size_t most, size_t room);
/* Lines that are not broken in either. */
void page_lines(struct page *page, const char *lead, const char *lines);
/* Lines to paste. */
void page_commands(struct page *page, const char *lines);
/* The grid is used up. */
void page_grid(struct page *page, const char *indent, struct grid *grid);

#endif
