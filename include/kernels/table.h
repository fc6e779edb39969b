/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_KERNELS_TABLE_H
#define MEMBENCH_KERNELS_TABLE_H

#include <stddef.h>

#include "kernels/kernel.h"

/* Inside kernels/ only: how the rows of one source file reach the registry. */
struct kernel_table {
	const struct kernel *rows;
	size_t count;
};
#define KERNEL_TABLE(array) { (array), sizeof(array) / sizeof *(array) }

/* Built everywhere. */
extern const struct kernel_table loop_kernels, libc_kernels;

/* What this architecture adds, ends with NULL: *_tables.c, one of which is built. */
extern const struct kernel_table *const architecture_kernels[];
extern const struct kernel_table sse2_kernels, avx2_kernels, avx512_kernels;
extern const struct kernel_table movnti_kernels, string_kernels;
extern const struct kernel_table neon_kernels;

/* One pass by words: also finishes what a vector kernel's width leaves over. */
typedef void kernel_pass(const struct stream *stream, size_t bytes);
kernel_pass loop_copy, loop_read, loop_write, loop_scale, loop_add, loop_triad;

#endif
