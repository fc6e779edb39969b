/* SPDX-License-Identifier: MIT */
/* kernels: 16-byte vectors of AArch64 (Advanced SIMD) in pairs. Knows no SVE. */
#include "kernels/table.h"
#include "platform/features.h"

/*
 * Assembly text, so that the compiler changes none of it. A pair is two registers, v and
 * w; n is its place in bytes from where the array's cursor stands.
 */
#define PAIR(operation, v, w, n, array) \
	operation " q" #v ", q" #w ", [%[" #array "_at], #" #n "]\n\t"
#define LOAD(v, w, n, array)  PAIR("ldp", v, w, n, array)
#define STORE(v, w, n, array) PAIR("stp", v, w, n, array)
#define START(array)          "mov %[" #array "_at], %[" #array "]\n\t"
#define NEXT(array)           "add %[" #array "_at], %[" #array "_at], #128\n\t"
#define ADD(v, w)             "fadd v" #v ".2d, v" #v ".2d, v" #w ".2d\n\t"
#define MULTIPLY(v)           "fmul v" #v ".2d, v" #v ".2d, v16.2d\n\t"

#define EIGHT(operation, array) \
	PAIR(operation, 0, 1, 0, array) PAIR(operation, 2, 3, 32, array) \
	PAIR(operation, 4, 5, 64, array) PAIR(operation, 6, 7, 96, array)
#define FILL(operation) \
	PAIR(operation, 0, 1, 0, dst) PAIR(operation, 0, 1, 32, dst) \
	PAIR(operation, 0, 1, 64, dst) PAIR(operation, 0, 1, 96, dst)

/* Turn after turn, pass after pass, in registers only. */
#define TURN_BYTES 128
#define PASSES(start, turn) \
	"1:\n\t" start \
	"mov %[left], %[bytes]\n\t" \
	".p2align 6\n" \
	"2:\n\t" turn \
	"subs %[left], %[left], #128\n\t" \
	"b.ne 2b\n\t" \
	"subs %[passes], %[passes], #1\n\t" \
	"b.ne 1b\n\t"

/* Scale, add and triad take half a turn at a time: their arrays need the registers. */
#define HALVES(text) text(0, 32) text(64, 96)

#define COUNTS           [left] "=&r"(left), [passes] "+r"(passes)
#define BYTES            [bytes] "r"(bytes)
#define CURSOR(array)    [array##_at] "=&r"(array##_at)
#define STARTS_AT(array) [array] "r"(stream->array)
#define CLOBBERS \
	"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "memory", "cc"

static void neon_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_copy, loop_copy, TURN_BYTES, 0 };
	uintptr_t dst_at, src_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(PASSES(START(src) START(dst),
	                        EIGHT("ldp", src) EIGHT("stp", dst)
	                        NEXT(src) NEXT(dst))
	                 : COUNTS, CURSOR(dst), CURSOR(src)
	                 : BYTES, STARTS_AT(dst), STARTS_AT(src)
	                 : CLOBBERS);
}

/* The non-temporal pair is a hint for the caches: no barrier is due after its stores. */
static void neon_copy_nt(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_copy_nt, loop_copy, TURN_BYTES, 0 };
	uintptr_t dst_at, src_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(PASSES(START(src) START(dst),
	                        EIGHT("ldnp", src) EIGHT("stnp", dst)
	                        NEXT(src) NEXT(dst))
	                 : COUNTS, CURSOR(dst), CURSOR(src)
	                 : BYTES, STARTS_AT(dst), STARTS_AT(src)
	                 : CLOBBERS);
}

/* Nobody awaits the values: no addition slows the loads. */
static void neon_read(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_read, loop_read, TURN_BYTES, 0 };
	uintptr_t src_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(PASSES(START(src), EIGHT("ldp", src) NEXT(src))
	                 : COUNTS, CURSOR(src)
	                 : BYTES, STARTS_AT(src)
	                 : CLOBBERS);
}

#define DUPLICATE_VALUE "dup v0.16b, %w[value]\n\t" "dup v1.16b, %w[value]\n\t"

static void neon_write(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_write, loop_write, TURN_BYTES, 0 };
	uintptr_t dst_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(DUPLICATE_VALUE PASSES(START(dst), FILL("stp") NEXT(dst))
	                 : COUNTS, CURSOR(dst)
	                 : BYTES, STARTS_AT(dst),
	                   [value] "r"((unsigned)stream->value)
	                 : CLOBBERS);
}

static void neon_write_nt(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_write_nt, loop_write, TURN_BYTES, 0 };
	uintptr_t dst_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(DUPLICATE_VALUE PASSES(START(dst), FILL("stnp") NEXT(dst))
	                 : COUNTS, CURSOR(dst)
	                 : BYTES, STARTS_AT(dst),
	                   [value] "r"((unsigned)stream->value)
	                 : CLOBBERS);
}

#define DUPLICATE_SCALAR "dup v16.2d, %[scalar].d[0]\n\t"

#define SCALE(m, n) \
	LOAD(0, 1, m, src) LOAD(2, 3, n, src) \
	MULTIPLY(0) MULTIPLY(1) MULTIPLY(2) MULTIPLY(3) \
	STORE(0, 1, m, dst) STORE(2, 3, n, dst)

static void neon_scale(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_scale, loop_scale, TURN_BYTES, 0 };
	uintptr_t dst_at, src_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(DUPLICATE_SCALAR PASSES(START(src) START(dst),
	                        HALVES(SCALE) NEXT(src) NEXT(dst))
	                 : COUNTS, CURSOR(dst), CURSOR(src)
	                 : BYTES, STARTS_AT(dst), STARTS_AT(src),
	                   [scalar] "w"(stream->scalar)
	                 : CLOBBERS);
}

#define SUM(m, n) \
	LOAD(0, 1, m, src) LOAD(2, 3, n, src) LOAD(4, 5, m, src2) LOAD(6, 7, n, src2) \
	ADD(0, 4) ADD(1, 5) ADD(2, 6) ADD(3, 7) \
	STORE(0, 1, m, dst) STORE(2, 3, n, dst)

static void neon_add(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_add, loop_add, TURN_BYTES, 0 };
	uintptr_t dst_at, src_at, src2_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(PASSES(START(src) START(src2) START(dst),
	                        HALVES(SUM) NEXT(src) NEXT(src2) NEXT(dst))
	                 : COUNTS, CURSOR(dst), CURSOR(src), CURSOR(src2)
	                 : BYTES, STARTS_AT(dst), STARTS_AT(src), STARTS_AT(src2)
	                 : CLOBBERS);
}

#define SUM_OF_PRODUCT(m, n) \
	LOAD(0, 1, m, src2) LOAD(2, 3, n, src2) LOAD(4, 5, m, src) LOAD(6, 7, n, src) \
	MULTIPLY(0) MULTIPLY(1) MULTIPLY(2) MULTIPLY(3) \
	ADD(0, 4) ADD(1, 5) ADD(2, 6) ADD(3, 7) \
	STORE(0, 1, m, dst) STORE(2, 3, n, dst)

static void neon_triad(const struct stream *stream, size_t bytes, size_t passes)
{
	static const struct parts parts = { neon_triad, loop_triad, TURN_BYTES, 0 };
	uintptr_t dst_at, src_at, src2_at;
	size_t left;

	if (run_in_parts(&parts, stream, bytes, passes))
		return;
	__asm__ volatile(DUPLICATE_SCALAR PASSES(START(src) START(src2) START(dst),
	                        HALVES(SUM_OF_PRODUCT)
	                        NEXT(src) NEXT(src2) NEXT(dst))
	                 : COUNTS, CURSOR(dst), CURSOR(src), CURSOR(src2)
	                 : BYTES, STARTS_AT(dst), STARTS_AT(src), STARTS_AT(src2),
	                   [scalar] "w"(stream->scalar)
	                 : CLOBBERS);
}

#define NEEDS FEATURE_NEON

#define PLAIN ROLE_PLAIN
#define TRIED ROLE_TRIED

static const struct kernel rows[] = {
	/* name       op        needs  width role   stores     way         run */
	{ "neon",    OP_COPY,  NEEDS, 16, PLAIN, STORES_ORDINARY,    WAY_PIECES, neon_copy },
	{ "neon",    OP_READ,  NEEDS, 16, PLAIN, STORES_NONE,        WAY_PIECES, neon_read },
	{ "neon",    OP_WRITE, NEEDS, 16, PLAIN, STORES_ORDINARY,    WAY_PIECES, neon_write },
	{ "neon",    OP_SCALE, NEEDS, 16, PLAIN, STORES_ORDINARY,    WAY_PIECES, neon_scale },
	{ "neon",    OP_ADD,   NEEDS, 16, PLAIN, STORES_ORDINARY,    WAY_PIECES, neon_add },
	{ "neon",    OP_TRIAD, NEEDS, 16, PLAIN, STORES_ORDINARY,    WAY_PIECES, neon_triad },
	{ "neon-nt", OP_COPY,  NEEDS, 16, TRIED, STORES_NONTEMPORAL, WAY_PIECES, neon_copy_nt },
	{ "neon-nt", OP_WRITE, NEEDS, 16, TRIED, STORES_NONTEMPORAL, WAY_PIECES, neon_write_nt },
};
const struct kernel_table neon_kernels = KERNEL_TABLE(rows);
