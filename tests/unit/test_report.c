/* SPDX-License-Identifier: MIT */
/* JSON, grids and the report of a session, on cells made by hand. */
#include "check.h"

#include "base/units.h"
#include "report/grid.h"
#include "report/json.h"
#include "report/run.h"

static void json_escapes_and_separates_by_itself(void **state)
{
	struct text text = { 0 };
	struct json json = { .text = &text };

	(void)state;
	json_open(&json, NULL, '{');
	json_text(&json, "a\"b", "line\nbreak \\ \x01 µ");
	json_text(&json, "none", NULL);
	json_number(&json, "tenth", 0.1);
	json_number(&json, "nan", (double)NAN);
	json_open(&json, "list", '[');
	json_count(&json, NULL, UINT64_MAX);
	json_bool(&json, NULL, true);
	json_close(&json, ']');
	json_open(&json, "empty", '[');
	json_close(&json, ']');
	json_close(&json, '}');
	assert_string_equal(text_string(&text),
	                    "{\n"
	                    "  \"a\\\"b\": \"line\\u000abreak \\\\ \\u0001 µ\",\n"
	                    "  \"none\": null,\n"
	                    "  \"tenth\": 0.1,\n"
	                    "  \"nan\": null,\n"
	                    "  \"list\": [\n"
	                    "    18446744073709551615,\n"
	                    "    true\n"
	                    "  ],\n"
	                    "  \"empty\": []\n"
	                    "}\n");
	text_release(&text);
}

/* Well-formed by RFC 3629; of a broken character each byte is one U+FFFD. */
static void json_strings_are_utf_8_whatever_a_label_holds(void **state)
{
	struct text text = { 0 };
	struct json json = { .text = &text };

	(void)state;
	json_text(&json, NULL, "a\xFF" "b \xC3\xA9 \xC3");
	assert_string_equal(text_string(&text),
	                    "\"a\xEF\xBF\xBD" "b \xC3\xA9 \xEF\xBF\xBD\"");
	text_release(&text);
}

/* Digits as Python 3 prints them: the first of "%.15g" to "%.17g" that float() reads back. */
static void a_number_has_the_fewest_digits_that_read_back_as_it(void **state)
{
	static const struct { double value; const char *text; } cases[] = {
		{ 0.05, "0.05" }, { 0.30000000000000004, "0.30000000000000004" },
		{ 1.0 / 3, "0.3333333333333333" }, { 2.0 / 3, "0.6666666666666666" },
		{ -4.1, "-4.1" }, { 0, "0" }, { 1e22, "1e+22" },
		{ 123456789012345678.0, "1.2345678901234568e+17" },
		{ 5e-324, "4.94065645841247e-324" },
	};
	char text[NUMBER_TEXT_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_string_equal(number_format(cases[i].value, text), cases[i].text);
		assert_true(strtod(text, NULL) == cases[i].value);
	}
}

static void utf_8_is_well_formed_or_no_character(void **state)
{
	(void)state;
	assert_int_equal(text_character("a"), 1);
	assert_int_equal(text_character("\xC2\xB5"), 2);
	assert_int_equal(text_character("\xE2\x82\xAC"), 3);
	assert_int_equal(text_character("\xF0\x9F\x98\x80"), 4);
	assert_int_equal(text_character("\x80"), 0);
	assert_int_equal(text_character("\xC0\x80"), 0);             /* overlong */
	assert_int_equal(text_character("\xE0\x9F\x80"), 0);         /* overlong */
	assert_int_equal(text_character("\xED\xA0\x80"), 0);         /* surrogate */
	assert_int_equal(text_character("\xF4\x90\x80\x80"), 0);     /* above U+10FFFF */
	assert_int_equal(text_character("\xE2\x82"), 0);             /* cut short */
}

#define BOX "\xEF\xBF\xBD" /* U+FFFD */

static void control_characters_reach_no_terminal_but_stay_in_csv(void **state)
{
	struct grid grid = { 0 };
	struct text table = { 0 }, markdown = { 0 }, csv = { 0 };

	(void)state;
	grid_column(&grid, "a", true);
	grid_column(&grid, "b", false);
	grid_put(&grid, "\x1B[2J");
	grid_put(&grid, "x\ny\xFF\xC2\x9B\x7F");
	grid_table(&grid, "", &table);
	grid_markdown(&grid, &markdown);
	grid_csv(&grid, &csv);
	assert_string_equal(text_string(&table),
	                    "   a  b\n" BOX "[2J  x" BOX "y" BOX BOX BOX "\n");
	assert_string_equal(text_string(&markdown), "| a | b |\n| ---: | --- |\n| " BOX
	                    "[2J | x" BOX "y" BOX BOX BOX " |\n");
	assert_string_equal(text_string(&csv),
	                    "a,b\n\x1B[2J,\"x\ny\xFF\xC2\x9B\x7F\"\n");
	text_release(&table), text_release(&markdown), text_release(&csv);
	grid_release(&grid);
}

static void errors_quote_names_of_others_printably(void **state)
{
	struct error err;

	(void)state;
	assert_int_equal(error_set(&err, "%s: '%s' is odd", "a\x1B[2J", "b\r\n"), -1);
	assert_string_equal(err.text, "a" BOX "[2J: 'b" BOX BOX "' is odd");
	assert_int_equal(error_fail(&err, "\xC2\xB5 %c", '\x7F'), -1);
	assert_string_equal(err.text, "\xC2\xB5 " BOX);
}

static void lines_are_printable_each_behind_its_lead(void **state)
{
	struct text text = { 0 };

	(void)state;
	text_put_lines(&text, "- ", "");
	assert_string_equal(text_string(&text), "");
	text_put_lines(&text, "- ", "one\n\ntwo\r\nlast \x1B[31m");
	assert_string_equal(text_string(&text), "- one\n- \n- two" BOX "\n- last " BOX "[31m\n");
	text_release(&text);
}

/* 80 columns by hand: 26 words of two and blanks are 78, a 27th would end at 80. */
static void prose_breaks_between_words_and_commands_stay_whole(void **state)
{
	struct text text = { 0 }, line = { 0 };

	(void)state;
	text_repeat(&line, "ab ", 26);
	text_put(&line, "cd");
	text_put_prose(&text, "", text_string(&line));
	assert_int_equal(text.length, 81);
	text.length = 0;
	text_put(&line, "e");
	text_put_prose(&text, "- ", text_string(&line));
	text_put_prose(&text, "", "");
	assert_string_equal(strchr(text_string(&text), '\n'), "\n  cde\n");
	assert_int_equal(strcspn(text_string(&text), "\n"), 2 + 26 * 3 - 1);
	text.length = line.length = 0;
	text_repeat(&line, "ab ", 22);
	text_put(&line, "p = 0.05, -1.0 .. +2.3 % wide");
	text_put_prose(&text, "", text_string(&line));
	assert_string_equal(strchr(text_string(&text), '\n'), "\n-1.0 .. +2.3 % wide\n");
	text.length = line.length = 0;
	text_repeat(&line, "x", 90);
	text_put(&line, " \xC2\xB5\n    ");
	text_repeat(&line, "ab ", 40);
	text_put_prose(&text, "", text_string(&line));
	assert_int_equal(strcspn(text_string(&text), "\n"), 90);
	assert_true(text_starts(text_string(&text) + 91, "\xC2\xB5\n    ab ab "));
	assert_int_equal(text.length, 91 + 3 + 4 + 120 + 1);
	text_release(&text);
	text_release(&line);
}

static void small_grid(struct grid *grid)
{
	grid_column(grid, "size", true);
	grid_column(grid, "what", false);
	grid_put(grid, "2K");
	grid_put(grid, "µ|x");
	grid_put(grid, "128K");
	grid_put(grid, "a, b");
}

static void a_grid_aligns_by_code_points_and_leaves_no_blanks_behind(void **state)
{
	struct grid grid = { 0 };
	struct text table = { 0 }, markdown = { 0 }, csv = { 0 };

	(void)state;
	small_grid(&grid);
	grid_table(&grid, "> ", &table);
	grid_markdown(&grid, &markdown);
	grid_csv(&grid, &csv);
	assert_string_equal(text_string(&table), "> size  what\n>   2K  µ|x\n> 128K  a, b\n");
	assert_string_equal(text_string(&markdown),
	                    "| size | what |\n| ---: | --- |\n| 2K | µ\\|x |\n| 128K | a, b |\n");
	assert_string_equal(text_string(&csv), "size,what\n2K,µ|x\n128K,\"a, b\"\n");
	text_release(&table), text_release(&markdown), text_release(&csv);
	grid_release(&grid);
}

/* 400 characters of two bytes: a room of 512 would end within one of them. */
static void a_long_cell_is_not_cut(void **state)
{
	struct grid grid = { 0 };
	struct text name = { 0 }, csv = { 0 };

	(void)state;
	text_put(&name, "x");
	text_repeat(&name, "µ", 400);
	grid_column(&grid, "label", false);
	grid_put(&grid, "%s", text_string(&name));
	grid_csv(&grid, &csv);
	assert_int_equal(csv.length, strlen("label\n") + 801 + strlen("\n"));
	assert_memory_equal(csv.bytes + strlen("label\n"), name.bytes, 801);
	text_release(&name), text_release(&csv);
	grid_release(&grid);
}

static void a_cell_is_coloured_in_tables_alone_and_takes_no_room_for_it(void **state)
{
	struct grid grid = { 0 };
	struct text table = { 0 }, csv = { 0 };

	(void)state;
	grid_column(&grid, "a", true);
	grid_column(&grid, "b", false);
	grid_put(&grid, "12");
	grid_colour(&grid, "\033[32m");
	grid_put(&grid, "faster");
	grid_colour(&grid, "\033[31m");
	grid_put(&grid, "1"), grid_put(&grid, "equivalent");
	grid_table(&grid, "", &table);
	grid_csv(&grid, &csv);
	assert_string_equal(text_string(&table), " a  b\n\033[32m12\033[0m  \033[31mfaster\033[0m"
	                    "\n 1  equivalent\n");
	assert_string_equal(text_string(&csv), "a,b\n12,faster\n1,equivalent\n");
	text_release(&table), text_release(&csv);
	grid_release(&grid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_escapes_and_separates_by_itself),
		cmocka_unit_test(json_strings_are_utf_8_whatever_a_label_holds),
		cmocka_unit_test(a_number_has_the_fewest_digits_that_read_back_as_it),
		cmocka_unit_test(a_long_cell_is_not_cut),
		cmocka_unit_test(utf_8_is_well_formed_or_no_character),
		cmocka_unit_test(control_characters_reach_no_terminal_but_stay_in_csv),
		cmocka_unit_test(errors_quote_names_of_others_printably),
		cmocka_unit_test(prose_breaks_between_words_and_commands_stay_whole),
		cmocka_unit_test(lines_are_printable_each_behind_its_lead),
		cmocka_unit_test(a_grid_aligns_by_code_points_and_leaves_no_blanks_behind),
		cmocka_unit_test(a_cell_is_coloured_in_tables_alone_and_takes_no_room_for_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
