/* SPDX-License-Identifier: MIT */
/*
 * Comparisons from cells to conclusion. Small sets are made by hand, so that their p can be
 * counted: 2 / C(2n, n) for two sides that do not overlap. The p, H, change and A12 of
 * tests/data/study come from R 4.2.2: combn() over all arrangements inside each host,
 * kruskal.test(), wilcox.test(exact = TRUE), median() of outer() differences of logs.
 */
#include "check.h"

#include "base/random.h"
#include "compare/compare.h"
#include "report/compare.h"
#include "samples/file.h"

static const struct compare_options defaults = {
	.margin = 0.01, .alpha = 0.05, .power = 0.8, .gate = (double)NAN,
};

/* ---- Sets made by hand ---- */

struct hand {
	const char *label, *boot, *session, *kernel;
	uint64_t page_bytes;
	double huge_share;
};
static const struct hand hand_a = { "A", "boot-a", "s", "word", 4096, 0 };
static const struct hand hand_b = { "B", "boot-b", "s", "word", 4096, 0 };

static void add_cell(struct cells *cells, struct hand hand, uint64_t run,
                     const char *level, uint64_t block_bytes, double mb_per_s)
{
	struct context context = {
		.schema = 1, .label = hand.label, .session = hand.session, .boot = hand.boot,
		.host = "h", .cpu = "c", .version = "v", .started = "2026", .op = "copy",
		.kernel = hand.kernel, .cpus = "0", .convention = "copied", .threads = 1,
		.page_bytes = hand.page_bytes,
	};
	struct cell cell = {
		.context = cells_context(cells, &context), .block_bytes = block_bytes,
		.footprint_bytes = 2 * block_bytes, .huge_share = hand.huge_share, .run = run,
		.samples = 100, .bytes = block_bytes, .ns_q1 = 1, .mb_per_s = mb_per_s,
		.clock_ghz = (double)NAN, .core_ipc = (double)NAN,
	};
	(void)strcpy(cell.level, level);
	cells_add(cells, &cell);
}

/* Runs of L1 at 2K and DRAM at 64M; DRAM is `dram` times the usual, runs 0.1 % apart. */
static void add_runs(struct cells *cells, struct hand hand, uint64_t first, uint64_t count,
                     double dram)
{
	for (uint64_t run = first; run < first + count; run++) {
		double wave = 1 + 0.001 * (double)(run * 7 % 5);
		add_cell(cells, hand, run, "L1", 2048, 200000 * wave);
		add_cell(cells, hand, run, "DRAM", 67108864, 20000 * wave * dram);
	}
}

struct pair_of_files {
	struct compare_file files[3];
	struct comparison comparison;
	struct error err;
	size_t count;
};

static struct pair_of_files two_files(void)
{
	return (struct pair_of_files){
		.files = { { .path = "a.csv" }, { .path = "b.csv" }, { .path = "c.csv" } },
		.count = 2,
	};
}

static int compare(struct pair_of_files *pair, struct compare_options options)
{
	return compare_files(pair->files, pair->count, &options, &pair->comparison, &pair->err);
}

static void release(struct pair_of_files *pair)
{
	comparison_release(&pair->comparison);
	for (size_t i = 0; i < 3; i++)
		cells_release(&pair->files[i].cells);
}

static const struct level_finding *level_of(const struct pair_of_files *pair,
                                            const char *name)
{
	const struct compare_pair *first = &pair->comparison.pairs[0];

	for (size_t i = 0; i < first->level_count; i++) {
		if (strcmp(pair->comparison.levels[first->levels[i].level].name, name) == 0)
			return &first->levels[i];
	}
	fail_msg("no level %s", name);
	return NULL;
}

static bool warned(const struct pair_of_files *pair, const char *kind)
{
	for (size_t i = 0; i < pair->comparison.warning_count; i++) {
		if (strcmp(pair->comparison.warnings[i].kind, kind) == 0)
			return true;
	}
	return false;
}

static const char *conclusion_of(const struct pair_of_files *pair)
{
	return conclusion_name(&pair->comparison, &pair->comparison.pairs[0]);
}

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
	assert_int_equal(dram->verdict, LEVEL_CANNOT_TELL);
	assert_int_equal(dram->units_missing, 2); /* two levels: 2/C(10,5) < 0.025 < 2/C(8,4) */
	assert_true(isnan(dram->mde));
	assert_near(dram->pooled_p, 0.1, 1e-12);
	assert_string_equal(conclusion_of(&pair), "cannot-tell");
	assert_true(warned(&pair, "floor"));
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
		assert_int_equal(dram->has_welch, count == 3);
		/* 2 / C(8,4) of boots; 2 / C(12,6) of runs. */
		assert_near(dram->effect.p, count == 4 ? 2.0 / 70 : 2.0 / 924, 1e-9);
		release(&pair);
	}
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
			add_cell(cells, hands[side], run, "beyond", 1048576, 1e4);
			add_cell(cells, hands[side], run, "L1", 8192, 1e5);
			cells->items[cells->count - 1].edge = side == 1;
		}
		add_cell(cells, hands[side], 1, "DRAM", 134217728, 1e4);
	}
	add_cell(&pair.files[0].cells, hand_a, 1, "L1", 16384, 1e5);
	assert_int_equal(compare(&pair, defaults), 0);
	assert_int_equal(use_of(&pair, 2048), SIZE_USED);
	assert_int_equal(use_of(&pair, 4096), SIZE_LEVELS_DIFFER);
	assert_int_equal(use_of(&pair, 8192), SIZE_EDGE);
	assert_int_equal(use_of(&pair, 16384), SIZE_UNMATCHED);
	assert_int_equal(use_of(&pair, 1048576), SIZE_NO_LEVEL);
	assert_int_equal(use_of(&pair, 134217728), SIZE_SPARSE);
	assert_true(warned(&pair, "levels-differ") && warned(&pair, "edge-sizes") &&
	            warned(&pair, "unmatched-sizes") && warned(&pair, "no-level") &&
	            warned(&pair, "sparse-sizes"));
	comparison_release(&pair.comparison);
	struct compare_options options = defaults;
	options.edges = true;
	assert_int_equal(compare(&pair, options), 0);
	assert_int_equal(use_of(&pair, 8192), SIZE_USED);
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

/* ---- Unlike settings ---- */

static void assert_refused(struct pair_of_files *pair, const char *field)
{
	assert_int_equal(compare(pair, defaults), -1);
	assert_int_equal(pair->err.status, STATUS_BAD_INPUT);
	if (strncmp(pair->err.text, field, strlen(field)) != 0)
		fail_msg("'%s' does not begin with %s", pair->err.text, field);
	comparison_release(&pair->comparison);
}

static void unlike_settings_are_refused_varied_or_forced(void **state)
{
	struct pair_of_files pair = two_files();
	struct compare_options options = defaults;
	struct hand b = hand_b;

	(void)state;
	b.kernel = "avx2";
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[1].cells, b, 1, 5, 1);
	assert_refused(&pair, "kernel differs: 'word' in A, 'avx2' in B");
	options.vary = "kernel";
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(text_string(&pair.comparison.varied), "kernel");
	assert_int_equal(pair.comparison.forced.length, 0);
	comparison_release(&pair.comparison);
	options.vary = NULL;
	options.force = true;
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(text_string(&pair.comparison.forced), "kernel");
	assert_true(warned(&pair, "forced"));
	comparison_release(&pair.comparison);
	options.vary = "colour";
	assert_int_equal(compare(&pair, options), -1);
	release(&pair);
}

static void huge_pages_may_differ_by_five_points(void **state)
{
	(void)state;
	for (int points = 5; points <= 6; points++) {
		struct pair_of_files pair = two_files();
		struct compare_options options = defaults;
		struct hand a = hand_a, b = hand_b;
		a.huge_share = 1;
		b.huge_share = 1 - points / 100.0;
		add_runs(&pair.files[0].cells, a, 1, 5, 1);
		add_runs(&pair.files[1].cells, b, 1, 5, 1);
		if (points == 6)
			assert_refused(&pair, "huge_share differs");
		options.vary = points == 6 ? "page_bytes" : NULL;
		assert_int_equal(compare(&pair, options), 0);
		release(&pair);
	}
}

static void one_file_with_two_kernels_is_two_configurations(void **state)
{
	struct pair_of_files pair = two_files();
	struct compare_options options = defaults;
	struct hand nt = hand_a;

	(void)state;
	nt.kernel = "nt";
	add_runs(&pair.files[0].cells, nt, 1, 5, 1.2);
	add_runs(&pair.files[0].cells, hand_a, 1, 5, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, 5, 1);
	assert_refused(&pair, "A: kernel is 'nt' and 'word'");
	options.only = "kernel=nt";
	options.by = "kernel";
	assert_int_equal(compare(&pair, options), -1); /* one configuration */
	comparison_release(&pair.comparison);
	pair.count = 1;
	options.only = NULL;
	assert_int_equal(compare(&pair, options), 0);
	assert_string_equal(pair.comparison.configurations[0].label, "nt"); /* ascending */
	assert_string_equal(pair.comparison.configurations[1].label, "word");
	assert_near(level_of(&pair, "DRAM")->effect.change, 1 / 1.2 - 1, 1e-9);
	release(&pair);
}

/* ---- The study's design, against R ---- */

static void read_study(struct pair_of_files *pair, const char *const names[], size_t count)
{
	*pair = two_files();
	pair->count = count;
	for (size_t i = 0; i < count; i++) {
		char path[100];
		(void)snprintf(path, sizeof path, "tests/data/study/%s.csv", names[i]);
		assert_int_equal(file_read_cells(path, &pair->files[i].cells,
		                                 &pair->files[i].notes, &pair->err), 0);
	}
}

static const struct {
	const char *level;
	double p, floor, change, a12, pooled_p; /* NaN: R cannot, for ties */
} study_expected[] = {
	{ "L1", 0.525, 0.005, -0.00184435299232, 0.411111111111, 0.831500482872 },
	{ "L2", 0.885, 0.01, -0.000355431203376, 0.466666666667, 0.994146512176 },
	{ "DRAM", 0.005, 0.005, 0.0380202500014, 1, (double)NAN },
};

static void the_studys_design_gives_what_r_gives(void **state)
{
	static const char *const names[] = { "cl3", "cl2" };
	struct pair_of_files pair;

	(void)state;
	read_study(&pair, names, 2);
	assert_int_equal(compare(&pair, defaults), 0);
	for (size_t i = 0; i < 3; i++) {
		const struct level_finding *finding = level_of(&pair, study_expected[i].level);
		assert_int_equal(finding->effect.n_a, 6);
		assert_near(finding->effect.p, study_expected[i].p, 1e-12);
		assert_near(finding->effect.p_floor, study_expected[i].floor, 1e-12);
		assert_near(finding->effect.change, study_expected[i].change, 1e-9);
		assert_near(finding->effect.a12, study_expected[i].a12, 1e-11);
		if (!isnan(study_expected[i].pooled_p))
			assert_near(finding->pooled_p, study_expected[i].pooled_p, 1e-9);
	}
	assert_int_equal(level_of(&pair, "L1")->pooled_a, 30);
	assert_int_equal(level_of(&pair, "DRAM")->pooled_b, 18);
	assert_near(level_of(&pair, "DRAM")->p_holm, 0.015, 1e-12);
	assert_string_equal(conclusion_of(&pair), "dram-only");
	release(&pair);
}

static void the_pooled_test_is_the_studys_own(void **state)
{
	static const char *const names[] = { "cl3", "cl2" };
	struct compare_options options = defaults;
	struct pair_of_files pair;

	(void)state;
	read_study(&pair, names, 2);
	options.test = COMPARE_POOLED;
	assert_int_equal(compare(&pair, options), 0);
	assert_near(level_of(&pair, "L1")->effect.p, study_expected[0].pooled_p, 1e-9);
	assert_near(level_of(&pair, "L2")->effect.p, study_expected[1].pooled_p, 1e-9);
	assert_int_equal(level_of(&pair, "L1")->effect.n_a, 30);
	assert_int_equal(level_of(&pair, "DRAM")->effect.n_a, 18);
	assert_true(level_of(&pair, "DRAM")->effect.p < 0.001);
	assert_true(warned(&pair, "independence"));
	release(&pair);
}

static void three_configurations_are_tested_together_then_in_pairs(void **state)
{
	static const char *const names[] = { "cl3", "cl2", "mixed" };
	static const double h[] = { 0.0888888888889, 0.291316526611, 5.95555555556 };
	struct compare_options options = defaults;
	struct pair_of_files files;

	(void)state;
	read_study(&files, names, 3);
	options.only = "host=second";
	assert_int_equal(compare(&files, options), 0);
	assert_int_equal(files.comparison.pair_count, 3);
	assert_int_equal(files.comparison.family, 9);
	for (size_t i = 0; i < 3; i++) {
		assert_true(files.comparison.levels[i].has_kruskal);
		assert_near(files.comparison.levels[i].kruskal.h, h[i], 1e-9);
	}
	assert_string_equal(conclusion_of(&files), "cannot-tell");
	comparison_release(&files.comparison);
	options.test = COMPARE_POOLED; /* mixed runs as CL3 */
	assert_int_equal(compare(&files, options), 0);
	const struct compare_pair *pairs = files.comparison.pairs;
	assert_int_equal(pairs[0].levels[2].verdict, LEVEL_FASTER);
	assert_int_equal(pairs[1].levels[2].verdict, LEVEL_EQUIVALENT);
	assert_near(pairs[1].levels[2].effect.p, 0.386507610037, 1e-9);
	assert_int_equal(pairs[2].levels[2].verdict, LEVEL_SLOWER);
	release(&files);
}

/* ---- What must not matter ---- */

static void swapping_the_files_inverts_changes_and_keeps_p(void **state)
{
	static const char *const names[] = { "cl3", "cl2" }, *const swapped[] = { "cl2", "cl3" };
	struct pair_of_files ab, ba;

	(void)state;
	read_study(&ab, names, 2);
	read_study(&ba, swapped, 2);
	assert_int_equal(compare(&ab, defaults), 0);
	assert_int_equal(compare(&ba, defaults), 0);
	for (size_t i = 0; i < 3; i++) {
		const struct effect *x = &ab.comparison.pairs[0].levels[i].effect;
		const struct effect *y = &ba.comparison.pairs[0].levels[i].effect;
		assert_near(y->p, x->p, 0);
		assert_near(y->p_floor, x->p_floor, 0);
		assert_near(1 + y->change, 1 / (1 + x->change), 1e-12);
		assert_near(1 + y->low, 1 / (1 + x->high), 1e-12);
		assert_near(1 + y->high, 1 / (1 + x->low), 1e-12);
		assert_near(y->a12, 1 - x->a12, 1e-12);
	}
	assert_string_equal(conclusion_of(&ba), "dram-only");
	release(&ab);
	release(&ba);
}

static void the_order_of_rows_changes_no_byte(void **state)
{
	static const char *const names[] = { "cl3", "cl2" };
	struct random random = { 7 };
	struct text reports[2] = { { 0 }, { 0 } };
	struct pair_of_files pair;

	(void)state;
	read_study(&pair, names, 2);
	for (size_t turn = 0; turn < 2; turn++) {
		assert_int_equal(compare(&pair, defaults), 0);
		compare_report_json(&pair.comparison, &reports[turn]);
		compare_report_table(&pair.comparison, false, &reports[turn]);
		comparison_release(&pair.comparison);
		for (size_t i = pair.files[0].cells.count; i-- > 1;) {
			struct cell *items = pair.files[0].cells.items, kept = items[i];
			size_t other = (size_t)random_below(&random, i + 1);
			items[i] = items[other];
			items[other] = kept;
		}
	}
	assert_true(reports[0].length > 1000);
	assert_string_equal(text_string(&reports[0]), text_string(&reports[1]));
	text_release(&reports[0]);
	text_release(&reports[1]);
	release(&pair);
}

/* ---- Gates ---- */

static enum gate gate_of(double dram, double gate, uint64_t runs)
{
	struct pair_of_files pair = two_files();
	struct compare_options options = defaults;

	options.gate = gate;
	add_runs(&pair.files[0].cells, hand_a, 1, runs, 1);
	add_runs(&pair.files[1].cells, hand_b, 1, runs, dram);
	assert_int_equal(compare(&pair, options), 0);
	enum gate result = pair.comparison.gate;
	release(&pair);
	return result;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_runs_a_side_cannot_tell_and_say_how_many_lack),
		cmocka_unit_test(boots_of_one_configuration_each_are_units_from_four_a_side),
		cmocka_unit_test(a_boot_that_holds_both_is_a_block),
		cmocka_unit_test(sizes_that_cannot_serve_are_left_out_by_name),
		cmocka_unit_test(a_run_that_lacks_a_size_stays_out_of_that_level_alone),
		cmocka_unit_test(unlike_settings_are_refused_varied_or_forced),
		cmocka_unit_test(huge_pages_may_differ_by_five_points),
		cmocka_unit_test(one_file_with_two_kernels_is_two_configurations),
		cmocka_unit_test(the_studys_design_gives_what_r_gives),
		cmocka_unit_test(the_pooled_test_is_the_studys_own),
		cmocka_unit_test(three_configurations_are_tested_together_then_in_pairs),
		cmocka_unit_test(swapping_the_files_inverts_changes_and_keeps_p),
		cmocka_unit_test(the_order_of_rows_changes_no_byte),
		cmocka_unit_test(a_gate_passes_fails_or_cannot_tell),
		cmocka_unit_test(one_sided_preemption_is_no_verdict_on_the_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
