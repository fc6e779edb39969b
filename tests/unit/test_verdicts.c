/* SPDX-License-Identifier: MIT */
/*
 * Sets with known truth, over many seeds: how often the conclusion is right, false, or that
 * nothing can be told. MEMBENCH_SEEDS sets how many (200 for the figures in the notes).
 * Bounds scale with the seeds: at most 9 % false, at least 80 % right.
 */
#include "check.h"

#include "compare/compare.h"
#include "simulated.h"

#define RUN_SD 0.005
#define WITHIN_SD 0.003

struct scenario {
	const char *name, *right;
	size_t runs;
	double change[SIMULATED_LEVELS];
	double l2_sd; /* 0: as the others */
};

static const struct scenario scenarios[] = {
	{ "DRAM only +6 %", "dram-only", 10, { 0, 0, 0, 0.06 }, 0 },
	{ "all levels +6 %", "all-moved", 10, { 0.06, 0.06, 0.06, 0.06 }, 0 },
	{ "L3 +50 %, DRAM +30 %", "from-L3", 10, { 0, 0, 0.5, 0.3 }, 0 },
	{ "DRAM +6 %, L2 with 15 % spread", "controls-inconclusive", 10, { 0, 0, 0, 0.06 },
	  0.15 },
	{ "no change", "equivalent", 10, { 0, 0, 0, 0 }, 0 },
	{ "2 runs a side, DRAM +6 %", "cannot-tell", 2, { 0, 0, 0, 0.06 }, 0 },
};
#define SCENARIO_COUNT (sizeof scenarios / sizeof *scenarios)

struct tally {
	size_t right, false_one, cannot_tell, inconclusive;
};

static void side(const struct scenario *scenario, bool changed, struct random *random,
                 struct cells *cells)
{
	struct simulated set = {
		.sizes = simulated_modern, .size_count = SIMULATED_MODERN_COUNT,
		.runs = scenario->runs, .within_sd = WITHIN_SD, .gap_s = 2,
		.context = simulated_context(changed ? "B" : "A", changed ? "b" : "a"),
	};

	for (size_t level = 0; level < SIMULATED_LEVELS; level++) {
		set.run_sd[level] = RUN_SD;
		set.change[level] = changed ? scenario->change[level] : 0;
	}
	if (scenario->l2_sd > 0)
		set.run_sd[SIMULATED_L2] = scenario->l2_sd;
	simulated_add(&set, random, cells);
}

static void seed_run(const struct scenario *scenario, uint64_t seed, struct tally *tally)
{
	const struct compare_options options = {
		.margin = 0.01, .alpha = 0.05, .power = 0.8, .gate = (double)NAN,
	};
	struct compare_file files[2] = { { .path = "a.csv" }, { .path = "b.csv" } };
	struct random random = { seed * 7919 + (uint64_t)(scenario - scenarios) };
	struct comparison comparison;
	struct error err = { 0 };

	side(scenario, false, &random, &files[0].cells);
	side(scenario, true, &random, &files[1].cells);
	assert_int_equal(compare_files(files, 2, &options, &comparison, &err), 0);
	const char *conclusion = conclusion_name(&comparison, &comparison.pairs[0]);
	bool open = strcmp(conclusion, "cannot-tell") == 0;
	bool inconclusive = strcmp(conclusion, "controls-inconclusive") == 0;
	tally->cannot_tell += open;
	tally->inconclusive += inconclusive;
	if (strcmp(conclusion, scenario->right) == 0)
		tally->right++;
	else
		tally->false_one += !open && !inconclusive;
	comparison_release(&comparison);
	cells_release(&files[0].cells);
	cells_release(&files[1].cells);
}

static size_t seeds_wanted(void)
{
	const char *text = getenv("MEMBENCH_SEEDS");
	size_t seeds = text != NULL ? strtoul(text, NULL, 10) : 0;

	return seeds > 0 ? seeds : 20;
}

static void conclusions_of_simulated_sets_are_right(void **state)
{
	size_t seeds = seeds_wanted();

	(void)state;
	for (size_t i = 0; i < SCENARIO_COUNT; i++) {
		struct tally tally = { 0 };
		for (size_t seed = 1; seed <= seeds; seed++)
			seed_run(&scenarios[i], seed, &tally);
		print_message("# %s: of %zu right %zu, false %zu, cannot-tell %zu, "
		              "controls-inconclusive %zu\n", scenarios[i].name, seeds, tally.right,
		              tally.false_one, tally.cannot_tell, tally.inconclusive);
		assert_true(tally.right * 10 >= seeds * 8);
		assert_true(tally.false_one * 100 <= seeds * 9);
	}
}

/* ---- Either way round ---- */

/* Which of the two files is the baseline says only whether it is faster or slower. */
static void assert_swapped(const struct level_finding *one, const struct level_finding *other)
{
	static const enum level_verdict inverted[] = {
		[LEVEL_FASTER] = LEVEL_SLOWER, [LEVEL_SLOWER] = LEVEL_FASTER,
		[LEVEL_EQUIVALENT] = LEVEL_EQUIVALENT, [LEVEL_CANNOT_TELL] = LEVEL_CANNOT_TELL,
	};

	assert_int_equal(other->verdict, inverted[one->verdict]);
	assert_int_equal(other->control, one->control);
	assert_int_equal(other->is_still, one->is_still);
	assert_near(other->control_margin, one->control_margin, 1e-9);
	assert_near(other->p_holm, one->p_holm, 1e-9);
}

static void swap_seed(const struct scenario *scenario, uint64_t seed)
{
	const struct compare_options options = {
		.margin = 0.01, .alpha = 0.05, .power = 0.8, .gate = (double)NAN,
	};
	struct compare_file files[2] = { { .path = "a.csv" }, { .path = "b.csv" } };
	struct comparison comparison, swapped;
	struct random random = { seed };
	struct error err = { 0 };

	side(scenario, false, &random, &files[0].cells);
	side(scenario, true, &random, &files[1].cells);
	assert_int_equal(compare_files(files, 2, &options, &comparison, &err), 0);
	const struct compare_file turned[2] = { files[1], files[0] };
	assert_int_equal(compare_files(turned, 2, &options, &swapped, &err), 0);
	const struct compare_pair *one = &comparison.pairs[0], *other = &swapped.pairs[0];
	assert_string_equal(conclusion_name(&comparison, one), conclusion_name(&swapped, other));
	assert_int_equal(one->level_count, other->level_count);
	for (size_t i = 0; i < one->level_count; i++)
		assert_swapped(&one->levels[i], &other->levels[i]);
	comparison_release(&comparison);
	comparison_release(&swapped);
	cells_release(&files[0].cells);
	cells_release(&files[1].cells);
}

/* Changes at which a margin of ratios, not of logs, would tell the two ways apart. */
static void the_baseline_does_not_matter(void **state)
{
	static const struct scenario turned[] = {
		{ "inside a quarter", "", 6, { 0, 0, 0.105, 0.6 }, 0 },
		{ "at the margin", "", 6, { 0.007, 0, 0.01, 0.01 }, 0 },
		{ "half as fast", "", 6, { 0, 0.02, -0.2, -0.5 }, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
		for (uint64_t seed = 1; seed <= 10; seed++)
			swap_seed(&turned[i], seed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conclusions_of_simulated_sets_are_right),
		cmocka_unit_test(the_baseline_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
