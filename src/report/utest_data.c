/* SPDX-License-Identifier: MIT */
/* report: compared groups as fields, and so as JSON and CSV. Computes no statistic. */
#include "report/utest_parts.h"

#include <math.h>

/* A fraction as people read it, with two digits at least. */
static const char *percent(double fraction)
{
	return fraction < 0.01 ? "%.2f %%" : fraction < 0.1 ? "%.1f %%" : "%.0f %%";
}

static void group_fields(struct fields *fields, const struct group_findings *findings,
                         size_t index)
{
	const struct describe *group = &findings->groups[index];
	bool clustered = findings->options.test == GROUP_TEST_CLUSTERED;
	char label[UTEST_LABEL_BYTES];
	struct json *json = fields->json;

	field_shown(fields, "group", false, "%s", utest_label(findings, index, label));
	field_text(fields, "name", utest_lettered(findings) ? "file" : NULL,
	           findings->dataset->groups.items[index]);
	field_count(fields, "n", "n", group->count);
	field_count(fields, "units", clustered ? "clusters" : NULL,
	            findings->group_units[index]);
	json_number(json, "min", group->min);
	field_number(fields, "q1", "Q1", group->q1, "%.6g");
	field_number(fields, "median", "median", group->median, "%.6g");
	field_number(fields, "q3", "Q3", group->q3, "%.6g");
	json_number(json, "max", group->max);
	json_number(json, "mean", group->mean);
	json_number(json, "sd", group->sd);
	field_number(fields, "cv", "CV", isfinite(group->cv) ? group->cv : (double)NAN,
	             percent(group->cv));
	json_number(json, "mad", group->mad);
	json_number(json, "lag1", group->lag1);
	json_number(json, "trend", group->trend);
	field_power(fields, "trend_p", group->trend_p, group->trend_log10_p);
	json_number(json, "trend_log10_p", group->trend_log10_p);
	json_count(json, "outliers", group->outliers);
}

void utest_groups(struct fields *fields, const struct group_findings *findings)
{
	json_open(fields->json, "groups", '[');
	for (size_t i = 0; i < findings->group_count; i++) {
		fields_begin(fields);
		group_fields(fields, findings, i);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

/* Of the alternative asked for: of three logarithms, that of the two-sided p first. */
static double of_alternative(const struct group_findings *findings, double two, double less,
                             double greater)
{
	const double logs[] = { [ALTERNATIVE_TWO_SIDED] = two, [ALTERNATIVE_LESS] = less,
		                [ALTERNATIVE_GREATER] = greater };
	return logs[findings->options.alternative];
}

/* The shape that the README promises, in this order. */
static void pair_fields(struct fields *fields, const struct group_findings *findings,
                        const struct group_pair *pair)
{
	const struct test_result *test = &pair->test;
	double log10_p = of_alternative(findings, test->log10_p_two, test->log10_p_less,
	                                test->log10_p_greater);
	double log10_floor = of_alternative(findings, test->log10_p_floor,
	                                    test->log10_p_floor_less,
	                                    test->log10_p_floor_greater);

	field_text(fields, "a", NULL, findings->dataset->groups.items[pair->a]);
	field_text(fields, "b", NULL, findings->dataset->groups.items[pair->b]);
	field_count(fields, "n_a", NULL, pair->n_a);
	field_count(fields, "n_b", NULL, pair->n_b);
	field_number(fields, "u_a", NULL, test->u_a, NULL);
	field_number(fields, "u_b", NULL, test->u_b, NULL);
	field_text(fields, "method", NULL,
	           test->method == METHOD_EXACT ? "exact" : "asymptotic");
	field_power(fields, "p_two", test->p_two, test->log10_p_two);
	field_power(fields, "p_less", test->p_less, test->log10_p_less);
	field_power(fields, "p_greater", test->p_greater, test->log10_p_greater);
	field_number(fields, "log10_p_two", NULL, test->log10_p_two, NULL);
	field_power(fields, "p_floor", pair->p_floor, log10_floor);
	/* Exact for the smallest p, an upper bound for the others. */
	field_power(fields, "p_holm", pair->p_holm,
	            log10_p + log10((double)findings->tested_count));
	field_number(fields, "z", NULL, test->z, NULL);
	field_number(fields, "shift", NULL, pair->shift, NULL);
	field_number(fields, "shift_low", NULL, pair->shift_low, NULL);
	field_number(fields, "shift_high", NULL, pair->shift_high, NULL);
	field_number(fields, "ratio", NULL, pair->ratio, NULL);
	field_number(fields, "ratio_low", NULL, pair->ratio_low, NULL);
	field_number(fields, "ratio_high", NULL, pair->ratio_high, NULL);
	field_number(fields, "confidence", NULL, pair->confidence, NULL);
	field_number(fields, "a12", NULL, pair->a12, NULL);
	field_number(fields, "cliff", NULL, pair->cliff, NULL);
	field_text(fields, "verdict", NULL, verdict_names[pair->verdict]);
	field_number(fields, "mde", NULL, pair->mde, NULL);
}

void utest_pairs(struct fields *fields, const struct group_findings *findings)
{
	json_open(fields->json, "pairs", '[');
	for (size_t i = 0; i < findings->pair_count; i++) {
		fields_begin(fields);
		pair_fields(fields, findings, &findings->pairs[i]);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

static void json_kruskal(struct json *json, const struct group_findings *findings)
{
	if (!findings->has_kruskal) {
		json_null(json, "kruskal");
		return;
	}
	json_open(json, "kruskal", '{');
	json_number(json, "h", findings->kruskal.h);
	json_number(json, "df", findings->kruskal.df);
	json_number(json, "p", findings->kruskal.p);
	json_close(json, '}');
}

void utest_json(const struct group_findings *findings, struct text *text)
{
	struct json json = { .text = text };
	struct fields fields = { .json = &json };

	json_open(&json, NULL, '{');
	json_text(&json, "test", group_test_names[findings->options.test]);
	json_text(&json, "alternative", alternative_names[findings->options.alternative]);
	json_number(&json, "alpha", findings->options.alpha);
	json_number(&json, "margin", findings->options.margin);
	utest_groups(&fields, findings);
	utest_pairs(&fields, findings);
	json_kruskal(&json, findings);
	json_warnings(&json, "warnings", &findings->warnings);
	json_close(&json, '}');
}

void utest_csv(const struct group_findings *findings, struct text *text)
{
	struct grid grid = { 0 };
	struct fields fields = { .grid = &grid };

	utest_pairs(&fields, findings);
	grid_csv(&grid, text);
	grid_release(&grid);
}
