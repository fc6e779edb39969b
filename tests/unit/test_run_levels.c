/* SPDX-License-Identifier: MIT */
/* What a sweep's own rates say of its levels, beside the caches that are believed. */
#include "check.h"

#include "session/levels.h"

enum { SIZES = 7 };
static const uint64_t blocks[SIZES] = { 1 * MIB,  4 * MIB,  16 * MIB, 32 * MIB,
	                                64 * MIB, 128 * MIB, 256 * MIB };

static const struct context copies = {
	.label = "", .session = "", .boot = "", .host = "", .cpu = "", .version = "",
	.cpus = "", .convention = "copied", .op = "copy", .kernel = "word",
	.threads = 1, .huge_source = "",
};

/* One session of copies; one letter for each size: L (a cache), b (beyond), D or ?. */
struct sweep {
	struct session_options options;
	struct session setup;
	struct cells cells;
};

static void sweep_init(struct sweep *sweep, const char *levels, enum belief belief)
{
	struct error err = { 0 };

	*sweep = (struct sweep){ .setup = { .threads = 1 } };
	sweep->setup.options = &sweep->options;
	assert_int_equal(hierarchy_give(&sweep->setup.hierarchy, levels, &err), 0);
	sweep->setup.hierarchy.is_given = belief == BELIEF_GIVEN;
	sweep->setup.hierarchy.levels[2].belief = belief;
	if (belief == BELIEF_UNKNOWN)
		sweep->setup.hierarchy.levels[2].believed_bytes = 0;
}

static void sweep_run(struct sweep *sweep, const double rates[SIZES])
{
	const struct context *context = cells_context(&sweep->cells, &copies);

	for (size_t i = 0; i < SIZES; i++) {
		struct cell cell = { .context = context, .block_bytes = blocks[i],
			             .footprint_bytes = 2 * blocks[i], .mb_per_s = rates[i] };
		session_cell_level(&sweep->setup, &cell);
		if (rates[i] > 0)
			cells_add(&sweep->cells, &cell);
	}
}

static void sweep_is(const struct sweep *sweep, const char *wanted)
{
	char found[SIZES + 1] = "";

	for (size_t i = 0; i < sweep->cells.count && i < SIZES; i++)
		found[i] = sweep->cells.items[i].level[0];
	assert_string_equal(found, wanted);
}

static void sweep_release(struct sweep *sweep)
{
	cells_release(&sweep->cells);
	hierarchy_release(&sweep->setup.hierarchy);
	warnings_release(&sweep->setup.notes);
}

/* Decided upon one run alone; `note`: what the notes must hold, "" where there are none. */
static void classes_are(const char *levels, enum belief belief, const double rates[SIZES],
                        const char *wanted, const char *note)
{
	struct sweep sweep;

	sweep_init(&sweep, levels, belief);
	sweep_run(&sweep, rates);
	assert_true(session_decide_levels(&sweep.setup, &sweep.cells, UINT64_MAX));
	sweep_is(&sweep, wanted);
	struct text notes = { 0 };
	warnings_put(&sweep.setup.notes, &notes);
	if (*note == '\0')
		assert_string_equal(text_string(&notes), "");
	else if (strstr(text_string(&notes), note) == NULL)
		fail_msg("'%s' lacks '%s'", text_string(&notes), note);
	text_release(&notes);
	sweep_release(&sweep);
}

#define SMALL "L1=48K,L2=256K,L3=4M"
#define LARGE "L1=48K,L2=256K,L3=260M"

static void rows_that_a_cache_still_serves_are_not_called_memory(void **state)
{
	const double served[SIZES] = { 55, 54, 31, 30, 18, 18, 18 };

	(void)state;
	classes_are(SMALL, BELIEF_MEASURED, served, "LbbbDDD",
	            "Blocks of 16M to 32M count as `beyond`");
	classes_are(SMALL, BELIEF_REPORTED, served, "LbbbDDD", "not as DRAM");
	/* Memory, as it spreads; a slow row among them says nothing of the others. */
	classes_are(SMALL, BELIEF_MEASURED, (double[]){ 55, 40, 22, 20, 19, 18, 18 }, "LbDDDDD", "");
	classes_are(SMALL, BELIEF_MEASURED, (double[]){ 55, 40, 22, 20, 12, 21, 20 }, "LbDDDDD", "");
	classes_are(SMALL, BELIEF_MEASURED, (double[]){ 55, 40, 22, 20, 19, 19, 12 }, "LbDDDDD", "");
	/* Never flat: none of them is memory yet. */
	classes_are(SMALL, BELIEF_MEASURED, (double[]){ 80, 70, 60, 40, 28, 20, 14 }, "Lbbbbbb",
	            "larger --sizes");
}

static void rows_of_a_cache_that_run_like_memory_are_no_cache(void **state)
{
	const double guest[SIZES] = { 15.6, 15.7, 13.5, 7.5, 7.2, 7.0, 6.8 };

	(void)state;
	classes_are(LARGE, BELIEF_MEASURED, guest, "LLLLbbb", "count as `beyond`, not as a cache's");
	/* A cache that holds the whole sweep is flat from end to end, which says nothing. */
	classes_are(LARGE, BELIEF_REPORTED, (double[]){ 16, 16, 15, 15, 15, 15, 0 }, "LLLLLL", "");
}

static void without_a_believed_last_cache_the_rates_alone_decide(void **state)
{
	(void)state;
	classes_are(SMALL, BELIEF_UNKNOWN, (double[]){ 15.6, 15.7, 13.5, 7.5, 7.2, 7.0, 6.8 },
	            "???DDDD", "by the rates alone");
	classes_are(SMALL, BELIEF_UNKNOWN, (double[]){ 16, 16, 15, 15, 15, 15, 15 }, "???????",
	            "");
}

static void sizes_that_the_user_gives_stand(void **state)
{
	(void)state;
	classes_are(SMALL, BELIEF_GIVEN, (double[]){ 55, 54, 31, 30, 18, 18, 18 }, "LbDDDDD",
	            "which the rates dispute");
	classes_are(LARGE, BELIEF_GIVEN, (double[]){ 15.6, 15.7, 13.5, 7.5, 7.2, 7.0, 6.8 },
	            "LLLLLLb", "as --levels has it");
}

static void of_one_size_behind_the_caches_these_alone_decide(void **state)
{
	(void)state;
	classes_are(SMALL, BELIEF_MEASURED, (double[]){ 55, 54, 0, 0, 0, 0, 18 }, "LbD",
	            "follows from the last cache alone");
	classes_are(SMALL, BELIEF_GIVEN, (double[]){ 55, 54, 0, 0, 0, 0, 18 }, "LbD", "");
}

static void a_contradiction_waits_for_the_median_of_three_runs(void **state)
{
	const double served[SIZES] = { 55, 54, 31, 30, 18, 18, 18 };
	const double usual[SIZES] = { 55, 40, 19, 19, 18, 18, 18 };
	struct sweep sweep;

	(void)state;
	sweep_init(&sweep, SMALL, BELIEF_REPORTED);
	sweep_run(&sweep, served);
	assert_false(session_decide_levels(&sweep.setup, &sweep.cells, 1));
	sweep_is(&sweep, "LbDDDDD");
	sweep_run(&sweep, usual);
	sweep_run(&sweep, usual);
	assert_true(session_decide_levels(&sweep.setup, &sweep.cells, 3));
	sweep_is(&sweep, "LbDDDDD");
	assert_int_equal(sweep.setup.notes.count, 0);
	sweep_release(&sweep);
	/* Three times the same, and rows to come are classed alike. */
	sweep_init(&sweep, SMALL, BELIEF_REPORTED);
	for (uint64_t run = 1; run <= 3; run++) {
		sweep_run(&sweep, served);
		assert_int_equal(session_decide_levels(&sweep.setup, &sweep.cells, run), run == 3);
	}
	sweep_run(&sweep, usual);
	assert_string_equal(sweep.cells.items[2].level, "beyond");
	assert_string_equal(sweep.cells.items[3 * SIZES + 2].level, "beyond");
	sweep_release(&sweep);
}

static void by_block_no_rate_has_a_say(void **state)
{
	struct sweep sweep;

	(void)state;
	sweep_init(&sweep, SMALL, BELIEF_MEASURED);
	sweep.options.levels_by = LEVELS_BY_BLOCK;
	sweep_run(&sweep, (double[]){ 55, 54, 31, 30, 18, 18, 18 });
	assert_true(session_decide_levels(&sweep.setup, &sweep.cells, 1));
	sweep_is(&sweep, "LLDDDDD");
	sweep_release(&sweep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_that_a_cache_still_serves_are_not_called_memory),
		cmocka_unit_test(rows_of_a_cache_that_run_like_memory_are_no_cache),
		cmocka_unit_test(without_a_believed_last_cache_the_rates_alone_decide),
		cmocka_unit_test(sizes_that_the_user_gives_stand),
		cmocka_unit_test(of_one_size_behind_the_caches_these_alone_decide),
		cmocka_unit_test(a_contradiction_waits_for_the_median_of_three_runs),
		cmocka_unit_test(by_block_no_rate_has_a_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
