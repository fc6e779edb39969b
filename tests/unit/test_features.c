/* SPDX-License-Identifier: MIT */
/* CPUID bits by hand from Intel SDM vol. 2A, CPUID; XCR0 from vol. 1, 13.3. */
#include "check.h"

#include "platform/features.h"

enum { EBX = 1, EDX = 3 };
#define SSE2   (UINT32_C(1) << 26)
#define AVX2   (UINT32_C(1) << 5)
#define ERMS   (UINT32_C(1) << 9)
#define AVX512 (UINT32_C(1) << 16)
#define ALL    ((uint64_t)FEATURE_SSE2 | FEATURE_AVX2 | FEATURE_AVX512 | FEATURE_ERMS)

static uint64_t everything_under(uint64_t xcr0)
{
	struct x86_report report = {
		.leaf1[EDX] = SSE2, .leaf7[EBX] = AVX2 | ERMS | AVX512, .xcr0 = xcr0
	};
	return features_of_x86(&report);
}

static void vectors_count_only_where_the_system_saves_them(void **state)
{
	(void)state;
	assert_int_equal(everything_under(0xE7), ALL);
	assert_int_equal(everything_under(0x07), ALL & ~(uint64_t)FEATURE_AVX512);
	assert_int_equal(everything_under(0x67), ALL & ~(uint64_t)FEATURE_AVX512);
	assert_int_equal(everything_under(0x03), FEATURE_SSE2 | FEATURE_ERMS);
	assert_int_equal(everything_under(0), FEATURE_SSE2 | FEATURE_ERMS);
}

static void enabled_state_without_the_instructions_is_nothing(void **state)
{
	struct x86_report report = { .xcr0 = 0xE7 };

	(void)state;
	assert_int_equal(features_of_x86(&report), 0);
}

static void each_bit_is_its_own_feature(void **state)
{
	struct x86_report avx2 = { .leaf7[EBX] = AVX2, .xcr0 = 0xE7 };
	struct x86_report avx512 = { .leaf7[EBX] = AVX512, .xcr0 = 0xE7 };
	struct x86_report erms = { .leaf7[EBX] = ERMS };

	(void)state;
	assert_int_equal(features_of_x86(&avx2), FEATURE_AVX2);
	assert_int_equal(features_of_x86(&avx512), FEATURE_AVX512);
	assert_int_equal(features_of_x86(&erms), FEATURE_ERMS);
}

static void every_feature_has_its_name(void **state)
{
	static const char *const names[] = { "sse2", "avx2", "avx512", "erms", "neon" };
	static const unsigned bits[] = { FEATURE_SSE2, FEATURE_AVX2, FEATURE_AVX512,
		                         FEATURE_ERMS, FEATURE_NEON };

	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		assert_string_equal(features_name(i), names[i]);
		assert_int_equal(bits[i], 1u << i);
	}
	assert_null(features_name(5));
}

static void detected_features_all_have_names(void **state)
{
	uint64_t features = features_detect();

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		if (features >> i & 1)
			assert_non_null(features_name(i));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vectors_count_only_where_the_system_saves_them),
		cmocka_unit_test(enabled_state_without_the_instructions_is_nothing),
		cmocka_unit_test(each_bit_is_its_own_feature),
		cmocka_unit_test(every_feature_has_its_name),
		cmocka_unit_test(detected_features_all_have_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
