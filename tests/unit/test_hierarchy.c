/* SPDX-License-Identifier: MIT */
/* What is believed of each cache. Expected: the rules of the design, by hand. */
#include "check.h"

#include "caches/hierarchy.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)

static void report(struct hierarchy *hierarchy, enum cache_source source, unsigned level,
                   uint64_t bytes)
{
	struct cache cache = { .level = level, .bytes = bytes, .line_bytes = 64,
		               .kind = level == 1 ? CACHE_DATA : CACHE_UNIFIED };
	cache_list_add(&hierarchy->reported[source], &cache);
}

/* Plateaus at these capacities, and memory behind them; the curve ends at 128M. */
static void measure(struct hierarchy *hierarchy, const double *bytes, size_t count)
{
	struct fit *fit = &hierarchy->measured;

	fit->is_latency = true;
	fit->last_bytes = 128.0 * MIB;
	for (size_t i = 0; i <= count; i++) {
		fit->plateaus[i].capacity_bytes = i < count ? bytes[i] : 0;
		fit->plateaus[i].value = 1.0 + (double)i;
		fit->plateaus[i].confidence = 0.8;
	}
	fit->count = count + 1;
}

static void check_level(const struct hierarchy *hierarchy, unsigned number, enum belief belief,
                        uint64_t bytes)
{
	const struct level *level = hierarchy_level(hierarchy, number);

	assert_non_null(level);
	assert_string_equal(belief_names[level->belief], belief_names[belief]);
	assert_int_equal(level->believed_bytes, bytes);
}

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

/* What single mappings show of the boundary `index`: `near` of `seen` of them the same. */
static void confirm(struct hierarchy *hierarchy, size_t index, size_t near, size_t seen)
{
	struct plateau *plateau = &hierarchy->measured.plateaus[index];

	plateau->near_count = near;
	plateau->seen_count = seen;
	plateau->least_bytes = plateau->capacity_bytes / (near < seen ? 3 : 1.1);
	plateau->most_bytes = plateau->capacity_bytes;
}

static void a_shared_cache_is_told_in_half_octaves_with_its_range_and_life(void **state)
{
	static const double measured[] = { 32.0 * 1024, 2097152, 43.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };
	struct plateau *last = &hierarchy.measured.plateaus[2];

	(void)state;
	report(&hierarchy, SOURCE_SYSFS, 2, 2 * MIB);
	report(&hierarchy, SOURCE_SYSFS, 3, 260 * MIB);
	measure(&hierarchy, measured, 3);
	last->is_hot = true;
	last->low_bytes = 41.0 * MIB;
	last->high_bytes = 56.0 * MIB;
	confirm(&hierarchy, 2, 3, 3);
	hierarchy.life.half_ns = 25e6;
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 3, BELIEF_MEASURED, 45 * MIB); /* 2 to the 25.5 is 45.3M */
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "45M for what is used again within 25 ms (shared; reported 260M, "
	                    "measured 43M (41M to 56M))");
	assert_near(hierarchy_level(&hierarchy, 3)->life_ns, 25e6, 0);
	confirm(&hierarchy, 2, 1, 3);
	hierarchy_decide(&hierarchy);
	assert_true(hierarchy_level(&hierarchy, 3)->is_uncertain);
	assert_int_equal(hierarchy_level(&hierarchy, 3)->low_bytes, 43 * MIB / 3);
	assert_int_equal(hierarchy_level(&hierarchy, 3)->fading_bytes, 56 * MIB);
	check_level(&hierarchy, 3, BELIEF_UNKNOWN, 0);
	assert_string_equal(hierarchy_level(&hierarchy, 3)->reason,
	                    "reported 260M, measured 43M (14.3M to 56M): uncertain");
	hierarchy_release(&hierarchy);
}

static void sources_that_disagree_are_listed_whichever_is_missing(void **state)
{
	static const double measured[] = { 32.0 * 1024, 2097152, 43.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_CPUID, 3, 260 * MIB);
	report(&hierarchy, SOURCE_SYSCONF, 3, 256 * MIB);
	measure(&hierarchy, measured, 3);
	hierarchy.measured.plateaus[2].is_hot = true;
	hierarchy.life.half_ns = 25e6;
	hierarchy_decide(&hierarchy);
	assert_non_null(strstr(hierarchy_level(&hierarchy, 3)->reason,
	                       "(shared; cpuid 260M, sysconf 256M, measured 43M"));
	hierarchy_release(&hierarchy);
}

/* Each row: what the clock shows, in how many of five mappings, and what follows. */
static void a_size_all_agree_on_is_not_replaced_by_one_walk(void **state)
{
	static const struct { double measured; size_t near; bool is_replaced; } cases[] = {
		{ 1.3 * 1048576, 5, false }, /* smaller by less than 2: page colours */
		{ 0.9 * 1048576, 5, true }, { 0.9 * 1048576, 2, false },
		{ 4.0 * 1048576, 5, true }, { 4.0 * 1048576, 3, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const double measured[] = { 48.0 * 1024, cases[i].measured, 40.0 * 1048576 };
		struct hierarchy hierarchy = { 0 };
		struct cache cache = { .level = 2, .bytes = 2 * MIB, .kind = CACHE_UNIFIED,
			               .sharers = 1 };
		struct cache first = { .level = 1, .bytes = 48 * KIB, .kind = CACHE_DATA,
			               .sharers = 1 };
		cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &first);
		cache_list_add(&hierarchy.reported[SOURCE_SYSFS], &cache);
		cache_list_add(&hierarchy.reported[SOURCE_CPUID], &cache);
		report(&hierarchy, SOURCE_SYSFS, 3, 40 * MIB);
		measure(&hierarchy, measured, 3);
		confirm(&hierarchy, 1, cases[i].near, 5);
		hierarchy_decide(&hierarchy);
		check_level(&hierarchy, 2, cases[i].is_replaced ? BELIEF_MEASURED
		                                                : BELIEF_REPORTED,
		            cases[i].is_replaced ? (uint64_t)(cases[i].measured + 0.5) : 2 * MIB);
		/* While other work disturbs, nothing replaces it. */
		hierarchy.spread = 1.2;
		hierarchy_decide(&hierarchy);
		check_level(&hierarchy, 2, BELIEF_REPORTED, 2 * MIB);
		hierarchy_release(&hierarchy);
	}
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

/* Beside other work an L2 of 1M came out as 1.9M with a confidence of 30 %. */
static void a_disturbed_measurement_near_a_report_does_not_override_it(void **state)
{
	static const double measured[] = { 50176, 1.9 * 1048576, 22.0 * 1048576 };
	struct hierarchy hierarchy = { 0 };

	(void)state;
	report(&hierarchy, SOURCE_CPUID, 1, 48 * KIB);
	report(&hierarchy, SOURCE_CPUID, 2, MIB);
	report(&hierarchy, SOURCE_CPUID, 3, 508 * MIB);
	measure(&hierarchy, measured, 3);
	hierarchy.measured.plateaus[1].confidence = 0.3;
	hierarchy.measured.plateaus[2].confidence = 0.3;
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 2, BELIEF_MEASURED, 1992294);
	hierarchy.spread = 1.2;
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 2, BELIEF_REPORTED, MIB);
	assert_string_equal(hierarchy_level(&hierarchy, 2)->reason,
	                    "reported 1M, measured 1.9M while disturbed: reported");
	check_level(&hierarchy, 3, BELIEF_MEASURED, 22 * MIB);
	hierarchy.measured.plateaus[1].confidence = 0.8;
	hierarchy_decide(&hierarchy);
	check_level(&hierarchy, 2, BELIEF_MEASURED, 1992294);
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
		cmocka_unit_test(sources_that_disagree_are_listed_whichever_is_missing),
		cmocka_unit_test(a_shared_cache_is_told_in_half_octaves_with_its_range_and_life),
		cmocka_unit_test(a_size_all_agree_on_is_not_replaced_by_one_walk),
		cmocka_unit_test(made_up_guest_sizes_lose_to_the_clock),
		cmocka_unit_test(a_step_squeezed_between_two_supported_levels_is_nobodys),
		cmocka_unit_test(a_level_nobody_reports_takes_the_next_number),
		cmocka_unit_test(of_two_sizes_for_one_reported_l3_the_larger_is_taken),
		cmocka_unit_test(sources_that_disagree_are_all_named),
		cmocka_unit_test(given_levels_are_the_whole_list),
		cmocka_unit_test(a_disturbed_measurement_near_a_report_does_not_override_it),
		cmocka_unit_test(levels_that_are_none_are_refused_by_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
