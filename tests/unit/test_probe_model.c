/* SPDX-License-Identifier: MIT */
/*
 * The probe in a simulated memory, a few launches of each kind; scripts/probe_seeds.c runs 200
 * of all. And walks of a real guest, recorded before there was a hot part.
 */
#include "tree.h"

#include "memory_judge.h"
#include "stats/quantile.h"

#define MIB ((uint64_t)1 << 20)

enum { SEEDS = 5 };

static void check(const struct scenario *scenario, bool inside)
{
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct judgement one = judge_launch(scenario, seed);
		assert_true(one.is_good);
		assert_false(one.believes_wrong);
		assert_false(one.says_unwalked);
		assert_int_equal(one.is_inside, inside);
		assert_true(!inside || one.found_bytes > 0);
	}
}

static void what_can_be_held_is_found(void **state)
{
	static const struct scenario scenarios[] = {
		{ 4 * MIB, 256 * MIB, 25e6, 0 }, { 8 * MIB, 256 * MIB, 25e6, 0 }, { 32 * MIB, 256 * MIB, 100e6, 0 },
		{ 64 * MIB, 256 * MIB, (double)INFINITY, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
		check(&scenarios[i], true);
}

/* 6 ns a line that misses: in 5 ms 51M are swept, however large the cache. */
static void of_a_short_life_only_what_is_swept_in_it_counts(void **state)
{
	const struct scenario scenario = { 512 * MIB, 256 * MIB, 5e6, 0 };

	(void)state;
	check(&scenario, true);
}

static void a_cache_beyond_the_walk_has_at_least_its_size(void **state)
{
	const struct scenario scenario = { 512 * MIB, 256 * MIB, (double)INFINITY, 0 };

	(void)state;
	check(&scenario, false);
	assert_near(judge_launch(&scenario, 1).found_bytes, 0, 0);
	assert_true(judge_launch(&scenario, 1).at_least_bytes > 128.0 * (double)MIB);
}

static void the_walk_ends_with_the_memory_there_is(void **state)
{
	const struct scenario scenario = { 8 * MIB, 16 * MIB, (double)INFINITY, 0 };

	(void)state;
	assert_true(judge_launch(&scenario, 1).walked_bytes <= 16.0 * (double)MIB);
	assert_true(judge_launch(&scenario, 1).is_good);
}

static void the_life_of_a_line_is_found_or_longer_than_80_ms(void **state)
{
	static const double lives_ms[] = { 3, 25, 60, 100 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const struct scenario scenario = { 32 * MIB, 256 * MIB, lives_ms[i] * 1e6, 0 };
		struct model model = scenario_model(&scenario, 7);
		struct probe_options options = model_options(&model, 256 * MIB);
		const struct probe_life_of of = { 8 * MIB, model.hit_ns, model.miss_ns };
		struct probe_life life = probe_life(&options, &of);
		if (lives_ms[i] > 80) {
			assert_near(life.longer_ns, 80e6, 0);
			assert_near(life.half_ns, 0, 0);
		} else {
			assert_near(life.longer_ns, 0, 0);
			/* Waits are a factor 2 to 2.5 apart. */
			assert_true(life.half_ns > lives_ms[i] * 1e6 / 2.5 &&
			            life.half_ns < lives_ms[i] * 1e6 * 2.5);
		}
	}
}

/*
 * Whatever mapping is being measured when a neighbour takes the cache for 100 ms: what is
 * believed is true, and it is believed in nine launches of ten.
 */
static void a_neighbour_that_comes_and_goes_does_not_hide_the_cache(void **state)
{
	struct scenario scenario = { 32 * MIB, 256 * MIB, (double)INFINITY, 0 };
	size_t launches = 0, believed = 0;

	(void)state;
	for (scenario.taken_ns = 1; scenario.taken_ns < 600e6; scenario.taken_ns += 25e6) {
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct judgement one = judge_launch(&scenario, seed);
			launches++;
			if (one.believed_bytes <= 0)
				continue;
			believed++;
			assert_true(fabs(log2(one.believed_bytes / one.truth_bytes)) <= 0.5);
		}
	}
	assert_true(believed * 10 >= launches * 9);
}

enum { RECORDED_MAPPINGS = 5 };

/* Of each size the median of the mappings, as the probe takes it where a walk is long. */
static void add_medians(const struct curve mappings[RECORDED_MAPPINGS], size_t count,
                        struct curve *all)
{
	for (size_t i = 0; i < mappings[0].count; i++) {
		double ns[RECORDED_MAPPINGS];
		for (size_t j = 0; j < count; j++)
			ns[j] = mappings[j].points[i].value;
		qsort(ns, count, sizeof *ns, compare_doubles);
		curve_add(all, mappings[0].points[i].bytes, quantile_below(ns, count, 0.5));
	}
}

/* A recorded launch: rows of mapping, bytes, ns. */
static struct fit fit_recorded(const char *path)
{
	struct curve mappings[RECORDED_MAPPINGS] = { { .kind = CURVE_LATENCY } };
	struct curve all = { .kind = CURVE_LATENCY };
	FILE *file = fopen(path, "r");
	double bytes, ns;
	unsigned mapping;
	size_t count = 0;
	struct fit fit;

	if (file == NULL)
		fail_msg("%s: cannot be read", path);
	while (fscanf(file, "%u %lf %lf", &mapping, &bytes, &ns) == 3) {
		assert_true(mapping < RECORDED_MAPPINGS);
		mappings[mapping].kind = CURVE_LATENCY;
		curve_add(&mappings[mapping], bytes, ns);
		count = mapping + 1;
	}
	(void)fclose(file);
	assert_true(mappings[0].count > 50);
	add_medians(mappings, count, &all);
	fit_curve(&all, &fit);
	fit_confirm(&fit, mappings, count);
	for (size_t j = 0; j < count; j++)
		curve_release(&mappings[j]);
	curve_release(&all);
	return fit;
}

static uint64_t believed_l3(const struct fit *fit)
{
	static const struct cache caches[] = {
		{ .level = 1, .kind = CACHE_DATA, .bytes = 48 << 10 },
		{ .level = 2, .kind = CACHE_UNIFIED, .bytes = 2 << 20 },
		{ .level = 3, .kind = CACHE_UNIFIED, .bytes = 260 << 20 },
	};
	struct hierarchy hierarchy = { .measured = *fit };

	for (size_t i = 0; i < 3; i++)
		cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &caches[i]);
	hierarchy_decide(&hierarchy);
	const struct level *level = hierarchy_level(&hierarchy, 3);
	uint64_t bytes = level->believed_bytes;
	(void)printf("# %s\n", level->reason);
	hierarchy_release(&hierarchy);
	return bytes;
}

/* About 45M can be had there (its README); 260M is the whole socket's. */
static void walks_that_never_got_hot_do_not_make_260m_true(void **state)
{
	const char *folder = testdata("21 recorded launches");
	static const struct { const char *kind; int digits, count; } series[] = {
		{ "short", 2, 15 }, { "long", 1, 6 },
	};

	(void)state;
	if (folder == NULL)
		skip();
	for (size_t i = 0; i < 2; i++) {
		for (int j = 1; j <= series[i].count; j++) {
			char *path = format("%s/guest-emr/probe/%s-%0*d.tsv", folder,
			                    series[i].kind, series[i].digits, j);
			struct fit fit = fit_recorded(path);
			assert_true(believed_l3(&fit) < 64 * MIB);
			free(path);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_can_be_held_is_found),
		cmocka_unit_test(of_a_short_life_only_what_is_swept_in_it_counts),
		cmocka_unit_test(a_cache_beyond_the_walk_has_at_least_its_size),
		cmocka_unit_test(the_walk_ends_with_the_memory_there_is),
		cmocka_unit_test(the_life_of_a_line_is_found_or_longer_than_80_ms),
		cmocka_unit_test(a_neighbour_that_comes_and_goes_does_not_hide_the_cache),
		cmocka_unit_test(walks_that_never_got_hot_do_not_make_260m_true),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
