/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of small sets made by hand, so that their p can be counted: 2 / C(2n, n) for
 * two sides that do not overlap.
 */
#include "check.h"

#include "comparison.h"

/* ---- Units, blocks and floors ---- */

static void three_runs_a_side_cannot_tell_and_say_how_many_lack(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	add_runs(&pair.files[0].cells, hand_a, 1, 3, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, 3, 2.06);
	assert_int_equal(compare(&pair, defaults), 0);
	const struct level_finding *dram = level_of(&pair, "DRAM");
	assert_near(dram->effect.p, 0.1, 1e-12);
	assert_near(dram->effect.p_floor, 0.1, 1e-12);
	assert_true(isinf(dram->effect.low) && isinf(dram->effect.high));
	assert_int_equal(dram->verdict, LEVEL_CANNOT_TELL);
	assert_int_equal(dram->units_missing, 2); /* two levels: 2/C(10,5) < 0.025 < 2/C(8,4) */
	assert_true(isnan(dram->mde));
	assert_near(dram->pooled_p, 0.1, 1e-12);
	assert_string_equal(conclusion_of(&pair), "cannot-tell");
	assert_true(warned(&pair, "floor"));
	release(&pair);
}

/* 2 / C(6, 3) is .1: not below it, so that the verdict could never come. */
static void a_smallest_p_that_equals_alpha_is_out_of_reach(void **state)
{
	struct compare_options options = defaults;
	struct pair_of_files pair = two_files();

	(void)state;
	for (uint64_t run = 1; run <= 3; run++) {
		double wave = 1 + 0.001 * (double)run;
		add_cell(&pair.files[0].cells, hand_a, run, "DRAM", 67108864, 20000 * wave);
		add_cell(&pair.files[1].cells, hand_b, run, "DRAM", 67108864, 41000 * wave);
	}
	options.alpha = 0.1;
	assert_int_equal(compare(&pair, options), 0);
	assert_near(level_of(&pair, "DRAM")->effect.p, 0.1, 1e-12);
	assert_int_equal(level_of(&pair, "DRAM")->verdict, LEVEL_CANNOT_TELL);
	assert_int_equal(level_of(&pair, "DRAM")->units_missing, 1);
	assert_true(isnan(level_of(&pair, "DRAM")->mde));
	assert_true(warned(&pair, "floor"));
	release(&pair);
}

/*
 * 3 v 4, all of B above all of A, and B's runs in turned order at the second size: all four
 * of B score the same, so that the far side of the null lies nearer than A's three. Of the
 * C(7,3) = 35 choices one is as far out as A's: p = 1/35, below 2/C(7,3) = 0.057.
 */
static void a_floor_is_that_of_the_scores_not_of_the_counts(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	for (uint64_t run = 1; run <= 3; run++) {
		add_cell(&pair.files[0].cells, hand_a, run, "DRAM", 67108864, 100 + (double)run);
		add_cell(&pair.files[0].cells, hand_a, run, "DRAM", 134217728, 100 + (double)run);
	}
	for (uint64_t run = 1; run <= 4; run++) {
		add_cell(&pair.files[1].cells, hand_b, run, "DRAM", 67108864, 200 + (double)run);
		add_cell(&pair.files[1].cells, hand_b, run, "DRAM", 134217728, 205 - (double)run);
	}
	assert_int_equal(compare(&pair, defaults), 0);
	const struct level_finding *dram = level_of(&pair, "DRAM");
	assert_near(dram->effect.p, 1.0 / 35, 1e-12);
	assert_near(dram->effect.p_floor, 1.0 / 35, 1e-12);
	assert_int_equal(dram->verdict, LEVEL_FASTER);
	assert_int_equal(dram->units_missing, 0);
	assert_true(dram->mde > 0);
	assert_false(warned(&pair, "floor"));
	release(&pair);
}

static void boots_of_one_configuration_each_are_units_from_four_a_side(void **state)
{
	static const char *const boots[] = { "0", "1", "2", "3", "4", "5", "6", "7" };

	(void)state;
	for (size_t count = 3; count <= 4; count++) {
		struct pair_of_files pair = two_files();
		for (size_t i = 0; i < count; i++) {
			struct hand a = hand_a, b = hand_b;
			a.boot = boots[2 * i];
			b.boot = boots[2 * i + 1];
			add_runs(&pair.files[0].cells, a, 1, 2, 1);
			add_runs(&pair.files[1].cells, b, 1, 2, 1.5);
		}
		assert_int_equal(compare(&pair, defaults), 0);
		const struct compare_pair *found = &pair.comparison.pairs[0];
		const struct level_finding *dram = level_of(&pair, "DRAM");
		assert_int_equal(found->unit, count == 4 ? UNIT_BOOT : UNIT_RUN);
		assert_int_equal(found->scope, count == 4 ? SCOPE_BOOTS : SCOPE_THESE_BOOTS);
		assert_int_equal(dram->effect.n_a, count == 4 ? 4 : 6);
		/* 2 / C(8,4) of boots; 2 / C(12,6) of runs. */
		assert_near(dram->effect.p, count == 4 ? 2.0 / 70 : 2.0 / 924, 1e-9);
		release(&pair);
	}
}

static const char *warning_of(const struct pair_of_files *pair, const char *kind)
{
	for (size_t i = 0; i < pair->comparison.warnings.count; i++) {
		if (strcmp(pair->comparison.warnings.items[i].kind, kind) == 0)
			return pair->comparison.warnings.items[i].text;
	}
	fail_msg("no warning %s", kind);
	return NULL;
}

/* L1 5 % apart between boots, alike within them: more runs in the same boots are no help. */
static void a_wide_control_asks_for_boots_where_boots_are_the_unit(void **state)
{
	static const char *const boots[] = { "0", "1", "2", "3", "4", "5", "6", "7" };
	struct pair_of_files pair = two_files();

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		struct hand hand = i % 2 ? hand_b : hand_a;
		hand.boot = boots[i];
		for (uint64_t run = 1; run <= 3; run++) {
			double wave = 1 + 0.05 * (double)(i * 3 % 4) + 0.001 * (double)run;
			add_cell(&pair.files[i % 2].cells, hand, run, "L1", 2048, 200000 * wave);
		}
	}
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(pair.comparison.pairs[0].unit, UNIT_BOOT);
	const char *warning = warning_of(&pair, "control-wide");
	assert_non_null(strstr(warning, " boots a side would do (each takes a reboot or a reseat)"));
	assert_null(strstr(warning, "run"));
	release(&pair);
}

static void a_boot_that_holds_both_is_a_block(void **state)
{
	struct pair_of_files pair = two_files();
	static const char *const boots[] = { "x", "y" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct hand a = hand_a, b = hand_b;
		a.boot = b.boot = boots[i];
		add_runs(&pair.files[0].cells, a, 1, 3, i == 0 ? 1 : 2);
		add_runs(&pair.files[1].cells, b, 11, 3, i == 0 ? 1.1 : 2.2);
	}
	add_runs(&pair.files[0].cells, hand_a, 1, 4, 9); /* a boot of A alone: left out */
	assert_int_equal(compare(&pair, defaults), 0);
	const struct level_finding *dram = level_of(&pair, "DRAM");
	assert_int_equal(pair.comparison.pairs[0].unit, UNIT_RUN);
	assert_int_equal(pair.comparison.pairs[0].scope, SCOPE_SAME_BOOT);
	assert_int_equal(pair.comparison.pairs[0].block_count, 2);
	assert_int_equal(dram->effect.n_a, 6);
	assert_near(dram->effect.p, 2.0 / (20 * 20), 1e-9);
	assert_near(dram->effect.change, 0.1, 1e-9);
	assert_near(dram->effect.a12, 1, 1e-12); /* B above A */
	assert_true(warned(&pair, "unshared-boots"));
	release(&pair);
}

/*
 * Four own boots of two runs each and one boot that both share, with two: 2 / C(4,2) = 1/3
 * is out of alpha's reach, 2 / C(8,4) of boots is not, and so the shared boot stays out.
 * With three own boots neither reaches it, and the block remains.
 */
static void one_shared_boot_does_not_become_the_whole_test(void **state)
{
	static const char *const boots[] = { "0", "1", "2", "3", "4", "5", "6", "7" };

	(void)state;
	for (size_t count = 3; count <= 4; count++) {
		struct pair_of_files pair = two_files();
		struct hand a = hand_a, b = hand_b;
		for (size_t i = 0; i < count; i++) {
			a.boot = boots[2 * i];
			b.boot = boots[2 * i + 1];
			add_runs(&pair.files[0].cells, a, 1, 2, 1);
			add_runs(&pair.files[1].cells, b, 1, 2, 1.5);
		}
		a.boot = b.boot = "shared";
		add_runs(&pair.files[0].cells, a, 1, 2, 1);
		add_runs(&pair.files[1].cells, b, 11, 2, 1.5);
		assert_int_equal(compare(&pair, defaults), 0);
		const struct compare_pair *found = &pair.comparison.pairs[0];
		assert_int_equal(found->unit, count == 4 ? UNIT_BOOT : UNIT_RUN);
		assert_int_equal(found->scope, count == 4 ? SCOPE_BOOTS : SCOPE_SAME_BOOT);
		assert_int_equal(found->runs[0], count == 4 ? 8 : 2);
		assert_int_equal(found->boots[1], count == 4 ? 4 : 1);
		assert_near(level_of(&pair, "DRAM")->effect.p, count == 4 ? 2.0 / 70 : 1.0 / 3, 1e-9);
		assert_true(warned(&pair, count == 4 ? "shared-boots" : "unshared-boots"));
		release(&pair);
	}
}

/* ---- Sizes and cells ---- */

static enum size_use use_of(const struct pair_of_files *pair, uint64_t block_bytes)
{
	for (size_t i = 0; i < pair->comparison.size_count; i++) {
		if (pair->comparison.sizes[i].block_bytes == block_bytes)
			return pair->comparison.sizes[i].use;
	}
	fail_msg("no such size");
	return SIZE_USED;
}

static void sizes_that_cannot_serve_are_left_out_by_name(void **state)
{
	struct pair_of_files pair = two_files();
	const struct hand hands[] = { hand_a, hand_b };

	(void)state;
	for (size_t side = 0; side < 2; side++) {
		struct cells *cells = &pair.files[side].cells;
		add_runs(cells, hands[side], 1, 5, 1);
		for (uint64_t run = 1; run <= 5; run++) {
			add_cell(cells, hands[side], run, side ? "L2" : "L1", 4096, 1e5);
			add_cell(cells, hands[side], run, "?", 524288, 1e4);
			add_cell(cells, hands[side], run, "beyond", 1048576, 1e4);
			cells->items[cells->count - 1].edge = true;
			add_cell(cells, hands[side], run, "L1", 8192, 1e5);
			cells->items[cells->count - 1].edge = true;
		}
		add_cell(cells, hands[side], 1, "DRAM", 134217728, 1e4);
	}
	add_cell(&pair.files[0].cells, hand_a, 1, "L1", 16384, 1e5);
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(use_of(&pair, 2048), SIZE_USED);
	assert_int_equal(use_of(&pair, 4096), SIZE_USED); /* as the first file has it */
	assert_non_null(strstr(text_string(&pair.comparison.classes), "cache sizes of A"));
	assert_int_equal(level_of(&pair, "L1")->effect.n_a, 5);
	assert_int_equal(use_of(&pair, 8192), SIZE_EDGE);
	assert_int_equal(use_of(&pair, 16384), SIZE_UNMATCHED);
	assert_int_equal(use_of(&pair, 524288), SIZE_NO_LEVEL);
	assert_int_equal(use_of(&pair, 1048576), SIZE_BEYOND);
	assert_int_equal(use_of(&pair, 134217728), SIZE_SPARSE);
	assert_true(warned(&pair, "levels-differ") && warned(&pair, "unmatched-sizes") &&
	            warned(&pair, "no-level") && warned(&pair, "sparse-sizes") &&
	            warned(&pair, "beyond-sizes"));
	comparison_release(&pair.comparison);
	struct compare_options options = defaults;
	options.edges = true;
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(use_of(&pair, 8192), SIZE_USED);
	assert_int_equal(use_of(&pair, 1048576), SIZE_BEYOND); /* what --edges cannot take in */
	release(&pair);
}

static void a_run_that_lacks_a_size_stays_out_of_that_level_alone(void **state)
{
	struct pair_of_files pair = two_files();

	(void)state;
	add_runs(&pair.files[0].cells, hand_a, 1, 6, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, 6, 1);
	pair.files[1].cells.count--; /* interrupted before the last DRAM cell */
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(level_of(&pair, "L1")->effect.n_b, 6);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_b, 5);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_a, 6);
	assert_true(warned(&pair, "missing-cells"));
	release(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_runs_a_side_cannot_tell_and_say_how_many_lack),
		cmocka_unit_test(a_smallest_p_that_equals_alpha_is_out_of_reach),
		cmocka_unit_test(a_floor_is_that_of_the_scores_not_of_the_counts),
		cmocka_unit_test(boots_of_one_configuration_each_are_units_from_four_a_side),
		cmocka_unit_test(a_wide_control_asks_for_boots_where_boots_are_the_unit),
		cmocka_unit_test(a_boot_that_holds_both_is_a_block),
		cmocka_unit_test(one_shared_boot_does_not_become_the_whole_test),
		cmocka_unit_test(sizes_that_cannot_serve_are_left_out_by_name),
		cmocka_unit_test(a_run_that_lacks_a_size_stays_out_of_that_level_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
