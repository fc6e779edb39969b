/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_PLANS_H
#define MEMBENCH_TESTS_PLANS_H

/* Plans made by hand. Include after check.h. */
#include "measure/plan.h"

/* Copies of 2K, 4K, 8K ... */
static inline void plan_of_sizes(struct plan *plan, size_t count)
{
	const struct kernel *kernel = kernels_find(OP_COPY, "memcpy");
	assert_non_null(kernel);
	for (size_t i = 0; i < count; i++)
		plan_add(plan, kernel, (uint64_t)2048 << i);
}

#endif
