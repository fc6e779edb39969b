/* SPDX-License-Identifier: MIT */
/*
 * How often the tests are wrong, and how often they find what is there: simulated runs of
 * two configurations, many times over. Development only; knows stats/, not the program.
 *     calibrate simulate TRIALS SEED   every scenario, a row each
 *     calibrate count HITS TRIALS      a rate, its exact interval, and whether it fits 5 %
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "stats/cluster.h"
#include "stats/distribution.h"

#define ALPHA     0.05
#define SIZES     3
#define RUNS_MOST 20
#define PI        3.1415926535897932385

/* Logarithms of the rates of three sizes of a level: 100, 93 and 87 % of the first. */
static const double size_logs[SIZES] = { 0, -0.0726, -0.1393 };

/* One way of running the two configurations. Spreads and effects are in logarithms. */
struct scenario {
	const char *name;
	double run_sd, within_sd, boot_sd; /* of a run, a cell, a configuration */
	double outlier_share, outlier_size;
	double drift;                      /* over the whole campaign */
	bool blocked;                      /* all of A, then all of B; else random order */
};

static const struct scenario scenarios[] = {
	{ "no run effect", 0, .02, 0, 0, 0, 0, false },
	{ "run effect 1 %", .01, .02, 0, 0, 0, 0, false },
	{ "run effect 2 %", .02, .02, 0, 0, 0, 0, false },
	{ "run effect 4 %", .04, .02, 0, 0, 0, 0, false },
	{ "outliers: 5 % of cells 20 % slow", .01, .02, 0, .05, -.2, 0, false },
	{ "drift 3 %, random order", .01, .02, 0, 0, 0, .03, false },
	{ "outliers and drift, random order", .02, .02, 0, .05, -.2, .03, false },
	{ "drift 3 %, blocked order", .01, .02, 0, 0, 0, .03, true },
	{ "boot effect 1 %, one boot each", .01, .02, .01, 0, 0, 0, false },
	{ "boot effect 3 %, one boot each", .01, .02, .03, 0, 0, 0, false },
};

static const size_t run_counts[] = { 4, 5, 6, 10, 20 };
static const double effects[] = { 0, .02, .04, .08 };

enum { CLUSTERED, STRATIFIED, POOLED, TESTS };
static const char *const test_names[TESTS] = { "clustered", "stratified", "pooled" };

/* Polar form of Box and Muller (1958). */
static double normal_draw(struct random *random)
{
	double radius = sqrt(-2 * log(1 - random_unit(random)));
	return radius * cos(2 * PI * random_unit(random));
}

/* A trial: run after run, three values each; A first, then B. */
struct trial {
	double values[2 * RUNS_MOST * SIZES];
	size_t n;
};

static void trial_fill(struct trial *trial, const struct scenario *scenario,
                       double effect, struct random *random)
{
	size_t places[2 * RUNS_MOST], runs = 2 * trial->n;
	double boots[2] = { scenario->boot_sd * normal_draw(random),
		            scenario->boot_sd * normal_draw(random) };

	for (size_t i = 0; i < runs; i++)
		places[i] = i;
	if (!scenario->blocked)
		random_shuffle(random, places, runs);
	for (size_t i = 0; i < runs; i++) {
		double run = scenario->run_sd * normal_draw(random) +
		             boots[i >= trial->n] + (i >= trial->n ? log1p(effect) : 0) +
		             scenario->drift * (double)places[i] / (double)(runs - 1);
		for (size_t s = 0; s < SIZES; s++) {
			double slow = random_unit(random) < scenario->outlier_share ?
			              log1p(scenario->outlier_size) : 0;
			trial->values[i * SIZES + s] = size_logs[s] + run + slow +
			                               scenario->within_sd *
			                                       normal_draw(random);
		}
	}
}

static double p_of(const struct cluster_block *blocks, size_t block_count, size_t width)
{
	const struct test_options options = { METHOD_AUTO, true, 1 - ALPHA, 0 };
	const struct cluster_data data = { blocks, block_count, width, NULL, false };
	struct cluster_test result;

	cluster_run(&data, options, &result);
	return result.test.p_two;
}

static double p_clustered(const struct trial *trial)
{
	const struct cluster_block block = { trial->values, trial->values + trial->n * SIZES,
		                             trial->n, trial->n };
	return p_of(&block, 1, SIZES);
}

static double p_stratified(const struct trial *trial)
{
	double columns[SIZES][2 * RUNS_MOST];
	struct cluster_block blocks[SIZES];

	for (size_t s = 0; s < SIZES; s++) {
		for (size_t i = 0; i < 2 * trial->n; i++)
			columns[s][i] = trial->values[i * SIZES + s];
		blocks[s] = (struct cluster_block){ columns[s], columns[s] + trial->n, trial->n,
			                            trial->n };
	}
	return p_of(blocks, SIZES, 1);
}

static double p_pooled(const struct trial *trial)
{
	size_t count = trial->n * SIZES;
	const struct cluster_block block = { trial->values, trial->values + count, count, count };
	return p_of(&block, 1, 1);
}

static void trial_count(const struct trial *trial, size_t hits[TESTS])
{
	hits[CLUSTERED] += p_clustered(trial) < ALPHA;
	hits[STRATIFIED] += p_stratified(trial) < ALPHA;
	hits[POOLED] += p_pooled(trial) < ALPHA;
}

/* ---- Exact intervals of proportions (Clopper, Pearson 1934) ---- */

struct proportion {
	double low, high;
};

static double beta_quantile(double p, double a, double b)
{
	double low = 0, high = 1;

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;
		if (beta_lower(middle, a, b) < p)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static struct proportion proportion_interval(double hits, double trials, double confidence)
{
	double tail = (1 - confidence) / 2;

	return (struct proportion){
		hits > 0 ? beta_quantile(tail, hits, trials - hits + 1) : 0,
		hits < trials ? beta_quantile(1 - tail, hits + 1, trials - hits) : 1,
	};
}

static void print_row(const struct scenario *scenario, size_t n, double effect,
                      const size_t hits[TESTS], size_t trials)
{
	printf("\"%s\",%zu,%g", scenario->name, n, 100 * effect);
	for (int test = 0; test < TESTS; test++) {
		struct proportion interval =
		        proportion_interval((double)hits[test], (double)trials, 0.95);
		printf(",%.1f,%.1f,%.1f", 100 * (double)hits[test] / (double)trials,
		       100 * interval.low, 100 * interval.high);
	}
	printf("\n");
	fflush(stdout);
}

static void simulate_one(const struct scenario *scenario, size_t n, double effect,
                         size_t trials, struct random *random)
{
	size_t hits[TESTS] = { 0 };
	struct trial trial = { .n = n };

	for (size_t i = 0; i < trials; i++) {
		trial_fill(&trial, scenario, effect, random);
		trial_count(&trial, hits);
	}
	print_row(scenario, n, effect, hits, trials);
}

static void print_header(void)
{
	printf("scenario,runs_a_side,effect_percent");
	for (int test = 0; test < TESTS; test++)
		printf(",%s,low,high", test_names[test]);
	printf("\n");
}

/* Power where there is something to plan: the run effects alone. */
static int simulate(size_t trials, uint64_t seed)
{
	struct random random = { seed };

	print_header();
	for (size_t s = 0; s < sizeof scenarios / sizeof *scenarios; s++) {
		for (size_t r = 0; r < sizeof run_counts / sizeof *run_counts; r++) {
			for (size_t e = 0; e < (s < 4 ? 4 : 1); e++)
				simulate_one(&scenarios[s], run_counts[r], effects[e],
				             trials, &random);
		}
	}
	return 0;
}

/* P(X <= k), X binomial with probability ALPHA. */
static double binomial_lower(double k, double trials)
{
	return k < 0 ? 0 : k >= trials ? 1 : 1 - beta_lower(ALPHA, k + 1, trials - k);
}

/* Counts that a test with 5 % false alarms gives with 99 % probability, tails equal. */
static int count(double hits, double trials)
{
	struct proportion interval = proportion_interval(hits, trials, 0.95);
	double low = 0, high = 0;

	while (binomial_lower(low, trials) < 0.005)
		low++;
	while (binomial_lower(high, trials) < 0.995)
		high++;
	bool inside = hits >= low && hits <= high;
	printf("%.0f of %.0f: %.1f %% (95 %% interval %.1f .. %.1f); "
	       "5 %% gives %.0f to %.0f with 99 %%: %s\n",
	       hits, trials, 100 * hits / trials, 100 * interval.low, 100 * interval.high,
	       low, high, inside ? "inside" : "OUTSIDE");
	return inside ? 0 : 1;
}

int main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "simulate") == 0)
		return simulate(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
	if (argc == 4 && strcmp(argv[1], "count") == 0)
		return count(strtod(argv[2], NULL), strtod(argv[3], NULL));
	fprintf(stderr,
	        "usage: calibrate simulate TRIALS SEED | calibrate count HITS TRIALS\n");
	return 2;
}
