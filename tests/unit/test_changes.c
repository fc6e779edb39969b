/* SPDX-License-Identifier: MIT */
/* Changes in rows of two kinds. Expected values: all orders counted one by one (Python). */
#include "check.h"

#include "stats/changes.h"

static void few_changes_are_as_likely_as_the_orders_that_have_them(void **state)
{
	static const struct { struct changes_row row; size_t most; double p; } cases[] = {
		{ { 4, 4 }, 1, 0.028571428571428571 }, { { 4, 4 }, 3, 0.37142857142857144 },
		{ { 10, 10 }, 5, 0.018521725952066508 }, { { 10, 10 }, 6, 0.05125679274286085 },
		{ { 3, 6 }, 2, 0.10714285714285714 },    { { 1, 1 }, 1, 1 },
		{ { 4, 4 }, 0, 0 },                      { { 4, 4 }, 7, 1 },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_near(changes_lower(&cases[i].row, 1, cases[i].most), cases[i].p, 1e-9);
}

static void rows_add_up(void **state)
{
	static const struct changes_row two[] = { { 3, 3 }, { 2, 4 } };
	static const struct changes_row three[] = { { 1, 1 }, { 1, 1 }, { 5, 5 } };

	(void)state;
	assert_near(changes_lower(two, 2, 3), 0.066666666666666667, 1e-9);
	assert_near(changes_lower(three, 3, 5), 0.16666666666666666, 1e-9);
	assert_int_equal(changes_most(two, 2), 5 + 4);
}

/* Beyond the exact ones the normal distribution: of a row of 2000 v 2000 taken apart in two,
 * the tail of one row of the same mean and nearly the same variance. */
static void many_things_are_counted_by_the_normal_distribution(void **state)
{
	static const struct changes_row whole = { 2100, 2100 };
	static const struct changes_row parts[] = { { 1050, 1050 }, { 1050, 1050 } };

	(void)state;
	for (size_t most = 2040; most <= 2160; most += 20)
		assert_near(changes_lower(parts, 2, most), changes_lower(&whole, 1, most), 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_changes_are_as_likely_as_the_orders_that_have_them),
		cmocka_unit_test(rows_add_up),
		cmocka_unit_test(many_things_are_counted_by_the_normal_distribution),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
