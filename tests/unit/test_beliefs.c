/* SPDX-License-Identifier: MIT */
/* Sizes that one measurement does not settle. Expected: the rules of the design, by hand. */
#include "check.h"

#include "caches.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sources_that_disagree_are_listed_whichever_is_missing),
		cmocka_unit_test(a_shared_cache_is_told_in_half_octaves_with_its_range_and_life),
		cmocka_unit_test(a_size_all_agree_on_is_not_replaced_by_one_walk),
		cmocka_unit_test(a_disturbed_measurement_near_a_report_does_not_override_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
