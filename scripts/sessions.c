/* SPDX-License-Identifier: MIT */
/*
 * How often does a comparison of runs at different times call a difference that is none,
 * and how often does it find one that was planted? Runs of recorded series are taken as
 * two sides, with the times at which they were measured, and go through the comparison
 * that the program makes. Development only.
 *     sessions pairs SESSION.csv...                every two files, neighbours first
 *     sessions series SERIES.csv SECONDS [CLEAN]   one series; a run takes SECONDS where
 *                                                  its file has the time of the session
 *     sessions apart SERIES.csv SECONDS [CLEAN]    of these the runs over 240 s alone
 * CLEAN is the part of the best issue rate below which a row is left out: 0.9.
 *     make build/release/tools/sessions && build/release/tools/sessions series x.csv 0
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sessions.h"
#include "measure/spacing.h"
#define SIDE_RUNS 10
static const double gains[] = { 0, .03, .06 };
#define GAIN_COUNT (sizeof gains / sizeof *gains)

/* ---- Tallies ---- */

struct tally {
	size_t trials, told, dram, faster, any, level[4], design[3];
};

static void tally_add(struct tally *tally, struct answer answer)
{
	tally->trials++;
	tally->told += answer.is_told;
	tally->dram += answer.dram;
	tally->faster += answer.faster;
	tally->any += answer.any;
	tally->design[answer.design]++;
	for (size_t i = 0; i < 4; i++)
		tally->level[i] += answer.level[i];
}

static double percent(size_t part, size_t whole)
{
	return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static void tally_print(const char *what, const struct tally tallies[GAIN_COUNT])
{
	const struct tally *none = &tallies[0];

	printf("%-34s %5zu pairs, %3.0f %% with clean rows enough (%zu interleaved, %zu apart, "
	       "%zu blocks)\n", what, none->trials, percent(none->told, none->trials),
	       none->design[0], none->design[1], none->design[2]);
	printf("    at 0 %%: DRAM %.1f, L1 %.1f, L2 %.1f, L3 %.1f, any %.1f %%;  faster",
	       percent(none->dram, none->trials), percent(none->level[0], none->trials),
	       percent(none->level[1], none->trials), percent(none->level[2], none->trials),
	       percent(none->any, none->trials));
	for (size_t i = 1; i < GAIN_COUNT; i++)
		printf(" %+.0f %%: %.1f", 100 * gains[i],
		       percent(tallies[i].faster, tallies[i].told));
	printf(" %% of those\n");
	(void)fflush(stdout);
}

/* ---- Files, two by two ---- */

static void add_file(struct compare_file *file, const struct recorded *recorded,
                     const char *label, double gain)
{
	for (size_t i = 0; i < recorded->count; i++)
		side_add(file, recorded, i, label, gain);
}

static void pairs_run(const struct recorded *files, size_t count, bool neighbours,
                      double clean)
{
	struct tally tallies[GAIN_COUNT] = { { 0 } };

	for (size_t g = 0; g < GAIN_COUNT; g++) {
		for (size_t i = 0; i < count; i++) {
			for (size_t j = i + 1; j < count; j++) {
				struct compare_file sides[2] = { { .path = "a" }, { .path = "b" } };
				if (neighbours && (i % 2 != 0 || j != i + 1))
					continue;
				add_file(&sides[0], &files[i], "A", 0);
				add_file(&sides[1], &files[j], "B", gains[g]);
				struct answer answer = compare_sides(sides, clean);
				tally_add(&tallies[g], answer);
				if (g == 0 && answer.any)
					printf("    called: %zu v %zu%s\n", i, j, answer.dram ? " (DRAM)" : "");
			}
		}
	}
	tally_print(neighbours ? "neighbouring pairs" : "all pairs", tallies);
}

static int pairs(char **paths, size_t count, double clean)
{
	struct recorded *files = memory_zeroed(count, sizeof *files);
	int result = 0;

	for (size_t i = 0; i < count && result == 0; i++)
		result = recorded_read(&files[i], paths[i], 0);
	if (result == 0) {
		pairs_run(files, count, true, clean);
		pairs_run(files, count, false, clean);
	}
	for (size_t i = 0; i < count; i++)
		recorded_release(&files[i]);
	free(files);
	return result;
}

/* ---- One series ---- */

/* First run at or after a time; recorded->count where there is none. */
static size_t run_at(const struct recorded *recorded, double time)
{
	size_t i = 0;

	while (i < recorded->count && recorded->runs[i].time < time)
		i++;
	return i;
}

/* 10 runs in a row, `gap_s` of pause, 10 more, from any place of the series. */
static bool contiguous(const struct recorded *recorded, struct random *random, double gap_s,
                       struct sides *sides)
{
	size_t first = (size_t)random_below(random, recorded->count);
	if (first + 2 * SIDE_RUNS >= recorded->count)
		return false;
	double step = recorded->runs[first + 1].time - recorded->runs[first].time;
	size_t second = run_at(recorded, recorded->runs[first + SIDE_RUNS - 1].time + gap_s +
	                                 step * 0.99);
	if (second + SIDE_RUNS > recorded->count)
		return false;
	sides->count = SIDE_RUNS;
	for (size_t i = 0; i < SIDE_RUNS; i++) {
		sides->runs[0][i] = first + i;
		sides->runs[1][i] = second + i;
	}
	return true;
}

/* One run, clean where any is, of those from `from` to `to`. */
static bool drawn(const struct recorded *recorded, struct random *random, double from,
                  double to, double clean, size_t *run)
{
	size_t start = run_at(recorded, from), end = run_at(recorded, to), count = 0;

	for (size_t i = start; i < end; i++) {
		if (run_is_clean(recorded, i, clean) && random_below(random, ++count) == 0)
			*run = i;
	}
	return count > 0;
}

/* 10 clean runs, one from each tenth of a stretch, against those of the next stretch. */
static bool spread_out(const struct recorded *recorded, struct random *random, double start,
                       double stretch_s, double clean, struct sides *sides)
{
	double part = stretch_s / SIDE_RUNS;

	sides->count = SIDE_RUNS;
	for (size_t i = 0; i < 2 * SIDE_RUNS; i++) {
		double from = start + part * (double)i;
		if (!drawn(recorded, random, from, from + part, clean,
		           &sides->runs[i / SIDE_RUNS][i % SIDE_RUNS]))
			return false;
	}
	return true;
}

#define TRIALS 2000
#define ATTEMPTS 100000

static void contiguous_run(const struct recorded *recorded, double gap_s, double clean)
{
	struct tally tallies[GAIN_COUNT] = { { 0 } };
	struct random random = { 11 };
	struct sides sides;
	char what[80];

	for (size_t i = 0; i < ATTEMPTS && tallies[0].trials < TRIALS; i++) {
		if (!contiguous(recorded, &random, gap_s, &sides))
			continue;
		for (size_t g = 0; g < GAIN_COUNT; g++)
			tally_add(&tallies[g], compare_runs(recorded, &sides, gains[g], clean));
	}
	(void)snprintf(what, sizeof what, "10 v 10 in a row, %g s between", gap_s);
	tally_print(what, tallies);
}

/* Starts spread over the series, each by itself too: they overlap, and the range of what
 * they give is what one number hides. The halves of the starts as well: a rule that was
 * chosen on one is shown by the other. */
#define STARTS 20
static void print_parts(const struct tally tallies[STARTS])
{
	struct tally halves[2] = { { 0 } };
	double low = 100, high = 0;

	for (size_t i = 0; i < STARTS; i++) {
		struct tally *half = &halves[i >= STARTS / 2];
		if (tallies[i].trials == 0)
			continue;
		low = fmin(low, percent(tallies[i].dram, tallies[i].trials));
		high = fmax(high, percent(tallies[i].dram, tallies[i].trials));
		half->trials += tallies[i].trials;
		half->dram += tallies[i].dram;
		half->any += tallies[i].any;
	}
	printf("    DRAM at 0 %% by starting time: %.0f to %.0f %%; DRAM (any) in the first half of "
	       "them %.1f (%.1f), in the second %.1f (%.1f) %%\n", low, high,
	       percent(halves[0].dram, halves[0].trials), percent(halves[0].any, halves[0].trials),
	       percent(halves[1].dram, halves[1].trials), percent(halves[1].any, halves[1].trials));
}

static void spread_run(const struct recorded *recorded, double stretch_s, double clean)
{
	struct tally tallies[GAIN_COUNT] = { { 0 } }, parts[STARTS] = { { 0 } };
	struct random random = { 11 };
	struct sides sides;
	double first = recorded->runs[0].time;
	double room = recorded->runs[recorded->count - 1].time - first - 2 * stretch_s;
	char what[80];

	for (size_t start = 0; start < STARTS && room > 0; start++) {
		for (size_t i = 0; i < TRIALS / STARTS; i++) {
			if (!spread_out(recorded, &random, first + room * (double)start / (STARTS - 1),
			                stretch_s, clean, &sides))
				continue;
			for (size_t g = 0; g < GAIN_COUNT; g++) {
				struct answer answer = compare_runs(recorded, &sides, gains[g], clean);
				tally_add(&tallies[g], answer);
				if (g == 0)
					tally_add(&parts[start], answer);
			}
		}
	}
	(void)snprintf(what, sizeof what, "10 v 10 over %g s each", stretch_s);
	tally_print(what, tallies);
	print_parts(parts);
}

static int series(const char *path, double run_s, double clean, bool all)
{
	static const double gaps[] = { 0, 10, 60 }, stretches[] = { 60, 120, 240 };
	size_t gap_count = all ? sizeof gaps / sizeof *gaps : 0;
	size_t stretch_count = sizeof stretches / sizeof *stretches;
	struct recorded recorded;
	size_t slowed = 0;

	if (recorded_read(&recorded, path, run_s) != 0)
		return -1;
	for (size_t i = 0; i < recorded.count; i++)
		slowed += !run_is_clean(&recorded, i, clean);
	printf("%s: %zu runs over %.0f s, %.0f %% met a slowed core (below %g)\n", path,
	       recorded.count, recorded.runs[recorded.count - 1].time - recorded.runs[0].time,
	       percent(slowed, recorded.count), clean);
	for (size_t i = 0; i < gap_count; i++)
		contiguous_run(&recorded, gaps[i], clean);
	for (size_t i = all ? 0 : stretch_count - 1; i < stretch_count; i++)
		spread_run(&recorded, stretches[i], clean);
	recorded_release(&recorded);
	return 0;
}

static int usage(void)
{
	(void)fprintf(stderr, "usage: sessions pairs SESSION.csv... | sessions series SERIES.csv "
	                      "SECONDS [CLEAN] | sessions apart SERIES.csv SECONDS [CLEAN]\n");
	return 2;
}

int main(int argc, char **argv)
{
	if (argc >= 4 && strcmp(argv[1], "pairs") == 0)
		return pairs(argv + 2, (size_t)argc - 2, CLEAN_SHARE) == 0 ? 0 : 2;
	bool all = argc > 1 && strcmp(argv[1], "series") == 0;
	if ((argc == 4 || argc == 5) && (all || strcmp(argv[1], "apart") == 0))
		return series(argv[2], strtod(argv[3], NULL),
		              argc == 5 ? strtod(argv[4], NULL) : CLEAN_SHARE, all) == 0 ? 0 : 2;
	return usage();
}
