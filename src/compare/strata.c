/* SPDX-License-Identifier: MIT */
/* compare: files of several ops and numbers of threads, each compared with its like. */
#include "compare/strata.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/findings.h"
#include "compare/selection.h"

static bool is_of(const struct stratum *stratum, const struct cell *cell)
{
	return cell->context->threads == stratum->threads &&
	       text_equal(cell->context->op, stratum->op);
}

static bool has_rows(const struct compare_file *file, const struct stratum *stratum)
{
	for (size_t i = 0; i < file->cells.count; i++) {
		if (is_of(stratum, &file->cells.items[i]))
			return true;
	}
	return false;
}

bool strata_are_needed(const struct compare_file *files, size_t count,
                       const struct compare_options *options)
{
	static const char *const settings[] = { "op", "threads" };

	for (size_t i = 0; i < 2; i++) {
		if (setting_may_differ(options, settings[i]))
			return false;
	}
	/* Of one configuration nothing is compared with its like. */
	if (options->by != NULL || options->only != NULL || count < 2)
		return false;
	for (size_t f = 0; f < count; f++) {
		const struct cells *cells = &files[f].cells;
		bool several = false;
		for (size_t i = 1; i < cells->count && !several; i++)
			several = !text_equal(cells->items[0].context->op, cells->items[i].context->op) ||
			          cells->items[0].context->threads != cells->items[i].context->threads;
		if (!several)
			return false;
	}
	return true;
}

static int by_threads(const void *a, const void *b)
{
	const struct stratum *left = a, *right = b;

	return (left->threads > right->threads) - (left->threads < right->threads);
}

static void strata_add(struct strata *strata, const struct cell *cell)
{
	struct text only = { 0 };

	for (size_t i = 0; i < strata->count; i++) {
		if (is_of(&strata->items[i], cell))
			return;
	}
	text_printf(&only, "op=%s,threads=%" PRIu64, cell->context->op, cell->context->threads);
	memory_grow(&strata->items, &strata->capacity, strata->count, sizeof *strata->items);
	strata->items[strata->count++] = (struct stratum){
		.op = memory_copy_text(cell->context->op),
		.only = memory_copy_text(text_string(&only)), .threads = cell->context->threads,
	};
	text_release(&only);
}

/* Those that both have, with the fewest threads first; of few, so that an insertion sort
 * keeps their order. */
static void strata_find(const struct compare_file files[2], struct strata *strata)
{
	size_t kept = 0;

	for (size_t i = 0; i < files[0].cells.count; i++)
		strata_add(strata, &files[0].cells.items[i]);
	for (size_t i = 0; i < strata->count; i++) {
		struct stratum found = strata->items[i];
		if (!has_rows(&files[1], &found)) {
			free(found.op);
			free(found.only);
			continue;
		}
		size_t at = kept++;
		for (; at > 0 && by_threads(&strata->items[at - 1], &found) > 0; at--)
			strata->items[at] = strata->items[at - 1];
		strata->items[at] = found;
	}
	strata->count = kept;
}

static bool all_say(const struct strata *strata, const char *text)
{
	size_t count = 0;

	for (size_t i = 0; i < strata->count; i++) {
		const struct warnings *warnings = &strata->items[i].comparison.warnings;
		for (size_t j = 0; j < warnings->count; j++)
			count += text_equal(warnings->items[j].text, text);
	}
	return count >= strata->count;
}

/* What is not said of all is said of which. */
static void take_warnings(struct strata *strata, size_t index)
{
	const struct stratum *stratum = &strata->items[index];
	const struct warnings *warnings = &stratum->comparison.warnings;

	for (size_t i = 0; i < warnings->count; i++) {
		const char *kind = warnings->items[i].kind, *text = warnings->items[i].text;
		if (all_say(strata, text))
			warnings_add_once(&strata->warnings, kind, "%s", text);
		else
			warnings_add_once(&strata->warnings, kind, "%s, %" PRIu64 " thread%s: %s",
			                  stratum->op, stratum->threads, stratum->threads > 1 ? "s" : "",
			                  text);
	}
}

/* Holm's p and the verdicts over all of them. */
static void judge(struct strata *strata)
{
	struct comparison **all = memory_zeroed(strata->count, sizeof *all);

	for (size_t i = 0; i < strata->count; i++)
		all[i] = &strata->items[i].comparison;
	comparisons_judge(all, strata->count);
	strata->family = all[0]->family;
	for (size_t i = 0; i < strata->count; i++)
		comparison_conclude(all[i]);
	for (size_t i = 0; i < strata->count; i++)
		take_warnings(strata, i);
	free(all);
}

int compare_strata(const struct compare_file *files, size_t count,
                   const struct compare_options *options, struct strata *strata,
                   struct error *err)
{
	*strata = (struct strata){ .count = 0 };
	if (count != 2)
		return error_set(err, "%zu files of several ops or numbers of threads: cards are "
		                 "compared two at a time, or with --only op=...,threads=...", count);
	strata_find(files, strata);
	if (strata->count == 0)
		return error_set(err, "%s and %s have no op and number of threads in common; measure "
		                 "both with membench card", files[0].path, files[1].path);
	for (size_t i = 0; i < strata->count; i++) {
		struct compare_options one = *options;
		one.only = strata->items[i].only;
		if (compare_measure(files, count, &one, &strata->items[i].comparison, err) != 0)
			return -1;
	}
	judge(strata);
	return 0;
}

void strata_release(struct strata *strata)
{
	for (size_t i = 0; i < strata->count; i++) {
		comparison_release(&strata->items[i].comparison);
		free(strata->items[i].op);
		free(strata->items[i].only);
	}
	free(strata->items);
	warnings_release(&strata->warnings);
	*strata = (struct strata){ .count = 0 };
}
