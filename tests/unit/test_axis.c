/* SPDX-License-Identifier: MIT */
/* Scales and ticks. Expected ticks by hand: multiples of 1, 2, 5 times a power of ten. */
#include "check.h"

#include "report/axis.h"

static void assert_ticks(const struct axis *axis, const double *expected, size_t count)
{
	assert_int_equal(axis->tick_count, count);
	for (size_t i = 0; i < count; i++)
		assert_near(axis->ticks[i], expected[i], 1e-12);
}

#define ASSERT_TICKS(axis, ...) \
	assert_ticks((axis), (const double[]){ __VA_ARGS__ }, \
	             sizeof (const double[]){ __VA_ARGS__ } / sizeof(double))

static void linear_ticks_are_round_in_the_unit_shown(void **state)
{
	struct axis axis;
	char label[AXIS_LABEL_BYTES];

	(void)state;
	axis_rates(&axis, 21000, 23000, 6); /* with air 20880 .. 23120, step 500 */
	ASSERT_TICKS(&axis, 21000, 21500, 22000, 22500, 23000);
	assert_string_equal(axis.unit_name, "GB/s");
	axis_rate_label(&axis, axis.ticks[0], label);
	assert_string_equal(label, "21.0");
	axis_rate_label(&axis, axis.ticks[1], label);
	assert_string_equal(label, "21.5");
}

static void logarithmic_ticks_are_one_two_five(void **state)
{
	struct axis axis;
	char label[AXIS_LABEL_BYTES];

	(void)state;
	axis_log_rates(&axis, 18000, 220000, 10);
	ASSERT_TICKS(&axis, 20000, 50000, 100000, 200000);
	axis_rate_label(&axis, axis.ticks[1], label);
	assert_string_equal(label, "50");
}

static void many_decades_keep_only_powers_of_ten(void **state)
{
	struct axis axis;

	(void)state;
	axis_log_rates(&axis, 1, 1e6, 8);
	ASSERT_TICKS(&axis, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6);
	axis_log_rates(&axis, 1, 1e6, 4);
	assert_true(axis.tick_count <= 4 && axis.tick_count >= 2);
}

static void a_narrow_logarithmic_range_still_has_ticks(void **state)
{
	struct axis axis;

	(void)state;
	axis_log_rates(&axis, 21000, 23000, 8);
	assert_true(axis.tick_count >= 3 && axis.tick_count <= 9);
}

static void equal_rates_have_a_range_and_ticks(void **state)
{
	struct axis axis;

	(void)state;
	axis_rates(&axis, 5000, 5000, 6);
	assert_true(axis.low < 5000 && axis.high > 5000 && axis.tick_count >= 2);
	assert_near(axis_place(&axis, 5000), 0.5, 1e-9);
	axis_log_rates(&axis, 5000, 5000, 6);
	assert_true(axis.low < 5000 && axis.high > 5000 && axis.tick_count >= 2);
}

static void sizes_have_a_tick_each_octave_while_they_fit(void **state)
{
	struct axis axis;
	char label[AXIS_LABEL_BYTES];

	(void)state;
	axis_sizes(&axis, 2048, 16384, 10);
	ASSERT_TICKS(&axis, 2048, 4096, 8192, 16384);
	axis_size_label(axis.ticks[3], label);
	assert_string_equal(label, "16K");
	axis_sizes(&axis, 2048, 16384, 2); /* four octaves in two ticks: every second */
	ASSERT_TICKS(&axis, 2048, 8192);
}

static void sizes_between_powers_of_two_are_ticks_themselves(void **state)
{
	struct axis axis;

	(void)state;
	axis_sizes(&axis, 48 * 1024, 48 * 1024, 10);
	ASSERT_TICKS(&axis, 48 * 1024);
	axis_sizes(&axis, 40 * 1024, 48 * 1024, 10);
	ASSERT_TICKS(&axis, 40 * 1024, 48 * 1024);
}

static void places_are_even_in_octaves(void **state)
{
	struct axis axis = { .low = 1024, .high = 16384, .is_log = true };

	(void)state;
	assert_near(axis_place(&axis, 1024), 0, 1e-12);
	assert_near(axis_place(&axis, 4096), 0.5, 1e-12);
	assert_near(axis_place(&axis, 16384), 1, 1e-12);
}

static void rates_are_written_with_three_or_four_digits(void **state)
{
	char label[AXIS_LABEL_BYTES];

	(void)state;
	axis_text(QUANTITY_RATE, 215.04, label);
	assert_string_equal(label, "215.0 MB/s");
	axis_text(QUANTITY_RATE, 21504, label);
	assert_string_equal(label, "21.5 GB/s");
	axis_text(QUANTITY_RATE, 1234567, label);
	assert_string_equal(label, "1.23 TB/s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_ticks_are_round_in_the_unit_shown),
		cmocka_unit_test(logarithmic_ticks_are_one_two_five),
		cmocka_unit_test(many_decades_keep_only_powers_of_ten),
		cmocka_unit_test(a_narrow_logarithmic_range_still_has_ticks),
		cmocka_unit_test(equal_rates_have_a_range_and_ticks),
		cmocka_unit_test(sizes_have_a_tick_each_octave_while_they_fit),
		cmocka_unit_test(sizes_between_powers_of_two_are_ticks_themselves),
		cmocka_unit_test(places_are_even_in_octaves),
		cmocka_unit_test(rates_are_written_with_three_or_four_digits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
