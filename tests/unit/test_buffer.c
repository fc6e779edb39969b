/* SPDX-License-Identifier: MIT */
/* Buffers, and what --verify sees in them. */
#include "check.h"

#include "measure/buffer.h"

static void buffers_hold_no_zero_byte_pattern_and_distinct_arrays(void **state)
{
	size_t bytes = 100000, zero_words = 0;
	struct buffer buffer;
	struct error err = { 0 };
	uint64_t word;

	(void)state;
	assert_int_equal(buffer_map(&buffer, buffer_need_bytes(bytes, 3), PAGES_SMALL, &err), 0);
	buffer_fill(&buffer, 1);
	struct stream stream = buffer_stream(&buffer, OP_TRIAD, bytes);
	for (size_t i = 0; i + 8 <= bytes; i += 8) {
		memcpy(&word, stream.src + i, sizeof word);
		zero_words += word == 0;
	}
	assert_int_equal(zero_words, 0);
	assert_memory_not_equal(stream.src, stream.dst, 4096);
	assert_memory_not_equal(stream.src, stream.src2, 4096);
	assert_int_equal((uintptr_t)stream.dst % 64, 0);
	assert_true(stream.dst >= stream.src + bytes + BUFFER_GUARD_BYTES);
	assert_true(stream.src2 >= stream.dst + bytes + BUFFER_GUARD_BYTES);
	assert_true(stream.src2 + bytes + BUFFER_GUARD_BYTES <=
	            buffer.memory + buffer.memory_bytes);
	buffer_release(&buffer);
}

/* A block that no machine has must not wrap round to a small need. */
static void the_need_of_an_impossible_block_is_not_small(void **state)
{
	(void)state;
	assert_true(buffer_need_bytes(UINT64_MAX / 2, 2) == UINT64_MAX);
	assert_true(buffer_need_bytes(UINT64_C(1) << 60, 3) > UINT64_C(3) << 60);
}

static void verify_sees_a_wrong_byte_and_a_changed_guard(void **state)
{
	struct buffer buffer;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(buffer_map(&buffer, buffer_need_bytes(4096, 2), PAGES_SMALL, &err), 0);
	buffer_fill(&buffer, 1);
	struct stream stream = buffer_stream(&buffer, OP_COPY, 4096);
	stream_dirty(&stream, 65);
	assert_string_equal(stream_verify(&stream, OP_COPY, 65),
	                    "the destination does not hold what the op means");
	memcpy(stream.dst, stream.src, 65);
	assert_null(stream_verify(&stream, OP_COPY, 65));
	stream.dst[65] ^= 1;
	assert_string_equal(stream_verify(&stream, OP_COPY, 65),
	                    "bytes after the destination were changed");
	stream.dst[65] ^= 1;
	stream.dst[-1] ^= 1;
	assert_string_equal(stream_verify(&stream, OP_COPY, 65),
	                    "bytes before the destination were changed");
	stream.dst[-1] ^= 1;
	stream.dst[64] ^= 1;
	assert_non_null(stream_verify(&stream, OP_COPY, 65));
	buffer_release(&buffer);
}

static void every_op_verifies_against_its_reference(void **state)
{
	struct buffer buffer;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(buffer_map(&buffer, buffer_need_bytes(4096, 3), PAGES_SMALL, &err), 0);
	for (unsigned op = 0; op < OP_COUNT; op++) {
		if (op_facts[op].is_chained)
			continue;
		struct stream stream = buffer_stream(&buffer, (enum op)op, 4096);
		buffer_fill(&buffer, op + 1);
		stream_dirty(&stream, 2048);
		if (op_facts[op].writes_dst)
			assert_non_null(stream_verify(&stream, (enum op)op, 2048));
		reference_run((enum op)op, &stream, 2048);
		assert_null(stream_verify(&stream, (enum op)op, 2048));
	}
	buffer_release(&buffer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buffers_hold_no_zero_byte_pattern_and_distinct_arrays),
		cmocka_unit_test(the_need_of_an_impossible_block_is_not_small),
		cmocka_unit_test(verify_sees_a_wrong_byte_and_a_changed_guard),
		cmocka_unit_test(every_op_verifies_against_its_reference),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
