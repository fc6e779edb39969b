/* SPDX-License-Identifier: MIT */
/* Every kernel this CPU can run against reference.c, which is checked by hand first. */
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#include "base/random.h"
#include "kernels/kernel.h"
#include "platform/features.h"

#define EVERYTHING (~UINT64_C(0))

/* Sizes on both sides of each vector width, unrolled turn and page. */
static const size_t sizes[] = {
	0,   1,   2,   3,   7,   8,   9,    15,   16,   17,   31,   32,   33,   63,
	64,  65,  95,  96,  127, 128, 129,  191,  192,  255,  256,  257,  320,  511,
	512, 513, 520, 575, 576, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4104,
};
#define SIZE_COUNT (sizeof sizes / sizeof *sizes)

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

typedef void kernel_check(const struct kernel *kernel);

/* Kernels that this CPU lacks are named, so that no silence passes for success. */
static void for_each_kernel(kernel_check *check)
{
	uint64_t features = features_detect();

	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if ((kernel->needs & ~features) == 0)
			check(kernel);
		else
			print_message("skipped: this CPU has no %s %s\n",
			              op_names[kernel->op], kernel->name);
	}
}

static void check_sizes(const struct kernel *kernel)
{
	struct arena arena;

	arena_init(&arena, kernel->op);
	struct stream stream = arena_stream(&arena, 0, 0);
	for (size_t i = 0; i < SIZE_COUNT; i++) {
		if (sizes[i] % op_facts[kernel->op].unit_bytes == 0) {
			check_block(kernel, &arena, &stream, sizes[i], 1);
			check_block(kernel, &arena, &stream, sizes[i], 3);
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

	if (kernel->op != OP_COPY || kernel->whole)
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

/* Three pages, of which only the middle one may be touched. */
static unsigned char *lonely_page(size_t page_bytes)
{
	FILE *file = tmpfile();

	assert_non_null(file);
	assert_int_equal(ftruncate(fileno(file), (off_t)(3 * page_bytes)), 0);
	unsigned char *pages = mmap(NULL, 3 * page_bytes, PROT_READ | PROT_WRITE,
	                            MAP_PRIVATE, fileno(file), 0);
	assert_true(pages != MAP_FAILED);
	(void)fclose(file);
	memset(pages, 0x11, 3 * page_bytes);
	assert_int_equal(mprotect(pages, page_bytes, PROT_NONE), 0);
	assert_int_equal(mprotect(pages + 2 * page_bytes, page_bytes, PROT_NONE), 0);
	return pages + page_bytes;
}

struct pages {
	size_t page_bytes;
	unsigned char *pages[3];
};

static void pages_init(struct pages *pages)
{
	pages->page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	for (size_t i = 0; i < 3; i++)
		pages->pages[i] = lonely_page(pages->page_bytes);
}

static void pages_release(struct pages *pages)
{
	for (size_t i = 0; i < 3; i++)
		(void)munmap(pages->pages[i] - pages->page_bytes, 3 * pages->page_bytes);
}

static struct stream pages_stream(const struct pages *pages, size_t offset)
{
	return (struct stream){ .dst = pages->pages[0] + offset,
		                .src = pages->pages[1] + offset,
		                .src2 = pages->pages[2] + offset };
}

/* Reading too far would go unseen by a comparison: here it is a fault. */
static void check_edges(const struct kernel *kernel)
{
	struct pages pages;

	pages_init(&pages);
	for (size_t i = 0; i < SIZE_COUNT; i++) {
		if (sizes[i] % op_facts[kernel->op].unit_bytes != 0 || sizes[i] > 4096)
			continue;
		struct stream first = pages_stream(&pages, 0);
		struct stream last = pages_stream(&pages, pages.page_bytes - sizes[i]);
		kernel->run(&first, sizes[i], 2);
		kernel->run(&last, sizes[i], 2);
	}
	pages_release(&pages);
}

/* Whether the kernel dies of touching the forbidden page that `stream` reaches into. */
static bool faults(const struct kernel *kernel, const struct stream *stream, size_t bytes)
{
	int status = 0;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		(void)signal(SIGSEGV, SIG_DFL);
		(void)signal(SIGBUS, SIG_DFL);
		kernel->run(stream, bytes, 1);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status);
}

/* What a read leaves out nobody sees either: so its first and last byte must fault. */
static void read_touches_both_ends(const struct kernel *kernel)
{
	static const size_t few[] = { 1, 8, 9, 63, 64, 65, 127, 520, 2047, 2048 };
	struct pages pages;

	if (kernel->op != OP_READ)
		return;
	pages_init(&pages);
	for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
		struct stream last = pages_stream(&pages, pages.page_bytes + 1 - few[i]);
		struct stream first = pages_stream(&pages, 0);
		first.src -= 1;
		assert_true(faults(kernel, &last, few[i]));
		assert_true(faults(kernel, &first, few[i]));
	}
	pages_release(&pages);
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

static void nothing_outside_the_block_is_touched(void **state)
{
	(void)state;
	for_each_kernel(check_edges);
}

static void reads_reach_both_ends(void **state)
{
	(void)state;
	for_each_kernel(read_touches_both_ends);
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
		assert_true(kernel->width > 0 || kernel->whole);
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
			if (other->op != op || other->preference < 0 || other == chosen)
				continue;
			assert_true(other->width < chosen->width ||
			            (other->width == chosen->width &&
			             other->preference < chosen->preference));
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

static void kernels_resolve_by_role_or_name(void **state)
{
	const struct kernel *nt = kernels_resolve(OP_COPY, "nt", EVERYTHING);

	(void)state;
	assert_ptr_equal(kernels_resolve(OP_COPY, "auto", 0), kernels_auto(OP_COPY, 0));
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
		cmocka_unit_test(reference_means_what_stream_means),
		cmocka_unit_test(facts_count_bytes_as_stream_does),
		cmocka_unit_test(a_name_is_unique_within_its_op),
		cmocka_unit_test(rows_say_what_their_op_stores),
		cmocka_unit_test(auto_is_the_widest_that_may_run),
		cmocka_unit_test(absent_features_are_never_chosen),
		cmocka_unit_test(kernels_resolve_by_role_or_name),
		cmocka_unit_test(every_kernel_does_its_op_at_every_size),
		cmocka_unit_test(every_kernel_does_its_op_at_every_alignment),
		cmocka_unit_test(every_pass_is_made),
		cmocka_unit_test(nothing_outside_the_block_is_touched),
		cmocka_unit_test(reads_reach_both_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
