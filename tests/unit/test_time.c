/* SPDX-License-Identifier: MIT */
/* Points in time as files hold them. Expected values: date -u -d TIME +%s of GNU coreutils. */
#include "check.h"

#include "base/time.h"

static const struct known {
	const char *text;
	int64_t us;
} known[] = {
	{ "1970-01-01T00:00:01Z", INT64_C(1000000) },
	{ "1972-02-29T23:59:59Z", INT64_C(68255999000000) },
	{ "2000-02-29T12:00:00Z", INT64_C(951825600000000) },
	{ "2000-03-01T00:00:00Z", INT64_C(951868800000000) },
	{ "2026-12-01T00:40:01.123456Z", INT64_C(1796085601123456) },
	{ "2026-12-31T23:59:59.999999Z", INT64_C(1798761599999999) },
	{ "2038-01-19T03:14:08.000000Z", INT64_C(2147483648000000) },
	{ "2100-03-01T00:00:00Z", INT64_C(4107542400000000) },
	{ "9999-12-31T23:59:59.000001Z", INT64_C(253402300799000001) },
};

static void times_read_and_are_written_as_gnu_date_has_them(void **state)
{
	char text[TIME_TEXT_BYTES];
	int64_t us;

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		bool micro = strchr(known[i].text, '.') != NULL;
		assert_int_equal(time_parse(known[i].text, &us), 0);
		assert_true(us == known[i].us);
		assert_string_equal(time_format(us, micro, text), known[i].text);
	}
}

static void fractions_count_to_the_microsecond(void **state)
{
	int64_t us;

	(void)state;
	assert_int_equal(time_parse("1970-01-01T00:00:01.5Z", &us), 0);
	assert_true(us == 1500000);
	assert_int_equal(time_parse("1970-01-01T00:00:01.123456789Z", &us), 0);
	assert_true(us == 1123456);
}

static void what_is_no_time_is_refused(void **state)
{
	static const char *const texts[] = {
		"", "now", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31 12:00:00Z",
		"2026-01-31T12:00:00.Z", "2026-01-31T12:00:00.5", "2026-01-31T12:00:00.5Zx", "2026-01-31T12:00:00Z ",
		"2026-01-31T12:00:00+01:00", "2026-00-31T12:00:00Z", "2026-13-01T12:00:00Z",
		"2026-02-29T12:00:00Z", "2100-02-29T12:00:00Z", "2026-04-31T12:00:00Z",
		"2026-01-00T12:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z",
		"2026-01-31T12:00:61Z", "1969-12-31T23:59:59Z", "-026-01-31T12:00:00Z",
	};
	int64_t us;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_int_equal(time_parse(texts[i], &us), -1);
}

static void a_time_not_known_is_the_empty_text(void **state)
{
	char text[TIME_TEXT_BYTES];

	(void)state;
	assert_string_equal(time_format(TIME_UNKNOWN, true, text), "");
	assert_string_equal(time_format(TIME_UNKNOWN, false, text), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_read_and_are_written_as_gnu_date_has_them),
		cmocka_unit_test(fractions_count_to_the_microsecond),
		cmocka_unit_test(what_is_no_time_is_refused),
		cmocka_unit_test(a_time_not_known_is_the_empty_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
