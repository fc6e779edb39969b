/* SPDX-License-Identifier: MIT */
/* Rates as people read them: times of loads are 64 bytes each, and changes reciprocals. */
#include "check.h"

#include "samples/quantity.h"

static const struct context line = { .convention = "line", .threads = 1 };
static const struct context two = { .convention = "line", .threads = 2 };
static const struct context copied = { .convention = "copied", .threads = 2 };

static void a_load_counts_64_bytes_in_each_thread(void **state)
{
	/* 640 MB/s are 0.64 bytes a nanosecond: a line in 100 of them. */
	struct cell cell = { .context = &line, .mb_per_s = 640, .clock_ghz = 2.5 };

	(void)state;
	assert_near(cell_ns(&cell), 100, 1e-9);
	assert_near(cell_cycles(&cell), 250, 1e-9);
	assert_near(derived_find("ns")->value(&cell), 100, 1e-9);
	cell.context = &two;
	assert_near(cell_ns(&cell), 200, 1e-9);
	cell.context = &copied;
	assert_true(isnan(cell_ns(&cell)));
	assert_near(quantity_value(&copied, 640), 640, 1e-9);
	assert_null(derived_find("mb_per_s"));
}

static void changes_of_times_are_those_of_reciprocals(void **state)
{
	(void)state;
	/* 118.2 to 115.9 ns are -1.95 %; their rates rise by 1.98 %. */
	assert_near(quantity_change(QUANTITY_LATENCY, 118.2 / 115.9 - 1), 115.9 / 118.2 - 1,
	            1e-9);
	assert_near(quantity_change(QUANTITY_RATE, 0.25), 0.25, 1e-9);
	assert_true(quantity_change(QUANTITY_LATENCY, (double)INFINITY) < -1e300);
	assert_true(quantity_change(QUANTITY_LATENCY, -(double)INFINITY) > 1e300);
	assert_string_equal(quantity_unit(quantity_of(&line)), "ns");
	assert_string_equal(quantity_unit(quantity_of(&copied)), "MB/s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_load_counts_64_bytes_in_each_thread),
		cmocka_unit_test(changes_of_times_are_those_of_reciprocals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
