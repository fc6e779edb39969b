/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_BUFFER_H
#define MEMBENCH_MEASURE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "kernels/kernel.h"
#include "platform/platform.h"

/*
 * The arrays of one thread, in one mapping of their own: dst, src, src2, each with guard
 * bytes on either side and aligned to BUFFER_ALIGN_BYTES.
 */
struct buffer {
	unsigned char *memory;
	size_t memory_bytes;
	size_t block_bytes; /* of each array, guards not counted */
	struct stream stream;
};

#define BUFFER_ALIGN_BYTES 4096
#define BUFFER_GUARD_BYTES 4096

/* Bytes that buffer_map() will map for `arrays` blocks of `block_bytes`. */
uint64_t buffer_need_bytes(uint64_t block_bytes, unsigned arrays);

/* Maps; touches nothing. 1 to 3 arrays: src, then dst, then src2. */
int buffer_map(struct buffer *buffer, uint64_t block_bytes, unsigned arrays,
               enum page_mode pages, struct error *err);
/*
 * Touch every page, on the thread that will use it, with data that is nowhere zero. Read
 * as doubles the data lie in [1, 2) with the low bits clear, so that scale, add and triad
 * are exact and fused or separate arithmetic agrees.
 */
void buffer_fill(struct buffer *buffer, uint64_t seed);
double buffer_huge_share(const struct buffer *buffer);
void buffer_release(struct buffer *buffer);

/*
 * What is wrong after the op was done on the first `bytes`, or NULL: a destination that is
 * not what the op means, or a changed guard byte. `dirty` first makes the destination
 * differ from any right answer.
 */
void buffer_dirty(struct buffer *buffer, size_t bytes);
const char *buffer_verify(const struct buffer *buffer, enum op op, size_t bytes);

#endif
