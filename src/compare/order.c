/* SPDX-License-Identifier: MIT */
/* compare: one order of cells, whatever the order of the rows. Knows no configuration. */
#include "compare/selection.h"

#include <string.h>

#include "stats/quantile.h"

int session_order(const struct context *a, const struct context *b)
{
	int order = strcmp(a->host, b->host);

	if (order == 0)
		order = strcmp(a->boot, b->boot);
	if (order == 0)
		order = strcmp(a->session, b->session);
	return order;
}

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static int settings_compare(const struct cell *a, const struct cell *b)
{
	int order = strcmp(a->context->op, b->context->op);

	if (order == 0)
		order = strcmp(a->context->kernel, b->context->kernel);
	if (order == 0)
		order = ORDER(a->started_us, b->started_us);
	if (order == 0)
		order = ORDER(a->position, b->position);
	if (order == 0)
		order = strcmp(a->level, b->level);
	if (order == 0)
		order = compare_doubles(&a->huge_share, &b->huge_share);
	if (order == 0)
		order = strcmp(a->context->huge_source, b->context->huge_source);
	return order ? order : compare_doubles(&a->mb_per_s, &b->mb_per_s);
}

int selection_order(const void *a, const void *b)
{
	const struct cell *left = *(const struct cell *const *)a;
	const struct cell *right = *(const struct cell *const *)b;
	int order = left->context == right->context
	            ? 0 : session_order(left->context, right->context);

	if (order == 0)
		order = ORDER(left->run, right->run);
	if (order == 0)
		order = ORDER(left->block_bytes, right->block_bytes);
	return order ? order : settings_compare(left, right);
}
