/* SPDX-License-Identifier: MIT */
/* kernels: loops in C for every machine. Knows no instruction set. */
#include <stdatomic.h>

#include "kernels/table.h"

typedef size_t word; /* what the machine's registers hold */

/*
 * A fence against the compiler, which costs no instruction: with one behind each access a
 * loop is neither vectorised nor turned into a call of memcpy or memset, nor are passes
 * merged, whatever the compiler and its flags.
 */
static inline void pin(void)
{
	atomic_signal_fence(memory_order_seq_cst);
}

static inline word load(const word *at)
{
	word value = *at;
	pin();
	return value;
}

static inline void store(word *at, word value)
{
	*at = value;
	pin();
}

static bool aligned(const void *array)
{
	return (uintptr_t)array % sizeof(word) == 0;
}

/* Makes loads count that nobody looks at. */
static void keep(word value)
{
	volatile word sink = value;
	(void)sink;
}

static void bytes_copy(unsigned char *dst, const unsigned char *src, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		dst[i] = src[i];
		pin();
	}
}

static void bytes_read(const unsigned char *src, size_t bytes)
{
	word sum = 0;

	for (size_t i = 0; i < bytes; i++) {
		sum += src[i];
		pin();
	}
	keep(sum);
}

static void bytes_write(unsigned char *dst, unsigned char value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		dst[i] = value;
		pin();
	}
}

/* The words_ loops do four words a turn, then single ones; they return the bytes done. */
static size_t words_copy(word *dst, const word *src, size_t bytes)
{
	size_t count = bytes / sizeof(word), i = 0;

	for (; i + 4 <= count; i += 4) {
		word a = load(src + i), b = load(src + i + 1);
		word c = load(src + i + 2), d = load(src + i + 3);
		store(dst + i, a);
		store(dst + i + 1, b);
		store(dst + i + 2, c);
		store(dst + i + 3, d);
	}
	for (; i < count; i++)
		store(dst + i, load(src + i));
	return count * sizeof(word);
}

static size_t words_read(const word *src, size_t bytes)
{
	size_t count = bytes / sizeof(word), i = 0;
	word a = 0, b = 0, c = 0, d = 0;

	for (; i + 4 <= count; i += 4) {
		a += load(src + i);
		b += load(src + i + 1);
		c += load(src + i + 2);
		d += load(src + i + 3);
	}
	for (; i < count; i++)
		a += load(src + i);
	keep(a + b + c + d);
	return count * sizeof(word);
}

static size_t words_write(word *dst, word value, size_t bytes)
{
	size_t count = bytes / sizeof(word), i = 0;

	for (; i + 4 <= count; i += 4) {
		store(dst + i, value);
		store(dst + i + 1, value);
		store(dst + i + 2, value);
		store(dst + i + 3, value);
	}
	for (; i < count; i++)
		store(dst + i, value);
	return count * sizeof(word);
}

void loop_copy(const struct stream *stream, size_t bytes)
{
	size_t done = 0;

	if (aligned(stream->dst) && aligned(stream->src))
		done = words_copy((void *)stream->dst, (const void *)stream->src, bytes);
	bytes_copy(stream->dst + done, stream->src + done, bytes - done);
}

void loop_read(const struct stream *stream, size_t bytes)
{
	size_t done = 0;

	if (aligned(stream->src))
		done = words_read((const void *)stream->src, bytes);
	bytes_read(stream->src + done, bytes - done);
}

void loop_write(const struct stream *stream, size_t bytes)
{
	const word value = SIZE_MAX / 0xFF * stream->value; /* in each byte */
	size_t done = 0;

	if (aligned(stream->dst))
		done = words_write((void *)stream->dst, value, bytes);
	bytes_write(stream->dst + done, stream->value, bytes - done);
}

void loop_scale(const struct stream *stream, size_t bytes)
{
	double *dst = (void *)stream->dst, scalar = stream->scalar;
	const double *src = (const void *)stream->src;

	for (size_t i = 0; i < bytes / sizeof(double); i++) {
		dst[i] = scalar * src[i];
		pin();
	}
}

void loop_add(const struct stream *stream, size_t bytes)
{
	double *dst = (void *)stream->dst;
	const double *src = (const void *)stream->src, *src2 = (const void *)stream->src2;

	for (size_t i = 0; i < bytes / sizeof(double); i++) {
		dst[i] = src[i] + src2[i];
		pin();
	}
}

void loop_triad(const struct stream *stream, size_t bytes)
{
	double *dst = (void *)stream->dst, scalar = stream->scalar;
	const double *src = (const void *)stream->src, *src2 = (const void *)stream->src2;

	for (size_t i = 0; i < bytes / sizeof(double); i++) {
		dst[i] = src[i] + scalar * src2[i];
		pin();
	}
}

static void byte_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		bytes_copy(stream->dst, stream->src, bytes);
}

static void byte_read(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		bytes_read(stream->src, bytes);
}

static void byte_write(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		bytes_write(stream->dst, stream->value, bytes);
}

static void word_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		loop_copy(stream, bytes);
}

static void word_read(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		loop_read(stream, bytes);
}

static void word_write(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		loop_write(stream, bytes);
}

static void double_scale(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		loop_scale(stream, bytes);
}

static void double_add(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		loop_add(stream, bytes);
}

static void double_triad(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0)
		loop_triad(stream, bytes);
}

#define WORD sizeof(word)

static const struct kernel rows[] = {
	/* name      op        needs width role       stores way         run */
	{ "byte",   OP_COPY,  0, 1,    ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, byte_copy },
	{ "byte",   OP_READ,  0, 1,    ROLE_PLAIN, STORES_NONE,     WAY_PIECES, byte_read },
	{ "byte",   OP_WRITE, 0, 1,    ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, byte_write },
	{ "word",   OP_COPY,  0, WORD, ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, word_copy },
	{ "word",   OP_READ,  0, WORD, ROLE_PLAIN, STORES_NONE,     WAY_PIECES, word_read },
	{ "word",   OP_WRITE, 0, WORD, ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, word_write },
	{ "double", OP_SCALE, 0, 8,    ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, double_scale },
	{ "double", OP_ADD,   0, 8,    ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, double_add },
	{ "double", OP_TRIAD, 0, 8,    ROLE_PLAIN, STORES_ORDINARY, WAY_PIECES, double_triad },
};
const struct kernel_table loop_kernels = KERNEL_TABLE(rows);
