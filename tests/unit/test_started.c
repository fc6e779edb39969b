/* SPDX-License-Identifier: MIT */
/* Times of rows. Expected values: date -u -d TIME +%s (GNU coreutils 9.1). */
#include "check.h"

#include <math.h>

#include "samples/started.h"

static void seconds_are_those_of_date(void **state)
{
	(void)state;
	assert_true(started_seconds("1970-01-01T00:00:00Z") == 0);
	assert_true(started_seconds("2026-12-01T00:40:01Z") == 1796085601);
	assert_true(started_seconds("2024-02-29T23:59:59Z") == 1709251199);
	assert_true(started_seconds("2000-03-01T00:00:00Z") == 951868800);
	assert_true(started_seconds("1900-03-01T00:00:00Z") == -2203891200);
}

static void a_fraction_is_kept_to_the_microsecond(void **state)
{
	(void)state;
	double whole = started_seconds("2026-12-01T00:40:01Z");
	assert_near(started_seconds("2026-12-01T00:40:01.123456Z") - whole, 0.123456, 5e-7);
	assert_near(started_seconds("2026-12-01T00:40:01.5Z") - whole, 0.5, 1e-9);
}

static void what_is_no_time_is_none(void **state)
{
	static const char *const texts[] = {
		"", "2026", "2026-12-01", "2026-12-01T00:40:01", "2026-12-01T00:40:01.Z",
		"2026-12-01T00:40:01.5", "2026-12-01T00:40:01Zx", "2026-12-01 00:40:01Z",
		"2026-13-01T00:40:01Z", "2026-02-29T00:40:01Z", "2026-00-10T00:40:01Z",
		"2026-12-01T24:40:01Z", "2026-12-01T00:60:01Z", "2026-12-01T00:40:61Z",
		"2026-12-01T00:40:01+01:00",
	};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (!isnan(started_seconds(texts[i])))
			fail_msg("%s is taken for a time", texts[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seconds_are_those_of_date),
		cmocka_unit_test(a_fraction_is_kept_to_the_microsecond),
		cmocka_unit_test(what_is_no_time_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
