/* SPDX-License-Identifier: MIT */
/* compare: whether the clusters of a data set can be compared. Computes no statistic. */
#include "compare/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* An observation by cluster and stratum, equal ones as they stood. */
struct placed {
	size_t cluster, stratum, index;
};

static int placed_compare(const void *a, const void *b)
{
	const struct placed *left = a, *right = b;

	if (left->cluster != right->cluster)
		return left->cluster < right->cluster ? -1 : 1;
	if (left->stratum != right->stratum)
		return left->stratum < right->stratum ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

/* One cluster of them. */
struct span {
	const struct placed *items;
	size_t count;
};

static struct span span_at(const struct placed *sorted, size_t start, size_t end)
{
	struct span span = { sorted + start, 0 };

	while (start + span.count < end && span.items[span.count].cluster == span.items->cluster)
		span.count++;
	return span;
}

/* First position where the strata of two clusters differ; the length where none does. */
static size_t strata_differ(struct span a, struct span b)
{
	size_t at = 0;

	while (at < a.count && at < b.count && a.items[at].stratum == b.items[at].stratum)
		at++;
	return at;
}

static bool strata_same(struct span a, struct span b)
{
	return a.count == b.count && strata_differ(a, b) == a.count;
}

/* The cluster that the others are held against: the first, unless the next two agree that
 * it is the odd one. */
static struct span model_of(const struct placed *sorted, size_t count)
{
	struct span first = span_at(sorted, 0, count);
	struct span second = span_at(sorted, first.count, count);
	struct span third = span_at(sorted, first.count + second.count, count);

	return second.count > 0 && strata_same(second, third) ? second : first;
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

static int cluster_differs(const struct dataset *dataset, struct span model,
                           struct span span, struct error *err)
{
	const struct observation *item = &dataset->items[span.items->index];
	const struct observation *other = &dataset->items[model.items->index];
	size_t at = strata_differ(model, span);
	bool lacks = at == span.count || (at < model.count && model.items[at].stratum <
	                                                      span.items[at].stratum);
	size_t stratum = lacks ? model.items[at].stratum : span.items[at].stratum;

	return error_set(
		err,
		"%s:%zu: cluster '%s' of group '%s' has %s value for stratum '%s' "
		"than cluster '%s' of group '%s'; every cluster needs the same strata",
		dataset->path, item->line, cluster_name(dataset, item->cluster),
		name_of(&dataset->groups, item->group), lacks ? "one less" : "one more",
		name_of(&dataset->strata, stratum), cluster_name(dataset, other->cluster),
		name_of(&dataset->groups, other->group));
}

int groups_check_clusters(const struct dataset *dataset, struct error *err)
{
	struct placed *sorted = memory_zeroed(dataset->count, sizeof *sorted);
	struct span span;
	int result = 0;

	for (size_t i = 0; i < dataset->count; i++)
		sorted[i] = (struct placed){ dataset->items[i].cluster, dataset->items[i].stratum,
			                     i };
	qsort(sorted, dataset->count, sizeof *sorted, placed_compare);
	struct span model = model_of(sorted, dataset->count);
	for (size_t start = 0; result == 0 && start < dataset->count; start += span.count) {
		span = span_at(sorted, start, dataset->count);
		if (!strata_same(model, span))
			result = cluster_differs(dataset, model, span, err);
	}
	free(sorted);
	return result;
}
