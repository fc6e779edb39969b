/* SPDX-License-Identifier: MIT */
/* Rows of commands: each size a verdict of its own, and no word of levels of memory. */
#include "check.h"

#include "base/random.h"
#include "comparison.h"
#include "compare/campaign.h"
#include "report/plan.h"
#include "report/plot.h"
#include "report/plot_bands.h"
#include "report/plot_comparison.h"

#define BIG (1024 * 1024)

static struct hand hand(const char *label, const char *kernel)
{
	return (struct hand){ label, "boot", label, kernel, 4096, (double)NAN, NULL };
}

/* Runs of blocks of 4K, 64K and 1M, so many times the usual rate, 0.1 % apart. */
static void add_sizes(struct cells *cells, struct hand how, uint64_t runs, const double by[3])
{
	static const uint64_t blocks[3] = { 4096, 65536, BIG };

	for (uint64_t run = 1; run <= runs; run++) {
		double wave = 1 + 0.001 * (double)(run * 7 % 5);
		for (size_t i = 0; i < 3; i++)
			add_cell(cells, how, run, "-", blocks[i],
			         500 * (double)(i + 1) * wave * by[i]);
	}
}

static struct pair_of_files sizes_pair(uint64_t runs, const double by[3])
{
	static const double usual[3] = { 1, 1, 1 };
	struct pair_of_files pair = two_files();

	add_sizes(&pair.files[0].cells, hand("old", "dd"), runs, usual);
	add_sizes(&pair.files[1].cells, hand("new", "dd"), runs, by);
	return pair;
}

static const char *sentences_of(const struct pair_of_files *pair)
{
	return text_string(&pair->comparison.pairs[0].sentences);
}

static void no_sentence_speaks_of_memory(const struct pair_of_files *pair)
{
	static const char *const words[] = { "level", "DRAM", "L1", "cache", "memory", "DIMM",
		                             "reseat" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		assert_null(strstr(sentences_of(pair), words[i]));
	for (size_t i = 0; i < pair->comparison.warnings.count; i++)
		for (size_t word = 0; word < 3; word++)
			assert_null(strstr(pair->comparison.warnings.items[i].text, words[word]));
}

static void check_sizes(const double by[3], const char *conclusion, const char *sentence)
{
	struct pair_of_files pair = sizes_pair(10, by);

	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(pair.comparison.level_count, 3);
	assert_int_equal(pair.comparison.family, 3);
	assert_string_equal(conclusion_of(&pair), conclusion);
	assert_memory_equal(sentences_of(&pair), sentence, strlen(sentence));
	assert_string_equal(text_string(&pair.comparison.settings), "command dd");
	no_sentence_speaks_of_memory(&pair);
	release(&pair);
}

static void each_size_has_its_verdict_and_none_is_a_control(void **state)
{
	(void)state;
	check_sizes((double[]){ 1.2, 1.1, 1.05 }, "faster",
	            "new is faster than old at 4K (+20.0 %), 64K (+10.0 %) and 1M (+5.0 %).\n");
	check_sizes((double[]){ 1, 0.9, 1 }, "slower",
	            "new is slower than old at 64K (-10.0 %); no difference beyond 1 % at 4K and "
	            "1M.\n");
	check_sizes((double[]){ 1.2, 1, 0.9 }, "mixed",
	            "new is faster than old at 4K (+20.0 %), slower at 1M (-10.0 %); no difference "
	            "beyond 1 % at 64K.\n");
	check_sizes((double[]){ 1, 1, 1 }, "equivalent",
	            "No difference: new moves its bytes as fast as old, within 1 %");
}

static void few_runs_cannot_tell_and_say_how_many_would(void **state)
{
	struct pair_of_files pair = sizes_pair(3, (double[]){ 1.2, 1.2, 1.2 });

	(void)state;
	assert_int_equal(compare(&pair, defaults), 0);
	assert_string_equal(conclusion_of(&pair), "cannot-tell");
	assert_non_null(strstr(sentences_of(&pair), "Cannot tell: with 3 v 3 runs this test cannot "
	                       "reach 0.05 at 3 block sizes under Holm"));
	assert_true(warned(&pair, "floor"));
	no_sentence_speaks_of_memory(&pair);
	assert_non_null(strstr(text_string(&pair.comparison.pairs[0].advice),
	                       "membench run --command '...' --like a.csv"));
	release(&pair);
}

static void one_size_alone_is_compared(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	for (uint64_t run = 1; run <= 8; run++) {
		add_cell(&pair.files[0].cells, hand("http", "curl"), run, "-", 500 * BIG,
		         100 + (double)run * 0.1);
		add_cell(&pair.files[1].cells, hand("ssh", "scp"), run, "-", 500 * BIG,
		         50 + (double)run * 0.1);
	}
	struct compare_options options = defaults;
	options.vary = "kernel";
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(conclusion_of(&pair), "slower");
	assert_string_equal(text_string(&pair.comparison.settings), "command curl/scp");
	assert_memory_equal(sentences_of(&pair), "ssh is slower than http at 500M (-49.8 %).", 42);
	release(&pair);
}

static void a_gate_asks_for_a_size_by_its_name(void **state)
{
	struct pair_of_files pair = sizes_pair(10, (double[]){ 1, 0.9, 1 });
	struct compare_options options = defaults;

	(void)state;
	options.gate = 0.03;
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(pair.comparison.gate, GATE_FAILED);
	comparison_release(&pair.comparison);
	options.gate_level = "4K";
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(pair.comparison.gate, GATE_PASSED);
	comparison_release(&pair.comparison);
	options.gate_level = "L1";
	assert_int_equal(compare(&pair, options), -1);
	assert_non_null(strstr(pair.err.text, "there are 4K, 64K, 1M"));
	release(&pair);
}

static void commands_and_memory_are_never_compared(void **state)
{
	struct pair_of_files pair = sizes_pair(10, (double[]){ 1, 1, 1 });
	struct compare_options options = defaults;

	(void)state;
	cells_release(&pair.files[1].cells);
	add_runs(&pair.files[1].cells, hand_b, 1, 10, 1);
	options.force = true;
	options.vary = "op,kernel,threads,page_bytes,convention";
	assert_int_equal(compare(&pair, options), -1);
	assert_non_null(strstr(pair.err.text, "B holds rows of memory, and old rows of a command"));
	release(&pair);
}

static void pictures_have_sizes_and_no_bands(void **state)
{
	struct pair_of_files pair = sizes_pair(10, (double[]){ 1.2, 1, 0.9 });
	struct plot plot;
	struct plot_bands bands;
	struct axis axis;
	struct text text = { 0 };

	(void)state;
	assert_int_equal(compare(&pair, defaults), 0);
	plot_comparison(&plot, &pair.comparison);
	axis_sizes(&axis, 4096, BIG, 8);
	plot_bands_init(&bands, &plot, &axis);
	assert_int_equal(bands.count, 0);
	plot_bands_release(&bands);
	assert_int_equal(plot.level_count, 3);
	plot_text(&plot, PLOT_ALL, false, &text);
	assert_non_null(strstr(text_string(&text), "Runs by block size"));
	assert_non_null(strstr(text_string(&text), "64K: from 1"));
	assert_null(strstr(text_string(&text), "level"));
	text.length = 0;
	plot_svg(&plot, PLOT_ALL, &text);
	assert_null(strstr(text_string(&text), "level"));
	assert_null(strstr(text_string(&text), ">-<"));
	text_release(&text);
	plot_release(&plot);
	release(&pair);
}

/* Eleven sizes: a plan has a row for each, goes by the noisiest, and speaks of runs alone. */
static void a_plan_is_of_runs_for_the_noisiest_size(void **state)
{
	struct campaign_options options = { .effect = 0.03, .power = 0.8, .alpha = 0.05,
		                            .margin = 0.01, .run_sd = (double)NAN,
		                            .boot_sd = (double)NAN, .run_s = 1, .boot_s = 300 };
	struct pair_of_files pair = two_files();
	struct campaign campaign;
	struct text text = { 0 };

	(void)state;
	for (uint64_t run = 1; run <= 10; run++)
		for (size_t i = 0; i < 11; i++)
			add_cell(&pair.files[0].cells, hand("pilot", "dd"), run, "-",
			         (uint64_t)1024 << i,
			         500 * (1 + (i == 7 ? 0.02 : 0.002) * (double)(run * 7 % 5)));
	assert_int_equal(compare_arrange(pair.files, 1, &defaults, &pair.comparison, &pair.err), 0);
	assert_int_equal(campaign_init(&campaign, &options, &pair.comparison, &pair.err), 0);
	assert_int_equal(campaign.level_count, 11);
	assert_string_equal(campaign.levels[campaign.target].name, "128K");
	assert_true(campaign.runs >= campaign.least_units_family);
	plan_report(&campaign, "a.csv", FORMAT_TABLE, &text);
	assert_non_null(strstr(text_string(&text), "To find a change of 3 % in 128K"));
	assert_non_null(strstr(text_string(&text), "membench run --command '...' --like a.csv"));
	assert_null(strstr(text_string(&text), "DRAM"));
	assert_null(strstr(text_string(&text), "reseat"));
	assert_null(strstr(text_string(&text), "level"));
	text_release(&text);
	campaign_release(&campaign);
	release(&pair);
}

/* Box and Muller (1958). */
static double normal(struct random *random)
{
	double radius = sqrt(-2 * log(1 - random_unit(random)));
	return radius * cos(2 * 3.14159265358979323846 * random_unit(random));
}

static void add_noisy(struct cells *cells, struct hand how, struct random *random)
{
	for (uint64_t run = 1; run <= 10; run++)
		for (size_t i = 0; i < 3; i++)
			add_cell(cells, how, run, "-", (uint64_t)4096 << 4 * i,
			         500 * exp(0.03 * normal(random)));
}

/* 200 pairs of interleaved runs that differ by nothing: 5 % of them at most, and what 200
 * draws leave room for (9 %: one in 100 of such tests). */
static void alarms_are_false_in_one_pair_of_twenty(void **state)
{
	size_t moved = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct pair_of_files pair = two_files();
		struct random random = { seed };
		add_noisy(&pair.files[0].cells, hand("A", "dd"), &random);
		add_noisy(&pair.files[1].cells, hand("B", "dd"), &random);
		assert_int_equal(compare(&pair, defaults), 0);
		assert_int_equal(pair.comparison.pairs[0].design, DESIGN_INTERLEAVED);
		const char *conclusion = conclusion_of(&pair);
		moved += strcmp(conclusion, "cannot-tell") != 0 &&
		         strcmp(conclusion, "equivalent") != 0;
		release(&pair);
	}
	assert_true(moved <= 18);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_size_has_its_verdict_and_none_is_a_control),
		cmocka_unit_test(few_runs_cannot_tell_and_say_how_many_would),
		cmocka_unit_test(one_size_alone_is_compared),
		cmocka_unit_test(a_gate_asks_for_a_size_by_its_name),
		cmocka_unit_test(commands_and_memory_are_never_compared),
		cmocka_unit_test(pictures_have_sizes_and_no_bands),
		cmocka_unit_test(a_plan_is_of_runs_for_the_noisiest_size),
		cmocka_unit_test(alarms_are_false_in_one_pair_of_twenty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
