/* SPDX-License-Identifier: MIT */
/* Sizes, durations, counts and numbers as people write them. Expected values by hand. */
#include "check.h"

#include "base/text.h"
#include "base/units.h"

static void size_is(const char *text, uint64_t expected)
{
	struct error err = { 0 };
	uint64_t bytes = 0;

	if (size_parse(text, "--sizes", &bytes, &err) != 0)
		fail_msg("'%s': %s", text, err.text);
	assert_int_equal(bytes, expected);
}

static void size_is_refused(const char *text, const char *because)
{
	struct error err = { 0 };
	uint64_t bytes = 0;

	assert_int_equal(size_parse(text, "--sizes", &bytes, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, because));
	assert_non_null(strstr(err.text, "--sizes"));
}

static void plain_numbers_are_bytes_and_letters_are_powers_of_two(void **state)
{
	(void)state;
	size_is("1", 1);
	size_is("2048", 2048);
	size_is("2K", 2048);
	size_is("2k", 2048);
	size_is("2KiB", 2048);
	size_is("2KB", 2048);
	size_is("1.5M", 1572864);
	size_is("2GiB", UINT64_C(2147483648));
	size_is("0.5K", 512);
	size_is("7B", 7);
}

static void sizes_that_make_no_sense_are_refused_with_what_would_do(void **state)
{
	(void)state;
	size_is_refused("0", "1 or more");
	size_is_refused("-4K", "not a size");
	size_is_refused("", "not a size");
	size_is_refused("K", "not a size");
	size_is_refused("4X", "not a size");
	size_is_refused("4 K", "not a size");
	size_is_refused("1e3", "not a size");
	size_is_refused("0x10", "not a size");
	size_is_refused("inf", "not a size");
	size_is_refused("nan", "not a size");
	size_is_refused("1.5", "whole number of bytes");
	size_is_refused("1.0001K", "whole number of bytes");
	size_is_refused("99999999999999999999", "more than");
	size_is_refused("9999999999G", "more than");
}

static void sizes_format_in_the_shortest_exact_form(void **state)
{
	static const struct { uint64_t bytes; const char *text; } cases[] = {
		{ 1, "1" },           { 1023, "1023" },    { 1024, "1K" },   { 1536, "1.5K" },
		{ 49152, "48K" },     { 1001 * 1024, "1001K" }, { 1048576, "1M" },
		{ 1048577, "1048577" }, { 2228224, "2.125M" }, { UINT64_C(3) << 30, "3G" },
	};
	char text[SIZE_TEXT_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_string_equal(size_format(cases[i].bytes, text), cases[i].text);
		size_is(text, cases[i].bytes);
	}
}

static void list_is(const char *text, const uint64_t *expected, size_t count)
{
	struct error err = { 0 };
	struct size_list list = { 0 };

	if (size_list_parse(text, "--sizes", &list, &err) != 0)
		fail_msg("'%s': %s", text, err.text);
	assert_int_equal(list.count, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(list.bytes[i], expected[i]);
	size_list_release(&list);
}

static void ranges_double_and_lists_merge_in_order_without_repeats(void **state)
{
	static const uint64_t study[] = { 2048,   4096,   8192,    16384,   32768,
		                          65536,  131072, 262144,  524288,  1048576,
		                          2097152, 4194304, 8388608 };
	static const uint64_t mixed[] = { 2048, 49152, 65536, 131072 };
	static const uint64_t odd_end[] = { 3000, 6000 };

	(void)state;
	list_is("2K-8M", study, 13);
	list_is("64K-128K,2K,48K,64K", mixed, 4);
	list_is("3000-11999", odd_end, 2);
	list_is("64K-64K", &mixed[2], 1);
}

/* 2K * 2^(1/4) = 2435.5, 2^(2/4) = 2896.3, 2^(3/4) = 3444.3; to multiples of 64. */
static void points_per_octave_are_rounded_to_cache_lines(void **state)
{
	static const uint64_t expected[] = { 2048, 2432, 2880, 3456, 4096 };
	(void)state;
	list_is("2K-4K/4", expected, 5);
}

static void list_is_refused(const char *text, const char *because)
{
	struct error err = { 0 };
	struct size_list list = { 0 };

	assert_int_equal(size_list_parse(text, "--sizes", &list, &err), -1);
	assert_non_null(strstr(err.text, because));
	size_list_release(&list);
}

static void bad_lists_are_refused_by_name(void **state)
{
	(void)state;
	list_is_refused("8M-2K", "runs backwards; write 2K-8M");
	list_is_refused("2K,,4K", "not a size");
	list_is_refused("2K-", "'2K-' lacks its upper end");
	list_is_refused("-", "not a size");
	list_is_refused("2K-8M/0", "from 1 to 64");
	list_is_refused("2K-8M/x", "from 1 to 64");
	list_is_refused("2K-4K-8K", "not a size");
}

static void durations_need_a_unit_or_are_seconds(void **state)
{
	static const struct { const char *text; uint64_t ns; } cases[] = {
		{ "30ms", 30000000 }, { "1.5s", 1500000000 }, { "200us", 200000 },
		{ "500ns", 500 },     { "2", 2000000000 },     { "4m", UINT64_C(240000000000) },
		{ "4min", UINT64_C(240000000000) }, { "1.5h", UINT64_C(5400000000000) },
	};
	static const char *const bad[] = { "", "0", "-1s", "5d", "ms", "1e9s", "inf", "0.1ns" };
	static const char *const beyond[] = { "0", "0.1ns", "1000001s", "99999999999s" };
	struct error err = { 0 };
	uint64_t ns;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(duration_parse(cases[i].text, "--budget", &ns, &err), 0);
		assert_int_equal(ns, cases[i].ns);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(duration_parse(bad[i], "--budget", &ns, &err), -1);
	assert_int_equal(duration_parse("1000000s", "--over", &ns, &err), 0);
	assert_int_equal(duration_parse("x", "--over", &ns, &err), -1);
	assert_string_equal(err.text, "--over: 'x' is not a duration; durations look like "
	                              "30ms, 1.5s or 4m");
	for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
		assert_int_equal(duration_parse(beyond[i], "--over", &ns, &err), -1);
		assert_non_null(strstr(err.text, "is out of range; durations go from 1ns to "
		                                 "1000000s"));
	}
}

static void counts_are_whole_numbers_within_their_range(void **state)
{
	static const char *const bad[] = { "0", "-1", "11", "1.5", "", "x", "1x", " 1",
		                           "18446744073709551617" };
	struct error err = { 0 };
	uint64_t value;

	(void)state;
	assert_int_equal(count_parse("10", "--runs", 1, 10, &value, &err), 0);
	assert_int_equal(value, 10);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(count_parse(bad[i], "--runs", 1, 10, &value, &err), -1);
	assert_string_equal(err.text, "--runs: '18446744073709551617' is not a whole number "
	                              "from 1 to 10");
}

static void whole_numbers_are_digits_that_64_bits_hold(void **state)
{
	static const struct { const char *text; unsigned base; uint64_t value; } good[] = {
		{ "0", 10, 0 }, { "007", 10, 7 }, { "18446744073709551615", 10, UINT64_MAX },
		{ "fF", 16, 255 }, { "ffffffffffffffff", 16, UINT64_MAX }, { "0x10", 16, 16 },
	};
	static const struct { const char *text; unsigned base; } bad[] = {
		{ "", 10 }, { "-1", 10 }, { "+1", 10 }, { " 1", 10 }, { "1 ", 10 }, { "a", 10 },
		{ "18446744073709551616", 10 }, { "0x", 16 }, { "g", 16 },
		{ "10000000000000000", 16 }, { "99999999999999999999999", 10 },
	};
	uint64_t value;

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		assert_int_equal(whole_parse(good[i].text, good[i].base, &value), 0);
		assert_true(value == good[i].value);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(whole_parse(bad[i].text, bad[i].base, &value), -1);
}

static void items_of_a_list_come_one_by_one(void **state)
{
	static const char *const expected[] = { "a", "", "bc", "" };
	struct items items = items_of("a,,bc,", ',');

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_string_equal(items_next(&items), expected[i]);
	assert_null(items_next(&items));
	assert_null(items_next(&items));
	items_release(&items);
	items = items_of("", ',');
	assert_string_equal(items_next(&items), "");
	assert_null(items_next(&items));
	items_release(&items);
	assert_true(items_hold("cpu,cpuacct", ',', "cpuacct"));
	assert_true(items_hold("", ',', ""));
	assert_false(items_hold("cpu,cpuacct", ',', "acct"));
	assert_false(items_hold(NULL, ',', ""));
}

static void numbers_are_finite_decimals_only(void **state)
{
	static const char *const bad[] = { "", "nan", "inf", "-inf", "1e400", "1,5", "0x1p3",
		                           "1 ", " 1", "1.5.2", "--1", "1e" };
	double value;

	(void)state;
	assert_int_equal(number_parse("-1.5e-3", &value), 0);
	assert_near(value, -0.0015, 1e-15);
	assert_int_equal(number_parse("1e-320", &value), 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(number_parse(bad[i], &value), -1);
}

static void measured_sizes_are_shown_in_three_figures(void **state)
{
	char text[SIZE_TEXT_BYTES];

	(void)state;
	assert_string_equal(size_format_short(48 * 1024.0, text), "48K");
	assert_string_equal(size_format_short(50483, text), "49.3K");
	assert_string_equal(size_format_short(996352, text), "973K");
	assert_string_equal(size_format_short(5118 * 1024.0, text), "5118K");
	assert_string_equal(size_format_short(19 * 1048576.0 + 17, text), "19M");
	assert_string_equal(size_format_short(1000, text), "1000");
	assert_string_equal(size_format_short(8000000.0 * 1073741824, text), "8000000G");
	assert_string_equal(size_format_short((double)UINT64_MAX, text), "17179869184G");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_numbers_are_bytes_and_letters_are_powers_of_two),
		cmocka_unit_test(sizes_that_make_no_sense_are_refused_with_what_would_do),
		cmocka_unit_test(sizes_format_in_the_shortest_exact_form),
		cmocka_unit_test(ranges_double_and_lists_merge_in_order_without_repeats),
		cmocka_unit_test(points_per_octave_are_rounded_to_cache_lines),
		cmocka_unit_test(bad_lists_are_refused_by_name),
		cmocka_unit_test(durations_need_a_unit_or_are_seconds),
		cmocka_unit_test(counts_are_whole_numbers_within_their_range),
		cmocka_unit_test(whole_numbers_are_digits_that_64_bits_hold),
		cmocka_unit_test(items_of_a_list_come_one_by_one),
		cmocka_unit_test(numbers_are_finite_decimals_only),
		cmocka_unit_test(measured_sizes_are_shown_in_three_figures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
