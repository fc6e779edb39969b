/* SPDX-License-Identifier: MIT */
/* compare: runs that two configurations both hold. Knows rates only as equal or not. */
#include "compare/findings.h"

#include <math.h>

#include "compare/selection.h"
#include "stats/quantile.h"

/* The order in which each configuration has its runs. */
static int run_order(const struct compare_run *a, const struct compare_run *b)
{
	int order = compare_doubles(&a->time, &b->time);

	if (order == 0)
		order = session_order(a->context, b->context);
	return order != 0 ? order : (a->run > b->run) - (a->run < b->run);
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
	size_t count = 0, width = comparison->size_count;

	for (size_t i = 0, j = 0; i < a->run_count && j < b->run_count;) {
		int order = run_order(&a->runs[i], &b->runs[j]);
		if (order == 0 && a->runs[i].context->session[0] != '\0' &&
		    rates_equal(&a->rates[i * width], &b->rates[j * width], width) && count++ == 0)
			*first = &a->runs[i];
		i += order <= 0;
		j += order >= 0;
	}
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
