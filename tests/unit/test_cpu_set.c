/* SPDX-License-Identifier: MIT */
/* Sets of CPU numbers. Expected: Linux's list form (Documentation/admin-guide/cputopology). */
#include "check.h"

#include "platform/platform.h"

static const char *round_trip(const char *list, struct text *text)
{
	struct cpu_set set = { 0 };

	text_release(text);
	int result = cpu_set_parse(list, &set);
	if (result == 0)
		cpu_set_format(&set, text);
	cpu_set_release(&set);
	return result == 0 ? text_string(text) : "refused";
}

static void lists_come_back_in_their_shortest_form(void **state)
{
	struct text text = { 0 };

	(void)state;
	assert_string_equal(round_trip("0-3,8", &text), "0-3,8");
	assert_string_equal(round_trip(" 0-2,48-50\n", &text), "0-2,48-50");
	assert_string_equal(round_trip("3,1,2,1", &text), "1-3");
	assert_string_equal(round_trip("7", &text), "7");
	assert_string_equal(round_trip("", &text), "");
	text_release(&text);
}

static void lists_that_are_none_are_refused(void **state)
{
	static const char *const bad[] = { "0-", "-1", "a", "1,,2", "3-1", "1 2", "0x3",
		                           "1048576", "99999999999999999999" };
	struct text text = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_string_equal(round_trip(bad[i], &text), "refused");
}

static void a_range_said_over_and_over_is_refused_at_once(void **state)
{
	struct text list = { 0 }, text = { 0 };

	(void)state;
	text_put(&list, "0");
	for (size_t i = 0; i < 400; i++)
		text_put(&list, ",0-1048575");
	assert_string_equal(round_trip(text_string(&list), &text), "refused");
	text_release(&list);
}

static void members_are_found_wherever_they_stand(void **state)
{
	struct cpu_set set = { 0 };

	(void)state;
	for (unsigned cpu = 100; cpu > 0; cpu -= 5)
		cpu_set_add(&set, cpu);
	assert_int_equal(set.count, 20);
	for (unsigned cpu = 0; cpu <= 101; cpu++)
		assert_int_equal(cpu_set_has(&set, cpu), cpu > 0 && cpu % 5 == 0);
	cpu_set_release(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_come_back_in_their_shortest_form),
		cmocka_unit_test(lists_that_are_none_are_refused),
		cmocka_unit_test(a_range_said_over_and_over_is_refused_at_once),
		cmocka_unit_test(members_are_found_wherever_they_stand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
