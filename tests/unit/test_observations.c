/* SPDX-License-Identifier: MIT */
/* Observations in the shape that tests take, whatever they are of. By hand. */
#include "check.h"

#include "compare/units.h"

static const size_t b_then_a[2] = { 1, 0 };

/* value, group, stratum, block, cluster */
static void clusters_of_unlike_length_are_their_means_at_each_stratum(void **state)
{
	static const struct observation items[] = {
		{ 1, 0, 0, 0, 0, 0 }, { 10, 0, 1, 0, 0, 0 }, { 5, 0, 0, 0, 1, 0 },
		{ 30, 0, 1, 0, 1, 0 }, { 3, 0, 0, 0, 0, 0 }, { 20, 0, 1, 0, 0, 0 },
		{ 7, 1, 0, 0, 9, 0 }, { 40, 1, 1, 0, 9, 0 },
	};
	static const double expected[] = { 7, 40, 2, 15, 5, 30 };
	struct units units;

	(void)state;
	units_init(&units, items, 8, b_then_a, UNITS_CLUSTERS, false);
	assert_int_equal(units.data.block_count, 1);
	assert_int_equal(units.data.width, 2);
	assert_int_equal(units.counts[0], 1);
	assert_int_equal(units.counts[1], 2);
	for (size_t i = 0; i < 6; i++)
		assert_near((i < 2 ? units.blocks[0].a + i : units.blocks[0].b + i - 2)[0],
		            expected[i], 0);
	units_release(&units);
	/* Without the last two of cluster 0 all are alike: values as they are. */
	units_init(&units, items, 4, b_then_a, UNITS_CLUSTERS, false);
	assert_int_equal(units.counts[0], 0); /* of B there is none */
	assert_near(units.blocks[0].b[3], 30, 0);
	units_release(&units);
}

static void values_of_a_stratum_stand_together(void **state)
{
	static const struct observation items[] = {
		{ 1, 0, 0, 0, 0, 0 }, { 10, 0, 1, 0, 0, 0 }, { 3, 0, 0, 0, 0, 0 },
		{ 20, 0, 1, 0, 0, 0 }, { 7, 1, 0, 0, 9, 0 }, { 40, 1, 1, 0, 9, 0 },
		{ 8, 1, 0, 0, 9, 0 }, { 50, 1, 1, 0, 9, 0 },
	};
	static const size_t strata[] = { 0, 0, 1, 1 };
	static const double a[] = { 1, 3, 10, 20 };
	struct units units;

	(void)state;
	units_init(&units, items, 8, b_then_a, UNITS_CLUSTERS, false);
	assert_int_equal(units.data.width, 4);
	for (size_t j = 0; j < 4; j++) {
		assert_int_equal(units.strata[j], strata[j]);
		assert_near(units.blocks[0].b[j], a[j], 0);
	}
	units_release(&units);
	units_init(&units, items, 8, b_then_a, UNITS_BY_STRATUM, false);
	assert_int_equal(units.data.block_count, 2);
	assert_int_equal(units.blocks[1].b_count, 2);
	assert_near(units.blocks[1].b[1], 20, 0);
	units_release(&units);
	units_init(&units, items, 8, b_then_a, UNITS_POOLED, false);
	assert_int_equal(units.data.block_count, 1);
	assert_int_equal(units.counts[1], 4);
	units_release(&units);
}

/* Sides of squares 2 each, effects 4 and 7 of equal weight 1: (8 + 2 * 1.5^2) / 5. */
static void spread_is_what_block_and_group_leave(void **state)
{
	static const struct observation items[] = {
		{ 1, 0, 0, 0, 0, 0 }, { 3, 0, 0, 0, 1, 0 }, { 5, 1, 0, 0, 2, 0 },
		{ 7, 1, 0, 0, 3, 0 }, { 2, 0, 0, 1, 4, 0 }, { 4, 0, 0, 1, 5, 0 },
		{ 9, 1, 0, 1, 6, 0 }, { 11, 1, 0, 1, 7, 0 },
	};
	struct units units;

	(void)state;
	units_init(&units, items, 8, b_then_a, UNITS_CLUSTERS, false);
	assert_near(units_sd(&units), sqrt(2.5), 1e-12);
	units_release(&units);
	units_init(&units, items, 3, b_then_a, UNITS_CLUSTERS, false);
	assert_near(units_sd(&units), sqrt(2), 1e-12); /* 1 and 3 against 5 alone */
	units_release(&units);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clusters_of_unlike_length_are_their_means_at_each_stratum),
		cmocka_unit_test(values_of_a_stratum_stand_together),
		cmocka_unit_test(spread_is_what_block_and_group_leave),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
