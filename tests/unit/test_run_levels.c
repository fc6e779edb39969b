/* SPDX-License-Identifier: MIT */
/* Rows that are called DRAM, and how fast they run. */
#include "check.h"

#include "cli/run.h"
#include "kernels/kernel.h"

enum { SIZES = 5 };
static const uint64_t blocks[SIZES] = { 1 * MIB, 16 * MIB, 32 * MIB, 64 * MIB, 128 * MIB };

/* One kernel's rates at these blocks; which of them are DRAM then, as "DDDD". */
static void classes_are(enum belief belief, const double rates[SIZES], const char *wanted)
{
	struct run_options options = { .levels_by = LEVELS_BY_FOOTPRINT };
	struct run_setup setup = { .options = &options, .threads = 1 };
	struct cell cells[SIZES] = { { .edge = false } };
	bool is_done[SIZES] = { true, true, true, true, true };
	char found[SIZES + 1] = "";
	struct error err = { 0 };

	assert_int_equal(hierarchy_give(&setup.hierarchy, "L1=48K,L2=1M,L3=4M", &err), 0);
	setup.hierarchy.levels[2].belief = belief;
	for (size_t i = 0; i < SIZES; i++) {
		plan_add(&setup.plan, kernels_find(OP_COPY, "word"), blocks[i]);
		cells[i] = (struct cell){ .block_bytes = blocks[i], .mb_per_s = rates[i],
			                  .footprint_bytes = 2 * blocks[i] };
		run_cell_level(&setup, &cells[i]);
	}
	run_refute_dram(&setup, cells, is_done);
	for (size_t i = 0; i < SIZES; i++)
		found[i] = strcmp(cells[i].level, "DRAM") == 0 && !cells[i].edge ? 'D' : '-';
	assert_string_equal(found, wanted);
	assert_int_equal(setup.notes.length > 0, strchr(wanted + 1, '-') != NULL);
	plan_release(&setup.plan);
	hierarchy_release(&setup.hierarchy);
	text_release(&setup.notes);
}

static void rows_that_run_like_a_cache_are_not_called_memory(void **state)
{
	(void)state;
	/* Measured 4M where the cache holds 32M and more: seen, and half seen. */
	classes_are(BELIEF_MEASURED, (double[]){ 55, 31, 21, 19, 18 }, "--DDD");
	classes_are(BELIEF_MEASURED, (double[]){ 55, 31, 30, 19, 18 }, "---DD");
	/* Memory, as it spreads; a slow row among them says nothing of the others. */
	classes_are(BELIEF_MEASURED, (double[]){ 55, 22, 20, 19, 18 }, "-DDDD");
	classes_are(BELIEF_MEASURED, (double[]){ 55, 22, 12, 21, 20 }, "-DDDD");
	/* What the system reports, or the user says, stands. */
	classes_are(BELIEF_REPORTED, (double[]){ 55, 31, 21, 19, 18 }, "-DDDD");
	classes_are(BELIEF_GIVEN, (double[]){ 55, 31, 21, 19, 18 }, "-DDDD");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_that_run_like_a_cache_are_not_called_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
