/* SPDX-License-Identifier: MIT */
/*
 * From where on a sweep's rates fall no more. Expected: hand-made sweeps; rates recorded on
 * an Emerald Rapids guest, whose last cache serves some 45M; other people's curves, and the
 * true sizes that their manifest names.
 */
#include "tree.h"

#include "base/units.h"
#include "caches/attribute.h"
#include "caches/curve.h"
#include "caches/plateau.h"
#include "samples/file.h"
#include "samples/sweep.h"

#define POINTS(...) (struct sweep_point[]){ __VA_ARGS__ }
#define START(inner, ...) \
	plateau_start(POINTS(__VA_ARGS__), \
	              sizeof POINTS(__VA_ARGS__) / sizeof(struct sweep_point), inner, 0)

static void the_plateau_begins_where_the_rate_stops_falling(void **state)
{
	(void)state;
	assert_int_equal(START(0, { 1, 50 }, { 2, 50 }, { 4, 20 }, { 8, 19 }, { 16, 19 }), 4);
	/* Of time, 0.3 and 0.36 of the way from memory's (1/20) to the cache's (1/60). */
	assert_int_equal(START(0, { 1, 60 }, { 4, 25 }, { 8, 20 }, { 16, 20 }, { 32, 20 }), 4);
	assert_int_equal(START(0, { 1, 60 }, { 4, 26.3 }, { 8, 20 }, { 16, 20 }, { 32, 20 }), 8);
	/* In any order; what was not measured does not count. */
	assert_int_equal(START(0, { 16, 19 }, { 1, 50 }, { 8, NAN }, { 4, 20 }, { 2, 0 }), 4);
}

static void one_slow_size_in_three_moves_no_plateau(void **state)
{
	(void)state;
	assert_int_equal(START(0, { 1, 50 }, { 4, 20 }, { 8, 19 }, { 16, 12 }), 4);
	assert_int_equal(START(0, { 1, 50 }, { 4, 20 }, { 8, 12 }, { 16, 20 }), 4);
}

static void a_sweep_that_still_falls_has_none_up_to_its_end(void **state)
{
	(void)state;
	assert_int_equal(START(0, { 1, 50 }, { 2, 50 }, { 4, 35 }, { 8, 20 }), 9);
	/* Two sizes that agree, but lie within an octave. */
	assert_int_equal(START(0, { 1, 50 }, { 6, 20 }, { 8, 20 }), 9);
}

static void a_sweep_within_one_cache_cannot_tell(void **state)
{
	(void)state;
	assert_int_equal(START(0, { 1, 50 }), 0);
	assert_int_equal(START(0, { 1, 50 }, { 2, 49 }, { 4, 45 }, { 8, 44 }), 0);
	/* What falls is an inner cache of 1: up to 3 it may still hit. */
	assert_int_equal(START(1, { 1, 90 }, { 3, 60 }, { 4, 30 }, { 8, 30 }, { 16, 30 }), 0);
}

static void a_name_tells_which_of_its_kernels_served_a_size(void **state)
{
	const char *name = "avx2+movsb@32K+avx2-nt@64M";

	(void)state;
	assert_int_equal(kernel_part("avx2+movsb", GIB), 0);
	assert_int_equal(kernel_part(name, 32 * KIB), 0);
	assert_int_equal(kernel_part(name, 32 * KIB + 1), 1);
	assert_int_equal(kernel_part(name, 64 * MIB), 1);
	assert_int_equal(kernel_part(name, 128 * MIB), 2);
	assert_int_equal(kernel_part("odd@+@12345678901234567890123456@", GIB), 0);
}

static bool are_alike(const char *one, const char *other, uint64_t footprint_bytes)
{
	const struct context contexts[] = { { .kernel = one }, { .kernel = other } };
	const struct cell a = { .context = &contexts[0], .footprint_bytes = footprint_bytes };
	const struct cell b = { .context = &contexts[1], .footprint_bytes = footprint_bytes };

	return kernels_alike(&a, &b);
}

static void names_are_alike_where_the_same_kernel_served(void **state)
{
	const char *name = "avx2+movsb@32K+avx2-nt@32M";

	(void)state;
	assert_true(are_alike(name, "avx2+movsb@32K+avx2-nt@128M", 32 * MIB));
	assert_false(are_alike(name, "avx2+movsb@32K+avx2-nt@128M", 64 * MIB));
	assert_true(are_alike(name, "avx2+movsb@32K+avx2-nt@128M", 256 * MIB));
	assert_true(are_alike(name, "avx2", 32 * KIB));
	assert_false(are_alike(name, "avx2", 64 * KIB));
	assert_true(are_alike(name, "avx2-nt", 64 * MIB));
	assert_false(are_alike("avx2", "avx2-nt", 64 * MIB));
	/* What does not say where its parts begin is like itself alone. */
	assert_true(are_alike("avx2+movsb", "avx2+movsb", 64 * KIB));
	assert_false(are_alike("avx2+movsb", "movsb", 64 * KIB));
	assert_false(are_alike("odd@1K@2K", "odd", 64 * KIB));
}

static void add_rate(struct cells *cells, const char *kernel, uint64_t bytes, double rate)
{
	const struct context context = {
		.label = "", .session = "", .boot = "", .host = "", .cpu = "", .version = "",
		.cpus = "", .convention = "", .huge_source = "", .op = "copy", .kernel = kernel,
	};
	const struct cell cell = { .context = cells_context(cells, &context),
		                   .block_bytes = bytes / 2, .footprint_bytes = bytes,
		                   .mb_per_s = rate };
	cells_add(cells, &cell);
}

/* Beyond 64M another kernel, twice as fast in memory: nearly as fast as a cache was. */
static void the_step_of_a_kernel_is_none_of_the_memory(void **state)
{
	static const double rates[] = { 20, 20, 9, 9, 18, 18, 18 };
	struct cells joined = { 0 }, plain = { 0 };

	(void)state;
	for (size_t i = 0; i < 7; i++) {
		add_rate(&joined, "movsb+avx2-nt@64M", (8 * MIB) << i, rates[i]);
		add_rate(&plain, "movsb", (8 * MIB) << i, rates[i]);
	}
	assert_int_equal(sweep_plateau(plain.items, plain.count, 0), 0);
	assert_int_equal(sweep_plateau(joined.items, joined.count, 0), 32 * MIB);
	cells_release(&joined);
	cells_release(&plain);
}

/*
 * A session on a Zen 5 whose L3 was not known: all sizes of the last kernel are memory, or
 * nearly. What a cache does is seen with the one before.
 */
static void a_kernel_for_memory_alone_needs_no_cache_of_its_own(void **state)
{
	static const double rates[] = { 60.1, 54.6, 54.8, 51.7, 37.7, 22.3, 17.1, 17.4, 17.7 };
	struct cells joined = { 0 }, alone = { 0 };

	(void)state;
	for (size_t i = 0; i < 9; i++) {
		add_rate(&joined, "avx512+movsb@64K+avx512-nt@32M", (2 * MIB) << i, rates[i]);
		if (i >= 5)
			add_rate(&alone, "avx512-nt", (2 * MIB) << i, rates[i]);
	}
	uint64_t start = sweep_plateau(joined.items, joined.count, MIB / 2);
	assert_true(start >= 64 * MIB && start <= 128 * MIB);
	assert_int_equal(sweep_plateau(alone.items, alone.count, MIB / 2), 0);
	cells_release(&joined);
	cells_release(&alone);
}

static void of_runs_the_median_counts_and_of_kernels_the_upper_one(void **state)
{
	struct cells cells = { 0 };

	(void)state;
	for (uint64_t run = 1; run <= 3; run++) {
		for (size_t i = 0; i < 5; i++) {
			uint64_t bytes = (8 * MIB) << i;
			add_rate(&cells, "early", bytes, i < 1 ? 50 : 20);
			add_rate(&cells, "late", bytes, i < 3 || run == 2 ? 50 : 20);
			add_rate(&cells, "slow", bytes, 2); /* cannot tell */
		}
	}
	assert_int_equal(sweep_plateau(cells.items, cells.count, 0), 64 * MIB);
	assert_int_equal(sweep_plateau(cells.items, 0, 0), 0);
	cells_release(&cells);
}

/* Rows of one kernel ("" for all) and one run (0 for all). */
static uint64_t plateau_of(const struct cells *cells, const char *kernel, uint64_t run)
{
	struct cell *chosen = memory_zeroed(cells->count, sizeof *chosen);
	size_t count = 0;

	for (size_t i = 0; i < cells->count; i++) {
		const struct cell *cell = &cells->items[i];
		if ((*kernel == '\0' || text_equal(kernel, cell->context->kernel)) &&
		    (run == 0 || run == cell->run))
			chosen[count++] = *cell;
	}
	uint64_t start = sweep_plateau(chosen, count, 2 * MIB);
	free(chosen);
	return start;
}

/* `last`: what is believed of the L3, 0 where that is unknown. */
static void copies_are_memory(uint64_t last, uint64_t plateau, bool alone)
{
	struct hierarchy hierarchy = { .plateau_bytes = plateau, .level_count = 3 };

	hierarchy.levels[0] = (struct level){ .number = 1, .believed_bytes = 48 * KIB };
	hierarchy.levels[1] = (struct level){ .number = 2, .believed_bytes = 2 * MIB };
	hierarchy.levels[2] = (struct level){ .number = 3, .believed_bytes = last };
	for (uint64_t block = 4 * KIB; block <= 512 * MIB; block *= 2) {
		const struct workload copy = { block, 2 * block, 1, NULL };
		struct attribution found = attribute(&hierarchy, LEVELS_BY_FOOTPRINT, &copy);
		bool is_dram = text_equal(found.level, "DRAM") && !found.edge;
		if (block <= 16 * MIB)
			assert_false(is_dram);
		else if (block >= 128 * MIB && (last > 0 || alone))
			assert_true(is_dram);
	}
}

/* One launch: each of its runs and all of them, each kernel and all of them. */
static void check_launch(const char *path, const char *const kernels[])
{
	struct cells cells = { 0 };
	struct text notes = { 0 };
	struct error err;

	if (file_read_cells(path, &cells, &notes, &err) != 0)
		fail_msg("%s", err.text);
	for (uint64_t run = 0; run <= 3; run++) {
		for (size_t i = 0; kernels[i] != NULL; i++) {
			uint64_t plateau = plateau_of(&cells, kernels[i], run);
			/* libc's changes its ways on the road and cannot tell. */
			bool told = !text_equal(kernels[i], "memcpy");
			assert_int_equal(plateau > 0, told);
			copies_are_memory(0, plateau, told);
			copies_are_memory(45 * MIB, plateau, told);
		}
	}
	cells_release(&cells);
	text_release(&notes);
}

static void recorded_copies_of_128m_are_memory_and_of_16m_are_not(void **state)
{
	static const char *const copies[] = { "avx512", "avx512-nt", "movsb", "memcpy", "", NULL };
	static const char *const reads[] = { "avx512", NULL };
	const char *folder = testdata("rates recorded on an Emerald Rapids guest");

	(void)state;
	if (folder == NULL)
		skip();
	for (int launch = 1; launch <= 2; launch++) {
		char *copied = format("%s/guest-emr/rates/copy%d.csv", folder, launch);
		char *read = format("%s/guest-emr/rates/read%d.csv", folder, launch);
		check_launch(copied, copies);
		check_launch(read, reads);
		free(copied);
		free(read);
	}
}

/* The true size of a level, 0 where there is none. */
static uint64_t true_bytes(const struct table *row, const char *level)
{
	const char *text = table_field(row, level);
	return text_equal(text, "-") ? 0 : strtoull(text, NULL, 10);
}

struct tally {
	size_t sweeps, told, wrong;
};

/* The curve cut off behind each of its sizes in turn. */
static void tally_cuts(const struct table *row, const struct curve *curve,
                       struct tally *tally)
{
	uint64_t l2 = true_bytes(row, "l2"), l3 = true_bytes(row, "l3");
	uint64_t slc = true_bytes(row, "slc"), l1 = true_bytes(row, "l1d");
	uint64_t last = slc ? slc : l3 ? l3 : l2 ? l2 : l1;
	uint64_t inner = slc ? l3 : l3 ? l2 : l2 ? l1 : 0;
	struct sweep_point *points = memory_zeroed(curve->count, sizeof *points);

	for (size_t count = 1; count <= curve->count; count++) {
		for (size_t i = 0; i < count; i++)
			points[i] = (struct sweep_point){ (uint64_t)curve->points[i].bytes,
				curve->kind == CURVE_LATENCY ? 1 / curve->points[i].value
				                             : curve->points[i].value };
		uint64_t end = points[count - 1].footprint_bytes;
		uint64_t start = plateau_start(points, count, inner, 0);
		tally->sweeps++;
		tally->told += start > 0 && start <= end;
		tally->wrong += start > 0 && start <= last && start <= end;
		if (start > 0 && start <= last && start <= end)
			(void)printf("# %s to %.0fK: from %.0fK on, last cache %.0fK\n",
			             table_field(row, "id"), (double)end / 1024,
			             (double)start / 1024, (double)last / 1024);
	}
	free(points);
}

static struct tally tally_curves(const char *folder, const char *kind)
{
	struct tally tally = { 0 };
	struct table manifest;
	struct error err;

	table_open(&manifest, format("%s/curves/manifest.tsv", folder));
	while (table_next(&manifest)) {
		char *path = format("%s/curves/%s.tsv", folder, table_field(&manifest, "id"));
		struct curve curve = { .kind = text_equal(kind, "latency") ? CURVE_LATENCY
			                                                  : CURVE_BANDWIDTH };
		if (text_starts(table_field(&manifest, "kind"), kind)) {
			if (curve_load(path, &curve, &err) != 0)
				fail_msg("%s", err.text);
			tally_cuts(&manifest, &curve, &tally);
		}
		curve_release(&curve);
		free(path);
	}
	table_close(&manifest);
	(void)printf("# %s: %zu sweeps, %zu with a plateau, %zu of them within a cache\n", kind,
	             tally.sweeps, tally.told, tally.wrong);
	return tally;
}

static void curves_of_others_however_short_call_no_cache_memory(void **state)
{
	const char *folder = testdata("43 curves");

	(void)state;
	if (folder == NULL)
		skip();
	struct tally bandwidth = tally_curves(folder, "bandwidth");
	struct tally latency = tally_curves(folder, "latency");
	assert_true(bandwidth.told > 10);
	assert_int_equal(bandwidth.wrong, 0);
	/* Three end at the very size of an L3 that 80 cores share, which no footprint of that
	 * size has for itself: half an octave further and it is memory. */
	assert_true(latency.told > 100);
	assert_in_range(latency.wrong, 0, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_plateau_begins_where_the_rate_stops_falling),
		cmocka_unit_test(one_slow_size_in_three_moves_no_plateau),
		cmocka_unit_test(a_sweep_that_still_falls_has_none_up_to_its_end),
		cmocka_unit_test(a_sweep_within_one_cache_cannot_tell),
		cmocka_unit_test(a_name_tells_which_of_its_kernels_served_a_size),
		cmocka_unit_test(names_are_alike_where_the_same_kernel_served),
		cmocka_unit_test(the_step_of_a_kernel_is_none_of_the_memory),
		cmocka_unit_test(a_kernel_for_memory_alone_needs_no_cache_of_its_own),
		cmocka_unit_test(of_runs_the_median_counts_and_of_kernels_the_upper_one),
		cmocka_unit_test(recorded_copies_of_128m_are_memory_and_of_16m_are_not),
		cmocka_unit_test(curves_of_others_however_short_call_no_cache_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
