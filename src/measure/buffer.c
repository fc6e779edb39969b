/* SPDX-License-Identifier: MIT */
/* measure: the memory that is measured. Knows what an op means, not how it is timed. */
#include "measure/buffer.h"

#include <inttypes.h>
#include <string.h>

#include "base/random.h"

#define GUARD_BYTE  0xA5
#define DIRTY_BYTE  0x5A
#define VALUE_BYTE  0x3F /* what write kernels write: nowhere zero */
#define SCALAR      3.0
#define PAGE_WORDS  512

/* From one array's start to the next: the block in whole pages, and a guard each side. */
static uint64_t array_stride(uint64_t block_bytes)
{
	uint64_t pages = (block_bytes + BUFFER_ALIGN_BYTES - 1) / BUFFER_ALIGN_BYTES;
	return pages * BUFFER_ALIGN_BYTES + 2 * BUFFER_GUARD_BYTES;
}

uint64_t buffer_need_bytes(uint64_t block_bytes, unsigned arrays)
{
	return block_bytes > UINT64_MAX / 8 ? UINT64_MAX : array_stride(block_bytes) * arrays;
}

int buffer_map(struct buffer *buffer, uint64_t bytes, enum page_mode pages,
               struct error *err)
{
	*buffer = (struct buffer){ 0 };
	if (bytes > SIZE_MAX / 2)
		return error_fail(err, "%" PRIu64 " bytes are more than this machine can address",
		                  bytes);
	buffer->memory_bytes = (size_t)bytes;
	buffer->memory = platform_map(buffer->memory_bytes, pages, err);
	return buffer->memory == NULL ? -1 : 0;
}

struct stream buffer_stream(const struct buffer *buffer, enum op op, uint64_t block_bytes)
{
	size_t stride = (size_t)array_stride(block_bytes);
	size_t part = op_facts[op].is_chained ? buffer->chains_at : 0;
	unsigned char *first = buffer->memory + part + BUFFER_GUARD_BYTES;
	unsigned arrays = op_facts[op].arrays;

	return (struct stream){
		.src = first,
		.dst = arrays > 1 ? first + stride : first,
		.src2 = arrays > 2 ? first + 2 * stride : first,
		.scalar = SCALAR,
		.value = VALUE_BYTE,
	};
}

/* One page of doubles in [1, 2) whose low 12 of 52 bits are 0. */
static void page_random(uint64_t page[PAGE_WORDS], uint64_t seed)
{
	struct random random = { seed };
	for (size_t i = 0; i < PAGE_WORDS; i++)
		page[i] = UINT64_C(0x3FF0000000000000) |
		          (random_next(&random) >> 12 & ~UINT64_C(0xFFF)) | UINT64_C(0x1000);
}

/* Pages next to each other differ, and so do arrays. */
void buffer_fill(struct buffer *buffer, uint64_t seed)
{
	uint64_t page[PAGE_WORDS];

	page_random(page, seed);
	for (size_t at = 0; at < buffer->memory_bytes; at += sizeof page) {
		size_t left = buffer->memory_bytes - at;
		page[at / sizeof page % PAGE_WORDS] ^= UINT64_C(1) << 40;
		memcpy(buffer->memory + at, page, left < sizeof page ? left : sizeof page);
	}
}

struct huge_share buffer_huge_share(const struct buffer *buffer)
{
	return platform_huge_share(buffer->memory, buffer->memory_bytes);
}

void buffer_release(struct buffer *buffer)
{
	if (buffer->memory != NULL)
		platform_unmap(buffer->memory, buffer->memory_bytes);
	*buffer = (struct buffer){ 0 };
}

void stream_dirty(const struct stream *stream, size_t bytes)
{
	memset(stream->dst, DIRTY_BYTE, bytes);
	memset(stream->dst - BUFFER_GUARD_BYTES, GUARD_BYTE, BUFFER_GUARD_BYTES);
	memset(stream->dst + bytes, GUARD_BYTE, BUFFER_GUARD_BYTES);
}

static int all_are(const unsigned char *bytes, size_t count, unsigned char value)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != value)
			return 0;
	}
	return 1;
}

static double double_at(const unsigned char *bytes, size_t index)
{
	double value;
	memcpy(&value, bytes + index * sizeof value, sizeof value);
	return value;
}

static int doubles_right(const struct stream *stream, enum op op, size_t bytes)
{
	for (size_t i = 0; i < bytes / sizeof(double); i++) {
		double a = double_at(stream->src, i), b = double_at(stream->src2, i);
		double right = op == OP_SCALE ? stream->scalar * a
		             : op == OP_ADD   ? a + b
		                              : a + stream->scalar * b;
		if (double_at(stream->dst, i) != right)
			return 0;
	}
	return 1;
}

static int destination_right(const struct stream *stream, enum op op, size_t bytes)
{
	switch (op) {
	case OP_COPY:
		return memcmp(stream->dst, stream->src, bytes) == 0;
	case OP_WRITE:
		return all_are(stream->dst, bytes, stream->value);
	case OP_SCALE:
	case OP_ADD:
	case OP_TRIAD:
		return doubles_right(stream, op, bytes);
	case OP_READ:
	case OP_LATENCY:
	case OP_COUNT:
		break;
	}
	return 1;
}

const char *stream_verify(const struct stream *stream, enum op op, size_t bytes)
{
	const unsigned char *dst = stream->dst;

	if (!op_facts[op].writes_dst)
		return NULL;
	if (!destination_right(stream, op, bytes))
		return "the destination does not hold what the op means";
	if (!all_are(dst - BUFFER_GUARD_BYTES, BUFFER_GUARD_BYTES, GUARD_BYTE))
		return "bytes before the destination were changed";
	if (!all_are(dst + bytes, BUFFER_GUARD_BYTES, GUARD_BYTE))
		return "bytes after the destination were changed";
	return NULL;
}
