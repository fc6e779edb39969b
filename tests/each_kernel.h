/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_EACH_KERNEL_H
#define MEMBENCH_TESTS_EACH_KERNEL_H

#include "check.h"

#include "kernels/kernel.h"
#include "platform/features.h"

/* Sizes on both sides of each vector width, unrolled turn and page. */
static const size_t kernel_sizes[] = {
	0,   1,   2,   3,   7,   8,   9,    15,   16,   17,   31,   32,   33,   63,
	64,  65,  95,  96,  127, 128, 129,  191,  192,  255,  256,  257,  320,  511,
	512, 513, 520, 575, 576, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4104,
};
#define KERNEL_SIZE_COUNT (sizeof kernel_sizes / sizeof *kernel_sizes)

typedef void kernel_check(const struct kernel *kernel);

/* Of bytes that are moved: chains are test_chain.c's. Kernels that this CPU lacks are named,
 * so that no silence passes for success. */
static inline void for_each_kernel(kernel_check *check)
{
	uint64_t features = features_detect();

	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (op_facts[kernel->op].is_chained)
			continue;
		if ((kernel->needs & ~features) == 0)
			check(kernel);
		else
			print_message("skipped: this CPU has no %s %s\n",
			              op_names[kernel->op], kernel->name);
	}
}

#endif
