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
extern const struct kernel_table loop_kernels, libc_kernels, chase_kernels;

/* What this architecture adds, ends with NULL: *_tables.c, one of which is built. */
extern const struct kernel_table *const architecture_kernels[];
extern const struct kernel_table sse2_kernels, avx2_kernels, avx512_kernels;
extern const struct kernel_table movnti_kernels, string_kernels;
extern const struct kernel_table neon_kernels;

/* One pass by words, any size and alignment. */
typedef void kernel_pass(const struct stream *stream, size_t bytes);
kernel_pass loop_copy, loop_read, loop_write, loop_scale, loop_add, loop_triad;

/*
 * A vector kernel makes turns of a fixed number of bytes, pass after pass, and some need
 * dst aligned. What else may come it hands on with its own name in `turns`:
 *     static const struct parts parts = { copy_ymm, loop_copy, .turn_bytes = 128 };
 *     if (run_in_parts(&parts, stream, bytes, passes))
 *             return;
 */
struct parts {
	kernel_run *turns;
	kernel_pass *plain; /* does what stands before and after the turns */
	size_t turn_bytes;
	size_t align;       /* of dst; 0 where none is due */
};

/* Nothing is done, and false, where the block is a whole number of turns, one or more. */
bool run_in_parts(const struct parts *parts, const struct stream *stream, size_t bytes,
                  size_t passes);

#endif
