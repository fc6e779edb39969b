/* SPDX-License-Identifier: MIT */
/* report: compared groups for people, as text and Markdown. Computes no statistic. */
#include "report/utest_parts.h"

#include <math.h>
#include <stdint.h>

#include "report/page.h"

static void put_kruskal(const struct group_findings *findings, struct text *text)
{
	const struct kruskal *kruskal = &findings->kruskal;

	if (!findings->has_kruskal)
		return;
	text_printf(text, "all %zu groups (Kruskal-Wallis%s): ", findings->group_count,
	            findings->options.test == GROUP_TEST_CLUSTERED ? " of cluster scores"
	                                                           : "");
	if (isnan(kruskal->h))
		text_put(text, "all values are equal, p = 1\n");
	else
		text_printf(text, "H = %.4g, p = %.3g asymptotic (chi-squared, %g df)\n",
		            kruskal->h, kruskal->p, kruskal->df);
}

static void pair_heading(const struct group_findings *findings,
                         const struct group_pair *pair, struct text *text)
{
	char a[UTEST_LABEL_BYTES], b[UTEST_LABEL_BYTES];

	text_printf(text, "%s v %s", utest_label(findings, pair->b, b),
	            utest_label(findings, pair->a, a));
}

static void put_pair(const struct group_findings *findings, const struct group_pair *pair,
                     struct page *page)
{
	struct text sentences = { 0 };
	const char *bold = page->markdown ? "**" : "";
	bool has_heading = page->markdown || findings->pair_count > 1;

	if (has_heading) {
		text_put(&sentences, bold);
		pair_heading(findings, pair, &sentences);
		text_put(&sentences, bold);
		page_lines(page, "", text_string(&sentences));
		sentences.length = 0;
	}
	utest_sentences(findings, pair, &sentences);
	page_items(page, findings->pair_count > 1 ? "  " : "", text_string(&sentences));
	text_release(&sentences);
}

static void put_page(const struct group_findings *findings, struct page *page)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid, .for_people = true };
	struct text kruskal = { 0 };

	utest_groups(&fields, findings);
	page_grid(page, "", &grid);
	page_gap(page);
	put_kruskal(findings, &kruskal);
	page_lines(page, "", text_string(&kruskal));
	for (size_t i = 0; i < findings->pair_count; i++)
		put_pair(findings, &findings->pairs[i], page);
	(void)page_warnings(page, "note: ", &findings->warnings, SIZE_MAX, SIZE_MAX);
	text_release(&kruskal);
}

void utest_report(const struct group_findings *findings, enum format format,
                  struct text *text)
{
	if (format == FORMAT_JSON)
		utest_json(findings, text);
	else if (format == FORMAT_CSV)
		utest_csv(findings, text);
	else
		put_page(findings, &(struct page){ text, format == FORMAT_MARKDOWN });
}
