/* SPDX-License-Identifier: MIT */
/* What kernels touch, shown by pages that must not be touched. */
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "each_kernel.h"

#include "kernels/kernel.h"

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
	for (size_t i = 0; i < KERNEL_SIZE_COUNT; i++) {
		size_t bytes = kernel_sizes[i];
		if (bytes % op_facts[kernel->op].unit_bytes != 0 || bytes > 4096)
			continue;
		struct stream first = pages_stream(&pages, 0);
		struct stream last = pages_stream(&pages, pages.page_bytes - bytes);
		kernel->run(&first, bytes, 2);
		kernel->run(&last, bytes, 2);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_outside_the_block_is_touched),
		cmocka_unit_test(reads_reach_both_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
