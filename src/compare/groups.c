/* SPDX-License-Identifier: MIT */
/* compare: groups of plain numbers, pair by pair. Knows no file format and no layout. */
#include "compare/groups.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/thresholds.h"
#include "stats/adjust.h"
#include "stats/trend.h"

const char *const group_test_names[] = {
	"auto", "pooled", "stratified", "vanelteren", "clustered", NULL,
};
const char *const alternative_names[] = { "two-sided", "less", "greater", NULL };

static enum group_test test_for(const struct dataset *dataset)
{
	if (dataset->has_clusters)
		return GROUP_TEST_CLUSTERED;
	return dataset->has_strata || dataset->has_blocks ? GROUP_TEST_STRATIFIED :
	                                                    GROUP_TEST_POOLED;
}

static int choose_test(const struct dataset *dataset, enum group_test *test,
                       struct error *err)
{
	bool strata = dataset->has_strata || dataset->has_blocks;

	if (*test == GROUP_TEST_AUTO)
		*test = test_for(dataset);
	if (*test == GROUP_TEST_CLUSTERED && !dataset->has_clusters)
		return error_set(
			err, "--test clustered needs tidy data with a cluster column: "
			     "--data FILE.csv --value COL --group COL --cluster COL");
	if ((*test == GROUP_TEST_STRATIFIED || *test == GROUP_TEST_VAN_ELTEREN) &&
	    !strata)
		return error_set(err, "--test %s needs tidy data with a stratum column: "
		                 "--data FILE.csv --value COL --group COL --stratum COL",
		                 group_test_names[*test]);
	return 0;
}

/* ---- Groups ---- */

/* Values of one group in the order given; how many. */
static size_t group_values(const struct dataset *dataset, size_t group, double *values)
{
	size_t count = 0;

	for (size_t i = 0; i < dataset->count; i++) {
		if (dataset->items[i].group == group)
			values[count++] = dataset->items[i].value;
	}
	return count;
}

/* Clusters of one group: their numbers are its own. */
static size_t group_clusters(const struct dataset *dataset, size_t group)
{
	bool *seen = memory_zeroed(dataset->clusters.count, sizeof *seen);
	size_t count = 0;

	for (size_t i = 0; i < dataset->count; i++) {
		const struct observation *item = &dataset->items[i];
		count += item->group == group && !seen[item->cluster];
		seen[item->cluster] = seen[item->cluster] || item->group == group;
	}
	free(seen);
	return count;
}

/* Every group described, and its drift asked for where values are the units: Holm over the
 * groups, as compare does over its levels. */
static void describe_groups(struct group_findings *findings)
{
	const struct dataset *dataset = findings->dataset;
	size_t count = findings->group_count;
	double *values = memory_zeroed(dataset->count, sizeof *values);
	double *floors = memory_zeroed(count, sizeof *floors);

	findings->groups = memory_zeroed(count, sizeof *findings->groups);
	findings->group_units = memory_zeroed(count, sizeof *findings->group_units);
	findings->drift_p = memory_zeroed(count, sizeof *findings->drift_p);
	for (size_t g = 0; g < count; g++) {
		struct sample sample = { values, group_values(dataset, g, values) };
		struct trend trend;
		describe_run(values, sample.count, &findings->groups[g]);
		trend_ask(&sample, 1, DRIFT_ALPHA, &trend);
		findings->drift_p[g] = trend.p;
		floors[g] = trend.p_floor;
		findings->group_units[g] = findings->options.test == GROUP_TEST_CLUSTERED
		                           ? group_clusters(dataset, g) : sample.count;
	}
	adjust_holm_reachable(findings->drift_p, floors, count, DRIFT_ALPHA, findings->drift_p);
	free(values);
	free(floors);
}

static bool has_omnibus(const struct group_findings *findings)
{
	bool clustered = findings->options.test == GROUP_TEST_CLUSTERED;

	/* Blocks would need a test of their own. */
	return findings->group_count > 2 &&
	       (findings->options.test == GROUP_TEST_POOLED ||
	        (clustered && findings->dataset->blocks.count < 2));
}

/* Of single values, or of whole clusters. */
static void omnibus(struct group_findings *findings)
{
	const struct dataset *dataset = findings->dataset;
	double *values = memory_zeroed(dataset->count, sizeof *values), *end = values;
	struct units units = { .data = { .width = 1 } };

	for (size_t g = 0; g < findings->group_count; g++) {
		const size_t groups[2] = { g, g };
		units_release(&units);
		units_init(&units, dataset->items, dataset->count, groups,
		           group_unit_kind(findings->options.test), false);
		for (size_t i = 0; i < findings->group_units[g] * units.data.width; i++)
			*end++ = units.values[i];
	}
	kruskal_run(values, findings->group_units, findings->group_count, units.data.width,
	            units.strata, &findings->kruskal);
	findings->has_kruskal = true;
	units_release(&units);
	free(values);
}

/* ---- All of it ---- */

int groups_compare(const struct dataset *dataset, const struct group_options *options,
                   struct group_findings *findings, struct error *err)
{
	*findings = (struct group_findings){
		.dataset = dataset,
		.options = *options,
		.group_count = dataset->groups.count,
	};
	if (findings->group_count < 2)
		return error_set(err,
		                 "%s: a comparison needs two or more groups of numbers",
		                 dataset->path ? dataset->path : "the data");
	if (choose_test(dataset, &findings->options.test, err) != 0 ||
	    (findings->options.test == GROUP_TEST_CLUSTERED &&
	     groups_check_clusters(dataset, err) != 0))
		return -1;
	findings->pair_count = pairs_count(findings->group_count);
	findings->pairs = memory_zeroed(findings->pair_count, sizeof *findings->pairs);
	describe_groups(findings);
	if (group_pairs_run(findings, err) != 0)
		return -1;
	group_pairs_judge(findings);
	if (has_omnibus(findings))
		omnibus(findings);
	groups_warn(findings);
	return 0;
}

void groups_release(struct group_findings *findings)
{
	free(findings->groups);
	free(findings->group_units);
	free(findings->drift_p);
	free(findings->pairs);
	warnings_release(&findings->warnings);
	*findings = (struct group_findings){ 0 };
}
