/* SPDX-License-Identifier: MIT */
/* compare: plain numbers in the shapes that the tests take. Computes no statistic. */
#include "compare/group_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Observations sorted by up to three keys, equal ones as they stood. */
struct keyed {
	size_t keys[3], index;
};

static int keyed_compare(const void *a, const void *b)
{
	const struct keyed *left = a, *right = b;

	for (size_t i = 0; i < 3; i++) {
		if (left->keys[i] != right->keys[i])
			return left->keys[i] < right->keys[i] ? -1 : 1;
	}
	return (left->index > right->index) - (left->index < right->index);
}

static bool same_stratum(const struct keyed *a, const struct keyed *b)
{
	return a->keys[0] == b->keys[0] && a->keys[1] == b->keys[1];
}

static size_t pair_sort(const struct dataset *dataset, const size_t groups[2],
                        bool in_one, struct keyed *sorted)
{
	size_t count = 0;

	for (size_t i = 0; i < dataset->count; i++) {
		const struct observation *item = &dataset->items[i];
		if (item->group == groups[0] || item->group == groups[1])
			sorted[count++] = (struct keyed){
				{ in_one ? 0 : item->block, in_one ? 0 : item->stratum,
				  item->group == groups[1] },
				i,
			};
	}
	qsort(sorted, count, sizeof *sorted, keyed_compare);
	return count;
}

void pair_strata_init(struct pair_strata *pair, const struct dataset *dataset,
                      const size_t groups[2], bool in_one)
{
	struct keyed *sorted = memory_zeroed(dataset->count, sizeof *sorted);
	size_t count = pair_sort(dataset, groups, in_one, sorted);

	*pair = (struct pair_strata){
		.strata = memory_zeroed(count, sizeof *pair->strata),
		.values = memory_zeroed(count, sizeof *pair->values),
	};
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || !same_stratum(&sorted[i - 1], &sorted[i]))
			pair->count++;
		struct stratum *stratum = &pair->strata[pair->count - 1];
		struct sample *side = sorted[i].keys[2] ? &stratum->b : &stratum->a;
		pair->values[i] = dataset->items[sorted[i].index].value;
		if (side->count++ == 0)
			side->values = &pair->values[i];
	}
	free(sorted);
}

void pair_strata_release(struct pair_strata *pair)
{
	free(pair->strata);
	free(pair->values);
}

static const char *name_of(const struct names *names, size_t index)
{
	return names->count ? names->items[index] : "";
}

/* A cluster's name without the scope that tells it from others of the same name. */
static const char *cluster_name(const struct dataset *dataset, size_t index)
{
	const char *name = strchr(dataset->clusters.items[index], ' ');
	return strchr(name + 1, ' ') + 1;
}

/* One cluster of the sorted observations. */
struct span {
	const struct keyed *items;
	size_t count;
};

static struct span span_at(const struct keyed *sorted, size_t start, size_t end)
{
	struct span span = { sorted + start, 0 };

	while (start + span.count < end &&
	       span.items[span.count].keys[0] == span.items[0].keys[0])
		span.count++;
	return span;
}

/* Position `at` is the first where the strata of `span` are not the standard ones. */
static int cluster_differs(const struct dataset *dataset, struct span standard,
                           struct span span, size_t at, struct error *err)
{
	const struct observation *item = &dataset->items[span.items[0].index];
	const struct observation *model = &dataset->items[standard.items[0].index];
	bool lacks = at == span.count ||
	             (at < standard.count &&
	              standard.items[at].keys[1] < span.items[at].keys[1]);
	size_t stratum = lacks ? standard.items[at].keys[1] : span.items[at].keys[1];

	return error_set(
		err,
		"%s:%zu: cluster '%s' of group '%s' has %s value for stratum '%s' "
		"than cluster '%s' of group '%s'; every cluster needs the same strata",
		dataset->path, item->line, cluster_name(dataset, item->cluster),
		name_of(&dataset->groups, item->group), lacks ? "one less" : "one more",
		name_of(&dataset->strata, stratum), cluster_name(dataset, model->cluster),
		name_of(&dataset->groups, model->group));
}

/* First position where the strata of two clusters differ; the length where none does. */
static size_t strata_differ(struct span a, struct span b)
{
	size_t at = 0;

	while (at < a.count && at < b.count && a.items[at].keys[1] == b.items[at].keys[1])
		at++;
	return at;
}

static bool strata_same(struct span a, struct span b)
{
	return a.count == b.count && strata_differ(a, b) == a.count;
}

/* The cluster that the others are held against: the first, unless the next two agree that
 * it is the odd one. */
static struct span rows_model(const struct keyed *sorted, size_t count)
{
	struct span first = span_at(sorted, 0, count);
	struct span second = span_at(sorted, first.count, count);
	struct span third = span_at(sorted, first.count + second.count, count);

	return second.count > 0 && strata_same(second, third) ? second : first;
}

/* Every cluster repeats the strata of the model. */
static int rows_check(const struct dataset *dataset, const struct keyed *sorted,
                      struct span model, struct error *err)
{
	struct span span;

	for (size_t start = 0; start < dataset->count; start += span.count) {
		span = span_at(sorted, start, dataset->count);
		if (!strata_same(model, span))
			return cluster_differs(dataset, model, span,
			                       strata_differ(model, span), err);
	}
	return 0;
}

static void rows_fill(struct cluster_rows *rows, const struct dataset *dataset,
                      const struct keyed *sorted)
{
	rows->values = memory_zeroed(dataset->count, sizeof *rows->values);
	rows->strata = memory_zeroed(rows->width, sizeof *rows->strata);
	rows->rows = memory_zeroed(dataset->count / rows->width, sizeof *rows->rows);
	for (size_t i = 0; i < dataset->count; i++) {
		const struct observation *item = &dataset->items[sorted[i].index];
		rows->values[i] = item->value;
		rows->strata[i % rows->width] = item->stratum;
		rows->rows[i / rows->width] =
			(struct cluster_row){ item->group, item->block };
	}
	rows->count = dataset->count / rows->width;
}

int cluster_rows_init(struct cluster_rows *rows, const struct dataset *dataset,
                      struct error *err)
{
	struct keyed *sorted = memory_zeroed(dataset->count, sizeof *sorted);

	*rows = (struct cluster_rows){ 0 };
	for (size_t i = 0; i < dataset->count; i++)
		sorted[i] = (struct keyed){
			{ dataset->items[i].cluster, dataset->items[i].stratum, 0 }, i,
		};
	qsort(sorted, dataset->count, sizeof *sorted, keyed_compare);
	struct span model = rows_model(sorted, dataset->count);
	int result = rows_check(dataset, sorted, model, err);
	if (result == 0) {
		rows->width = model.count;
		rows_fill(rows, dataset, sorted);
	}
	free(sorted);
	return result;
}

void cluster_rows_release(struct cluster_rows *rows)
{
	free(rows->values);
	free(rows->strata);
	free(rows->rows);
	*rows = (struct cluster_rows){ 0 };
}

/* Rows of one group and block, copied to `values`; returns how many. */
static size_t copy_rows(const struct cluster_rows *rows, struct cluster_row wanted,
                        bool logs, double *values)
{
	size_t copied = 0;

	for (size_t i = 0; i < rows->count; i++) {
		if (rows->rows[i].group != wanted.group ||
		    rows->rows[i].block != wanted.block)
			continue;
		for (size_t j = 0; j < rows->width; j++) {
			double value = rows->values[i * rows->width + j];
			values[copied * rows->width + j] = logs ? log(value) : value;
		}
		copied++;
	}
	return copied;
}

void pair_clusters_init(struct pair_clusters *pair, const struct cluster_rows *rows,
                        size_t block_count, const size_t groups[2], bool logs)
{
	double *values = memory_zeroed(rows->count * rows->width, sizeof *values);

	*pair = (struct pair_clusters){
		.blocks = memory_zeroed(block_count, sizeof *pair->blocks),
		.values = values,
	};
	for (size_t b = 0; b < block_count; b++) {
		struct cluster_block *block = &pair->blocks[b];
		block->a = values;
		block->a_count = copy_rows(rows, (struct cluster_row){ groups[0], b },
		                           logs, values);
		values += block->a_count * rows->width;
		block->b = values;
		block->b_count = copy_rows(rows, (struct cluster_row){ groups[1], b },
		                           logs, values);
		values += block->b_count * rows->width;
	}
	pair->data = (struct cluster_data){ pair->blocks, block_count, rows->width,
		                            rows->strata };
}

void pair_clusters_release(struct pair_clusters *pair)
{
	free(pair->blocks);
	free(pair->values);
}
