/* SPDX-License-Identifier: MIT */
/*
 * How long the exact tests take, against what is promised for them. Development only.
 * Repeats of all cases are interleaved, and the median of each counts. Status 1 where one
 * is over its limit.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "base/random.h"
#include "stats/cluster.h"
#include "stats/quantile.h"
#include "stats/shift.h"

#define REPEATS     15
#define VALUES_MOST 200
#define SIZES       3

struct data {
	double a[VALUES_MOST * SIZES], b[VALUES_MOST * SIZES];
	size_t n;
};

/* Volatile, so that no answer is left out of the timing as unused. */
static volatile double answer;

static void time_utest(const struct data *data)
{
	const struct test_options options = TEST_DEFAULTS;
	const struct cluster_block block = { data->a, data->b, data->n, data->n };
	const struct cluster_data values = { &block, 1, 1, NULL, false };
	struct cluster_test result;

	cluster_run(&values, options, &result);
	struct shift_rank rank = shift_rank(&values, options.confidence);
	struct shift shift = shift_difference(&values, rank);
	answer = result.test.method == METHOD_EXACT ? result.test.p_two + shift.low : NAN;
}

static void time_clustered(const struct data *data)
{
	const struct test_options options = TEST_DEFAULTS;
	struct cluster_block block = { data->a, data->b, data->n, data->n };
	struct cluster_data clusters = { &block, 1, SIZES, NULL, false };
	struct cluster_test result;
	struct cluster_shift shift;

	cluster_run(&clusters, options, &result);
	cluster_shift(&clusters, options, &shift);
	answer = shift.method == METHOD_EXACT ? result.test.p_two + shift.low : NAN;
}

static void time_cluster_test(const struct data *data)
{
	const struct test_options options = TEST_DEFAULTS;
	struct cluster_block block = { data->a, data->b, data->n, data->n };
	struct cluster_data clusters = { &block, 1, SIZES, NULL, false };
	struct cluster_test result;

	cluster_run(&clusters, options, &result);
	answer = result.test.method == METHOD_EXACT ? result.test.p_two : NAN;
}

static const struct timed {
	const char *name;
	void (*run)(const struct data *data);
	size_t n;
	bool ties;
	double limit_ms; /* 0: for information */
} cases[] = {
	{ "U test with interval, 30 v 30", time_utest, 30, false, 1 },
	{ "U test with interval, 30 v 30, ties", time_utest, 30, true, 1 },
	{ "U test with interval, 100 v 100, ties", time_utest, 100, true, 100 },
	{ "U test with interval, 200 v 200", time_utest, 200, false, 20 },
	{ "U test with interval, 200 v 200, ties", time_utest, 200, true, 0 },
	{ "clustered with interval, 20 v 20, 3 sizes", time_clustered, 20, false, 300 },
	{ "clustered with interval, 40 v 40, 3 sizes", time_clustered, 40, false, 0 },
	{ "clustered, 80 v 80, 3 sizes", time_cluster_test, 80, false, 0 },
};

enum { CASES = sizeof cases / sizeof *cases };

static double now_ms(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* Runs that hang together, B 1 % above A; ties by rounding to one in a hundred. */
static void data_fill(struct data *data, const struct timed *timed, struct random *random)
{
	data->n = timed->n;
	for (size_t i = 0; i < timed->n; i++) {
		double run_a = random_unit(random), run_b = random_unit(random) + 0.01;
		for (size_t s = 0; s < SIZES; s++) {
			double a = 10 + run_a + random_unit(random);
			double b = 10 + run_b + random_unit(random);
			data->a[i * SIZES + s] = timed->ties ? (double)(int)(a * 50) / 50
			                                     : a;
			data->b[i * SIZES + s] = timed->ties ? (double)(int)(b * 50) / 50
			                                     : b;
		}
	}
}

int main(void)
{
	static struct data data;
	static double times[CASES][REPEATS];
	struct random random = { 1 };
	int status = 0;

	for (size_t repeat = 0; repeat < REPEATS; repeat++) {
		for (size_t i = 0; i < CASES; i++) {
			data_fill(&data, &cases[i], &random);
			double start = now_ms();
			cases[i].run(&data);
			times[i][repeat] = now_ms() - start;
			if (isnan(answer)) {
				fprintf(stderr, "%s: not exact\n", cases[i].name);
				return 1;
			}
		}
	}
	for (size_t i = 0; i < CASES; i++) {
		double median = median_of(times[i], REPEATS);
		bool over = cases[i].limit_ms > 0 && median >= cases[i].limit_ms;
		printf("%-44s %8.2f ms", cases[i].name, median);
		if (cases[i].limit_ms > 0)
			printf("  below %g ms: %s", cases[i].limit_ms,
			       over ? "NO" : "yes");
		printf("\n");
		status = over ? 1 : status;
	}
	return status;
}
