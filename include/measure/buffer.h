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
 * The memory of one thread, in one mapping of its own. Where the arrays of a cell lie in it
 * follows from the block: src, dst, src2, whole pages each, with guard bytes on either side.
 * Chains have a part of their own behind the others, since addresses are no data for others.
 */
struct buffer {
	unsigned char *memory;
	size_t memory_bytes;
	size_t chains_at; /* where that part begins; whole pages */
};

#define BUFFER_ALIGN_BYTES 4096
#define BUFFER_GUARD_BYTES 4096

/* Bytes that `arrays` blocks of `block_bytes` take; UINT64_MAX where they are too many. */
uint64_t buffer_need_bytes(uint64_t block_bytes, unsigned arrays);

/* Maps `bytes`; touches nothing. */
int buffer_map(struct buffer *buffer, uint64_t bytes, enum page_mode pages,
               struct error *err);
/* Where the op's arrays of `block_bytes` lie. They must fit: buffer_need_bytes(). */
struct stream buffer_stream(const struct buffer *buffer, enum op op, uint64_t block_bytes);
/*
 * Touch every page, on the thread that will use it, with data that is nowhere zero. Read
 * as doubles the data lie in [1, 2) with the low bits clear, so that scale, add and triad
 * are exact and fused or separate arithmetic agrees.
 */
void buffer_fill(struct buffer *buffer, uint64_t seed);
struct huge_share buffer_huge_share(const struct buffer *buffer);
void buffer_release(struct buffer *buffer);

/*
 * Make the destination differ from any right answer, and set the guards around it.
 * After the op was done on it: what is wrong, or NULL. Reads leave nothing to check.
 */
void stream_dirty(const struct stream *stream, size_t bytes);
const char *stream_verify(const struct stream *stream, enum op op, size_t bytes);

#endif
