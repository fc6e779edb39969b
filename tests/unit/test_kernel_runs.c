/* SPDX-License-Identifier: MIT */
/* Every kernel this CPU can run against reference.c, which is checked by hand first. */
#include "check.h"
#include "each_kernel.h"

#include "base/random.h"
#include "kernels/kernel.h"

#define MARGIN     192                     /* guard bytes and room for offsets */
#define ARENA_BYTES (4104 + 2 * MARGIN)

/* Three arrays with guards, and a second destination for the reference. */
struct arena {
	unsigned char *dst, *expected, *src, *src2;
};

/* Bytes that repeat at no offset; as doubles, integers whose sums are exact. */
static void fill(unsigned char *bytes, enum op op, uint64_t which)
{
	struct random random = { .state = which };

	for (size_t i = 0; i < ARENA_BYTES / 8; i++) {
		uint64_t bits = random_next(&random);
		double number = (double)(bits >> 40) - 8388608;
		if (op_facts[op].unit_bytes == 8)
			memcpy(bytes + 8 * i, &number, 8);
		else
			memcpy(bytes + 8 * i, &bits, 8);
	}
}

static void arena_init(struct arena *arena, enum op op)
{
	unsigned char **arrays[] = { &arena->dst, &arena->expected, &arena->src,
		                     &arena->src2 };

	for (size_t i = 0; i < 4; i++) {
		void *memory = NULL;
		assert_int_equal(posix_memalign(&memory, 4096, ARENA_BYTES), 0);
		*arrays[i] = memory;
		fill(*arrays[i], op, i < 2 ? 1 : i);
	}
}

static void arena_release(struct arena *arena)
{
	free(arena->dst);
	free(arena->expected);
	free(arena->src);
	free(arena->src2);
}

static struct stream arena_stream(const struct arena *arena, size_t dst_offset,
                                  size_t src_offset)
{
	return (struct stream){ .dst = arena->dst + 64 + dst_offset,
		                .src = arena->src + 64 + src_offset,
		                .src2 = arena->src2 + 64 + src_offset / 2 / 8 * 8,
		                .scalar = 3, .value = 0xA7 };
}

/* The whole arena must be as the reference leaves it: the block done, its guards kept. */
static void check_block(const struct kernel *kernel, const struct arena *arena,
                        const struct stream *stream, size_t bytes, size_t passes)
{
	struct stream reference = *stream;

	reference.dst = arena->expected + (stream->dst - arena->dst);
	fill(arena->dst, kernel->op, 1);
	fill(arena->expected, kernel->op, 1);
	kernel->run(stream, bytes, passes);
	reference_run(kernel->op, &reference, bytes);
	if (memcmp(arena->dst, arena->expected, ARENA_BYTES) != 0)
		fail_msg("%s %s: %zu bytes, %zu passes, dst + %zu, src + %zu",
		         op_names[kernel->op], kernel->name, bytes, passes,
		         (size_t)(stream->dst - arena->dst),
		         (size_t)(stream->src - arena->src));
}

static void check_sizes(const struct kernel *kernel)
{
	struct arena arena;

	arena_init(&arena, kernel->op);
	struct stream stream = arena_stream(&arena, 0, 0);
	for (size_t i = 0; i < KERNEL_SIZE_COUNT; i++) {
		if (kernel_sizes[i] % op_facts[kernel->op].unit_bytes == 0) {
			check_block(kernel, &arena, &stream, kernel_sizes[i], 1);
			check_block(kernel, &arena, &stream, kernel_sizes[i], 3);
		}
	}
	arena_release(&arena);
}

static void check_offsets(const struct kernel *kernel)
{
	static const size_t few[] = { 0, 8, 40, 72, 136, 264, 328, 520, 1000, 2048 };
	size_t step = op_facts[kernel->op].unit_bytes;
	struct arena arena;

	arena_init(&arena, kernel->op);
	for (size_t offset = 0; offset <= 64; offset += step) {
		for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
			size_t bytes = few[i] + (step == 1 ? offset % 8 : 0);
			struct stream both = arena_stream(&arena, offset, offset);
			struct stream dst = arena_stream(&arena, offset, 0);
			struct stream src = arena_stream(&arena, 0, offset);
			check_block(kernel, &arena, &both, bytes, 1);
			check_block(kernel, &arena, &dst, bytes, 1);
			check_block(kernel, &arena, &src, bytes, 2);
		}
	}
	arena_release(&arena);
}

static void no_passes_do_nothing(const struct kernel *kernel)
{
	struct arena arena;

	arena_init(&arena, kernel->op);
	struct stream stream = arena_stream(&arena, 0, 0);
	kernel->run(&stream, 1024, 0);
	assert_memory_equal(arena.dst, arena.expected, ARENA_BYTES);
	arena_release(&arena);
}

/*
 * A copy to lower addresses of its own source shifts the data once a pass. Distances past
 * a turn's loads keep each pass what memmove would do. libc's memcpy forbids overlap.
 */
static void copy_makes_each_pass(const struct kernel *kernel)
{
	enum { DISTANCE = 512, BYTES = 2048, PASSES = 3 };
	struct arena arena;

	if (kernel->op != OP_COPY || kernel->way == WAY_WHOLE)
		return;
	arena_init(&arena, OP_COPY);
	struct stream stream = { .dst = arena.dst, .src = arena.dst + DISTANCE };
	kernel->run(&stream, BYTES, PASSES);
	for (size_t pass = 0; pass < PASSES; pass++)
		memmove(arena.expected, arena.expected + DISTANCE, BYTES);
	assert_memory_equal(arena.dst, arena.expected, ARENA_BYTES);
	arena_release(&arena);
}

/* In place the passes of scale, add and triad multiply or add up. */
static void arithmetic_makes_each_pass(const struct kernel *kernel)
{
	enum { NUMBERS = 37, PASSES = 3 };
	static const double expected[OP_COUNT] = {
		[OP_SCALE] = 5 * 2 * 2 * 2,
		[OP_ADD] = 5 + 7 + 7 + 7,
		[OP_TRIAD] = 5 + 2 * 7 + 2 * 7 + 2 * 7,
	};
	double in_place[NUMBERS], src2[NUMBERS];

	if (op_facts[kernel->op].unit_bytes != 8)
		return;
	for (size_t i = 0; i < NUMBERS; i++) {
		in_place[i] = 5;
		src2[i] = 7;
	}
	struct stream stream = { .dst = (void *)in_place, .src = (void *)in_place,
		                 .src2 = (void *)src2, .scalar = 2 };
	kernel->run(&stream, sizeof in_place, PASSES);
	for (size_t i = 0; i < NUMBERS; i++)
		assert_near(in_place[i], expected[kernel->op], 0);
}

static void every_kernel_does_its_op_at_every_size(void **state)
{
	(void)state;
	for_each_kernel(check_sizes);
}

static void every_kernel_does_its_op_at_every_alignment(void **state)
{
	(void)state;
	for_each_kernel(check_offsets);
}

static void every_pass_is_made(void **state)
{
	(void)state;
	for_each_kernel(no_passes_do_nothing);
	for_each_kernel(copy_makes_each_pass);
	for_each_kernel(arithmetic_makes_each_pass);
}

static void reference_means_what_stream_means(void **state)
{
	double src[] = { 1, 2, 3 }, src2[] = { 10, 20, 30 }, dst[] = { 0, 0, -1 };
	struct stream stream = { .dst = (void *)dst, .src = (void *)src,
		                 .src2 = (void *)src2, .scalar = 3, .value = 0x41 };

	(void)state;
	reference_run(OP_COPY, &stream, 16);
	assert_true(dst[0] == 1 && dst[1] == 2 && dst[2] == -1);
	reference_run(OP_SCALE, &stream, 16);
	assert_true(dst[0] == 3 && dst[1] == 6 && dst[2] == -1);
	reference_run(OP_ADD, &stream, 16);
	assert_true(dst[0] == 11 && dst[1] == 22 && dst[2] == -1);
	reference_run(OP_TRIAD, &stream, 16);
	assert_true(dst[0] == 31 && dst[1] == 62 && dst[2] == -1);
	reference_run(OP_READ, &stream, 16);
	assert_true(dst[0] == 31 && dst[1] == 62 && dst[2] == -1);
	reference_run(OP_WRITE, &stream, 15);
	assert_int_equal(((unsigned char *)dst)[14], 0x41);
	assert_true(((unsigned char *)dst)[15] != 0x41 && dst[2] == -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reference_means_what_stream_means),
		cmocka_unit_test(every_kernel_does_its_op_at_every_size),
		cmocka_unit_test(every_kernel_does_its_op_at_every_alignment),
		cmocka_unit_test(every_pass_is_made),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
