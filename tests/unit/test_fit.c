/* SPDX-License-Identifier: MIT */
/*
 * The fit on curves whose caches are known because they were made from them: of a footprint
 * S over a capacity C, a cache that replaces at random misses 1 - C/S.
 */
#include "check.h"

#include "caches/fit.h"

#define KIB 1024.0
#define MIB (1024.0 * KIB)

struct made {
	double capacity, ns; /* of the level; the last one's capacity is 0 */
};

static double made_time(const struct made *levels, double bytes)
{
	if (levels[0].capacity <= 0 || bytes <= levels[0].capacity)
		return levels[0].ns;
	double hit = levels[0].capacity / bytes;
	return hit * levels[0].ns + (1 - hit) * made_time(levels + 1, bytes);
}

static struct curve make_curve(const struct made *levels, double per_octave, double last)
{
	struct curve curve = { .kind = CURVE_LATENCY };

	for (double octave = 11; exp2(octave) <= last; octave += 1 / per_octave)
		curve_add(&curve, exp2(octave), made_time(levels, exp2(octave)));
	curve_sort(&curve);
	return curve;
}

static struct fit fit_of(struct curve *curve)
{
	struct fit fit;
	fit_curve(curve, &fit);
	curve_release(curve);
	return fit;
}

static const struct made three_levels[] = {
	{ 48 * KIB, 1.1 }, { MIB, 3.8 }, { 32 * MIB, 16 }, { 0, 150 },
};

static void a_made_hierarchy_is_found_again(void **state)
{
	struct curve curve = make_curve(three_levels, 4, 512 * MIB);
	struct fit fit = fit_of(&curve);

	(void)state;
	assert_int_equal(fit.count, 4);
	/* Random replacement alone puts the midpoint at C(1 + 1/sqrt(step)). */
	for (size_t i = 0; i < 3; i++) {
		double step = three_levels[i + 1].ns / three_levels[i].ns;
		double middle = three_levels[i].capacity * (1 + 1 / sqrt(step));
		assert_near(fit.plateaus[i].capacity_bytes, middle, 0.15);
	}
	assert_near(fit.plateaus[0].value, 1.1, 0.01);
	assert_near(fit.plateaus[3].value, 140, 0.15);
	assert_true(fit.is_latency);
}

static void a_coarse_grid_finds_the_same_levels(void **state)
{
	struct curve fine = make_curve(three_levels, 8, 512 * MIB);
	struct curve coarse = make_curve(three_levels, 1, 512 * MIB);
	struct fit a = fit_of(&fine), b = fit_of(&coarse);

	(void)state;
	assert_int_equal(a.count, b.count);
	for (size_t i = 0; i + 1 < a.count; i++)
		assert_near(b.plateaus[i].capacity_bytes, a.plateaus[i].capacity_bytes, 0.3);
}

static void a_flat_curve_has_no_caches(void **state)
{
	const struct made flat[] = { { 0, 5 } };
	struct curve curve = make_curve(flat, 4, 64 * MIB);
	struct fit fit = fit_of(&curve);

	(void)state;
	assert_int_equal(fit.count, 1);
	assert_near(fit.plateaus[0].value, 5, 1e-9);
}

static void a_step_of_a_tlb_is_no_cache(void **state)
{
	/* 1.45 at 256K, as 64 pages of 4K cost on several cores. */
	const struct made levels[] = { { 32 * KIB, 1 }, { 256 * KIB, 6 }, { 2 * MIB, 8.7 },
		                       { 0, 100 } };
	struct curve curve = make_curve(levels, 4, 128 * MIB);
	struct fit fit = fit_of(&curve);

	(void)state;
	assert_int_equal(fit.count, 3);
	assert_true(fit.plateaus[1].capacity_bytes > MIB);
}

static void bandwidth_falls_where_latency_rises(void **state)
{
	struct curve curve = make_curve(three_levels, 4, 512 * MIB);
	struct curve rates = { .kind = CURVE_BANDWIDTH };

	(void)state;
	for (size_t i = 0; i < curve.count; i++)
		curve_add(&rates, curve.points[i].bytes, 64000 / curve.points[i].value);
	struct fit a = fit_of(&curve), b = fit_of(&rates);
	assert_int_equal(a.count, b.count);
	for (size_t i = 0; i + 1 < a.count; i++)
		assert_near(b.plateaus[i].capacity_bytes, a.plateaus[i].capacity_bytes, 1e-9);
	assert_near(b.plateaus[0].value, 64000 / 1.1, 0.01);
	assert_false(b.is_latency);
}

static void a_curve_from_zero_is_extra_time(void **state)
{
	struct curve curve = make_curve(three_levels, 1, 512 * MIB);

	(void)state;
	for (size_t i = 0; i < curve.count; i++)
		curve.points[i].value -= 1.1;
	struct fit fit = fit_of(&curve);
	assert_int_equal(fit.count, 4);
	assert_false(fit.is_latency);
	assert_near(fit.plateaus[0].value, 0, 0);
}

static void noise_of_five_percent_adds_no_levels(void **state)
{
	struct curve curve = make_curve(three_levels, 4, 512 * MIB);

	(void)state;
	for (size_t i = 0; i < curve.count; i++)
		curve.points[i].value *= i % 2 ? 1.05 : 0.95;
	assert_int_equal(fit_of(&curve).count, 4);
}

static void two_caches_without_a_plateau_between_are_two(void **state)
{
	/* As on an N100: L2 2M, L3 6M: one rise from 8.5 to 112 ns over four octaves. */
	static const double points[][2] = {
		{ 256, 8.5 }, { 512, 8.5 }, { 1024, 8.5 }, { 2048, 12.6 }, { 4096, 21.7 },
		{ 8192, 55.8 }, { 16384, 107 }, { 32768, 112 }, { 65536, 113 },
	};
	struct curve curve = { .kind = CURVE_LATENCY };

	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		curve_add(&curve, points[i][0] * KIB, points[i][1]);
	struct fit fit = fit_of(&curve);
	assert_int_equal(fit.count, 3);
	assert_true(fit.plateaus[0].capacity_bytes > MIB &&
	            fit.plateaus[0].capacity_bytes < 4 * MIB);
	assert_true(fit.plateaus[0].confidence < 0.5);
}

static void sharp_steps_are_surer_than_slow_ones(void **state)
{
	struct curve curve = { .kind = CURVE_LATENCY };

	(void)state;
	for (double octave = 11; octave <= 27; octave += 0.25) {
		double slow = octave < 20 ? 0 : octave > 24 ? 2 : (octave - 20) / 2;
		curve_add(&curve, exp2(octave), (octave < 15.5 ? 1 : 4) * exp2(slow));
	}
	struct fit fit = fit_of(&curve);
	assert_true(fit.count >= 3);
	assert_true(fit.plateaus[0].confidence > 0.8);
	assert_true(fit.plateaus[1].confidence < 0.6);
}

static void too_few_points_say_nothing(void **state)
{
	struct curve curve = { .kind = CURVE_LATENCY };

	(void)state;
	assert_int_equal(fit_of(&curve).count, 0);
	curve_add(&curve, 2048, 1);
	curve_add(&curve, 4096, 50);
	assert_int_equal(fit_of(&curve).count, 0);
}

/* Ten caches, 8 times apart and 2 times slower each: six plateaus, and the others counted. */
static void caches_beyond_the_sixth_are_counted_and_the_last_is_placed(void **state)
{
	struct curve curve = { .kind = CURVE_LATENCY };

	(void)state;
	for (int octave = 12; octave <= 12 + 33; octave++) {
		int step = (octave - 12) / 3; /* the tenth rise ends at octave 42 */
		curve_add(&curve, exp2(octave), exp2(step < 10 ? step : 10));
	}
	struct fit fit = fit_of(&curve);
	assert_int_equal(fit.count, FIT_CACHES_MAX + 1);
	assert_int_equal(fit.more, 4);
	assert_near(log2(fit.more_bytes), 41.5, 0.02);
	assert_near(fit.plateaus[FIT_CACHES_MAX].value, 1024, 0.01);
}

/* Up to where it is hot the caches made above; then what the medians of a launch were. */
static struct fit fit_hot(const double (*hot)[2], size_t count)
{
	struct curve curve = make_curve(three_levels, 4, 2 * MIB);

	curve.hot_bytes = hot[0][0] * MIB;
	for (size_t i = 0; i < count; i++)
		curve_add(&curve, hot[i][0] * MIB, hot[i][1]);
	return fit_of(&curve);
}

/*
 * A launch beside neighbours on a Zen 5 whose L3 of 32M held 14M to 26M in 60 others: two
 * sizes met a quiet moment. It held a little more then; no cache of 48M follows it.
 */
static void a_dent_in_the_hot_part_is_no_plateau(void **state)
{
	static const double dented[][2] = {
		{ 3.4, 5.5 }, { 4.8, 7 }, { 6.7, 10.5 }, { 9.5, 13.4 }, { 13.5, 14.2 }, { 19, 17.7 },
		{ 22.6, 22.2 }, { 26.9, 26.3 }, { 32, 63.4 }, { 38.1, 47.4 }, { 45.3, 49.8 },
		{ 53.8, 67.2 }, { 64, 84.8 }, { 76.1, 103.5 }, { 90.5, 131.2 }, { 107.6, 139.2 },
		{ 215.3, 156.4 },
	};
	struct fit fit = fit_hot(dented, sizeof dented / sizeof *dented);

	(void)state;
	double last = fit.plateaus[fit.count - 2].capacity_bytes;
	assert_true(last > 20 * MIB && last < 40 * MIB);
}

/* An L4 behind it, flat for two octaves, is one all the same. */
static void a_plateau_in_the_hot_part_is_a_cache(void **state)
{
	static const double two[][2] = {
		{ 3.4, 14 }, { 8, 14 }, { 16, 14 }, { 19, 20 }, { 22.6, 28 }, { 26.9, 35 }, { 32, 39 },
		{ 38.1, 42 }, { 45.3, 43 }, { 64, 44 }, { 90.5, 45 }, { 128, 45 }, { 152, 70 },
		{ 181, 100 }, { 215, 120 }, { 256, 135 }, { 362, 150 }, { 512, 150 },
	};
	struct fit fit = fit_hot(two, sizeof two / sizeof *two);

	(void)state;
	assert_int_equal(fit.count, 5);
	assert_true(fit.plateaus[2].capacity_bytes < 32 * MIB);
	assert_true(fit.plateaus[3].capacity_bytes > 100 * MIB);
}

/* A launch beside neighbours on that Zen 5: of 54M they spared what was chased. */
static void one_point_that_neighbours_spared_is_no_cache(void **state)
{
	double spared[][2] = {
		{ 3, 7 }, { 4, 11 }, { 5, 13 }, { 8, 14 }, { 16, 15 }, { 19, 19 }, { 23, 26 },
		{ 27, 44 }, { 32, 46 }, { 38, 51 }, { 45, 83 }, { 54, 41 }, { 64, 103 },
		{ 76, 108 }, { 91, 129 }, { 108, 137 }, { 128, 145 }, { 181, 149 },
	};
	struct fit fit = fit_hot((const double (*)[2])spared, sizeof spared / sizeof *spared);

	(void)state;
	double with = fit.plateaus[fit.count - 2].capacity_bytes;
	spared[11][1] = 93; /* between its neighbours */
	fit = fit_hot((const double (*)[2])spared, sizeof spared / sizeof *spared);
	double without = fit.plateaus[fit.count - 2].capacity_bytes;
	assert_true(without > 25 * MIB && without < 40 * MIB);
	assert_true(with < 1.25 * without);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_made_hierarchy_is_found_again),
		cmocka_unit_test(a_coarse_grid_finds_the_same_levels),
		cmocka_unit_test(a_flat_curve_has_no_caches),
		cmocka_unit_test(a_step_of_a_tlb_is_no_cache),
		cmocka_unit_test(bandwidth_falls_where_latency_rises),
		cmocka_unit_test(a_curve_from_zero_is_extra_time),
		cmocka_unit_test(noise_of_five_percent_adds_no_levels),
		cmocka_unit_test(two_caches_without_a_plateau_between_are_two),
		cmocka_unit_test(sharp_steps_are_surer_than_slow_ones),
		cmocka_unit_test(too_few_points_say_nothing),
		cmocka_unit_test(a_dent_in_the_hot_part_is_no_plateau),
		cmocka_unit_test(a_plateau_in_the_hot_part_is_a_cache),
		cmocka_unit_test(one_point_that_neighbours_spared_is_no_cache),
		cmocka_unit_test(caches_beyond_the_sixth_are_counted_and_the_last_is_placed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
