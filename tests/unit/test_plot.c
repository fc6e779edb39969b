/* SPDX-License-Identifier: MIT */
/* The value behind the pictures, and what every picture must hold. */
#include "check.h"

#include "base/memory.h"
#include "report/plot.h"
#include "report/plot_bands.h"

static const char odd_label[] = "CL2 <&\"> \x1B[31m";

static void size_add(struct plot *plot, uint64_t block_bytes, const char *level, bool edge,
                     double rate)
{
	struct plot_size size = { .block_bytes = block_bytes, .edge = edge };
	const double rates[] = { rate * 1.01, rate, rate * 0.98 };

	(void)snprintf(size.level, sizeof size.level, "%s", level);
	plot_size_add(&plot->series[plot->series_count - 1], &size, rates, 3);
}

/* Two configurations, three levels, an edge between the first two; sizes out of order. */
static struct plot plot_of_two(void)
{
	struct plot plot = { .title = memory_copy_text("CL3 v CL2"), .confidence = 0.95 };
	const double runs[] = { 22100, 22000, 22300, 21900, 22200, 22050 };

	text_put(&plot.facts, "a machine & its memory\ncopy, movsb, 1 thread\n");
	for (size_t i = 0; i < 2; i++) {
		plot_series_add(&plot, i == 0 ? "CL3" : odd_label);
		size_add(&plot, 128 << 20, "DRAM", false, 22000);
		size_add(&plot, 4096, "L1", false, 210000);
		size_add(&plot, 8192, "L1", false, 212000);
		size_add(&plot, 32768, "L1", true, 140000);
		size_add(&plot, 65536, "L2", false, 105000);
	}
	plot_level_add(&plot, "DRAM", "128M");
	plot_box_add(&plot.levels[0], 0, runs, 6);
	struct plot_box *box = plot_box_add(&plot.levels[0], 1, runs, 5);
	box->change = 0.041;
	box->change_low = 0.036;
	box->change_high = 0.045;
	return plot;
}

static void sizes_stand_ascending_with_slowest_median_and_fastest(void **state)
{
	struct plot plot = plot_of_two();
	const struct plot_series *series = &plot.series[0];

	(void)state;
	assert_int_equal(series->count, 5);
	for (size_t i = 1; i < series->count; i++)
		assert_true(series->sizes[i - 1].block_bytes < series->sizes[i].block_bytes);
	assert_near(series->sizes[4].low, 21560, 1e-12);
	assert_near(series->sizes[4].median, 22000, 1e-12);
	assert_near(series->sizes[4].high, 22220, 1e-12);
	assert_int_equal(series->runs, 3);
	plot_release(&plot);
}

/* Ranks from R: the largest k with 1 - 2 * pbinom(k - 1, n, 0.5) >= 0.95. */
static void interval_of_the_median_takes_the_ranks_of_the_binomial(void **state)
{
	static const struct { size_t count, rank; } known[] = {
		{ 6, 1 }, { 7, 1 }, { 10, 2 }, { 20, 6 }, { 30, 10 }, { 100, 40 }, { 2000, 956 },
	};
	struct plot plot = { 0 };
	double rates[2000];

	(void)state;
	for (size_t i = 0; i < 2000; i++)
		rates[i] = (double)(i + 1);
	struct plot_level *level = plot_level_add(&plot, "L1", "2K");
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct plot_box *box = plot_box_add(level, 0, rates, known[i].count);
		assert_near(box->low, (double)known[i].rank, 0);
		assert_near(box->high, (double)(known[i].count + 1 - known[i].rank), 0);
	}
	plot_release(&plot);
}

static void below_six_runs_the_median_has_no_interval(void **state)
{
	struct plot plot = plot_of_two();

	(void)state;
	assert_true(isnan(plot.levels[0].boxes[1].low));
	assert_true(isnan(plot.levels[0].boxes[1].high));
	plot_release(&plot);
}

static void bands_cover_the_axis_and_meet_halfway(void **state)
{
	struct plot plot = plot_of_two();
	struct axis axis;
	struct plot_bands bands;
	static const char *const names[] = { "L1", "edge", "L2", "DRAM" };

	(void)state;
	axis_sizes(&axis, 4096, 128 << 20, 20);
	plot_bands_init(&bands, &plot, &axis);
	assert_int_equal(bands.count, 4);
	assert_near(bands.items[0].low, axis.low, 1e-12);
	assert_near(bands.items[0].high, 16384, 1e-12); /* sqrt(8192 * 32768) */
	assert_near(bands.items[3].high, axis.high, 1e-12);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(bands.items[i].name, names[i]);
		if (i > 0)
			assert_near(bands.items[i].low, bands.items[i - 1].high, 0);
	}
	plot_bands_release(&bands);
	plot_release(&plot);
}

static void sizes_that_configurations_class_differently_are_edges(void **state)
{
	struct plot plot = { 0 };
	struct axis axis;
	struct plot_bands bands;

	(void)state;
	plot_series_add(&plot, "a");
	size_add(&plot, 4096, "L1", false, 1000);
	plot_series_add(&plot, "b");
	size_add(&plot, 4096, "L2", false, 1000);
	axis_sizes(&axis, 4096, 4096, 4);
	plot_bands_init(&bands, &plot, &axis);
	assert_int_equal(bands.count, 1);
	assert_true(bands.items[0].edge);
	plot_bands_release(&bands);
	plot_release(&plot);
}

static size_t occurrences(const char *text, const char *what)
{
	size_t count = 0;

	for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
		count++;
	return count;
}

static void svg_holds_title_machine_units_and_each_run(void **state)
{
	struct plot plot = plot_of_two();
	struct text text = { 0 };

	(void)state;
	plot_svg(&plot, PLOT_ALL, &text);
	const char *svg = text_string(&text);
	assert_non_null(strstr(svg, "<title id=\"membench-title\">CL3 v CL2</title>"));
	assert_non_null(strstr(svg, "a machine &amp; its memory"));
	assert_non_null(strstr(svg, "GB/s"));
	assert_non_null(strstr(svg, "n = 6"));
	assert_non_null(strstr(svg, "+4.1 %"));
	assert_non_null(strstr(svg, "+3.6 .. +4.5"));
	assert_non_null(strstr(svg, "prefers-color-scheme: dark"));
	/* A mark is a path that starts with m: 2 in the legend, 10 on lines, 11 runs. */
	assert_int_equal(occurrences(svg, "fill=\"currentColor\" d=\"M"), 23);
	assert_int_equal(occurrences(svg, "<g"), occurrences(svg, "</g>"));
	text_release(&text);
	plot_release(&plot);
}

static void labels_cannot_break_the_svg_or_the_terminal(void **state)
{
	struct plot plot = plot_of_two();
	struct text text = { 0 };

	(void)state;
	assert_string_equal(plot.series[1].label, "CL2 <&\"> " TEXT_REPLACEMENT "[31m");
	plot_svg(&plot, PLOT_ALL, &text);
	assert_null(strstr(text_string(&text), "<&"));
	assert_non_null(strstr(text_string(&text), "CL2 &lt;&amp;&quot;&gt; " TEXT_REPLACEMENT "[31m"));
	text_release(&text);
	plot_release(&plot);
}

static void a_chart_alone_leaves_the_other_out(void **state)
{
	struct plot plot = plot_of_two();
	struct text rate = { 0 }, levels = { 0 };

	(void)state;
	plot_svg(&plot, PLOT_RATE, &rate);
	plot_svg(&plot, PLOT_LEVELS, &levels);
	assert_null(strstr(text_string(&rate), "Runs by level"));
	assert_null(strstr(text_string(&levels), "Rate against"));
	text_release(&rate);
	text_release(&levels);
	plot_release(&plot);
}

static void assert_lines_fit(const char *text, size_t columns)
{
	while (*text) {
		char line[1024];
		size_t length = strcspn(text, "\n");
		assert_true(length < sizeof line);
		memcpy(line, text, length);
		line[length] = '\0';
		assert_true(text_columns(line) <= columns);
		text += length + (text[length] == '\n');
	}
}

static void text_fits_eighty_columns(void **state)
{
	struct plot plot = plot_of_two();
	struct text text = { 0 };

	(void)state;
	text_put(&plot.facts, "a third line of facts about this machine, which goes on for more "
	         "than the eighty columns of a terminal\n");
	plot_text(&plot, PLOT_ALL, true, &text);
	assert_lines_fit(text_string(&text), 80);
	text_release(&text);
	plot_release(&plot);
}

static void text_without_unicode_is_ascii(void **state)
{
	struct plot plot = plot_of_two();
	struct text text = { 0 };

	(void)state;
	plot_text(&plot, PLOT_ALL, false, &text);
	for (size_t i = 0; i < text.length; i++)
		assert_true((unsigned char)text.bytes[i] < 0x80);
	assert_non_null(strstr(text_string(&text), "+4.1 %"));
	text_release(&text);
	plot_release(&plot);
}

static void one_run_of_one_size_is_drawn(void **state)
{
	struct plot plot = { .title = memory_copy_text("one") };
	struct plot_size size = { .block_bytes = 3000, .level = "L1" };
	const double rate = 5000;
	struct text svg = { 0 }, text = { 0 };

	(void)state;
	plot_series_add(&plot, "one");
	plot_size_add(&plot.series[0], &size, &rate, 1);
	plot_level_add(&plot, "L1", "3000");
	plot_box_add(&plot.levels[0], 0, &rate, 1);
	plot_svg(&plot, PLOT_ALL, &svg);
	plot_text(&plot, PLOT_ALL, true, &text);
	assert_null(strstr(text_string(&svg), "nan"));
	assert_null(strstr(text_string(&svg), "inf"));
	assert_non_null(strstr(text_string(&text), "5.00 GB/s"));
	text_release(&svg);
	text_release(&text);
	plot_release(&plot);
}

static void nothing_to_draw_is_said(void **state)
{
	struct plot plot = { .title = memory_copy_text("none") };
	struct text svg = { 0 }, text = { 0 };

	(void)state;
	plot_series_add(&plot, "none");
	plot_svg(&plot, PLOT_ALL, &svg);
	plot_text(&plot, PLOT_ALL, true, &text);
	assert_non_null(strstr(text_string(&svg), "No size has a rate."));
	assert_non_null(strstr(text_string(&text), "No size has a rate."));
	assert_null(strstr(text_string(&svg), "inf"));
	text_release(&svg);
	text_release(&text);
	plot_release(&plot);
}

static void a_thousand_runs_at_most_are_marked(void **state)
{
	struct plot plot = { .title = memory_copy_text("many") };
	double *rates = memory_zeroed(2500, sizeof *rates);
	struct text svg = { 0 };

	(void)state;
	for (size_t i = 0; i < 2500; i++)
		rates[i] = 1000 + (double)i;
	plot_series_add(&plot, "many");
	plot_level_add(&plot, "L1", "2K");
	plot_box_add(&plot.levels[0], 0, rates, 2500);
	plot_svg(&plot, PLOT_LEVELS, &svg);
	/* Every third, and the one of the legend. */
	assert_int_equal(occurrences(text_string(&svg), "fill=\"currentColor\" d=\"M"),
	                 834 + 1);
	text_release(&svg);
	plot_release(&plot);
	free(rates);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_stand_ascending_with_slowest_median_and_fastest),
		cmocka_unit_test(interval_of_the_median_takes_the_ranks_of_the_binomial),
		cmocka_unit_test(below_six_runs_the_median_has_no_interval),
		cmocka_unit_test(bands_cover_the_axis_and_meet_halfway),
		cmocka_unit_test(sizes_that_configurations_class_differently_are_edges),
		cmocka_unit_test(svg_holds_title_machine_units_and_each_run),
		cmocka_unit_test(labels_cannot_break_the_svg_or_the_terminal),
		cmocka_unit_test(a_chart_alone_leaves_the_other_out),
		cmocka_unit_test(text_fits_eighty_columns),
		cmocka_unit_test(text_without_unicode_is_ascii),
		cmocka_unit_test(one_run_of_one_size_is_drawn),
		cmocka_unit_test(nothing_to_draw_is_said),
		cmocka_unit_test(a_thousand_runs_at_most_are_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
