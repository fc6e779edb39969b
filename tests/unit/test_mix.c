/* SPDX-License-Identifier: MIT */
/* Several kernels under one name. Kernels of plain C, which every machine has. */
#include "check.h"

#include "base/units.h"
#include "kernels/mix.h"

static const char *kernel_at(const struct mix *mix, uint64_t footprint_bytes)
{
	return mix_at(mix, footprint_bytes)->name;
}

static void a_kernel_serves_footprints_beyond_its_switch(void **state)
{
	struct error err = { 0 };
	struct mix mix;

	(void)state;
	assert_int_equal(mix_parse(&mix, OP_COPY, "word+byte@32K+memcpy@64M", 0, &err), 0);
	assert_string_equal(kernel_at(&mix, 1), "word");
	assert_string_equal(kernel_at(&mix, 32 * KIB), "word");
	assert_string_equal(kernel_at(&mix, 32 * KIB + 1), "byte");
	assert_string_equal(kernel_at(&mix, 64 * MIB), "byte");
	assert_string_equal(kernel_at(&mix, 64 * MIB + 1), "memcpy");
}

static void a_single_kernel_is_a_mix_of_its_name(void **state)
{
	struct error err = { 0 };
	struct mix mix;

	(void)state;
	assert_int_equal(mix_parse(&mix, OP_READ, "word", 0, &err), 0);
	assert_string_equal(mix.name, "word");
	assert_string_equal(kernel_at(&mix, UINT64_MAX), "word");
}

/* What a session calls itself, another one takes: the same parts, and the same name. */
static void names_are_read_as_they_are_written(void **state)
{
	static const uint64_t switches[] = { 48 * KIB, 1536, UINT64_C(9634) * KIB, 12345678 };
	struct error err = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
		struct mix made, read;
		mix_init(&made, kernels_find(OP_COPY, "word"));
		mix_add(&made, kernels_find(OP_COPY, "byte"), switches[i]);
		mix_add(&made, kernels_find(OP_COPY, "memcpy"), 64 * MIB);
		assert_int_equal(mix_parse(&read, OP_COPY, made.name, 0, &err), 0);
		assert_string_equal(read.name, made.name);
		assert_int_equal(read.count, 3);
		assert_int_equal(read.parts[1].beyond_bytes, switches[i]);
		assert_ptr_equal(read.parts[2].kernel, made.parts[2].kernel);
	}
}

static void sizes_are_written_in_one_way(void **state)
{
	struct error err = { 0 };
	struct mix mix;

	(void)state;
	assert_int_equal(mix_parse(&mix, OP_COPY, "word+byte@65536+byte@1M", 0, &err), 0);
	assert_string_equal(mix.name, "word+byte@64K");
}

/* Files of earlier versions name no switch; theirs was at blocks of 20K. */
static void old_names_mean_what_they_meant(void **state)
{
	struct error err = { 0 };
	struct mix mix;

	(void)state;
	if (kernels_find(OP_COPY, "movsb") == NULL)
		skip();
	assert_int_equal(mix_parse(&mix, OP_COPY, "avx512+movsb", 0, &err), 0);
	assert_string_equal(mix.name, "avx512+movsb");
	assert_string_equal(kernel_at(&mix, 2 * 20 * KIB), "avx512");
	assert_string_equal(kernel_at(&mix, 2 * 20 * KIB + 2), "movsb");
	assert_int_equal(mix_needs(&mix), kernels_find(OP_COPY, "avx512")->needs |
	                                          kernels_find(OP_COPY, "movsb")->needs);
}

static void is_refused(const char *name, const char *why)
{
	struct error err = { 0 };
	struct mix mix;

	assert_int_equal(mix_parse(&mix, OP_COPY, name, 0, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	if (strstr(err.text, why) == NULL)
		fail_msg("%s: '%s' does not say '%s'", name, err.text, why);
}

static void what_is_no_mix_is_refused(void **state)
{
	(void)state;
	is_refused("", "there is no ''");
	is_refused("wrod", "there is no 'wrod'");
	is_refused("word+", "'word+' is no name of kernels; several are one kernel, then each");
	is_refused("+byte@32K", "avx2+movsb@32K+avx2-nt@64M");
	is_refused("word+@32K", "with the footprint beyond which it takes over");
	is_refused("word@32K+byte@64K", "'word@32K+byte@64K' is no name of kernels");
	is_refused("word+wrod@32K", "there is no 'wrod'");
	is_refused("word+memset@32K", "there is no 'memset' for --op copy");
	is_refused("word+auto@32K", "there is no 'auto'");
	is_refused("word+byte", "such as +byte@64M");
	is_refused("word+byte@", "--kernel: ");
	is_refused("word+byte@x", "--kernel: ");
	is_refused("word+byte@0", "--kernel: ");
	is_refused("word+byte@64K+memcpy@64K", "must ascend");
	is_refused("word@32K", "'word@32K' is no name of kernels");
	is_refused("word+byte@1+word@2+byte@3+word@4+byte@5+word@6+byte@7+word@8", "at most 8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kernel_serves_footprints_beyond_its_switch),
		cmocka_unit_test(a_single_kernel_is_a_mix_of_its_name),
		cmocka_unit_test(names_are_read_as_they_are_written),
		cmocka_unit_test(sizes_are_written_in_one_way),
		cmocka_unit_test(old_names_mean_what_they_meant),
		cmocka_unit_test(what_is_no_mix_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
