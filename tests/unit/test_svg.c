/* SPDX-License-Identifier: MIT */
/* The SVG writer: what XML 1.0 (W3C, 2.2 and 2.4) allows as character data. */
#include "check.h"

#include "report/svg.h"

static void assert_escapes(const char *given, const char *expected)
{
	struct text text = { 0 };

	svg_escape(&text, given);
	assert_string_equal(text_string(&text), expected);
	text_release(&text);
}

static void markup_is_escaped(void **state)
{
	(void)state;
	assert_escapes("<&\">'", "&lt;&amp;&quot;&gt;'");
	assert_escapes("]]>", "]]&gt;");
	assert_escapes("", "");
}

static void utf8_stays_as_it_is(void **state)
{
	(void)state;
	assert_escapes("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80",
	               "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
}

static void what_xml_cannot_hold_is_replaced(void **state)
{
	(void)state;
	assert_escapes("a\x01" "b", "a\xEF\xBF\xBD" "b");
	assert_escapes("\x1B[31m", "\xEF\xBF\xBD[31m");
	assert_escapes("tab\tnewline\n", "tab\tnewline\n");
	assert_escapes("\xEF\xBF\xBE", "\xEF\xBF\xBD"); /* U+FFFE */
}

static void bytes_that_are_no_utf8_are_replaced_one_by_one(void **state)
{
	(void)state;
	assert_escapes("caf\xE9", "caf\xEF\xBF\xBD");                     /* Latin-1 */
	assert_escapes("\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD");           /* overlong */
	assert_escapes("\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* surrogate */
	assert_escapes("\xE2\x82", "\xEF\xBF\xBD\xEF\xBF\xBD");           /* cut */
	assert_escapes("\xF5\x80\x80\x80",
	               "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

static void elements_nest_and_close(void **state)
{
	struct text text = { 0 };
	struct svg svg = { .text = &text };

	(void)state;
	svg_open(&svg, "g", "class=\"c%d\"", 1);
	svg_leaf(&svg, "rect", "x=\"%.1f\"", 2.04);
	svg_content(&svg, "title", "a<b", NULL);
	svg_close(&svg, "g");
	assert_string_equal(text_string(&text), "<g class=\"c1\">\n <rect x=\"2.0\"/>\n"
	                    " <title>a&lt;b</title>\n</g>\n");
	assert_int_equal(svg.depth, 0);
	text_release(&text);
}

static void what_fits_is_kept_whole(void **state)
{
	struct text text = { 0 };

	(void)state;
	svg_fit(&text, "CL2", 12, 100);
	assert_string_equal(text_string(&text), "CL2");
	text_release(&text);
}

static void what_does_not_fit_ends_in_an_ellipsis_within_the_width(void **state)
{
	struct text text = { 0 };
	const char *label = "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9";

	(void)state;
	svg_fit(&text, label, 12, 40);
	assert_true(svg_width(text_string(&text), 12) <= 40);
	assert_string_equal(text_string(&text) + text.length - 3, "\xE2\x80\xA6");
	assert_memory_equal(text_string(&text), label, text.length - 3);
	assert_int_equal((text.length - 3) % 2, 0); /* no character was cut in two */
	text_release(&text);
}

static void no_room_at_all_leaves_the_ellipsis(void **state)
{
	struct text text = { 0 };

	(void)state;
	svg_fit(&text, "CL2", 12, 1);
	assert_string_equal(text_string(&text), "\xE2\x80\xA6");
	text_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_is_escaped),
		cmocka_unit_test(utf8_stays_as_it_is),
		cmocka_unit_test(what_xml_cannot_hold_is_replaced),
		cmocka_unit_test(bytes_that_are_no_utf8_are_replaced_one_by_one),
		cmocka_unit_test(elements_nest_and_close),
		cmocka_unit_test(what_fits_is_kept_whole),
		cmocka_unit_test(what_does_not_fit_ends_in_an_ellipsis_within_the_width),
		cmocka_unit_test(no_room_at_all_leaves_the_ellipsis),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
