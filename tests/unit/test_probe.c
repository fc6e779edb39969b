/* SPDX-License-Identifier: MIT */
/* The probe under a clock that a test moves by hand, and curves read from files. */
#include "tree.h"

#include "caches/probe.h"

/* Every reading is `step_ns` after the one before it. */
struct steady {
	uint64_t now, step_ns, readings;
};

static uint64_t steady_now(void *context)
{
	struct steady *clock = context;
	clock->readings++;
	return clock->now += clock->step_ns;
}

/* This machine's memory, and a clock that is moved by being read. */
struct setup {
	struct steady clock;
	struct probe_machine machine;
	struct probe_options options;
	struct probe_curves curves;
};

static void setup_init(struct setup *setup, uint64_t step_ns)
{
	*setup = (struct setup){ .clock = { 0, step_ns, 0 } };
	probe_options_default(&setup->options, &setup->machine);
	setup->options.largest_bytes = 256 * 1024;
	setup->options.point_ns = 16000;
	setup->options.mappings = 2;
	setup->options.clock = (struct clock){ steady_now, &setup->clock };
}

static void points_run_from_2k_to_the_largest_four_an_octave(void **state)
{
	struct setup setup;
	struct error err;

	(void)state;
	setup_init(&setup, 100);
	assert_int_equal(probe_latency(&setup.options, &setup.curves, &err), 0);
	const struct curve *curve = &setup.curves.all;
	assert_int_equal(curve->kind, CURVE_LATENCY);
	assert_int_equal(curve->count, 7 * 4 + 1);
	assert_near(curve->points[0].bytes, 2048, 0);
	assert_near(curve->points[4].bytes, 4096, 0);
	assert_near(curve->points[28].bytes, 256 * 1024, 0);
	for (size_t i = 0; i < curve->count; i++)
		assert_true(curve->points[i].value > 0);
	assert_int_equal(setup.curves.mapping_count, 2);
	assert_int_equal(setup.curves.mappings[1].count, curve->count);
	probe_curves_release(&setup.curves);
}

static void a_steady_clock_sees_no_disturbance(void **state)
{
	struct setup setup;
	struct error err;

	(void)state;
	setup_init(&setup, 100);
	setup.options.mappings = 3;
	assert_int_equal(probe_latency(&setup.options, &setup.curves, &err), 0);
	const struct curve *curve = &setup.curves.all;
	assert_true(curve->spread >= 1 && curve->spread < 1.01);
	/* No size is slower than a larger one. */
	for (size_t i = 1; i < curve->count; i++)
		assert_true(curve->points[i - 1].value <= curve->points[i].value);
	probe_curves_release(&setup.curves);
}

static void too_little_memory_and_too_coarse_a_clock_are_said(void **state)
{
	struct setup setup;
	struct error err;

	(void)state;
	setup_init(&setup, 100);
	setup.options.largest_bytes = 32 * 1024;
	assert_int_equal(probe_latency(&setup.options, &setup.curves, &err), -1);
	assert_int_equal(err.status, STATUS_FAILED);
	setup_init(&setup, 10000000);
	assert_int_equal(probe_latency(&setup.options, &setup.curves, &err), -1);
	assert_non_null(strstr(err.text, "the clock goes in steps of"));
	probe_curves_release(&setup.curves);
}

/* Points of a file of this content; -1, with the place named, where it is refused. */
static long load(const char *content, enum curve_kind kind, struct curve *curve)
{
	struct tree tree;
	struct error err;

	tree_open(&tree);
	tree_put(&tree, "curve", content, strlen(content));
	char *path = format("%s/curve", tree.root);
	*curve = (struct curve){ .kind = kind };
	int result = curve_load(path, curve, &err);
	if (result != 0) {
		assert_int_equal(err.status, STATUS_BAD_INPUT);
		assert_non_null(strstr(err.text, "curve:2:"));
		curve_release(curve);
	}
	free(path);
	tree_close(&tree);
	return result == 0 ? (long)curve->count : -1;
}

static void saved_curves_come_with_tab_or_comma_and_header_or_none(void **state)
{
	static const char *const same[] = {
		"size_bytes\tns\n1024\t1.5\n2048\t3\n", "1024,1.5\n2048,3", "1024\t1.5\r\n2048\t3\r\n",
		"\xEF\xBB\xBF\"size, bytes\",ns\n1024,1.5\n2048,3\n\n",
	};
	struct curve curve;

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		assert_int_equal(load(same[i], CURVE_LATENCY, &curve), 2);
		assert_near(curve.points[0].bytes, 1024, 0);
		assert_near(curve.points[1].value, 3, 0);
		curve_release(&curve);
	}
}

static void of_one_size_the_fastest_counts(void **state)
{
	static const double ns[] = { 5, 3, 4 };
	struct curve latency = { .kind = CURVE_LATENCY };
	struct curve bandwidth = { .kind = CURVE_BANDWIDTH };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		curve_add(&latency, 1024, ns[i]);
		curve_add(&bandwidth, 1024, ns[i]);
	}
	curve_sort(&latency);
	curve_sort(&bandwidth);
	assert_int_equal(latency.count, 1);
	assert_near(latency.points[0].value, 3, 0);
	assert_int_equal(bandwidth.count, 1);
	assert_near(bandwidth.points[0].value, 5, 0);
	curve_release(&latency);
	curve_release(&bandwidth);
}

static void curves_that_are_none_are_refused_with_line_and_column(void **state)
{
	struct curve curve;

	(void)state;
	assert_int_equal(load("size,ns\n1024,fast\n", CURVE_LATENCY, &curve), -1);
	assert_int_equal(load("1024,1\n2048\n", CURVE_LATENCY, &curve), -1);
	assert_int_equal(load("1024,1\n-2048,1\n", CURVE_LATENCY, &curve), -1);
	assert_int_equal(load("1024,1\n2048,nan\n", CURVE_LATENCY, &curve), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_run_from_2k_to_the_largest_four_an_octave),
		cmocka_unit_test(a_steady_clock_sees_no_disturbance),
		cmocka_unit_test(too_little_memory_and_too_coarse_a_clock_are_said),
		cmocka_unit_test(saved_curves_come_with_tab_or_comma_and_header_or_none),
		cmocka_unit_test(of_one_size_the_fastest_counts),
		cmocka_unit_test(curves_that_are_none_are_refused_with_line_and_column),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
