/* SPDX-License-Identifier: MIT */
/* compare: runs that two configurations both hold. Knows rates only as equal or not. */
#include "compare/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/selection.h"

/* A run with the rates that were measured in it. */
struct rated_run {
	const struct compare_run *run;
	const double *rates;
};

static int place_order(const void *a, const void *b)
{
	const struct compare_run *left = ((const struct rated_run *)a)->run;
	const struct compare_run *right = ((const struct rated_run *)b)->run;
	int order = strcmp(left->context->session, right->context->session);

	return order != 0 ? order : (left->run > right->run) - (left->run < right->run);
}

static struct rated_run *runs_sorted(const struct comparison *comparison,
                                     const struct configuration *configuration)
{
	struct rated_run *runs = memory_zeroed(configuration->run_count, sizeof *runs);

	for (size_t i = 0; i < configuration->run_count; i++)
		runs[i] = (struct rated_run){
			&configuration->runs[i], &configuration->rates[i * comparison->size_count],
		};
	qsort(runs, configuration->run_count, sizeof *runs, place_order);
	return runs;
}

static bool rates_equal(const double *a, const double *b, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i])))
			return false;
	}
	return true;
}

/* Runs of one session and number that measured the very same; the first of them. One
 * session may have measured both configurations (kernels, say), but not alike. */
static size_t count_copies(const struct comparison *comparison,
                           const struct compare_pair *pair, const struct compare_run **first)
{
	const struct configuration *a = &comparison->configurations[pair->a];
	const struct configuration *b = &comparison->configurations[pair->b];
	struct rated_run *left = runs_sorted(comparison, a), *right = runs_sorted(comparison, b);
	size_t count = 0;

	for (size_t i = 0, j = 0; i < a->run_count && j < b->run_count;) {
		int order = place_order(&left[i], &right[j]);
		if (order == 0 && left[i].run->context->session[0] != '\0' &&
		    left[i].run->boot == right[j].run->boot &&
		    rates_equal(left[i].rates, right[j].rates, comparison->size_count) &&
		    count++ == 0)
			*first = left[i].run;
		i += order <= 0;
		j += order >= 0;
	}
	free(left);
	free(right);
	return count;
}

void doubt_copies(struct comparison *comparison, const struct compare_pair *pair)
{
	const struct compare_run *first = NULL;
	size_t count = count_copies(comparison, pair, &first);
	struct text text = { 0 };

	if (count == 0)
		return;
	text_printf(&text, "%s and %s hold the same %zu run%s (the first is run %zu of session "
	            "%s): a file compared with itself or a copy, which says nothing. Measure each.",
	            comparison_label(comparison, pair->a), comparison_label(comparison, pair->b),
	            count, count == 1 ? "" : "s", (size_t)first->run, first->context->session);
	comparison_warn(comparison, "copies", &text);
}
