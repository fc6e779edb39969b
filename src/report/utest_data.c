/* SPDX-License-Identifier: MIT */
/* report: compared groups as JSON and CSV. Computes no statistic. */
#include "report/utest.h"

#include <math.h>

#include "report/grid.h"
#include "report/json.h"

#define LOG10_LEAST (-300.0) /* below it a p is written from its logarithm */

/* One number of a pair; `log10` stands for it where a double is too small. */
struct pair_value {
	const char *name;
	double value;
	double log10;   /* NaN where the value itself will do */
	const char *word; /* instead of a number */
};

enum { PAIR_VALUES = 24 };

static double log10_of_alternative(const struct group_findings *findings,
                                   const struct test_result *test)
{
	switch (findings->options.alternative) {
	case ALTERNATIVE_LESS:
		return test->log10_p_less;
	case ALTERNATIVE_GREATER:
		return test->log10_p_greater;
	case ALTERNATIVE_TWO_SIDED:
		break;
	}
	return test->log10_p_two;
}

static double log10_of_floor(const struct group_findings *findings,
                             const struct test_result *test)
{
	switch (findings->options.alternative) {
	case ALTERNATIVE_LESS:
		return test->log10_p_floor_less;
	case ALTERNATIVE_GREATER:
		return test->log10_p_floor_greater;
	case ALTERNATIVE_TWO_SIDED:
		break;
	}
	return test->log10_p_floor;
}

/* The shape that issue and README promise, in this order. */
static void pair_values(const struct group_findings *findings,
                        const struct group_pair *pair,
                        struct pair_value values[PAIR_VALUES])
{
	const struct test_result *test = &pair->test;
	char *const *names = findings->dataset->groups.items;
	/* Exact for the smallest p, an upper bound for the others. */
	double holm = log10_of_alternative(findings, test) +
	              log10((double)findings->tested_count);
	const struct pair_value all[PAIR_VALUES] = {
		{ "a", 0, NAN, names[pair->a] },
		{ "b", 0, NAN, names[pair->b] },
		{ "n_a", (double)pair->n_a, NAN, NULL },
		{ "n_b", (double)pair->n_b, NAN, NULL },
		{ "u_a", test->u_a, NAN, NULL },
		{ "u_b", test->u_b, NAN, NULL },
		{ "method", 0, NAN,
		  test->method == METHOD_EXACT ? "exact" : "asymptotic" },
		{ "p_two", test->p_two, test->log10_p_two, NULL },
		{ "p_less", test->p_less, test->log10_p_less, NULL },
		{ "p_greater", test->p_greater, test->log10_p_greater, NULL },
		{ "log10_p_two", test->log10_p_two, NAN, NULL },
		{ "p_floor", pair->p_floor, log10_of_floor(findings, test), NULL },
		{ "p_holm", pair->p_holm, holm, NULL },
		{ "z", test->z, NAN, NULL },
		{ "shift", pair->shift, NAN, NULL },
		{ "shift_low", pair->shift_low, NAN, NULL },
		{ "shift_high", pair->shift_high, NAN, NULL },
		{ "ratio", pair->ratio, NAN, NULL },
		{ "ratio_low", pair->ratio_low, NAN, NULL },
		{ "ratio_high", pair->ratio_high, NAN, NULL },
		{ "confidence", pair->confidence, NAN, NULL },
		{ "a12", pair->a12, NAN, NULL },
		{ "cliff", pair->cliff, NAN, NULL },
		{ "verdict", 0, NAN, verdict_names[pair->verdict] },
	};

	for (size_t i = 0; i < PAIR_VALUES; i++)
		values[i] = all[i];
}

static void json_value(struct json *json, const struct pair_value *value)
{
	if (value->word != NULL)
		json_text(json, value->name, value->word);
	else if (value->log10 < LOG10_LEAST)
		json_power(json, value->name, value->log10);
	else
		json_number(json, value->name, value->value);
}

static void json_groups(struct json *json, const struct group_findings *findings)
{
	json_open(json, "groups", '[');
	for (size_t g = 0; g < findings->group_count; g++) {
		const struct describe *group = &findings->groups[g];
		json_open(json, NULL, '{');
		json_text(json, "name", findings->dataset->groups.items[g]);
		json_count(json, "n", group->count);
		json_count(json, "units", findings->group_units[g]);
		json_number(json, "min", group->min);
		json_number(json, "q1", group->q1);
		json_number(json, "median", group->median);
		json_number(json, "q3", group->q3);
		json_number(json, "max", group->max);
		json_number(json, "mean", group->mean);
		json_number(json, "sd", group->sd);
		json_number(json, "cv", group->cv);
		json_number(json, "mad", group->mad);
		json_number(json, "lag1", group->lag1);
		json_number(json, "trend", group->trend);
		json_value(json, &(struct pair_value){ "trend_p", group->trend_p,
		                                       group->trend_log10_p, NULL });
		json_number(json, "trend_log10_p", group->trend_log10_p);
		json_count(json, "outliers", group->outliers);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void json_pairs(struct json *json, const struct group_findings *findings)
{
	struct pair_value values[PAIR_VALUES];

	json_open(json, "pairs", '[');
	for (size_t i = 0; i < findings->pair_count; i++) {
		pair_values(findings, &findings->pairs[i], values);
		json_open(json, NULL, '{');
		for (size_t v = 0; v < PAIR_VALUES; v++)
			json_value(json, &values[v]);
		json_number(json, "mde", findings->pairs[i].mde);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void json_warnings(struct json *json, const struct group_findings *findings)
{
	const char *line = text_string(&findings->warnings);

	json_open(json, "warnings", '[');
	while (*line) {
		struct text warning = { 0 };
		const char *end = line;
		while (*end != '\n')
			end++;
		text_put_bytes(&warning, line, (size_t)(end - line));
		json_text(json, NULL, text_string(&warning));
		text_release(&warning);
		line = end + 1;
	}
	json_close(json, ']');
}

void utest_json(const struct group_findings *findings, struct text *text)
{
	struct json json = { .text = text };

	json_open(&json, NULL, '{');
	json_text(&json, "test", group_test_names[findings->options.test]);
	json_text(&json, "alternative", alternative_names[findings->options.alternative]);
	json_number(&json, "alpha", findings->options.alpha);
	json_number(&json, "margin", findings->options.margin);
	json_groups(&json, findings);
	json_pairs(&json, findings);
	if (findings->has_kruskal) {
		json_open(&json, "kruskal", '{');
		json_number(&json, "h", findings->kruskal.h);
		json_number(&json, "df", findings->kruskal.df);
		json_number(&json, "p", findings->kruskal.p);
		json_close(&json, '}');
	} else {
		json_null(&json, "kruskal");
	}
	json_warnings(&json, findings);
	json_close(&json, '}');
}

static void csv_value(struct grid *grid, const struct pair_value *value)
{
	struct text number = { 0 };
	struct json json = { .text = &number };

	if (value->word == NULL && isfinite(value->value))
		json_value(&json, &(struct pair_value){ NULL, value->value, value->log10,
		                                        NULL });
	grid_put(grid, "%s", value->word ? value->word : text_string(&number));
	text_release(&number);
}

void utest_csv(const struct group_findings *findings, struct text *text)
{
	struct pair_value values[PAIR_VALUES];
	struct grid grid = { 0 };

	for (size_t i = 0; i < findings->pair_count; i++) {
		pair_values(findings, &findings->pairs[i], values);
		for (size_t v = 0; i == 0 && v < PAIR_VALUES; v++)
			grid_column(&grid, values[v].name, false);
		if (i == 0)
			grid_column(&grid, "mde", false);
		for (size_t v = 0; v < PAIR_VALUES; v++)
			csv_value(&grid, &values[v]);
		csv_value(&grid, &(struct pair_value){ "mde", findings->pairs[i].mde, NAN,
		                                       NULL });
	}
	grid_csv(&grid, text);
	grid_release(&grid);
}
