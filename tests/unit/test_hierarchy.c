/* SPDX-License-Identifier: MIT */
/* What is believed of each cache. Expected: the rules of the design, by hand. */
#include "check.h"

#include "caches.h"

static void a_supported_report_is_believed_and_another_is_not(void **state)
{
	static const double measured[] = { 50176, 996352, 22.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_CPUID, 1, 48 * KIB);
	report(&hierarchy, SOURCE_CPUID, 2, MIB);
	report(&hierarchy, SOURCE_CPUID, 3, 508 * MIB);
	measure(&hierarchy, measured, 3);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 1, BELIEF_REPORTED, 48 * KIB);
	check_level(&hierarchy, 2, BELIEF_REPORTED, MIB);
	check_level(&hierarchy, 3, BELIEF_MEASURED, 22 * MIB);
	assert_string_equal(hierarchy_level(&hierarchy, 2)->reason,
	                    "reported 1M, measured 973K: reported");
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "reported 508M, measured 22M: measured, effective");
	assert_near(hierarchy_level(&hierarchy, 3)->latency_ns, 3, 0);
	assert_near(hierarchy.memory_latency_ns, 4, 0);
	hierarchy_release(&hierarchy);
}

static void without_reports_levels_are_the_measured_ones(void **state)
{
	static const double measured[] = { 32.0 * 1024, 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	measure(&hierarchy, measured, 2);
	hierarchy_decide(&hierarchy);
	assert_int_equal(hierarchy.level_count, 2);
	check_level(&hierarchy, 1, BELIEF_MEASURED, 32 * KIB);
	check_level(&hierarchy, 2, BELIEF_MEASURED, MIB);
	assert_string_equal(hierarchy_level(&hierarchy, 1)->reason,
	                    "not reported, measured 32K: measured");
	hierarchy_release(&hierarchy);
}

static void without_a_measurement_reports_stand(void **state)
{
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 48 * KIB);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 1, BELIEF_REPORTED, 48 * KIB);
	assert_string_equal(hierarchy_level(&hierarchy, 1)->reason,
	                    "reported 48K, not measured: reported");
	assert_true(isnan(hierarchy.memory_latency_ns));
	hierarchy_release(&hierarchy);
}

static void a_report_too_small_for_its_level_is_shown_and_not_believed(void **state)
{
	static const struct { uint64_t bytes[3]; bool is_too_small[3]; } cases[] = {
		{ { 48 * KIB, 512 * KIB, 56 }, { false, false, true } },
		{ { 56, 512 * KIB, 8 * MIB }, { true, false, false } },
		{ { 64 * KIB, 64 * KIB, 8 * MIB }, { false, true, false } },
		{ { 4 * KIB, 512 * KIB, 768 * KIB }, { false, false, false } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hierarchy hierarchy = { 0 };
		for (unsigned level = 0; level < 3; level++)
			report(&hierarchy, SOURCE_SYSFS, level + 1, cases[i].bytes[level]);
		hierarchy_decide(&hierarchy);
		for (unsigned level = 0; level < 3; level++)
			check_level(&hierarchy, level + 1, cases[i].is_too_small[level]
			            ? BELIEF_UNKNOWN : BELIEF_REPORTED,
			            cases[i].is_too_small[level] ? 0 : cases[i].bytes[level]);
		if (i == 0)
			assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
			                    "reported 56 (too small), not measured: unknown");
		hierarchy_release(&hierarchy);
	}
}

/* The Duron's L2 of 64K beside an L1 of 64K was one: the clock may vouch for it. */
static void a_clock_that_supports_a_small_report_is_believed(void **state)
{
	static const double measured[] = { 64.0 * 1024, 68.0 * 1024 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 64 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 2, 64 * KIB);
	measure(&hierarchy, measured, 2);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 2, BELIEF_REPORTED, 64 * KIB);
	hierarchy_release(&hierarchy);
}

static void nothing_known_is_unknown_not_a_default(void **state)
{
	struct hierarchy hierarchy = { 0 };

	(void)state;
	hierarchy_decide(&hierarchy);
	assert_int_equal(hierarchy.level_count, 0);
	report(&hierarchy, SOURCE_SYSFS, 2, 0); /* a level without a size, as phones have */
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 2, BELIEF_UNKNOWN, 0);
	hierarchy_release(&hierarchy);
}

static void a_report_without_its_step_is_not_believed(void **state)
{
	static const double measured[] = { 32.0 * 1024 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 32 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 3, 16 * MIB);
	measure(&hierarchy, measured, 1);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_UNKNOWN, 0);
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "reported 16M, no step measured: unknown");
	hierarchy_release(&hierarchy);
}

static void a_report_beyond_the_curve_is_not_believed(void **state)
{
	static const double measured[] = { 32.0 * 1024, 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 32 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 2, MIB);
	report(&hierarchy, SOURCE_SYSFS, 3, 96 * MIB);
	measure(&hierarchy, measured, 2);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_UNKNOWN, 0);
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "reported 96M, no step measured: unknown");
	/* A hot walk that found no end of the last plateau says how far it came. */
	hierarchy.measured.open_bytes = 128.0 * MIB;
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_UNKNOWN, 0);
	assert_int_equal(hierarchy_level(&hierarchy, 3)->at_least_bytes, 128 * MIB);
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "reported 96M, no end found up to 128M: at least 128M");
	/* Of a size that the walk went far beyond, the end of the curve says nothing. */
	hierarchy.measured.open_bytes = 256.0 * MIB;
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_UNKNOWN, 0);
	assert_int_equal(hierarchy_level(&hierarchy, 3)->at_least_bytes, 0);
	hierarchy_release(&hierarchy);
}

static void made_up_guest_sizes_lose_to_the_clock(void **state)
{
	/* A guest that says 4M where its L2 has 1M: the L3 stays in its place. */
	static const double measured[] = { 34.0 * 1024, 1048576, 17.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 32 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 2, 4 * MIB);
	report(&hierarchy, SOURCE_SYSFS, 3, 16 * MIB);
	measure(&hierarchy, measured, 3);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 1, BELIEF_REPORTED, 32 * KIB);
	check_level(&hierarchy, 2, BELIEF_MEASURED, MIB);
	check_level(&hierarchy, 3, BELIEF_REPORTED, 16 * MIB);
	hierarchy_release(&hierarchy);
}

static void a_step_squeezed_between_two_supported_levels_is_nobodys(void **state)
{
	static const double measured[] = { 32.0 * 1024, 256.0 * 1024, 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 32 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 2, MIB);
	measure(&hierarchy, measured, 3);
	hierarchy_decide(&hierarchy);
	assert_int_equal(hierarchy.level_count, 2);
	check_level(&hierarchy, 2, BELIEF_REPORTED, MIB);
	hierarchy_release(&hierarchy);
}

static void a_level_nobody_reports_takes_the_next_number(void **state)
{
	/* Altra: sysfs lists L1 and L2, the system level cache shows on the clock. */
	static const double measured[] = { 64.0 * 1024, 1048576, 30.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 64 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 2, MIB);
	measure(&hierarchy, measured, 3);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_MEASURED, 30 * MIB);
	hierarchy_release(&hierarchy);
}

static void of_two_sizes_for_one_reported_l3_the_larger_is_taken(void **state)
{
	static const double measured[] = { 49.0 * 1024, 1048576, 4.0 * 1048576,
		                           8.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_CPUID, 1, 48 * KIB);
	report(&hierarchy, SOURCE_CPUID, 2, MIB);
	report(&hierarchy, SOURCE_CPUID, 3, 508 * MIB);
	measure(&hierarchy, measured, 4);
	hierarchy_decide(&hierarchy);
	assert_int_equal(hierarchy.level_count, 3);
	check_level(&hierarchy, 3, BELIEF_MEASURED, 8 * MIB);
	hierarchy_release(&hierarchy);
}

static void sources_that_disagree_are_all_named(void **state)
{
	struct hierarchy hierarchy = { 0 };
	enum cache_source source;

	(void)state;
	report(&hierarchy, SOURCE_SYSCONF, 3, 508 * MIB);
	report(&hierarchy, SOURCE_SYSFS, 3, 16 * MIB);
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_REPORTED, 16 * MIB);
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "sysfs 16M, sysconf 508M, not measured: reported");
	assert_int_equal(hierarchy_largest_claim(&hierarchy, &source), 508 * MIB);
	assert_int_equal(source, SOURCE_SYSCONF);
	hierarchy_release(&hierarchy);
}

static void given_levels_are_the_whole_list(void **state)
{
	struct hierarchy hierarchy = { 0 };
	struct error err;

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 1, 48 * KIB);
	report(&hierarchy, SOURCE_SYSFS, 3, 16 * MIB);
	assert_int_equal(hierarchy_give(&hierarchy, "L1=32K,L2=1M", &err), 0);
	assert_int_equal(hierarchy.level_count, 2);
	check_level(&hierarchy, 1, BELIEF_GIVEN, 32 * KIB);
	check_level(&hierarchy, 2, BELIEF_GIVEN, MIB);
	hierarchy_release(&hierarchy);
}

static void levels_that_are_none_are_refused_by_name(void **state)
{
	static const char *const bad[] = {
		"", "L1", "L1=", "L5=1M", "L0=1K", "l1=32K", "L1=32K,", "L1=0", "L1=32K,L1=48K",
		"L2=1M,L1=32K", "L1=1M,L2=32K", "L1=32K;L2=1M", "L2d=1M", "DRAM=1G",
	};
	struct hierarchy hierarchy = { 0 };
	struct error err;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(hierarchy_give(&hierarchy, bad[i], &err), -1);
		assert_int_equal(err.status, STATUS_BAD_INPUT);
		assert_non_null(strstr(err.text, "--levels"));
	}
	assert_false(hierarchy.is_given);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_supported_report_is_believed_and_another_is_not),
		cmocka_unit_test(without_reports_levels_are_the_measured_ones),
		cmocka_unit_test(without_a_measurement_reports_stand),
		cmocka_unit_test(a_report_too_small_for_its_level_is_shown_and_not_believed),
		cmocka_unit_test(a_clock_that_supports_a_small_report_is_believed),
		cmocka_unit_test(nothing_known_is_unknown_not_a_default),
		cmocka_unit_test(a_report_without_its_step_is_not_believed),
		cmocka_unit_test(a_report_beyond_the_curve_is_not_believed),
		cmocka_unit_test(made_up_guest_sizes_lose_to_the_clock),
		cmocka_unit_test(a_step_squeezed_between_two_supported_levels_is_nobodys),
		cmocka_unit_test(a_level_nobody_reports_takes_the_next_number),
		cmocka_unit_test(of_two_sizes_for_one_reported_l3_the_larger_is_taken),
		cmocka_unit_test(sources_that_disagree_are_all_named),
		cmocka_unit_test(given_levels_are_the_whole_list),
		cmocka_unit_test(levels_that_are_none_are_refused_by_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
