/* SPDX-License-Identifier: MIT */
/* The registry: what rows say and which is chosen. What they do: test_kernel_runs.c. */
#include "check.h"

#include "kernels/kernel.h"
#include "platform/features.h"

#define EVERYTHING (~UINT64_C(0))

static void facts_count_bytes_as_stream_does(void **state)
{
	/* McCalpin 1995: 16 bytes an iteration in scale, 24 in add and triad. */
	static const struct {
		const char *name, *convention;
		unsigned arrays, counted, unit;
	} expected[OP_COUNT] = {
		[OP_COPY] = { "copy", "copied", 2, 1, 1 },
		[OP_READ] = { "read", "read", 1, 1, 1 },
		[OP_WRITE] = { "write", "written", 1, 1, 1 },
		[OP_SCALE] = { "scale", "stream", 2, 2, 8 },
		[OP_ADD] = { "add", "stream", 3, 3, 8 },
		[OP_TRIAD] = { "triad", "stream", 3, 3, 8 },
		[OP_LATENCY] = { "latency", "line", 1, 1, 64 },
	};

	(void)state;
	for (size_t i = 0; i < OP_COUNT; i++) {
		const struct op_facts *facts = &op_facts[i];
		assert_string_equal(op_names[i], expected[i].name);
		assert_string_equal(facts->convention, expected[i].convention);
		assert_int_equal(facts->arrays, expected[i].arrays);
		assert_int_equal(facts->counted, expected[i].counted);
		assert_int_equal(facts->unit_bytes, expected[i].unit);
		assert_int_equal(facts->arrays, facts->reads_src + facts->reads_src2 +
		                                        facts->writes_dst);
	}
	assert_null(op_names[OP_COUNT]);
}

static void a_name_is_unique_within_its_op(void **state)
{
	(void)state;
	for (size_t i = 0; i < kernels_count(); i++)
		assert_ptr_equal(kernels_find(kernels_at(i)->op, kernels_at(i)->name),
		                 kernels_at(i));
	assert_null(kernels_find(OP_READ, "memcpy"));
	assert_null(kernels_find(OP_COPY, "avx"));
}

static void rows_say_what_their_op_stores(void **state)
{
	(void)state;
	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		assert_int_equal(kernel->stores != STORES_NONE,
		                 op_facts[kernel->op].writes_dst);
		assert_non_null(kernel->run);
		assert_true(kernel->width > 0 || kernel->way == WAY_WHOLE);
	}
}

static void auto_is_the_widest_that_may_run(void **state)
{
	(void)state;
	for (unsigned op = 0; op < OP_COUNT; op++) {
		const struct kernel *chosen = kernels_auto(op, EVERYTHING);
		assert_non_null(chosen);
		assert_int_equal(chosen->op, op);
		for (size_t i = 0; i < kernels_count(); i++) {
			const struct kernel *other = kernels_at(i);
			if (other->op == op && other->role == ROLE_PLAIN && other != chosen)
				assert_true(other->width < chosen->width);
		}
	}
}

/* Each single feature, and all but each: what is chosen never needs more. */
static void absent_features_are_never_chosen(void **state)
{
	(void)state;
	for (unsigned bit = 0; features_name(bit) != NULL; bit++) {
		uint64_t sets[] = { 0, UINT64_C(1) << bit, ~(UINT64_C(1) << bit) };
		for (size_t i = 0; i < 3 * OP_COUNT; i++) {
			uint64_t features = sets[i / OP_COUNT];
			enum op op = i % OP_COUNT;
			const struct kernel *chosen = kernels_auto(op, features);
			const struct kernel *nt = kernels_nontemporal(op, features);
			assert_true((chosen->needs & ~features) == 0);
			assert_true(nt == NULL || (nt->needs & ~features) == 0);
		}
	}
	assert_int_equal(kernels_auto(OP_COPY, 0)->needs, 0);
	assert_null(kernels_nontemporal(OP_COPY, 0));
}

/* The default first; non-temporal stores, of its width, only where memory is tried. */
static void no_cache_is_tried_with_nontemporal_stores(void **state)
{
	const struct kernel *tried[KERNELS_TRIED];

	(void)state;
	for (unsigned op = 0; op < OP_COUNT; op++) {
		size_t in_cache = kernels_tried(op, EVERYTHING, false, tried);
		assert_ptr_equal(tried[0], kernels_auto(op, EVERYTHING));
		for (size_t i = 0; i < in_cache; i++)
			assert_int_not_equal(tried[i]->stores, STORES_NONTEMPORAL);
		size_t in_memory = kernels_tried(op, EVERYTHING, true, tried);
		assert_true(in_memory <= KERNELS_TRIED && in_memory <= in_cache + 1);
		if (in_memory == in_cache)
			continue;
		assert_int_equal(tried[in_cache]->stores, STORES_NONTEMPORAL);
		assert_int_equal(tried[in_cache]->width, tried[0]->width);
	}
	assert_int_equal(kernels_tried(OP_COPY, 0, true, tried), 1);
}

static void nt_or_a_name_names_a_kernel(void **state)
{
	const struct kernel *nt = kernels_resolve(OP_COPY, "nt", EVERYTHING);

	(void)state;
	assert_ptr_equal(kernels_resolve(OP_WRITE, "memset", 0),
	                 kernels_find(OP_WRITE, "memset"));
	assert_ptr_equal(nt, kernels_nontemporal(OP_COPY, EVERYTHING));
	assert_true(nt == NULL || nt->stores == STORES_NONTEMPORAL);
	assert_null(kernels_resolve(OP_COPY, "nt", 0));
	assert_null(kernels_resolve(OP_READ, "nt", EVERYTHING));
	assert_null(kernels_resolve(OP_COPY, "no such", EVERYTHING));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(facts_count_bytes_as_stream_does),
		cmocka_unit_test(a_name_is_unique_within_its_op),
		cmocka_unit_test(rows_say_what_their_op_stores),
		cmocka_unit_test(auto_is_the_widest_that_may_run),
		cmocka_unit_test(absent_features_are_never_chosen),
		cmocka_unit_test(no_cache_is_tried_with_nontemporal_stores),
		cmocka_unit_test(nt_or_a_name_names_a_kernel),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
