/* SPDX-License-Identifier: MIT */
/* compare: groups of plain numbers, pair by pair. Knows no file format and no layout. */
#include "compare/groups.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/group_data.h"
#include "compare/group_pair.h"
#include "stats/adjust.h"
#include "stats/power.h"

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

/* Every group: its values in the order given, described. */
static void describe_groups(struct group_findings *findings)
{
	const struct dataset *dataset = findings->dataset;
	double *values = memory_zeroed(dataset->count, sizeof *values);

	findings->groups = memory_zeroed(findings->group_count, sizeof *findings->groups);
	findings->group_units = memory_zeroed(findings->group_count,
	                                      sizeof *findings->group_units);
	for (size_t g = 0; g < findings->group_count; g++) {
		size_t count = 0;
		for (size_t i = 0; i < dataset->count; i++) {
			if (dataset->items[i].group == g)
				values[count++] = dataset->items[i].value;
		}
		describe_run(values, count, &findings->groups[g]);
		findings->group_units[g] = count;
	}
	free(values);
}

/* Kruskal-Wallis over samples that lie group after group in `values`. */
static void omnibus(struct group_findings *findings, const double *values)
{
	struct sample *samples = memory_zeroed(findings->group_count, sizeof *samples);

	for (size_t g = 0; g < findings->group_count; g++) {
		samples[g] = (struct sample){ values, findings->group_units[g] };
		values += findings->group_units[g];
	}
	kruskal_run(samples, findings->group_count, &findings->kruskal);
	findings->has_kruskal = true;
	free(samples);
}

static void omnibus_pooled(struct group_findings *findings)
{
	const struct dataset *dataset = findings->dataset;
	double *values = memory_zeroed(dataset->count, sizeof *values);
	size_t count = 0;

	for (size_t g = 0; g < findings->group_count; g++) {
		for (size_t i = 0; i < dataset->count; i++) {
			if (dataset->items[i].group == g)
				values[count++] = dataset->items[i].value;
		}
	}
	omnibus(findings, values);
	free(values);
}

/* Scores of whole clusters over all groups. Blocks would need a test of their own. */
static void omnibus_clustered(struct group_findings *findings,
                              const struct cluster_rows *rows)
{
	int64_t *scores = memory_zeroed(rows->count, sizeof *scores);
	double *values = memory_zeroed(rows->count, sizeof *values);
	size_t count = 0;

	cluster_scores(rows->values, rows->count, rows->width, rows->strata, scores);
	for (size_t g = 0; g < findings->group_count; g++) {
		for (size_t i = 0; i < rows->count; i++) {
			if (rows->rows[i].group == g)
				values[count++] = (double)scores[i];
		}
	}
	omnibus(findings, values);
	free(scores);
	free(values);
}

static void count_clusters(struct group_findings *findings,
                           const struct cluster_rows *rows)
{
	for (size_t g = 0; g < findings->group_count; g++)
		findings->group_units[g] = 0;
	for (size_t i = 0; i < rows->count; i++)
		findings->group_units[rows->rows[i].group]++;
}

static int compare_pairs(struct group_findings *findings, const struct cluster_rows *rows,
                         struct error *err)
{
	for (size_t i = 0; i < findings->group_count; i++) {
		for (size_t j = i + 1; j < findings->group_count; j++) {
			struct group_pair *pair = &findings->pairs[pairs_index(
				findings->group_count, i, j)];
			*pair = (struct group_pair){ .a = i, .b = j };
			if (group_pair_run(findings, rows, pair, err) != 0)
				return -1;
		}
	}
	return 0;
}

/* Without variance the normal approximation is not defined: p shows as 1, but there was no
 * test that Holm could count. */
static bool is_tested(const struct group_findings *findings,
                      const struct group_pair *pair)
{
	return !pair->test.constant || findings->options.method != METHOD_ASYMPTOTIC;
}

static void judge_pairs(struct group_findings *findings)
{
	double *p = memory_zeroed(findings->pair_count, sizeof *p);

	for (size_t i = 0; i < findings->pair_count; i++) {
		const struct group_pair *pair = &findings->pairs[i];
		bool tested = is_tested(findings, pair);
		p[i] = tested ? pair->p : NAN;
		findings->tested_count += tested;
	}
	adjust_holm(p, findings->pair_count, p);
	for (size_t i = 0; i < findings->pair_count; i++) {
		findings->pairs[i].p_holm = p[i];
		group_pair_judge(findings, &findings->pairs[i]);
	}
	free(p);
}

static int compare_all(struct group_findings *findings, struct error *err)
{
	const struct dataset *dataset = findings->dataset;
	bool clustered = findings->options.test == GROUP_TEST_CLUSTERED;
	struct cluster_rows rows = { 0 };

	if (clustered && cluster_rows_init(&rows, dataset, err) != 0)
		return -1;
	if (clustered)
		count_clusters(findings, &rows);
	int result = compare_pairs(findings, &rows, err);
	if (result == 0)
		judge_pairs(findings);
	if (findings->group_count > 2 && findings->options.test == GROUP_TEST_POOLED)
		omnibus_pooled(findings);
	if (findings->group_count > 2 && clustered && dataset->blocks.count < 2)
		omnibus_clustered(findings, &rows);
	cluster_rows_release(&rows);
	return result;
}

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
	if (choose_test(dataset, &findings->options.test, err) != 0)
		return -1;
	findings->pair_count = pairs_count(findings->group_count);
	findings->pairs = memory_zeroed(findings->pair_count, sizeof *findings->pairs);
	describe_groups(findings);
	if (compare_all(findings, err) != 0)
		return -1;
	groups_warn(findings);
	return 0;
}

void groups_release(struct group_findings *findings)
{
	free(findings->groups);
	free(findings->group_units);
	free(findings->pairs);
	text_release(&findings->warnings);
	*findings = (struct group_findings){ 0 };
}
