/* SPDX-License-Identifier: MIT */
/* The list of warnings, and the printer that takes the gravest there is room for. */
#include "check.h"

#include "base/warnings.h"
#include "report/page.h"

static void the_gravest_come_first_and_equals_keep_their_order(void **state)
{
	static const char *const kinds[] = { "lost", "floor", NULL };
	static const char *const expected[] = { "d", "b", "e", "a", "c" };
	struct warnings warnings = { 0 };

	(void)state;
	warnings_add(&warnings, "odd", "a"); /* kinds that are not listed come last */
	warnings_add(&warnings, "floor", "b");
	warnings_add(&warnings, "strange", "c");
	warnings_add(&warnings, "lost", "d");
	warnings_add(&warnings, "floor", "e");
	warnings_rank(&warnings, kinds);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(warnings.items[i].text, expected[i]);
	assert_int_equal(warnings.items[0].gravity, 0);
	assert_int_equal(warnings.items[2].gravity, 1);
	warnings_release(&warnings);
	assert_int_equal(warnings.count, 0);
}

static void each_line_of_a_reader_is_one_and_printable(void **state)
{
	struct warnings warnings = { 0 };

	(void)state;
	warnings_add_lines(&warnings, "cut-line", "one %s\ntwo \x1B[31m\n");
	assert_int_equal(warnings.count, 2);
	assert_string_equal(warnings.items[0].text, "one %s");
	assert_string_equal(warnings.items[1].text, "two " TEXT_REPLACEMENT "[31m");
	assert_string_equal(warnings.items[1].kind, "cut-line");
	warnings_release(&warnings);
}

/* 30 words of two letters and a blank are more than one line of 80 columns. */
static void warnings_are_shown_as_far_as_there_is_room(void **state)
{
	struct warnings warnings = { 0 };
	struct text text = { 0 }, wide = { 0 };
	struct page terminal = { .text = &text }, markdown = { &text, true };

	(void)state;
	text_repeat(&wide, "ab ", 30);
	warnings_add(&warnings, "a", "short");
	warnings_add(&warnings, "b", "%s", text_string(&wide));
	warnings_add(&warnings, "c", "last");
	assert_int_equal(page_warnings(&terminal, "- ", &warnings, 3, 2), 1);
	assert_string_equal(text_string(&text), "- short\n");
	text.length = 0;
	assert_int_equal(page_warnings(&terminal, "- ", &warnings, 2, 3), 2);
	assert_int_equal(page_height(text_string(&text)), 3);
	text.length = 0;
	assert_int_equal(page_warnings(&markdown, "note: ", &warnings, 1, SIZE_MAX), 1);
	assert_string_equal(text_string(&text), "- note: short\n");
	warnings_release(&warnings);
	text_release(&text);
	text_release(&wide);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_gravest_come_first_and_equals_keep_their_order),
		cmocka_unit_test(each_line_of_a_reader_is_one_and_printable),
		cmocka_unit_test(warnings_are_shown_as_far_as_there_is_room),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
