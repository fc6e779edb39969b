/* SPDX-License-Identifier: MIT */
/* What is concluded from a comparison, what is doubted, and what a gate lets pass. */
#include "check.h"

#include "comparison.h"

/* ---- Words ---- */

static void levels_between_the_first_mover_and_dram_are_said_to_hold(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	for (uint64_t run = 1; run <= 8; run++) {
		double wave = 1 + 0.001 * (double)(run * 7 % 5);
		for (size_t side = 0; side < 2; side++) {
			struct cells *cells = &pair.files[side].cells;
			struct hand hand = side ? hand_b : hand_a;
			double change = side ? 1.3 : 1;
			add_cell(cells, hand, run, "L1", 2048, 200000 * wave);
			add_cell(cells, hand, run, "L2", 65536, 100000 * wave * change);
			add_cell(cells, hand, run, "L3", 2097152, 50000 * wave);
			add_cell(cells, hand, run, "DRAM", 67108864, 20000 * wave * change);
		}
	}
	assert_int_equal(compare(&pair, defaults), 0);
	assert_string_equal(conclusion_of(&pair), "from-L2");
	const char *words = text_string(&pair.comparison.pairs[0].sentences);
	assert_non_null(strstr(words, "; L3 in between held:"));
	assert_null(strstr(words, "cannot be told"));
	release(&pair);
}

/* ---- Levels that were measured but cannot be compared ---- */

/* L1, L3 and DRAM at one size each; in B that of L3 or DRAM another one where `elsewhere`
 * names the level. */
static void compare_levels(struct pair_of_files *pair, const char *elsewhere, double change)
{
	struct compare_options options = defaults;
	uint64_t l3 = strstr(elsewhere, "L3") ? 2097152 : 4194304;
	uint64_t dram = strstr(elsewhere, "DRAM") ? 268435456 : 134217728;

	*pair = two_files();
	options.gate = 0.03;
	for (uint64_t run = 1; run <= 12; run++) {
		double wave = 1 + 0.0001 * (double)(run * 7 % 5);
		struct cells *a = &pair->files[0].cells, *b = &pair->files[1].cells;
		add_cell(a, hand_a, run, "L1", 4096, 200000 * wave);
		add_cell(b, hand_b, run, "L1", 4096, 200000 * wave);
		add_cell(a, hand_a, run, "L3", 4194304, 50000 * wave);
		add_cell(b, hand_b, run, "L3", l3, 50000 * wave);
		add_cell(a, hand_a, run, "DRAM", 134217728, 20000 * wave);
		add_cell(b, hand_b, run, "DRAM", dram, 20000 * wave * change);
	}
	assert_int_equal(compare(pair, options), 0);
}

static void levels_that_are_lost_leave_the_answer_open(void **state)
{
	static const struct {
		const char *elsewhere;
		double change;
		const char *conclusion;
		enum gate gate;
		size_t lost;
		const char *sentence;
	} cases[] = {
		{ "", 1.0, "equivalent", GATE_PASSED, 0, "every level is the same" },
		{ "DRAM", 1.0, "cannot-tell", GATE_CANNOT_TELL, 1,
		  "DRAM was measured, but none of its sizes can be compared" },
		{ "DRAM", 0.6, "cannot-tell", GATE_CANNOT_TELL, 1, "not all could be compared" },
		{ "L3", 1.0, "cannot-tell", GATE_CANNOT_TELL, 1, "L3 was measured" },
		{ "L3", 1.1, "controls-inconclusive", GATE_CANNOT_TELL, 1,
		  "the control L3 cannot be compared" },
		{ "L3 DRAM", 1.0, "cannot-tell", GATE_CANNOT_TELL, 2,
		  "L3 and DRAM were measured" },
		{ "", 0.6, "dram-only", GATE_FAILED, 0, "L1 and L3 did not move, DRAM did (-40" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pair_of_files pair;
		compare_levels(&pair, cases[i].elsewhere, cases[i].change);
		assert_string_equal(conclusion_of(&pair), cases[i].conclusion);
		assert_int_equal(pair.comparison.gate, cases[i].gate);
		assert_int_equal(pair.comparison.lost_count, cases[i].lost);
		assert_non_null(strstr(text_string(&pair.comparison.pairs[0].sentences),
		                       cases[i].sentence));
		release(&pair);
	}
}

/* ---- One set of levels ---- */

/* 12 runs of 2K in L1 and 128M, which a file calls `often` in all but `seldom_count`. */
static void add_classed(struct cells *cells, struct hand hand, const char *often,
                        const char *seldom, uint64_t seldom_count, double change)
{
	for (uint64_t run = 1; run <= 12; run++) {
		double wave = 1 + 0.0001 * (double)(run * 7 % 5);
		add_cell(cells, hand, run, "L1", 2048, 200000 * wave);
		add_cell(cells, hand, run, run <= seldom_count ? seldom : often, 134217728,
		         20000 * wave * change);
	}
}

static void all_files_are_classed_by_one_set_of_levels(void **state)
{
	static const struct {
		const char *a[2], *b[2]; /* often, seldom */
		uint64_t seldom;
		const char *level, *whose;
	} cases[] = {
		{ { "DRAM", "L3" }, { "L3", "?" }, 4, "DRAM", "cache sizes of A" },
		{ { "L3", "DRAM" }, { "DRAM", "L3" }, 4, "DRAM", "cache sizes of B" },
		{ { "?", "?" }, { "DRAM", "?" }, 4, "DRAM", "cache sizes of B" },
		{ { "?", "?" }, { "L3", "L3" }, 0, "L3", "cache sizes of A" },
		{ { "DRAM", "DRAM" }, { "DRAM", "DRAM" }, 0, "DRAM", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pair_of_files pair = two_files();
		add_classed(&pair.files[0].cells, hand_a, cases[i].a[0], cases[i].a[1],
		            cases[i].seldom, 1);
		add_classed(&pair.files[1].cells, hand_b, cases[i].b[0], cases[i].b[1],
		            cases[i].seldom, 1.2);
		assert_int_equal(compare(&pair, defaults), 0);
		assert_near(level_of(&pair, cases[i].level)->effect.change, 0.2, 1e-9);
		assert_int_equal(level_of(&pair, cases[i].level)->effect.n_a, 12);
		assert_int_equal(pair.comparison.lost_count, 0);
		assert_int_equal(warned(&pair, "levels-differ"), cases[i].whose != NULL);
		if (cases[i].whose != NULL)
			assert_non_null(strstr(text_string(&pair.comparison.classes),
			                       cases[i].whose));
		release(&pair);
	}
}

static void sizes_that_classing_needs_are_a_list(void **state)
{
	struct error err = { 0 };

	(void)state;
	assert_int_equal(compare_class(NULL, 0, "L2=1M,L1=48K", &err), -1);
	assert_non_null(strstr(err.text, "--levels"));
}

/* ---- Copies ---- */

static void a_file_compared_with_its_copy_is_told(void **state)
{
	(void)state;
	for (size_t differs = 0; differs < 2; differs++) {
		struct pair_of_files pair = two_files();
		add_runs(&pair.files[0].cells, hand_a, 1, 8, 1);
		add_runs(&pair.files[1].cells, hand_a, 1, 8, differs ? 1.00001 : 1);
		assert_int_equal(compare(&pair, defaults), 0);
		assert_int_equal(warned(&pair, "copies"), !differs);
		release(&pair);
	}
}

/* Of equal runs there is no spread, not even that of rounding: mean of 3 times ln 0.01. */
static void equal_runs_have_no_spread_either_way_round(void **state)
{
	(void)state;
	for (size_t one = 0; one < 2; one++) {
		struct pair_of_files pair = two_files();
		struct hand sides[2] = { hand_a, hand_b };
		for (uint64_t run = 1; run <= 3; run++)
			add_cell(&pair.files[!one].cells, sides[!one], run, "L1", 2048, 0.01);
		add_cell(&pair.files[one].cells, sides[one], 1, "L1", 2048, 20000);
		assert_int_equal(compare(&pair, defaults), 0);
		assert_true(level_of(&pair, "L1")->unit_sd == 0);
		assert_int_equal(level_of(&pair, "L1")->control_units, 0);
		release(&pair);
	}
}

/* ---- Gates ---- */

static enum gate gate_at(const char *level, double dram, double gate, uint64_t runs)
{
	struct pair_of_files pair = two_files();
	struct compare_options options = defaults;

	options.gate = gate;
	options.gate_level = level;
	add_runs(&pair.files[0].cells, hand_a, 1, runs, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, runs, dram);
	assert_int_equal(compare(&pair, options), 0);
	enum gate result = pair.comparison.gate;
	release(&pair);
	return result;
}

static enum gate gate_of(double dram, double gate, uint64_t runs)
{
	return gate_at(NULL, dram, gate, runs);
}

/* DRAM is the second level: the names before it are not left behind. */
static void a_gate_of_one_level_looks_at_no_other(void **state)
{
	(void)state;
	assert_int_equal(gate_at("L1", 0.9, 0.03, 8), GATE_PASSED);
	assert_int_equal(gate_at("DRAM", 0.9, 0.03, 8), GATE_FAILED);
}

static void a_gate_passes_fails_or_cannot_tell(void **state)
{
	(void)state;
	assert_int_equal(gate_of(1, 0.03, 8), GATE_PASSED);
	assert_int_equal(gate_of(1.5, 0.03, 8), GATE_PASSED); /* faster is no loss */
	assert_int_equal(gate_of(0.9, 0.03, 8), GATE_FAILED);
	assert_int_equal(gate_of(0.97, 0.03, 8), GATE_CANNOT_TELL); /* it straddles -3 % */
	assert_int_equal(gate_of(0.5, 0.03, 3), GATE_CANNOT_TELL);  /* no interval */
}

static void one_sided_preemption_is_no_verdict_on_the_memory(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	add_runs(&pair.files[0].cells, hand_a, 1, 8, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, 8, 0.9);
	assert_int_equal(compare(&pair, defaults), 0);
	assert_string_equal(conclusion_of(&pair), "dram-only");
	comparison_release(&pair.comparison);
	for (size_t i = 0; i < pair.files[1].cells.count; i++)
		pair.files[1].cells.items[i].flags = CELL_PREEMPTED;
	assert_int_equal(compare(&pair, defaults), 0);
	assert_string_equal(conclusion_of(&pair), "controls-inconclusive");
	assert_true(warned(&pair, "preempted") && warned(&pair, "flags"));
	release(&pair);
}

/* A slow baseline hides what the other side lost. */
static void a_gate_does_not_pass_what_another_task_may_hide(void **state)
{
	struct compare_options options = defaults;

	(void)state;
	options.gate = 0.03;
	for (size_t preempted = 0; preempted < 2; preempted++) {
		struct pair_of_files pair = two_files();
		add_runs(&pair.files[0].cells, hand_a, 1, 8, 1);
		add_runs(&pair.files[1].cells, hand_b, 1, 8, 1);
		for (size_t i = 0; preempted && i < pair.files[0].cells.count; i++)
			pair.files[0].cells.items[i].flags = CELL_PREEMPTED;
		assert_int_equal(compare(&pair, options), 0);
		assert_int_equal(pair.comparison.gate, preempted ? GATE_CANNOT_TELL : GATE_PASSED);
		release(&pair);
	}
}

/* 16 v 6 runs whose sd are as 1 to `times`; F of 64 with 5 and 15 degrees has p < 1e-6, one
 * of 4 has 0.03. */
static void sides_that_spread_unlike_are_told(void **state)
{
	static const struct { double times; bool told; } cases[] = { { 8, true }, { 2, false } };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct pair_of_files pair = two_files();
		for (uint64_t run = 1; run <= 16; run++) {
			double wave = 0.001 * ((double)(run * 7 % 5) - 2);
			add_cell(&pair.files[0].cells, hand_a, run, "DRAM", 67108864, 100 * (1 + wave));
			if (run <= 6)
				add_cell(&pair.files[1].cells, hand_b, run, "DRAM", 67108864,
				         100 * (1 + cases[i].times * wave));
		}
		assert_int_equal(compare(&pair, defaults), 0);
		assert_int_equal(warned(&pair, "spread"), cases[i].told);
		release(&pair);
	}
}

/* L1 and DRAM each faster or slower: one cause is named for both only if both agree. */
static void levels_that_move_apart_have_no_one_cause(void **state)
{
	(void)state;
	for (size_t apart = 0; apart < 2; apart++) {
		struct pair_of_files pair = two_files();
		for (uint64_t run = 1; run <= 8; run++) {
			double wave = 1 + 0.001 * (double)(run * 7 % 5);
			add_cell(&pair.files[0].cells, hand_a, run, "L1", 2048, 1000 * wave);
			add_cell(&pair.files[1].cells, hand_b, run, "L1", 2048,
			         1000 * wave * (apart ? 1.1 : 0.9));
			add_cell(&pair.files[0].cells, hand_a, run, "DRAM", 67108864, 100 * wave);
			add_cell(&pair.files[1].cells, hand_b, run, "DRAM", 67108864, 90 * wave);
		}
		assert_int_equal(compare(&pair, defaults), 0);
		assert_string_equal(conclusion_of(&pair), "all-moved");
		assert_int_equal(strstr(text_string(&pair.comparison.pairs[0].sentences),
		                        "more than one cause") != NULL, apart);
		release(&pair);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_between_the_first_mover_and_dram_are_said_to_hold),
		cmocka_unit_test(levels_that_are_lost_leave_the_answer_open),
		cmocka_unit_test(all_files_are_classed_by_one_set_of_levels),
		cmocka_unit_test(sizes_that_classing_needs_are_a_list),
		cmocka_unit_test(a_file_compared_with_its_copy_is_told),
		cmocka_unit_test(equal_runs_have_no_spread_either_way_round),
		cmocka_unit_test(a_gate_of_one_level_looks_at_no_other),
		cmocka_unit_test(a_gate_passes_fails_or_cannot_tell),
		cmocka_unit_test(one_sided_preemption_is_no_verdict_on_the_memory),
		cmocka_unit_test(a_gate_does_not_pass_what_another_task_may_hide),
		cmocka_unit_test(sides_that_spread_unlike_are_told),
		cmocka_unit_test(levels_that_move_apart_have_no_one_cause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
